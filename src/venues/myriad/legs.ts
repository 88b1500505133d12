import type { CursorPaging } from '../paging.js'

/** One of several native lists, each in numbered pages, that together are the list that was asked for. */
export interface Leg<Row> {
  /** A page, from 1; `next` is the number of the one that follows, absent at the end. */
  fetch(page: number): Promise<{ readonly rows: readonly Row[]; readonly next?: number | undefined }>
}

/**
 * Walks native lists one after the other as one list. A row that an earlier leg brought is left out of the later
 * ones: a market that is resolved while the lists are read is in two of them.
 */
export function inTurn<Row>(
  what: string,
  idOf: (row: Row) => string,
  legs: readonly Leg<Row>[],
): CursorPaging<Row> {
  const firstSeenIn = new Map<string, number>()
  return {
    kind: 'cursor',
    what,
    idOf,
    async fetch(cursor) {
      if (cursor === undefined) firstSeenIn.clear()
      const [number = 0, page = 1] = (cursor ?? '0 1').split(' ').map(Number)
      const leg = legs[number]
      if (leg === undefined) return { rows: [] }
      const { rows, next } = await leg.fetch(page)
      const fresh = rows.filter((row) => {
        const seenIn = firstSeenIn.get(idOf(row))
        if (seenIn === undefined) firstSeenIn.set(idOf(row), number)
        return seenIn === undefined || seenIn === number
      })
      const after = number + 1 < legs.length ? `${number + 1} 1` : undefined
      return { rows: fresh, next: next === undefined ? after : `${number} ${next}` }
    },
  }
}
