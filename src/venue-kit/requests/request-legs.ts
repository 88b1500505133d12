import type { CursorPaging, Pages } from '../contract/paging.js'

/** One of several native lists that together form the requested list. */
export interface Leg<Row> extends Pages<Row> {
  /** Called before the leg begins; a leg without it is always read. */
  isNeeded?(): Promise<boolean>
}

/**
 * Reads native lists one after another as one list. A row of an earlier leg is left out of the later ones. An event
 * with a closed and a settled market is in both lists, and a market that is resolved in the meantime is in two of them. A
 * page of only such rows must not count as a repeated page.
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
      const { next = '', isBlank } = page
      return {
        rows,
        next: next === '' ? after : `${at.leg} ${next}`,
        ...(isBlank === undefined ? {} : { isBlank }),
      }
    },
  }
}

/** `<leg> <native cursor>`; a new leg has nothing after the space. */
function readCursor(cursor: string | undefined): { leg: number; native: string | undefined } {
  if (cursor === undefined) return { leg: 0, native: undefined }
  const space = cursor.indexOf(' ')
  const native = cursor.slice(space + 1)
  return { leg: Number(cursor.slice(0, space)), native: native === '' ? undefined : native }
}
