import type { Order, Position, UserTrade } from '../../api/models/models.js'
import type { VenueContext } from './venue-context.js'

/** Parts of an account that a user channel reports and that callers can watch. */
export type OwnKind = 'orders' | 'trades' | 'positions'

/** Rows of a frame of a user channel. */
export interface OwnRows {
  readonly orders?: readonly Order[]
  readonly trades?: readonly UserTrade[]
  /** Current positions. A closed position has size 0. */
  readonly positions?: readonly Position[]
  /** Kinds that changed without their rows in the frame: the daemon reads their lists. */
  readonly changed?: readonly OwnKind[]
}

/** Reads the rows of a frame. It may call the venue for facts that the frame lacks, such as a market id. */
export type ReadOwnRows = (ctx: VenueContext) => OwnRows | Promise<OwnRows>
