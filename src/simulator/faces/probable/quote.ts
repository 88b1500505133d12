import type { FaceContext } from '../../face.js'
import { mixWide } from '../../world/hash.js'
import type { BookLevel, WorldMarket, WorldTrade } from '../../world/types.js'
import { complement } from '../../world/wallets.js'
import type { Token } from './ids.js'

/** Best level first. */
interface Sides {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** The book of a token now: that of NO mirrors that of YES exactly (venues/probable/README.md). */
export function sidesOf({ world, now }: FaceContext, { market, side }: Token): Sides {
  const { bids, asks } = world.book(market.key, now)
  if (side === 'yes') return { bids, asks }
  const flip = (level: BookLevel): BookLevel => ({ price: complement(level.price), size: level.size })
  return { bids: asks.map(flip), asks: bids.map(flip) }
}

/** Of a token, from the price of YES. */
export function priceFor(side: Token['side'], yes: number): number {
  return side === 'yes' ? yes : complement(yes)
}

export function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}

/** Which token changed hands in a trade, and whether its taker bought or sold it. */
export interface Print {
  readonly side: Token['side']
  readonly action: 'BUY' | 'SELL'
  /** Of that token. */
  readonly price: number
}

/** A taker who wants YES buys YES, or sells NO. */
export function printOf(market: WorldMarket, trade: WorldTrade): Print {
  const isDirect = mixWide(market.seed, trade.sequence) % 4 !== 0
  const side = isDirect === (trade.takerSide === 'yes') ? 'yes' : 'no'
  return { side, action: isDirect ? 'BUY' : 'SELL', price: priceFor(side, trade.price) }
}
