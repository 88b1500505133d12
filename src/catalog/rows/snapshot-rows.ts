import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { ListColumns } from './columns.js'
import type { Extent, RowKind } from './row-numbers.js'

/** A stored row as JSON; the markets of an event are separate. */
export interface SnapshotRow {
  readonly head: Uint8Array
  readonly markets?: readonly Uint8Array[]
}

/** Related texts of a row, which also name it or its parts. */
export interface RowAround {
  /** For a market, the title of its event and its outcome labels. */
  readonly others: readonly string[]
  /** For an event, the titles of its markets and their outcome labels. */
  readonly parts: readonly string[]
}

/** The last synced open events and markets of one venue, or those that have ended. */
export interface ListSnapshot {
  readonly hasEnded?: true
  readonly venue: VenueId
  /** Changes with each new sync. */
  readonly key: string
  /** When its sync began, epoch ms. */
  readonly beganAt: number
  /** Whether a later sync lacked most of it, and none has agreed yet. */
  readonly isUnconfirmed?: boolean
  columns(kind: RowKind): Promise<ListColumns>
  /** Returns the related texts of each row of the columns, in their order. */
  around(kind: RowKind): Promise<readonly RowAround[]>
  /** Returns rows by version, in this order. @throws CATALOG_UNAVAILABLE where rows are no longer stored */
  rows(kind: RowKind, versions: readonly number[], extent?: Extent): readonly SnapshotRow[]
}
