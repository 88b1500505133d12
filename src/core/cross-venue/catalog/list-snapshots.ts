import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot, SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'

/** State of a venue's list, for clients that wait for it. */
export interface SnapshotProgress {
  /** Number of rows that are ready. */
  readonly rows?: number
  /** Number of rows read so far, while the list is being read. */
  readonly reading?: number
  /** Error code of its last read, where that failed. */
  readonly failed?: string
}

interface NamedRow {
  /** The venue's own id. */
  readonly id: string
  /** Version in the columns of its list, if the list has the row as it was last seen. */
  readonly version: number
  /** @throws CATALOG_UNAVAILABLE if it is no longer stored */
  read(): SnapshotRow
}

/** The public open lists of all venues, wherever they are stored. */
export interface ListSnapshots {
  /** All venues of the catalog, whether their lists are ready or not. */
  readonly venues: readonly VenueId[]
  /** Returns the lists that are ready. */
  ready(): readonly ListSnapshot[]
  /** Returns the stored lists of closed events and markets, or none if none are stored. */
  ended(): readonly ListSnapshot[]
  /** Same as `keep`, for the lists of closed rows. */
  keepEnded(): void
  /** Starts background reads of missing or outdated lists; returns immediately, and never fails. */
  keep(): void
  /** Whether a venue's list is being read now. */
  isReading(venue: VenueId): boolean
  progress(): Partial<Readonly<Record<VenueId, SnapshotProgress>>>
  /**
   * Returns the rows of a venue with this name: its own id, the cross-venue id (`api/values/catalog-id.ts`), slug, address
   * or another key. Usually it is one row, which may no longer be listed.
   */
  named(venue: VenueId, kind: RowKind, name: string): readonly NamedRow[]
}
