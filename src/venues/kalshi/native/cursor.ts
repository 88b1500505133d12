import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'

/**
 * Returns the cursor of the next page; undefined at the end of the list. Kalshi ends a list with an empty cursor, without the
 * member, or with an empty page (README.md; docs.kalshi.com, pagination). A missing cursor is therefore suspicious only on a full
 * page.
 * @param count native rows of the page
 * @param fullPage maximum number of rows that the venue puts on a page
 * @throws EXCHANGE_NOT_AVAILABLE when a full page has no cursor
 */
export function readNextCursor(
  cursor: string | null | undefined,
  count: number,
  fullPage: number,
  what: string,
): string | undefined {
  if (cursor === undefined && count >= fullPage)
    throw createSchemaMismatch(what, 'cursor', 'a full page without a cursor')
  return count === 0 || cursor === null || cursor === '' ? undefined : cursor
}
