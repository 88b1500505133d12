import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeLeaf } from '../schemas.js'
import { isOpen, type Side } from './tokens.js'

/** Best prices that the venue reports for an empty side of the book. */
const NO_BID = 0.001
const NO_ASK = 0.999

/** YES first. */
export type PricePair = readonly [number, number]

/**
 * Returns the prices of both sides, 0..1: the payout of a decided market, otherwise the mid price as the venue reports
 * it.
 * @returns undefined when the venue reports none: 0.5 stands for an empty or one-sided book (../README.md), and a
 * resolved market without a winner may have any payout
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an invalid price
 */
export function pricesOf(native: NativeLeaf, what: string): PricePair | undefined {
  if (native.winningOutcomeIndex !== undefined) return native.winningOutcomeIndex === 0 ? [1, 0] : [0, 1]
  const [yes, no] = native.prices ?? []
  if (native.status === 'RESOLVED' || yes === undefined || no === undefined) return undefined
  if (isStandIn(native, yes, no)) return undefined
  // Sides cannot both be worth nothing: a market without a price has these values.
  if (yes === 0 && no === 0) return undefined
  // Pooled markets were listed in percent (../README.md), and both sides add up to the whole.
  const scale = yes + no > 50 ? 100 : 1
  const pair: PricePair = [roundPrice(yes / scale), roundPrice(no / scale)]
  if (pair.some((price) => price < 0 || price > 1))
    throw createSchemaMismatch(what, `market ${native.slug}.prices`, `${yes} and ${no} are not prices`)
  return pair
}

/** Whether 0.5 is a placeholder for a price: a pool always has one, a book only with quotes on both sides. */
function isStandIn({ tokens, tradePrices }: NativeLeaf, yes: number, no: number): boolean {
  if (tokens === undefined || yes !== 0.5 || no !== 0.5) return false
  const ask = tradePrices?.buy?.market?.[0]
  const bid = tradePrices?.sell?.market?.[0]
  return ask === undefined || bid === undefined || ask >= NO_ASK || bid <= NO_BID
}

/** Returns the best prices of YES in the book, from the price of a market order of each side; a pool has none. */
export function quotesOf({ tokens, tradePrices }: NativeLeaf) {
  if (tokens === undefined) return undefined
  const [bid, ask] = [tradePrices?.sell?.market?.[0], tradePrices?.buy?.market?.[0]]
  return {
    bid: bid === undefined || bid <= NO_BID ? undefined : bid,
    ask: ask === undefined || ask >= NO_ASK ? undefined : ask,
  }
}

/** Last trade prices of YES, by the slug of the market. */
export type LastPrices = ReadonlyMap<string, number>

export const noLastPrices: LastPrices = new Map()

/** Whether an open market of the book with trades has no price: its book lacks a side. */
export function lacksPrice(native: NativeLeaf, what: string): boolean {
  const { tokens, volumeFormatted = 0 } = native
  return tokens !== undefined && isOpen(native) && volumeFormatted > 0 && pricesOf(native, what) === undefined
}

/** Converts a YES price to the price of a side. */
export function priceFor(side: Side, yesPrice: number): number {
  return side === 'yes' ? yesPrice : complementPrice(yesPrice)
}
