import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'

/**
 * Where a list goes on; undefined at its end. Kalshi ends a list with an empty cursor, without the member, or with an
 * empty page (README.md; docs.kalshi.com, pagination), so only a page as full as pages get makes a missing cursor
 * suspicious.
 * @param count native rows of the page
 * @param fullPage most rows the venue puts on a page
 * @throws EXCHANGE_NOT_AVAILABLE when a full page says nothing of what follows
 */
export function nextCursor(
  cursor: string | null | undefined,
  count: number,
  fullPage: number,
  what: string,
): string | undefined {
  if (cursor === undefined && count >= fullPage)
    throw createSchemaMismatch(what, 'cursor', 'a full page without a cursor')
  return count === 0 || cursor === null || cursor === '' ? undefined : cursor
}
