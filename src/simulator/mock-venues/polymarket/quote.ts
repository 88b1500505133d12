import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { Side } from '../../mock-kit/native-ids.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import { priceFor, seenFrom } from '../../mock-kit/yes-no-sides.js'
import { type BookLevel, stateAt, type WorldMarket, type WorldTrade } from '../../world/common/types.js'
import { paperBook } from './paper.js'

/** A book or price from the perspective of one of the two tokens. */
export interface Quote {
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly bestBid: number | undefined
  readonly bestAsk: number | undefined
  /** Mid price of the best levels; the last price if a side is missing, or undefined for an empty, untraded market. */
  readonly mid: number | undefined
  readonly last: WorldTrade | undefined
}

/** Returns the current book of a token. */
export function quoteOf(context: MockContext, market: WorldMarket, side: Side): Quote {
  const { world, now } = context
  const { bids, asks } = seenFrom(side, paperBook(context, market))
  const last = world.lastTrade(market.key, now)
  const bestBid = bids[0]?.price
  const bestAsk = asks[0]?.price
  return { bids, asks, bestBid, bestAsk, mid: middle(bestBid, bestAsk) ?? priceFor(side, last?.price), last }
}

function middle(bid: number | undefined, ask: number | undefined): number | undefined {
  return bid === undefined || ask === undefined ? undefined : roundToMicros((bid + ask) / 2)
}

/** Whether orders can be placed. */
export function isOpen({ now }: Pick<MockContext, 'now'>, market: WorldMarket): boolean {
  return stateAt(market, now) === 'open'
}
