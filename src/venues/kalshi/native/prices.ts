import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import { decidedWords, type NativeMarket } from '../schemas.js'
import { boundsOf } from './bounds.js'

/** Source of a market's reported price. */
type PriceSource = 'settlement' | 'last_trade' | 'book_mid' | 'best_bid' | 'best_ask'

/** A YES price 0..1 and its source. */
export interface MarketPrice {
  readonly yes: number
  readonly source: PriceSource
}

/**
 * Returns the YES price: the settlement value, otherwise the last trade, otherwise the mid price, otherwise the only side
 * of the book.
 * @returns undefined when it was never traded nor quoted, or is decided at a value that the venue does not report
 */
export function toPrice(market: NativeMarket): MarketPrice | undefined {
  if (decidedWords.has(market.status)) {
    const value = market.settlement_value_dollars ?? payoutOf(market)
    return value === undefined ? undefined : { yes: value, source: 'settlement' }
  }
  const last = market.last_price_dollars
  // Zero is not a valid trade price: a market without trades has it (README.md; docs.kalshi.com, get market).
  if (last !== undefined && last !== null && last > 0) return { yes: last, source: 'last_trade' }
  const { bid, ask } = quotesOf(market)
  if (bid !== undefined && ask !== undefined) return { yes: roundPrice((bid + ask) / 2), source: 'book_mid' }
  if (bid !== undefined) return { yes: bid, source: 'best_bid' }
  return ask === undefined ? undefined : { yes: ask, source: 'best_ask' }
}

/** Returns the payout of a YES contract by the result, before the venue reports the value itself. */
function payoutOf(market: NativeMarket): number | undefined {
  if (market.result === 'yes') return 1
  if (market.result !== 'no') return undefined
  const bounds = boundsOf(market)
  if (bounds.kind === 'unknown') return undefined
  return bounds.kind === 'floor' ? bounds.floor : 0
}

/** Returns the best YES quotes. Absent for an empty side, which Kalshi reports as 0 or 1 (either, in old rows). */
export function quotesOf(market: NativeMarket): { readonly bid?: number; readonly ask?: number } {
  const { yes_bid_dollars: bid, yes_ask_dollars: ask } = market
  return { ...(isQuote(bid) ? { bid } : {}), ...(isQuote(ask) ? { ask } : {}) }
}

function isQuote(price: number | null | undefined): price is number {
  return price !== undefined && price !== null && price > 0 && price < 1
}

/**
 * Returns the signed change of the YES price over 24 hours. Undefined unless the reported price is a trade and there was one a
 * day ago (a `previous_price` of 0 means there was none).
 */
export function toPriceChange(market: NativeMarket, price: MarketPrice | undefined): number | undefined {
  const previous = market.previous_price_dollars
  if (price?.source !== 'last_trade' || previous === undefined || previous === 0) return undefined
  return roundPrice(price.yes - previous)
}

/**
 * Returns the tick size at the current price: the smallest step of the bands that contain it, or of all when there is no
 * price. The bands are its only source, and their names change (README.md; docs.kalshi.com, price ranges). Returns
 * undefined without bands.
 */
export function toTickSize(market: NativeMarket, price: number | undefined): number | undefined {
  const bands = market.price_ranges ?? []
  const holding = price === undefined ? [] : bands.filter((band) => band.start <= price && price <= band.end)
  const steps = (holding.length > 0 ? holding : bands).map((band) => band.step)
  return steps.length === 0 ? undefined : Math.min(...steps)
}
