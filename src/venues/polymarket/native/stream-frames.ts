import * as z from 'zod'
import { createWordTable, enumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochMillis,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'

/** Frames of the market channel (README.md). Other kinds are not read. */

/** The known kinds. True marks those that are read. */
export const isReadKind = createWordTable('polymarket', 'frame.event_type', {
  book: true,
  price_change: true,
  last_trade_price: true,
  tick_size_change: false,
  best_bid_ask: false,
  new_market: false,
  market_resolved: false,
})

const size = decimal.refine((value) => value >= 0, 'expected a size')
const side = enumOf('polymarket', 'frame.side', ['BUY', 'SELL'])
/** 0 and 1 are not order prices. They stand for an empty side. */
const best = optionalOf(decimal)

export const bookFrame = z.object({
  event_type: z.literal('book'),
  asset_id: text,
  timestamp: epochMillis,
  bids: z.array(z.object({ price: probability, size })),
  asks: z.array(z.object({ price: probability, size })),
  hash: ornamentOf(text),
  tick_size: ornamentOf(decimal),
})

const change = z.object({
  asset_id: text,
  price: probability,
  size,
  side,
  best_bid: best,
  best_ask: best,
})

/** One frame contains the changes of both of a market's tokens. */
export const changeFrame = z.object({
  event_type: z.literal('price_change'),
  timestamp: epochMillis,
  price_changes: z.array(change),
})

export const tradeFrame = z.object({
  event_type: z.literal('last_trade_price'),
  asset_id: text,
  price: probability,
  size,
  side,
  timestamp: epochMillis,
})

/** Converts frames from before September 2025. They have one token each, with its changes in a list or flat. */
export function toModernChanges(frame: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(frame['price_changes'])) return frame
  const { asset_id, changes } = frame
  const rows: readonly unknown[] = Array.isArray(changes) ? changes : [frame]
  return { ...frame, price_changes: rows.map((row) => ({ ...Object(row), asset_id })) }
}
