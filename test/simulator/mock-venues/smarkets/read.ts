import { type Row, rowsAt, textAt } from '../../support/json.js'
import type { Stage } from '../../support/stage.js'

/** Rows of the event list page by page, as its `next_page` leads, and how many pages it took. */
export function walk(stage: Stage, query: string): { readonly rows: Row[]; readonly pages: number } {
  const rows: Row[] = []
  let target = `/v3/events/?${query}`
  for (let pages = 1; pages < 1_000; pages++) {
    const body = stage.get('api', target)
    rows.push(...rowsAt(body, 'events'))
    const next: unknown = Reflect.get(Object(Reflect.get(Object(body), 'pagination')), 'next_page')
    if (next === null) return { rows, pages }
    target = `/v3/events/${textAt(body, 'pagination.next_page')}`
  }
  throw new Error('the pages do not end')
}

export const every = 'new upcoming live ended settled cancelled suspended'
  .split(' ')
  .map((state) => `state=${state}`)
  .join('&')

export const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => textAt(row, 'id'))

/** Ids in groups of at most `size`, as paths hold them. */
function pathsOf(ids: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_unused, n) =>
    ids.slice(n * size, (n + 1) * size).join(','),
  )
}

export function marketsOf(stage: Stage, eventIds: readonly string[]): Row[] {
  return pathsOf(eventIds, 50).flatMap((path) =>
    rowsAt(stage.get('api', `/v3/events/${path}/markets/`), 'markets'),
  )
}

export function contractsOf(stage: Stage, marketIds: readonly string[]): Row[] {
  return pathsOf(marketIds, 100).flatMap((path) =>
    rowsAt(stage.get('api', `/v3/markets/${path}/contracts/`), 'contracts'),
  )
}
