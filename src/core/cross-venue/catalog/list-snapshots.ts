import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot, SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'

/** How a venue's list stands, for who waits for it. */
export interface SnapshotProgress {
  /** Rows that lie ready. */
  readonly rows?: number
  /** Rows read so far, while it is being read. */
  readonly reading?: number
  /** Code of what its last reading failed with. */
  readonly failed?: string
}

interface NamedRow {
  /** The venue's own id. */
  readonly id: string
  /** As the columns of its list have it, where that lists it as it was seen last. */
  readonly version: number
  /** @throws CATALOG_UNAVAILABLE where it is no longer kept */
  read(): SnapshotRow
}

/** The open lists of all venues that everybody may see, wherever they are kept. */
export interface ListSnapshots {
  /** All venues that are asked, whether their lists lie ready or not. */
  readonly venues: readonly VenueId[]
  /** What lies ready. */
  ready(): readonly ListSnapshot[]
  /** What is kept of events and markets that have ended; where none are kept, none. */
  ended(): readonly ListSnapshot[]
  /** As `keep`, for the lists of what the venues have closed. */
  keepEnded(): void
  /** Sees to it that what is missing or too old is read; returns at once, and never fails. */
  keep(): void
  /** Whether a venue's list is being read now. */
  isReading(venue: VenueId): boolean
  progress(): Partial<Readonly<Record<VenueId, SnapshotProgress>>>
  /**
   * The rows of a venue that bear this name: its own id, the id among all venues (`api/values/catalog-id.ts`), slug, address or
   * another key; one as a rule, whether it is still listed or not.
   */
  named(venue: VenueId, kind: RowKind, name: string): readonly NamedRow[]
}
