import * as z from 'zod'
import { openWordOf, spelledWordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochSeconds,
  id,
  integer,
  isoTime,
  listOrNull,
  maybe,
  ornament,
  ornaments,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, as far as they are read (README.md). Absent values are left out or null, whichever; numbers may be
 * bare, quoted, or an amount of dollars.
 */

/** Go's zero time stands for "never", and nothing here is older than the venue. */
const FIRST_YEAR = Date.UTC(2020, 0, 1)
const instant = maybe(isoTime).transform((at) => (at !== undefined && at >= FIRST_YEAR ? at : undefined))
const shownInstant = instant.catch(undefined)

/** `{"value": "0.6350", "currency": "USD"}`, or its value alone; a currency without a value says nothing. */
export const dollars = z.unknown().transform((raw): unknown => {
  if (typeof raw !== 'object' || raw === null) return raw
  return 'value' in raw ? raw.value : 'currency' in raw ? undefined : raw
})

export function amount<Schema extends z.ZodType>(schema: Schema) {
  return dollars.pipe(maybe(schema)).optional()
}

/** Nothing can be quoted or traded at 0 or at 1: such a price stands for nobody. */
export const price = amount(probability).transform((value) =>
  value === 0 || value === 1 ? undefined : value,
)

const side = z.object({
  /** Whose price the book tells. The labels of `outcomes` are no guide: their order differs from that of the prices. */
  long: z.boolean(),
  description: ornament(text),
  /**
   * What the side paid once the market is resolved. Before, it is best bid and best ask in lists of events, and what the
   * side costs in markets by themselves.
   */
  price: maybe(probability),
  /** What the side costs: the best ask of long, one minus the best bid of short. */
  quote: price,
})

/** Words are read without the prefix of their enumeration as well: the instrument's own have none. */
function prefixed(prefix: string) {
  return (sent: string): string => (sent.startsWith(prefix) ? sent : `${prefix}${sent}`)
}

/**
 * OpenAPI document of the gateway, MarketStatus: values may grow, and one that is not known is to be read as `UNSPECIFIED`,
 * which leaves it to the instrument's word and to the flags (native/states.ts). It is counted.
 */
const marketStatus = z
  .string()
  .transform(prefixed('MARKET_STATUS_'))
  .pipe(
    openWordOf('polymarket_us', 'market.status', [
      'MARKET_STATUS_UNSPECIFIED',
      'MARKET_STATUS_OPEN',
      'MARKET_STATUS_HALTED',
      'MARKET_STATUS_CLOSED',
      'MARKET_STATUS_RESOLVING',
      'MARKET_STATUS_RESOLVED',
    ]),
  )

/** docs.polymarket.us, market data, and `CLOSED` of recordings: in another one its quotes may be left over. */
const bookState = spelledWordOf(
  'polymarket_us',
  'book.state',
  [
    'MARKET_STATE_PENDING',
    'MARKET_STATE_PREOPEN',
    'MARKET_STATE_OPEN',
    'MARKET_STATE_SUSPENDED',
    'MARKET_STATE_HALTED',
    'MARKET_STATE_MATCH_AND_CLOSE_AUCTION',
    'MARKET_STATE_CLOSED',
    'MARKET_STATE_EXPIRED',
    'MARKET_STATE_TERMINATED',
  ],
  prefixed('MARKET_STATE_'),
)

const tag = z.object({ label: ornament(text), slug: ornament(text) })

/** What automated price markets are about. */
const assetPriceTerms = z.object({
  marketType: ornament(text),
  indexSymbol: ornament(text),
  horizon: ornament(text),
  windowStart: shownInstant,
  windowEnd: shownInstant,
  direction: ornament(text),
})

export const nativeMarket = keepsRaw(
  z.object({
    id,
    slug: text,
    question: ornament(text),
    /** Tells the legs of an event apart, of which the question is the same. */
    title: ornament(text),
    titleShort: ornament(text),
    description: ornament(text),
    status: maybe(marketStatus),
    /** Of the instrument; older than `status`, and read where that says nothing (native/states.ts). */
    ep3Status: maybe(text),
    closed: maybe(z.boolean()),
    archived: maybe(z.boolean()),
    active: ornament(z.boolean()),
    marketSides: maybe(z.array(side)),
    bestBidQuote: price,
    bestAskQuote: price,
    startDate: instant,
    createdAt: instant,
    /** An outer limit, days to weeks after what decides most markets (README.md). */
    endDate: shownInstant,
    updatedAt: shownInstant,
    gameStartTime: shownInstant,
    /** Contracts. */
    volume: maybe(decimal),
    volume24hr: maybe(decimal),
    liquidity: amount(decimal),
    orderPriceMinTickSize: ornament(decimal.refine((size) => size > 0, 'expected a size')),
    minimumTradeQty: ornament(decimal),
    feeCoefficient: ornament(decimal),
    line: ornament(decimal),
    category: ornament(text),
    image: ornament(text),
    tags: ornaments(tag),
    marketType: ornament(text),
    sportsMarketType: ornament(text),
    sportsMarketTypeV2: ornament(text),
    assetPriceTerms: ornament(assetPriceTerms),
  }),
)

const eventFacts = {
  id,
  slug: maybe(text),
  ticker: maybe(text),
  title: ornament(text),
  description: ornament(text),
  closed: maybe(z.boolean()),
  archived: maybe(z.boolean()),
  category: ornament(text),
  image: ornament(text),
  tags: ornaments(tag),
  /** '' where the event is of none. */
  seriesSlug: maybe(text),
  createdAt: instant,
  startDate: shownInstant,
  startTime: shownInstant,
  endDate: shownInstant,
  closedTime: shownInstant,
  volume: maybe(decimal),
  volume24hr: maybe(decimal),
  liquidity: amount(decimal),
  openInterest: ornament(decimal),
  period: ornament(text),
  score: ornament(text),
  live: ornament(z.boolean()),
  gameId: ornament(integer),
  sportradarGameId: ornament(text),
}

export const nativeEvent = keepsRaw(
  z.object({ ...eventFacts, markets: maybe(rowsOf(nativeMarket, 'markets')) }),
)

export const eventsReply = z.object({ events: listOrNull(rowsOf(nativeEvent, 'events')) })
export const eventReply = z.object({ event: nativeEvent })
export const marketsReply = z.object({ markets: listOrNull(rowsOf(nativeMarket, 'markets')) })
export const marketReply = z.object({ market: nativeMarket })

const level = z.object({
  px: dollars.pipe(probability),
  /** Contracts. */
  qty: decimal,
})

/** Of the current session, which began at `openSetTime`. */
const stats = z.object({
  lastTradePx: price,
  openInterest: maybe(decimal),
  sharesTraded: maybe(decimal),
  openPx: price,
  highPx: price,
  lowPx: price,
  closePx: price,
  openSetTime: shownInstant,
})

export const nativeBook = keepsRaw(
  z.object({
    marketSlug: maybe(text),
    /** Best first, in prices of the long side. */
    bids: listOrNull(z.array(level)),
    offers: listOrNull(z.array(level)),
    state: maybe(bookState),
    stats: ornament(stats),
    /** Of the last change. */
    transactTime: shownInstant,
  }),
)

/** The SDKs' types have the book bare, recordings wrapped. */
export const bookReply = z.preprocess(
  (raw) => (typeof raw === 'object' && raw !== null && 'marketData' in raw ? raw.marketData : raw),
  nativeBook,
)

/** Sent as a 32-bit float: what is behind the fourth decimal is noise. Readers of many markets found both there; null where nobody quotes, and an absent one is a renamed one. */
const shownPrice = decimal
  .transform((value) => Math.round(value * 10_000) / 10_000)
  .refine((value) => value >= 0 && value <= 1, { error: 'expected a price between 0 and 1' })
  .nullable()

export const historyReply = z.object({
  history: listOrNull(
    z.array(z.object({ timestamp: epochSeconds, longPrice: shownPrice, shortPrice: shownPrice })),
  ),
})

export const nativeSeries = keepsRaw(
  z.object({
    id,
    slug: maybe(text),
    title: ornament(text),
    subtitle: ornament(text),
    recurrence: ornament(text),
    image: ornament(text),
    active: ornament(z.boolean()),
  }),
)
export const seriesListReply = z.object({ series: listOrNull(rowsOf(nativeSeries, 'series')) })
export const seriesReply = z.object({ series: nativeSeries })

export type NativeEvent = z.output<typeof nativeEvent>
export type NativeMarket = z.output<typeof nativeMarket>
export type NativeBook = z.output<typeof bookReply>
export type NativePoint = z.output<typeof historyReply>['history'][number]
export type NativeSeries = z.output<typeof nativeSeries>
