import type { Order, Position, UserTrade } from '../../api/models/models.js'
import type { VenueContext } from './venue-context.js'

/** What a user channel brings, and what is watched of an account. */
export type OwnKind = 'orders' | 'trades' | 'positions'

/** What a frame of a user channel shows. */
export interface OwnRows {
  readonly orders?: readonly Order[]
  readonly trades?: readonly UserTrade[]
  /** As they are now; a position that is closed has size 0. */
  readonly positions?: readonly Position[]
  /** Kinds of which something changed that the frame does not hold: their lists are read. */
  readonly changed?: readonly OwnKind[]
}

/** Reads the rows of a frame. It may ask the venue for what the frame leaves out, such as the id of a market. */
export type ReadOwnRows = (ctx: VenueContext) => OwnRows | Promise<OwnRows>
