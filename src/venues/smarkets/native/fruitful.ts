import type { Pages } from '../../../venue-kit/paging.js'

/**
 * Reads on past pages that bring nothing: branches of the venue's tree stand among its events, and open events without
 * a closed market among those that have one, thousands in a row. A cursor that comes back is handed on, for the paging
 * engine to find.
 */
export function fruitful<Row>(pages: Pages<Row>): Pages<Row> {
  return {
    async fetch(cursor) {
      const read = new Set<string | undefined>()
      for (let at = cursor; ; ) {
        read.add(at)
        const page = await pages.fetch(at)
        if (page.rows.length > 0 || page.next === undefined || read.has(page.next)) return page
        at = page.next
      }
    },
  }
}
