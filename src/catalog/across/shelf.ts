import type { VenueId } from '../../api/venue-ids.js'
import type { ListColumns } from '../columns.js'
import type { Extent, RowKind } from '../rows.js'

/** A row as it is kept, as JSON; of an event without its markets, which stand beside it. */
export interface ShelfRow {
  readonly head: Uint8Array
  readonly markets?: readonly Uint8Array[]
}

/** The open events and markets of one venue as they were read last, or those that have ended. */
export interface Shelf {
  readonly hasEnded?: true
  readonly venue: VenueId
  /** Another one means that it was read anew. */
  readonly key: string
  /** When its reading began, epoch ms. */
  readonly beganAt: number
  columns(kind: RowKind): Promise<ListColumns>
  /** By their versions, in this order. @throws CATALOG_UNAVAILABLE where rows are no longer kept */
  rows(kind: RowKind, versions: readonly number[], extent?: Extent): readonly ShelfRow[]
}
