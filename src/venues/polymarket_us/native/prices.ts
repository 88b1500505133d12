import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Side } from '../ids.js'
import type { NativeMarket, NativePoint } from '../schemas.js'
import { isDecided, isOver } from './states.js'

/** The quotes of the long side. */
export interface Quotes {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

/**
 * Returns the best bid and ask, in prices of the long side. The costs of both sides contain the same information (../README.md).
 */
export function quotesOf({ bestBidQuote, bestAskQuote, marketSides = [] }: NativeMarket): Quotes {
  const costOf = (isLong: boolean) => marketSides.find(({ long }) => long === isLong)?.quote
  const shortCost = costOf(false)
  return {
    bid: bestBidQuote ?? (shortCost === undefined ? undefined : complementPrice(shortCost)),
    ask: bestAskQuote ?? costOf(true),
  }
}

/**
 * Returns the price of the long side, 0..1. It is the payout once the market is decided, otherwise the mid price of the best
 * quotes. If there is only one quote, it is that quote, as the venue itself shows it.
 * @returns undefined without quotes, between the end of trading and the decision, and where the payout is not reported: before
 * the decision the same members hold a bid and an ask
 */
export function longPriceOf(market: NativeMarket): number | undefined {
  if (isDecided(market)) return paidOf(market)
  if (isOver(market)) return undefined
  const { bid, ask } = quotesOf(market)
  return bid === undefined || ask === undefined ? (bid ?? ask) : roundPrice((bid + ask) / 2)
}

/** Returns the payout of the long side. The payouts of both sides add up to a dollar. Halves and fair prices occur. */
function paidOf({ marketSides = [] }: NativeMarket): number | undefined {
  const long = marketSides.find((side) => side.long)?.price
  const short = marketSides.find((side) => !side.long)?.price
  if (long === undefined || short === undefined) return undefined
  return Math.abs(long + short - 1) < 1e-6 ? long : undefined
}

/** Converts a price of the long side to the price of a side. */
export function priceFor(side: Side, longPrice: number): number {
  return side === 'long' ? longPrice : complementPrice(longPrice)
}

/** A wider spread does not represent a price, because one of the quotes is the venue's placeholder for an empty side. */
const WIDEST = 0.5

/**
 * Returns the mid price of a history point, which has the best ask and one minus the best bid.
 * @returns undefined if a side is missing or empty, and for a half on either side: a market without trades or quotes has these
 * values (../README.md)
 */
export function midPriceOf({ longPrice: ask, shortPrice }: NativePoint): number | undefined {
  if (ask == null || shortPrice == null) return undefined
  const bid = complementPrice(shortPrice)
  if (Math.abs(ask - bid) > WIDEST || (ask === 0.5 && bid === 0.5)) return undefined
  return roundPrice((ask + bid) / 2)
}
