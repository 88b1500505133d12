import * as z from 'zod'
import { integer, maybe, notBelowZero, ornament, probability, text } from '../../../venue-kit/schema.js'
import { token } from '../wire.js'
import { withAliases } from './envelope.js'

/** Frames of the socket (../README.md, "Streams"). Kinds that are not here are not read. */

/** Data names its channel; answers to commands and to the heartbeat do not, and what else is in them is not known. */
export const headFrame = z.preprocess(
  withAliases,
  z.object({ msgType: maybe(text), errno: ornament(integer) }),
)

export const depthFrame = z.object({
  msgType: z.literal('market.depth.diff'),
  tokenId: token,
  side: z.enum(['bids', 'asks']),
  price: probability,
  /** Shares at the price from now on; 0 for a level that is gone. */
  size: notBelowZero('expected a size'),
})
