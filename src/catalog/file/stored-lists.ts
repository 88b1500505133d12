import type { Database } from '../../storage/driver.js'

/** A list of the catalog that was read to its end and not replaced since. */
export interface StoredList {
  readonly venue: string
  /** Where the venue was asked; '' for its own addresses. */
  readonly address: string
  readonly status: string
  /** Events, and markets. */
  readonly rows: number
  /** When its reading began, epoch ms. */
  readonly readAt: number
}

/** The lists of all venues, for tools that look at the file itself. Needs no more than reading. */
export function readStoredLists(database: Database): StoredList[] {
  return database
    .prepare(
      `SELECT s.venue, s.address, w.status, w.rows, w.began_at
       FROM walks w JOIN sources s ON s.id = w.source
       WHERE w.ended_at IS NOT NULL AND w.superseded_at IS NULL
       ORDER BY s.venue, s.address, w.status`,
    )
    .rows()
    .map(([venue, address, status, rows, readAt]) => ({
      venue: String(venue),
      address: String(address),
      status: String(status),
      rows: Number(rows),
      readAt: Number(readAt),
    }))
}
