import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { ListColumns } from './columns.js'
import type { Extent, RowKind } from './row-numbers.js'

/** A row as it is kept, as JSON; of an event without its markets, which stand beside it. */
export interface SnapshotRow {
  readonly head: Uint8Array
  readonly markets?: readonly Uint8Array[]
}

/** Texts around a row: they name it too, or name what belongs to it. */
export interface RowAround {
  /** Of a market, the title of its event and what its outcomes are called. */
  readonly others: readonly string[]
  /** Of an event, the titles of its markets and what their outcomes are called. */
  readonly parts: readonly string[]
}

/** The open events and markets of one venue as they were read last, or those that have ended. */
export interface ListSnapshot {
  readonly hasEnded?: true
  readonly venue: VenueId
  /** Another one means that it was read anew. */
  readonly key: string
  /** When its reading began, epoch ms. */
  readonly beganAt: number
  /** A later reading lacked most of it, and none has agreed yet. */
  readonly isDoubted?: boolean
  columns(kind: RowKind): Promise<ListColumns>
  /** Of each row of the columns, in their order. */
  around(kind: RowKind): Promise<readonly RowAround[]>
  /** By their versions, in this order. @throws CATALOG_UNAVAILABLE where rows are no longer kept */
  rows(kind: RowKind, versions: readonly number[], extent?: Extent): readonly SnapshotRow[]
}
