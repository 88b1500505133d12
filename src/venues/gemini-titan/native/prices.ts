import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Side } from '../ids.js'
import type { NativeContract } from '../schemas.js'

/** A price of YES, and what it is. */
interface Priced {
  readonly price: number
  readonly source: 'settlement' | 'mid' | 'last' | 'indicative'
}

/** Decimals of what is worked out from a percentage that has two of them; prices have four at most. */
const DECIMALS = 10_000

/**
 * What YES costs: what a settled contract paid, else the middle of the book, else the last trade, else the figure that
 * the venue shows where nobody quotes.
 * @returns undefined when there is none of them; a settled contract that names no winner may have paid anything
 */
export function pricedAt({ status, resolutionSide, prices }: NativeContract): Priced | undefined {
  if (status === 'settled') {
    if (resolutionSide === 'yes') return { price: 1, source: 'settlement' }
    return resolutionSide === 'no' ? { price: 0, source: 'settlement' } : undefined
  }
  if (status === 'invalid') return undefined
  const [bid, ask, last] = [traded(prices?.bestBid), traded(prices?.bestAsk), traded(prices?.lastTradePrice)]
  if (bid !== undefined && ask !== undefined && bid <= ask) return { price: middle(bid, ask), source: 'mid' }
  if (last !== undefined) return { price: last, source: 'last' }
  const [buy, sell] = [traded(prices?.buy?.yes), traded(prices?.sell?.yes)]
  // Beside one quote the figures are that quote and nothing.
  if (buy === undefined || sell === undefined || bid !== undefined || ask !== undefined) return undefined
  return { price: middle(sell, buy), source: 'indicative' }
}

/** Nothing can rest or trade at 0 or at 1: such a figure is an empty side. */
function traded(price: number | undefined): number | undefined {
  return price === undefined || price <= 0 || price >= 1 ? undefined : price
}

function middle(low: number, high: number): number {
  return roundPrice((low + high) / 2)
}

/**
 * How much the last price moved within 24 h, signed. The venue tells it as a percentage of the older price
 * (README.md).
 * @returns undefined where either is unknown, or where they lead to no price
 */
export function changeOf({ status, priceDelta24hPct: percent, prices }: NativeContract): number | undefined {
  const last = traded(prices?.lastTradePrice)
  if (status !== 'active' || last === undefined || percent === undefined || percent <= -100) return undefined
  const older = Math.round((last / (1 + percent / 100)) * DECIMALS) / DECIMALS
  return older >= 0 && older <= 1 ? Math.round((last - older) * DECIMALS) / DECIMALS : undefined
}

/** A YES price as the price of a side. */
export function priceFor(side: Side, yesPrice: number): number {
  return side === 'yes' ? yesPrice : complementPrice(yesPrice)
}
