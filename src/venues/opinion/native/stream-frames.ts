import * as z from 'zod'
import {
  createWordTable,
  enumOf,
  numberedEnumOf,
  spelledEnumOf,
} from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochTime,
  integer,
  optionalOf,
  ornamentOf,
  probability,
  requireNonNegative,
  text,
} from '../../../venue-kit/payload/schema.js'
import { token } from '../schemas.js'
import { withAliases } from './envelope.js'

/** Frames of the socket (../README.md, "Streams"). Other kinds are not read. */

/** Data frames name their channel. Responses to commands and heartbeats do not, and their other members are unknown. */
export const headFrame = z.preprocess(
  withAliases,
  z.object({ msgType: optionalOf(text), errno: ornamentOf(integer) }),
)

/** The venue's time for a frame, epoch ms. Absent on frames of older servers, and 0 for none (opinion-clob-sdk 0.7.0). */
const frameTime = decimal
  .refine((value) => value === 0)
  .transform(() => undefined)
  .or(epochTime)

/** The known kinds. True marks those that are read. */
export const isReadKind = createWordTable('opinion', 'frame.msgType', {
  'market.depth.diff': true,
  'market.last.trade': true,
  'market.last.price': false,
  'trade.order.update': false,
  'trade.record.new': false,
})

export const tradeFrame = z.object({
  msgType: z.literal('market.last.trade'),
  tokenId: token,
  marketId: ornamentOf(integer),
  /** 1 yes, 2 no. */
  outcomeSide: ornamentOf(numberedEnumOf('opinion', 'frame.outcomeSide', [1, 2])),
  /** Splits and merges are not trades. */
  side: spelledEnumOf('opinion', 'tradeFrame.side', ['buy', 'sell', 'split', 'merge'], (sent) =>
    sent.toLowerCase(),
  ),
  price: probability,
  shares: requireNonNegative('expected an amount'),
  timestamp: optionalOf(frameTime),
})

export const depthFrame = z.object({
  msgType: z.literal('market.depth.diff'),
  tokenId: token,
  side: enumOf('opinion', 'depthFrame.side', ['bids', 'asks']),
  price: probability,
  /** The new total of shares at the price, or 0 for a removed level. */
  size: requireNonNegative('expected a size'),
  timestamp: ornamentOf(frameTime),
})
