/** A place in the list of retractions. */
interface RetractionPlace {
  /** Id of the database. */
  readonly database: string
  /** The number of the last retraction that was read. 0: none. */
  readonly number: number
  /** When that one was written, epoch ms. Undefined for none, and in cursors of older versions. */
  readonly at: number | undefined
}

/** Returns the place of a cursor. One that cannot be read is before the first retraction. */
export function readPlace(cursor: string): RetractionPlace {
  const [database = cursor, ...texts] = cursor.split(' ')
  const [number, at] = texts.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined))
  return { database, number: number ?? 0, at }
}

/** Returns the cursor of a place, whose members are cells of rows. */
export function renderPlace(database: unknown, number: unknown, at: unknown): string {
  return at === null || at === undefined ? `${database} ${number}` : `${database} ${number} ${at}`
}

/** When a retraction `r` was written, epoch ms. */
export const RETRACTED_AT = '(extract(epoch FROM r.at) * 1000)::bigint'

/**
 * Returns the condition that a retraction with a number was written at another time. A database that was restored from a backup
 * gives the numbers of lost retractions to new ones.
 * @param number its parameter
 * @param at parameter of the time, epoch ms, or null if it is unknown
 */
export function isReplaced(number: string, at: string): string {
  return `EXISTS (SELECT FROM pmx_local.retractions r WHERE r.id = ${number} AND ${RETRACTED_AT} <> ${at}::bigint)`
}
