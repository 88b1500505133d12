import type { CursorPaging, Pages } from '../contract/paging.js'

/** One of several native lists that together are the list that was asked for. */
export interface Leg<Row> extends Pages<Row> {
  /** Asked when its turn comes; a leg without it is always walked. */
  isNeeded?(): Promise<boolean>
}

/**
 * Walks native lists one after the other as one list. A row that an earlier leg brought is left out of the later
 * ones: an event with a closed and a settled market is in the lists of both, a market that is resolved while the lists
 * are read in two of them, and a page of nothing but such rows must not look like a list that repeats itself.
 */
export function joinLegs<Row>(
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
      const at = readCursor(cursor)
      const leg = legs[at.leg]
      if (leg === undefined) return { rows: [] }
      const after = at.leg + 1 < legs.length ? `${at.leg + 1} ` : undefined
      if (at.native === undefined && (await leg.isNeeded?.()) === false) return { rows: [], next: after }
      const page = await leg.fetch(at.native)
      const rows = page.rows.filter((row) => {
        const id = idOf(row)
        const seenIn = firstSeenIn.get(id)
        if (seenIn === undefined) firstSeenIn.set(id, at.leg)
        return seenIn === undefined || seenIn === at.leg
      })
      const { next = '' } = page
      return { rows, next: next === '' ? after : `${at.leg} ${next}` }
    },
  }
}

/** `<leg> <native cursor>`; a fresh leg has nothing behind the space. */
function readCursor(cursor: string | undefined): { leg: number; native: string | undefined } {
  if (cursor === undefined) return { leg: 0, native: undefined }
  const space = cursor.indexOf(' ')
  const native = cursor.slice(space + 1)
  return { leg: Number(cursor.slice(0, space)), native: native === '' ? undefined : native }
}
