import * as z from 'zod'
import { enumOf, openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/** Native payloads, limited to the used members (README.md). Numbers are texts, except in candles. */

const word = z.string().transform((value) => value.toLowerCase())

/** A contract in another state may or may not be tradable: its row is set aside (README.md). */
const statuses = ['approved', 'active', 'closed', 'under_review', 'settled', 'invalid'] as const

/** Taker sides of public trades; the last two are those of the venue's other markets (docs.gemini.com, trade history). */
const tradeTypes = ['buy', 'sell', 'auction', 'block'] as const

const amount = requireNonNegative('expected an amount')

/** An indicative price without quotes, otherwise a copy of the quotes. */
const indicated = ornamentOf(z.object({ yes: ornamentOf(probability) }))

/** All prices of YES. An empty side of the book has no key, or null. */
const prices = z.object({
  bestBid: optionalOf(probability),
  bestAsk: optionalOf(probability),
  lastTradePrice: optionalOf(probability),
  buy: indicated,
  sell: indicated,
})

const contract = keepRaw(
  z.object({
    /** Absent while a contract is only approved. */
    instrumentSymbol: optionalOf(text),
    status: word.pipe(enumOf('gemini-titan', 'contract.status', statuses)),
    /** Whether orders are accepted (OpenAPI 1.0.0). */
    marketState: optionalOf(word.pipe(enumOf('gemini-titan', 'contract.marketState', ['open', 'closed']))),
    id: ornamentOf(id),
    label: ornamentOf(text),
    abbreviatedName: ornamentOf(text),
    ticker: ornamentOf(text),
    description: z.unknown().optional(),
    imageUrl: ornamentOf(text),
    prices: optionalOf(prices),
    resolutionSide: optionalOf(word.pipe(enumOf('gemini-titan', 'contract.resolutionSide', ['yes', 'no']))),
    createdAt: optionalOf(isoTime),
    effectiveDate: optionalOf(isoTime),
    expiryDate: ornamentOf(isoTime),
    resolvedAt: optionalOf(isoTime),
    /** Percent of the price of 24 h ago. */
    priceDelta24hPct: ornamentOf(decimal),
    priceIncrement: ornamentOf(decimal),
    priceMinimum: ornamentOf(decimal),
    quantityIncrement: ornamentOf(decimal),
    quantityMinimum: ornamentOf(decimal),
    /** The value may be part of a label (README.md), so it stays text. */
    strike: ornamentOf(z.object({ type: ornamentOf(text), value: ornamentOf(id) })),
    settlementValue: ornamentOf(id),
    sortOrder: ornamentOf(integer),
  }),
)

const eventFacts = {
  ticker: text,
  title: optionalOf(text),
  status: word.pipe(enumOf('gemini-titan', 'event.status', statuses)),
  slug: ornamentOf(text),
  description: z.unknown().optional(),
  imageUrl: ornamentOf(text),
  category: ornamentOf(text),
  series: ornamentOf(text),
  tags: ornamentsOf(text),
  type: ornamentOf(text),
  template: ornamentOf(text),
  createdAt: optionalOf(isoTime),
  effectiveDate: optionalOf(isoTime),
  startTime: ornamentOf(isoTime),
  expiryDate: ornamentOf(isoTime),
  resolvedAt: optionalOf(isoTime),
  /** Sum over all contracts of the event; the unit is not certain (README.md). */
  volume: optionalOf(amount),
  volume24h: optionalOf(amount),
  liquidity: optionalOf(amount),
  /** Absent on the parent of a game whose contracts are all in its parts. */
  contracts: optionalOf(rowsOf(contract, 'contracts')),
}

const partOfGame = keepRaw(z.object(eventFacts))

/** An event; the parent of a game holds its parts, such as moneyline and total, in `events`. */
export const nativeEvent = keepRaw(
  z.object({ ...eventFacts, events: optionalOf(rowsOf(partOfGame, 'events')) }),
)

export const eventsPage = z.object({
  data: rowsOf(nativeEvent, 'data'),
  pagination: z.object({ total: integer.refine((total) => total >= 0, 'expected a count') }),
})

const level = z.object({ price: probability, amount })
export const bookReply = keepRaw(z.object({ bids: z.array(level), asks: z.array(level) }))

export const tradesReply = z.array(
  z.object({
    /** Sixteen digits; a number beyond a double's precision is refused. */
    tid: id,
    timestampms: epochMillis,
    price: probability,
    amount: decimal.refine((value) => value > 0, 'expected a size'),
    type: optionalOf(word.pipe(openEnumOf('gemini-titan', 'trade.type', tradeTypes))),
  }),
)

/** Open time in ms, open, high, low, close, contracts. Prices of quiet candles are not checked. */
const kline = z.tuple(
  [
    epochMillis,
    optionalOf(probability),
    optionalOf(probability),
    optionalOf(probability),
    optionalOf(probability),
    amount,
  ],
  z.unknown(),
)
export const klinesReply = z.array(kline)

export type NativeContract = z.output<typeof contract>
export type NativePart = z.output<typeof partOfGame>
/** A part that takes the role of an event has no parts of its own. */
export type NativeEvent = NativePart & { readonly events?: readonly NativePart[] | undefined }
export type NativeStatus = NativeEvent['status']
export type NativeBook = z.output<typeof bookReply>
export type NativeTrade = z.output<typeof tradesReply>[number]
export type NativeKline = z.output<typeof kline>
