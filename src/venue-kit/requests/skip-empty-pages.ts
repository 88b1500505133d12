import type { Pages } from '../contract/paging.js'

/**
 * Reads on past pages that bring nothing: what is looked for may stand among thousands of rows that are something else,
 * such as closed markets in open events. A cursor that comes back is handed on, for the paging engine to find.
 */
export function skipEmptyPages<Row>(pages: Pages<Row>): Pages<Row> {
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
