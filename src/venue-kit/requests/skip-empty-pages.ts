import type { Pages } from '../contract/paging.js'

/**
 * Skips pages without rows: the requested rows may be among thousands of others, such as closed markets in open events. A
 * repeated cursor is passed on, and the paging engine detects it.
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
