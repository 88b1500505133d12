import * as z from 'zod'
import { openWordOf, wordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  isoTime,
  maybe,
  notBelowZero,
  ornament,
  ornaments,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/** Native payloads, as far as they are read (README.md). Figures are texts, but for candles, which are numbers. */

const word = z.string().transform((value) => value.toLowerCase())

/** What is in another state may be traded or not: its row is set aside (README.md). */
const statuses = ['approved', 'active', 'closed', 'under_review', 'settled', 'invalid'] as const

/** Of the takers of public trades; the last two are those of the venue's other markets (docs.gemini.com, trade history). */
const tradeTypes = ['buy', 'sell', 'auction', 'block'] as const

const amount = notBelowZero('expected an amount')

/** An indicative figure where nobody quotes, else a repetition of the quotes. */
const indicated = ornament(z.object({ yes: ornament(probability) }))

/** All of YES. A side of the book on which nobody quotes has no key, or null. */
const prices = z.object({
  bestBid: maybe(probability),
  bestAsk: maybe(probability),
  lastTradePrice: maybe(probability),
  buy: indicated,
  sell: indicated,
})

const contract = keepsRaw(
  z.object({
    /** Absent while a contract is only approved. */
    instrumentSymbol: maybe(text),
    status: word.pipe(wordOf('gemini-titan', 'contract.status', statuses)),
    /** Whether orders are taken (OpenAPI 1.0.0). */
    marketState: maybe(word.pipe(wordOf('gemini-titan', 'contract.marketState', ['open', 'closed']))),
    id: ornament(id),
    label: ornament(text),
    abbreviatedName: ornament(text),
    ticker: ornament(text),
    description: z.unknown().optional(),
    imageUrl: ornament(text),
    prices: maybe(prices),
    resolutionSide: maybe(word.pipe(wordOf('gemini-titan', 'contract.resolutionSide', ['yes', 'no']))),
    createdAt: maybe(isoTime),
    effectiveDate: maybe(isoTime),
    expiryDate: ornament(isoTime),
    resolvedAt: maybe(isoTime),
    /** Percent of the price of 24 h ago. */
    priceDelta24hPct: ornament(decimal),
    priceIncrement: ornament(decimal),
    priceMinimum: ornament(decimal),
    quantityIncrement: ornament(decimal),
    quantityMinimum: ornament(decimal),
    /** The value may be cut out of a label (README.md), so it stays text. */
    strike: ornament(z.object({ type: ornament(text), value: ornament(id) })),
    settlementValue: ornament(id),
    sortOrder: ornament(integer),
  }),
)

const eventFacts = {
  ticker: text,
  title: maybe(text),
  status: word.pipe(wordOf('gemini-titan', 'event.status', statuses)),
  slug: ornament(text),
  description: z.unknown().optional(),
  imageUrl: ornament(text),
  category: ornament(text),
  series: ornament(text),
  tags: ornaments(text),
  type: ornament(text),
  template: ornament(text),
  createdAt: maybe(isoTime),
  effectiveDate: maybe(isoTime),
  startTime: ornament(isoTime),
  expiryDate: ornament(isoTime),
  resolvedAt: maybe(isoTime),
  /** Of all contracts of the event together; the unit is not certain (README.md). */
  volume: maybe(amount),
  volume24h: maybe(amount),
  liquidity: maybe(amount),
  /** Absent on the parent of a game whose contracts are all in its parts. */
  contracts: maybe(rowsOf(contract, 'contracts')),
}

const partOfGame = keepsRaw(z.object(eventFacts))

/** An event; the parent of a game holds its parts, such as moneyline and total, in `events`. */
export const nativeEvent = keepsRaw(z.object({ ...eventFacts, events: maybe(rowsOf(partOfGame, 'events')) }))

export const eventsPage = z.object({
  data: rowsOf(nativeEvent, 'data'),
  pagination: z.object({ total: integer.refine((total) => total >= 0, 'expected a count') }),
})

const level = z.object({ price: probability, amount })
export const bookReply = keepsRaw(z.object({ bids: z.array(level), asks: z.array(level) }))

export const tradesReply = z.array(
  z.object({
    /** Sixteen digits; one that a double does not hold exactly is refused. */
    tid: id,
    timestampms: epochMillis,
    price: probability,
    amount: decimal.refine((value) => value > 0, 'expected a size'),
    type: maybe(word.pipe(openWordOf('gemini-titan', 'trade.type', tradeTypes))),
  }),
)

/** Opening time in ms, open, high, low, close, contracts. Quiet bars may say anything of prices. */
const kline = z.tuple(
  [epochMillis, maybe(probability), maybe(probability), maybe(probability), maybe(probability), amount],
  z.unknown(),
)
export const klinesReply = z.array(kline)

export type NativeContract = z.output<typeof contract>
export type NativePart = z.output<typeof partOfGame>
/** Where a part stands for an event, it has no parts of its own. */
export type NativeEvent = NativePart & { readonly events?: readonly NativePart[] | undefined }
export type NativeStatus = NativeEvent['status']
export type NativeBook = z.output<typeof bookReply>
export type NativeTrade = z.output<typeof tradesReply>[number]
export type NativeKline = z.output<typeof kline>
