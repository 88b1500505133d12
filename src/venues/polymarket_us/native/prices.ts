import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Side } from '../ids.js'
import type { NativeMarket, NativePoint } from '../schemas.js'
import { isDecided, isOver } from './states.js'

/** What is quoted for the long side. */
export interface Quotes {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

/** The best bid and ask, in prices of the long side; what each side costs tells the same (../README.md). */
export function quotesOf({ bestBidQuote, bestAskQuote, marketSides = [] }: NativeMarket): Quotes {
  const costOf = (isLong: boolean) => marketSides.find(({ long }) => long === isLong)?.quote
  const shortCost = costOf(false)
  return {
    bid: bestBidQuote ?? (shortCost === undefined ? undefined : complementPrice(shortCost)),
    ask: bestAskQuote ?? costOf(true),
  }
}

/**
 * The price of the long side, 0..1: what it paid once the market is decided, else the middle of the best quotes; of one
 * quote alone that one, which is what the venue shows.
 * @returns undefined where nobody quotes, between the end of trading and the decision, and where what was paid is not
 * told: the same members hold a bid and an ask before
 */
export function longPriceOf(market: NativeMarket): number | undefined {
  if (isDecided(market)) return paidOf(market)
  if (isOver(market)) return undefined
  const { bid, ask } = quotesOf(market)
  return bid === undefined || ask === undefined ? (bid ?? ask) : roundPrice((bid + ask) / 2)
}

/** What both sides paid is a whole dollar together; halves and fair prices occur. */
function paidOf({ marketSides = [] }: NativeMarket): number | undefined {
  const long = marketSides.find((side) => side.long)?.price
  const short = marketSides.find((side) => !side.long)?.price
  if (long === undefined || short === undefined) return undefined
  return Math.abs(long + short - 1) < 1e-6 ? long : undefined
}

/** A price of the long side as the price of a side. */
export function priceFor(side: Side, longPrice: number): number {
  return side === 'long' ? longPrice : complementPrice(longPrice)
}

/** Further apart no two quotes stand for a price: one of them is the venue's word for "nobody". */
const WIDEST = 0.5

/**
 * The middle of the book at a point of the history, which tells the best ask and one minus the best bid.
 * @returns undefined where a side lacks or stands for nobody, and for a half on either side: a market that nobody has
 * traded or quoted yet looks like that (../README.md)
 */
export function midPriceOf({ longPrice: ask, shortPrice }: NativePoint): number | undefined {
  if (ask == null || shortPrice == null) return undefined
  const bid = complementPrice(shortPrice)
  if (Math.abs(ask - bid) > WIDEST || (ask === 0.5 && bid === 0.5)) return undefined
  return roundPrice((ask + bid) / 2)
}
