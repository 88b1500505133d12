import type { Pages } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { sentIn } from '../../../venue-kit/requests/map-rows.js'
import { assertNotCut, PAGE_SIZE } from './list-pages.js'

/** How often a list that changes while it is read is read again. */
const MAX_REPEATS = 3

interface NumberedPage<Row> {
  readonly total: number
  readonly list: readonly Row[]
}

export interface StableList<Row> {
  readonly what: string
  /** No row ends while the list is read: new rows only move the others back, to pages that are still to be read. */
  readonly onlyGrows?: boolean
  idOf(row: Row): string
  read(page: { readonly page: number; readonly limit: number }): Promise<NumberedPage<Row>>
}

/**
 * Creates pages of a list by page number. A row that ends moves the following ones forward, so that one of them may be on no
 * page. The total number then differs between two pages, and the list is read again until it does not.
 */
export function createStablePages<Row>(
  { what, onlyGrows = false, idOf, read }: StableList<Row>,
  ctx: VenueContext,
): Pages<Row> {
  const seen = new Set<string>()
  let total: number | undefined
  let hasChanged = false

  async function readPage(page: number): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
    const answer = await read({ page, limit: PAGE_SIZE })
    assertNotCut(sentIn(answer.list), page, answer.total, what)
    hasChanged = page > 1 && (hasChanged || (!onlyGrows && answer.total !== total))
    total = answer.total
    return { rows: answer.list, more: page * PAGE_SIZE < answer.total }
  }

  function takeNew(rows: readonly Row[]): Row[] {
    const added = rows.filter((row) => !seen.has(idOf(row)))
    for (const row of added) seen.add(idOf(row))
    return added
  }

  async function readMissed(): Promise<readonly Row[]> {
    const missed: Row[] = []
    for (let repeat = 0; repeat < MAX_REPEATS && hasChanged; repeat++) {
      for (let page = 1, more = true; more; page++) {
        const next = await readPage(page)
        missed.push(...takeNew(next.rows))
        more = next.more
      }
    }
    if (hasChanged) ctx.omissions.noteCut(`rows of ${what} that moved while the list was read`)
    return missed
  }

  return {
    async fetch(cursor) {
      const page = Number(cursor ?? 1)
      if (page === 1) seen.clear()
      const { rows, more } = await readPage(page)
      takeNew(rows)
      if (more) return { rows, next: String(page + 1) }
      return { rows: hasChanged ? [...rows, ...(await readMissed())] : rows }
    },
  }
}
