import * as z from 'zod'
import { openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { decimal, epochMillis, integer, optionalOf, text } from '../../venue-kit/payload/schema.js'

/** The members of the exchange's responses that are read. */

const notNegative = decimal.refine((value) => value >= 0, { error: 'expected a number >= 0' })
const price = decimal.refine((value) => value > 0, { error: 'expected a price above 0' })

/** Step sizes and bounds of a pair. Two of the filter types are read. */
const filter = z.object({
  filterType: text,
  minPrice: optionalOf(notNegative),
  maxPrice: optionalOf(notNegative),
  tickSize: optionalOf(notNegative),
  minQty: optionalOf(notNegative),
  maxQty: optionalOf(notNegative),
  stepSize: optionalOf(notNegative),
})

/** Trading statuses, of which only the first is active (developers.binance.com, enums, and the older ones of public clients). */
export const pairStatuses = [
  'TRADING',
  'END_OF_DAY',
  'HALT',
  'BREAK',
  'PRE_TRADING',
  'PENDING_TRADING',
  'POST_TRADING',
  'AUCTION_MATCH',
] as const

export const nativePair = z.object({
  symbol: text,
  status: openEnumOf('binance', 'symbol.status', pairStatuses),
  baseAsset: text,
  quoteAsset: text,
  filters: z.array(filter),
})
export type NativePair = z.output<typeof nativePair>

/** Unparsed, because markets contain the feed's own data. */
export const exchangeInfo = z.object({ symbols: z.array(z.looseObject({})) })

/** A price of zero means none or not yet. */
export const nativeTicker = z.object({
  symbol: text,
  priceChange: decimal,
  priceChangePercent: decimal,
  weightedAvgPrice: notNegative,
  prevClosePrice: notNegative,
  lastPrice: notNegative,
  bidPrice: notNegative,
  bidQty: notNegative,
  askPrice: notNegative,
  askQty: notNegative,
  openPrice: notNegative,
  highPrice: notNegative,
  lowPrice: notNegative,
  volume: notNegative,
  quoteVolume: notNegative,
  closeTime: epochMillis,
  count: integer,
})

export const tickerList = z.array(z.looseObject({}))

/** Start, open, high, low, close, volume. The rest is not read. */
const kline = z
  .tuple([epochMillis, price, price, price, price, notNegative])
  .rest(z.unknown())
  .refine(([, open, high, low, close]) => low <= Math.min(open, close) && high >= Math.max(open, close), {
    error: 'expected low <= open, close <= high',
  })
export const klines = z.array(kline)

const levels = z.array(z.tuple([price, price]).rest(z.unknown()))
export const depth = z.object({ lastUpdateId: integer, bids: levels, asks: levels })
export type NativeDepth = z.output<typeof depth>
