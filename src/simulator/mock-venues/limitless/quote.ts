import type { MockContext } from '../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import { type Print, printOf as printed } from '../../mock-kit/yes-no-sides.js'
import { stateAt, type WorldMarket, type WorldTrade } from '../../world/common/types.js'
import { otherSidePrice } from '../../world/wallets.js'
import { yesBook } from './accounts.js'

/** Amounts on the wire are counted in millionths, as the collateral is. */
export function baseUnits(amount: number): number {
  return Math.round(amount * 1_000_000)
}

/** What YES was last traded at; 0.5 before the first trade. */
export function lastPriceOf({ world, now }: MockContext, market: WorldMarket): number {
  return world.lastTrade(market.key, now)?.price ?? 0.5
}

/** The best prices of YES; undefined for an empty side. */
interface Top {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

/** The best prices now, or those that stood when the market closed. */
export function topOf(context: MockContext, market: WorldMarket): Top {
  const { world, now } = context
  const isOpen = stateAt(market, now) === 'open'
  const { bids, asks } = isOpen ? yesBook(context, market) : world.book(market.key, market.closesAt - 1)
  return { bid: bids[0]?.price, ask: asks[0]?.price }
}

/** The middle of a book; 0.5 where a side is empty, which is no quote (README.md). */
export function midPriceOf({ bid, ask }: Top): number {
  return bid === undefined || ask === undefined ? 0.5 : roundToMicros((bid + ask) / 2)
}

const DEAREST = 0.999
const CHEAPEST = 0.001

/** What either outcome costs and brings at once, and by an order at the front of the book: YES first. */
export function tradePricesOf({ bid = CHEAPEST, ask = DEAREST }: Top) {
  const taking = [ask, otherSidePrice(bid)]
  const joining = [bid, otherSidePrice(ask)]
  return { buy: { market: taking, limit: joining }, sell: { market: joining, limit: taking } }
}

/** Of so many trades one is told as a sale. */
const SOLD_ONE_IN = 3

export function printOf(market: WorldMarket, trade: WorldTrade): Print {
  return printed(market, trade, SOLD_ONE_IN)
}
