import * as z from 'zod'
import { openEnumOf, spelledEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochSeconds,
  id,
  integer,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, limited to the used members (README.md). Absent values are missing or null. Numbers may be plain, quoted, or
 * dollar amounts.
 */

/** Go's zero time stands for "never", and no data is older than the venue. */
const FIRST_YEAR = Date.UTC(2020, 0, 1)
const instant = optionalOf(isoTime).transform((at) => (at !== undefined && at >= FIRST_YEAR ? at : undefined))
const shownInstant = instant.catch(undefined)

/** `{"value": "0.6350", "currency": "USD"}`, or the value alone. A currency without a value counts as absent. */
export const dollars = z.unknown().transform((raw): unknown => {
  if (typeof raw !== 'object' || raw === null) return raw
  return 'value' in raw ? raw.value : 'currency' in raw ? undefined : raw
})

export function amountOf<Schema extends z.ZodType>(schema: Schema) {
  return dollars.pipe(optionalOf(schema)).optional()
}

/** Nothing can be quoted or traded at 0 or 1, so such a price means an empty side. */
export const price = amountOf(probability).transform((value) =>
  value === 0 || value === 1 ? undefined : value,
)

const side = z.object({
  /**
   * Marks the side whose prices the book contains. The labels in `outcomes` are not reliable, because their order differs from
   * that of the prices.
   */
  long: z.boolean(),
  description: ornamentOf(text),
  /**
   * Payout of the side once the market is resolved. Before that, it is the best bid or ask in event lists, and the side's cost in
   * single markets.
   */
  price: optionalOf(probability),
  /** The cost of the side: the best ask for long, and one minus the best bid for short. */
  quote: price,
})

/** Also reads values without the prefix of their enumeration, because the instrument's own values have none. */
function prefixed(prefix: string) {
  return (sent: string): string => (sent.startsWith(prefix) ? sent : `${prefix}${sent}`)
}

/**
 * MarketStatus in the gateway's OpenAPI document. Values may be added, and an unknown one must be read as `UNSPECIFIED`. The
 * instrument's status and the flags then decide (native/states.ts). It is counted.
 */
const marketStatus = z
  .string()
  .transform(prefixed('MARKET_STATUS_'))
  .pipe(
    openEnumOf('polymarket_us', 'market.status', [
      'MARKET_STATUS_UNSPECIFIED',
      'MARKET_STATUS_OPEN',
      'MARKET_STATUS_HALTED',
      'MARKET_STATUS_CLOSED',
      'MARKET_STATUS_RESOLVING',
      'MARKET_STATUS_RESOLVED',
    ]),
  )

/** From docs.polymarket.us, market data, plus `CLOSED` from recordings. In any other state the quotes may be leftovers. */
const bookState = spelledEnumOf(
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

const tag = z.object({ label: ornamentOf(text), slug: ornamentOf(text) })

/** The terms of automated price markets. */
const assetPriceTerms = z.object({
  marketType: ornamentOf(text),
  indexSymbol: ornamentOf(text),
  horizon: ornamentOf(text),
  windowStart: shownInstant,
  windowEnd: shownInstant,
  direction: ornamentOf(text),
})

export const nativeMarket = keepRaw(
  z.object({
    id,
    slug: text,
    question: ornamentOf(text),
    /** Distinguishes the legs of an event with the same question. */
    title: ornamentOf(text),
    titleShort: ornamentOf(text),
    description: ornamentOf(text),
    status: optionalOf(marketStatus),
    /** The instrument's status. It is older than `status`, and is read if that is not sufficient (native/states.ts). */
    ep3Status: optionalOf(text),
    closed: optionalOf(z.boolean()),
    archived: optionalOf(z.boolean()),
    active: ornamentOf(z.boolean()),
    marketSides: optionalOf(z.array(side)),
    bestBidQuote: price,
    bestAskQuote: price,
    startDate: instant,
    createdAt: instant,
    /** An outer limit, which for most markets is days to weeks after the decision (README.md). */
    endDate: shownInstant,
    updatedAt: shownInstant,
    gameStartTime: shownInstant,
    /** Contracts. */
    volume: optionalOf(decimal),
    volume24hr: optionalOf(decimal),
    liquidity: amountOf(decimal),
    orderPriceMinTickSize: ornamentOf(decimal.refine((size) => size > 0, 'expected a size')),
    minimumTradeQty: ornamentOf(decimal),
    feeCoefficient: ornamentOf(decimal),
    line: ornamentOf(decimal),
    category: ornamentOf(text),
    image: ornamentOf(text),
    tags: ornamentsOf(tag),
    marketType: ornamentOf(text),
    sportsMarketType: ornamentOf(text),
    sportsMarketTypeV2: ornamentOf(text),
    assetPriceTerms: ornamentOf(assetPriceTerms),
  }),
)

const eventFacts = {
  id,
  slug: optionalOf(text),
  ticker: optionalOf(text),
  title: ornamentOf(text),
  description: ornamentOf(text),
  closed: optionalOf(z.boolean()),
  archived: optionalOf(z.boolean()),
  category: ornamentOf(text),
  image: ornamentOf(text),
  tags: ornamentsOf(tag),
  /** '' if the event has none. */
  seriesSlug: optionalOf(text),
  createdAt: instant,
  startDate: shownInstant,
  startTime: shownInstant,
  endDate: shownInstant,
  closedTime: shownInstant,
  volume: optionalOf(decimal),
  volume24hr: optionalOf(decimal),
  liquidity: amountOf(decimal),
  openInterest: ornamentOf(decimal),
  period: ornamentOf(text),
  score: ornamentOf(text),
  live: ornamentOf(z.boolean()),
  gameId: ornamentOf(integer),
  sportradarGameId: ornamentOf(text),
}

export const nativeEvent = keepRaw(
  z.object({ ...eventFacts, markets: optionalOf(rowsOf(nativeMarket, 'markets')) }),
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

/** For the current session, which began at `openSetTime`. */
const stats = z.object({
  lastTradePx: price,
  openInterest: optionalOf(decimal),
  sharesTraded: optionalOf(decimal),
  openPx: price,
  highPx: price,
  lowPx: price,
  closePx: price,
  openSetTime: shownInstant,
})

export const nativeBook = keepRaw(
  z.object({
    marketSlug: optionalOf(text),
    /** Best first, in prices of the long side. */
    bids: listOrNull(z.array(level)),
    offers: listOrNull(z.array(level)),
    state: optionalOf(bookState),
    stats: ornamentOf(stats),
    /** Time of the last change. */
    transactTime: shownInstant,
  }),
)

/** The SDKs' types have the book alone. In recordings it is wrapped. */
export const bookReply = z.preprocess(
  (raw) => (typeof raw === 'object' && raw !== null && 'marketData' in raw ? raw.marketData : raw),
  nativeBook,
)

/**
 * This is sent as a 32-bit float, so digits after the fourth decimal are noise. Both are always present in responses for many
 * markets, and null without quotes. A missing member therefore means that it was renamed.
 */
const shownPrice = decimal
  .transform((value) => Math.round(value * 10_000) / 10_000)
  .refine((value) => value >= 0 && value <= 1, { error: 'expected a price between 0 and 1' })
  .nullable()

export const historyReply = z.object({
  history: listOrNull(
    z.array(z.object({ timestamp: epochSeconds, longPrice: shownPrice, shortPrice: shownPrice })),
  ),
})

export const nativeSeries = keepRaw(
  z.object({
    id,
    slug: optionalOf(text),
    title: ornamentOf(text),
    subtitle: ornamentOf(text),
    recurrence: ornamentOf(text),
    image: ornamentOf(text),
    active: ornamentOf(z.boolean()),
  }),
)
export const seriesListReply = z.object({ series: listOrNull(rowsOf(nativeSeries, 'series')) })
export const seriesReply = z.object({ series: nativeSeries })

export type NativeEvent = z.output<typeof nativeEvent>
export type NativeMarket = z.output<typeof nativeMarket>
export type NativeBook = z.output<typeof bookReply>
export type NativePoint = z.output<typeof historyReply>['history'][number]
export type NativeSeries = z.output<typeof nativeSeries>
