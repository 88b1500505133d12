import type { Database } from '../../storage/driver.js'

/** A completely synced list of the catalog that has not been superseded. */
export interface StoredList {
  readonly venue: string
  /** Address of the venue; '' for its own addresses. */
  readonly address: string
  readonly status: string
  /** Number of events and markets. */
  readonly rows: number
  /** When its sync began, epoch ms. */
  readonly readAt: number
}

/** Returns the lists of all venues, for tools that inspect the file itself. Read access is enough. */
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
