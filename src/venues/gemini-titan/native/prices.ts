import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { Side } from '../ids.js'
import type { NativeContract } from '../schemas.js'

/** A price of YES, and its source. */
interface Priced {
  readonly price: number
  readonly source: 'settlement' | 'mid' | 'last' | 'indicative'
}

/** Precision of a result from a percentage with two decimals; prices have at most four. */
const DECIMALS = 10_000

/**
 * Returns the price of YES. It is the payout of a settled contract, otherwise the mid price, otherwise the last trade,
 * otherwise the venue's indicative price without quotes.
 * @returns undefined when there is none of them; a settled contract without a winner may have any payout
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
  // With only one quote the other figures repeat that quote.
  if (buy === undefined || sell === undefined || bid !== undefined || ask !== undefined) return undefined
  return { price: middle(sell, buy), source: 'indicative' }
}

/** Returns a tradable price: nothing can rest or trade at 0 or at 1, which mean an empty side. */
function traded(price: number | undefined): number | undefined {
  return price === undefined || price <= 0 || price >= 1 ? undefined : price
}

function middle(low: number, high: number): number {
  return roundPrice((low + high) / 2)
}

/**
 * Returns the signed change of the last price within 24 h. The venue reports it as a percentage of the older price
 * (README.md).
 * @returns undefined if either is unknown, or where they do not yield a valid price
 */
export function changeOf({ status, priceDelta24hPct: percent, prices }: NativeContract): number | undefined {
  const last = traded(prices?.lastTradePrice)
  if (status !== 'active' || last === undefined || percent === undefined || percent <= -100) return undefined
  const older = Math.round((last / (1 + percent / 100)) * DECIMALS) / DECIMALS
  return older >= 0 && older <= 1 ? Math.round((last - older) * DECIMALS) / DECIMALS : undefined
}

/** Converts a YES price to the price of a side. */
export function priceFor(side: Side, yesPrice: number): number {
  return side === 'yes' ? yesPrice : complementPrice(yesPrice)
}
