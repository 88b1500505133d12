import * as z from 'zod'
import { openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { decimal, epochMillis, integer, optionalOf, text } from '../../venue-kit/payload/schema.js'

/** What is read of the exchange's answers. */

const notNegative = decimal.refine((value) => value >= 0, { error: 'expected no negative number' })
const price = decimal.refine((value) => value > 0, { error: 'expected a price above 0' })

/** Steps and bounds of a pair; of the kinds that there are, two are read. */
const filter = z.object({
  filterType: text,
  minPrice: optionalOf(notNegative),
  maxPrice: optionalOf(notNegative),
  tickSize: optionalOf(notNegative),
  minQty: optionalOf(notNegative),
  maxQty: optionalOf(notNegative),
  stepSize: optionalOf(notNegative),
})

/** Of which the first is traded (developers.binance.com, enums, and the older ones of public clients). */
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

/** As they came, because markets are told with what the feed said of them. */
export const exchangeInfo = z.object({ symbols: z.array(z.looseObject({})) })

/** Zero stands for "nobody" or "not yet" in prices. */
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

/** Start, open, high, low, close, volume; what follows is not read. */
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
