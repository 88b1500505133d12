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
  /** No row leaves the list while it is read. New rows only move the others back, to pages that have not been read yet. */
  readonly onlyGrows?: boolean
  idOf(row: Row): string
  read(page: { readonly page: number; readonly limit: number }): Promise<NumberedPage<Row>>
}

/**
 * Creates pages of a list by page number. A row that leaves the list moves the following rows forward, so one of them may be
 * missing from every page. The order of the rows is not documented, and the total number is the same if another row is added in
 * the meantime. The pages are therefore read forward and then backward. A row that moved forward is on one of the pages that are
 * read again. If a row was missing, or the total number differs between two pages, the list is read again until it does not
 * change.
 */
export function createStablePages<Row>(
  { what, onlyGrows = false, idOf, read }: StableList<Row>,
  ctx: VenueContext,
): Pages<Row> {
  /** Rows that were returned. */
  const seen = new Set<string>()
  /** Rows of the current pass over the pages. */
  const inPass = new Set<string>()
  let total: number | undefined
  let hasChanged = false

  function beginPass(): void {
    inPass.clear()
    total = undefined
    hasChanged = false
  }

  async function readPage(page: number): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
    const answer = await read({ page, limit: PAGE_SIZE })
    assertNotCut(sentIn(answer.list), page, answer.total, what)
    if (!onlyGrows && total !== undefined && answer.total !== total) hasChanged = true
    total = answer.total
    return { rows: answer.list, more: page * PAGE_SIZE < answer.total }
  }

  /** @returns the rows that are new in a set */
  function addTo(set: Set<string>, rows: readonly Row[]): Row[] {
    const added = rows.filter((row) => !set.has(idOf(row)))
    for (const row of added) set.add(idOf(row))
    return added
  }

  /** Ends a pass: reads the pages before the last one again, from the last to the first. @returns rows that were on no page */
  async function readBackward(last: number): Promise<readonly Row[]> {
    const missed: Row[] = []
    // A list that is known to have changed is read again anyway.
    for (let page = last - 1; page >= 1 && !onlyGrows && !hasChanged; page--) {
      const { rows } = await readPage(page)
      if (addTo(inPass, rows).length > 0) hasChanged = true
      missed.push(...addTo(seen, rows))
    }
    return missed
  }

  async function readAgain(): Promise<readonly Row[]> {
    const missed: Row[] = []
    for (let repeat = 0; repeat < MAX_REPEATS && hasChanged; repeat++) {
      beginPass()
      let page = 0
      for (let more = true; more; ) {
        const next = await readPage(++page)
        addTo(inPass, next.rows)
        missed.push(...addTo(seen, next.rows))
        more = next.more
      }
      missed.push(...(await readBackward(page)))
    }
    if (hasChanged) ctx.omissions.noteCut(`rows of ${what} that moved while the list was being read`)
    return missed
  }

  return {
    async fetch(cursor) {
      const page = Number(cursor ?? 1)
      if (page === 1) {
        seen.clear()
        beginPass()
      }
      const { rows, more } = await readPage(page)
      addTo(inPass, rows)
      addTo(seen, rows)
      if (more) return { rows, next: String(page + 1) }
      return { rows: [...rows, ...(await readBackward(page)), ...(await readAgain())] }
    },
  }
}
