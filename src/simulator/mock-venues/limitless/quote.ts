import type { MockContext } from '../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { yesBook } from './accounts.js'

/** Converts an amount to millionths, the unit of the payloads and of the collateral. */
export function toBaseUnits(amount: number): number {
  return Math.round(amount * 1_000_000)
}

/** Returns the last traded price of YES; 0.5 before the first trade. */
export function lastPriceOf({ world, now }: MockContext, market: WorldMarket): number {
  return world.lastTrade(market.key, now)?.price ?? 0.5
}

/** The best prices of YES, or undefined for an empty side. */
interface Top {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

/** Returns the current best prices, or those at the close of the market. */
export function topOf(context: MockContext, market: WorldMarket): Top {
  const { world, now } = context
  const isOpen = stateAt(market, now) === 'open'
  const { bids, asks } = isOpen ? yesBook(context, market) : world.book(market.key, market.closesAt - 1)
  return { bid: bids[0]?.price, ask: asks[0]?.price }
}

/** Returns the mid price; 0.5 when a side is empty, which is not a quote (README.md). */
export function midPriceOf({ bid, ask }: Top): number {
  return bid === undefined || ask === undefined ? 0.5 : roundToMicros((bid + ask) / 2)
}

const DEAREST = 0.999
const CHEAPEST = 0.001

/**
 * Returns the prices to buy and sell each outcome, with a market order and with a limit order at the best price; YES
 * first.
 */
export function tradePricesOf({ bid = CHEAPEST, ask = DEAREST }: Top) {
  const taking = [ask, complementPriceOf(bid)]
  const joining = [bid, complementPriceOf(ask)]
  return { buy: { market: taking, limit: joining }, sell: { market: joining, limit: taking } }
}
