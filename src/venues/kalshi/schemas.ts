import * as z from 'zod'
import { enumOf, openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  integerSeconds,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  probability,
  readDecimal,
  readIsoTime,
  requiredOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { noteDerivedStep, readInSingleStep, UNREAD } from '../../venue-kit/payload/single-request.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'
import { toLiveNames } from './native/archived-candle.js'
import { takerMembers } from './native/direction.js'

/** Native payloads, limited to the used members (README.md; docs.kalshi.com, api reference, OpenAPI 3.28; recordings of 2026). */

/**
 * A member that every recorded row has: null, or '', means that the venue does not know it. Undefined means that the row lacks
 * it. A single row may lack it; if all rows lack it, the schema changed.
 */
function told<Schema extends z.ZodType>(schema: Schema) {
  const { run } = schema._zod
  const layered = z.preprocess((value) => (value === '' ? null : value), z.nullish(schema)).optional()
  const { run: layers } = layered._zod
  // One step instead of four, as in `maybe`.
  layered._zod.run = (payload, ctx) => {
    const { value } = payload
    if (value === undefined || value === null || value === '') return layers(payload, ctx)
    return run(payload, ctx) as ReturnType<typeof layers>
  }
  noteDerivedStep(layered, schema, (step) => (value) => {
    if (value === undefined) return undefined
    return value === null || value === '' ? null : step(value)
  })
  return layered
}

/** An instant in epoch ms; the zero time `0001-01-01` of old rows means "not set". */
const instant = readInSingleStep(
  isoTime.transform((ms) => (ms > 0 ? ms : undefined)),
  (value) => {
    const ms = readIsoTime(value)
    return ms !== undefined && ms > 0 ? ms : undefined
  },
)

/** Multiplier of the general fees. */
const feeMultiplier = requireNonNegative('expected a non-negative fee multiplier')

/** A number of contracts; 0.01 is the smallest. */
const contracts = requireNonNegative('expected a contract count >= 0')

const tick = readInSingleStep(
  decimal.refine((step) => step > 0),
  (value) => {
    const step = readDecimal(value)
    return step !== undefined && step > 0 ? step : undefined
  },
)
const priceRange = z.object({ start: decimal, end: decimal, step: tick })

/** Statuses of a market whose outcome has been decided, finally or not (README.md; docs.kalshi.com, market lifecycle). */
const decided = ['determined', 'disputed', 'amended', 'finalized', 'settled'] as const
/**
 * All words of a market's status: those of its rows, and those of list filters, which never occurred in a row and mean the same
 * (docs.kalshi.com, get markets). A market in an unknown status may or may not take orders.
 */
const statuses = [
  'initialized',
  'active',
  'inactive',
  'closed',
  ...decided,
  'unopened',
  'open',
  'paused',
] as const
/** Decides the payout of a contract. Includes the words of older documents (OpenAPI of 2024). */
const results = ['yes', 'no', 'scalar', 'void', 'all_yes', 'all_no'] as const

/** Members that contain a market's price. If a row has none of them, its prices are under unknown names. */
export const priceNames = ['last_price_dollars', 'yes_bid_dollars', 'yes_ask_dollars'] as const

/** A market, of either tier. Quotes and trades are YES prices in dollars; a side without orders is 0 or 1. */
const marketMembers = z.object({
  ticker: text,
  event_ticker: text,
  /** A market of another kind may have different payouts than YES and NO (OpenAPI 3.34, Market). */
  market_type: optionalOf(enumOf('kalshi', 'market.market_type', ['binary', 'scalar'])),
  title: ornamentOf(z.string()),
  subtitle: ornamentOf(z.string()),
  yes_sub_title: ornamentOf(z.string()),
  status: enumOf('kalshi', 'market.status', statuses),
  result: optionalOf(enumOf('kalshi', 'market.result', results)),
  open_time: optionalOf(instant),
  close_time: told(instant),
  latest_expiration_time: ornamentOf(instant),
  /** Deprecated, and equal to the latest one (docs.kalshi.com, get market). */
  expiration_time: ornamentOf(instant),
  expected_expiration_time: ornamentOf(instant),
  settlement_ts: optionalOf(instant),
  settlement_value_dollars: optionalOf(probability),
  /** Decides the payout of a contract: an unknown word must not be ignored (native/bounds.ts). */
  settlement_bounds_type: optionalOf(
    openEnumOf('kalshi', 'market.settlement_bounds_type', ['default', 'floor']),
  ),
  settlement_floor_dollars: optionalOf(probability),
  exchange_index: ornamentOf(decimal),
  yes_bid_dollars: told(probability),
  yes_ask_dollars: told(probability),
  last_price_dollars: told(probability),
  previous_price_dollars: ornamentOf(probability),
  volume_fp: optionalOf(contracts),
  volume_24h_fp: optionalOf(contracts),
  open_interest_fp: ornamentOf(contracts),
  price_ranges: ornamentOf(z.array(priceRange)),
  rules_primary: ornamentOf(z.string()),
  rules_secondary: ornamentOf(z.string()),
  strike_type: ornamentOf(text),
  floor_strike: ornamentOf(decimal),
  cap_strike: ornamentOf(decimal),
  functional_strike: ornamentOf(text),
  custom_strike: z.unknown().optional(),
  is_provisional: ornamentOf(z.boolean()),
  mve_collection_ticker: ornamentOf(text),
})
const hasPrice = (row: z.output<typeof marketMembers>): boolean =>
  priceNames.some((name) => row[name] !== undefined)
const market = marketMembers.refine(hasPrice, {
  path: [priceNames[0]],
  error: 'no known price field is present',
})
noteDerivedStep(market, marketMembers, (step) => (value) => {
  const row = step(value)
  return row !== UNREAD && hasPrice(row) ? row : UNREAD
})
keepRaw(market)
/** A parsed market: instants in epoch ms, prices 0..1, counts in contracts. */
export type NativeMarket = z.output<typeof market>

/** Members that find a market's candles and trades: a change of other members does not affect them. */
const marketHistory = z.object({
  ticker: text,
  event_ticker: ornamentOf(text),
  /** If a word is unknown, none of the market's data is final. */
  status: openEnumOf('kalshi', 'market.status', statuses),
  open_time: ornamentOf(instant),
  close_time: ornamentOf(instant),
  settlement_ts: optionalOf(instant),
})

/** A market, parsed only for its ticker. */
const namedMarket = z.looseObject({ ticker: text })
/** A market, as received. */
export type NamedMarket = z.output<typeof namedMarket>

const eventMembers = z.object({
  event_ticker: text,
  series_ticker: text,
  title: text,
  sub_title: ornamentOf(z.string()),
  category: ornamentOf(text),
  mutually_exclusive: ornamentOf(z.boolean()),
  strike_date: ornamentOf(instant),
  strike_period: ornamentOf(text),
  product_metadata: z.unknown().optional(),
  // Overrides the fees of the series; null clears an override (docs.kalshi.com, get event fee changes).
  fee_type_override: ornamentOf(text),
  fee_multiplier_override: ornamentOf(feeMultiplier),
})
/** An event without its markets. */
export type NativeEvent = z.output<typeof eventMembers>

/** Members of an event for its markets: only the ticker is required. */
const eventAround = eventMembers.extend({ series_ticker: ornamentOf(text), title: ornamentOf(text) })
/** An event around a market. */
export type EventAround = z.output<typeof eventAround>

const nestedEvent = keepRaw(eventMembers.extend({ markets: rowsOf(market, 'markets').nullish() }))
/** An event with the markets that the live tier still has. */
export type NestedEvent = z.output<typeof nestedEvent>

const series = keepRaw(
  z.object({
    ticker: text,
    title: text,
    category: ornamentOf(text),
    frequency: ornamentOf(text),
    tags: ornamentOf(z.array(z.string())),
    contract_terms_url: ornamentOf(text),
    last_updated_ts: ornamentOf(instant),
    fee_type: ornamentOf(text),
    fee_multiplier: ornamentOf(feeMultiplier),
  }),
)
/** A single series, which is read for its category and tags: without a title its ticker names it. */
const seriesAround = keepRaw(series.extend({ title: ornamentOf(text) }))
/** A parsed series; `tags` of null means that it has none. */
export type NativeSeries = z.output<typeof seriesAround>

const trade = z.object({
  trade_id: text,
  ticker: text,
  created_time: isoTime,
  yes_price_dollars: probability,
  count_fp: contracts,
  ...takerMembers,
})
/** A parsed trade: YES price, count in contracts, time in epoch ms. */
export type NativeTrade = z.output<typeof trade>

const tradedPrice = z.object({
  open_dollars: optionalOf(probability),
  high_dollars: optionalOf(probability),
  low_dollars: optionalOf(probability),
  close_dollars: optionalOf(probability),
  previous_dollars: optionalOf(probability),
})
const candlestick = z.preprocess(
  toLiveNames,
  z.object({ end_period_ts: integerSeconds, price: tradedPrice.nullish(), volume_fp: contracts }),
)
/** A parsed candlestick: end of its period in seconds, YES prices of its trades, volume in contracts. */
export type NativeCandlestick = z.output<typeof candlestick>

const level = z.tuple([probability, decimal]).rest(z.unknown())
const book = keepRaw(
  z.object({
    orderbook_fp: z.object({ yes_dollars: z.array(level).nullable(), no_dollars: z.array(level).nullable() }),
  }),
)
/** A parsed book: bids of both sides as price and count, ascending; null or [] for an empty side. */
export type NativeBook = z.output<typeof book>

/** Cursor of the next page; '' or absent at the end. */
const cursor = z.string().nullish()

/** `GET /markets/{ticker}` and `GET /historical/markets/{ticker}` */
export const marketReply = z.object({ market })
/** The same, limited to the members for candles and trades */
export const marketHistoryReply = z.object({ market: marketHistory })
/** The same, to check that the market exists */
export const namedMarketReply = z.object({ market: namedMarket })
/** `GET /markets` and `GET /historical/markets`, to check which of the markets exist */
export const namedMarketsReply = z.object({ markets: listOrNull(rowsOf(namedMarket, 'markets')) })
/** `GET /markets`, for the events of the markets */
export const parentsReply = z.object({
  markets: listOrNull(rowsOf(z.object({ event_ticker: text }), 'markets')),
  cursor,
})
/** `GET /markets` and `GET /historical/markets` */
export const marketsReply = z.object({ markets: listOrNull(rowsOf(market, 'markets')), cursor })
/** `GET /events/{event_ticker}`, limited to the members for one of its markets */
export const eventReply = z.object({ event: eventAround })
/** `GET /events` without markets, limited to the members of events around their markets */
export const eventsAroundReply = z.object({ events: listOrNull(rowsOf(eventAround, 'events')) })
/** `GET /events/{event_ticker}`, for its series */
export const eventSeriesReply = z.object({
  event: z.object({ event_ticker: text, series_ticker: optionalOf(text) }),
})
/** `GET /events/{event_ticker}` with its markets, in the new place or the old one */
export const nestedEventReply = z.object({ event: nestedEvent, markets: rowsOf(market, 'markets').nullish() })
/** `GET /events` */
export const eventsReply = z.object({ events: listOrNull(rowsOf(nestedEvent, 'events')), cursor })
/** `GET /series/{series_ticker}` */
export const seriesReply = z.object({ series: seriesAround })
/** `GET /series` */
export const seriesListReply = z.object({ series: listOrNull(rowsOf(series, 'series')) })
/** The same, limited to category and tags */
export const seriesFactsReply = z.object({ series: listOrNull(rowsOf(seriesAround, 'series')) })
/** `GET /events/{event_ticker}/metadata`, the picture only */
export const eventMetadataReply = z.object({ image_url: ornamentOf(text) })
/** `GET /markets/{ticker}/orderbook` */
export const bookReply = book
/** `GET /markets/orderbooks` */
export const booksReply = z.object({
  orderbooks: listOrNull(z.array(keepRaw(book.extend({ ticker: text })))),
})
/** `GET /markets/trades` and `GET /historical/trades` */
export const tradesReply = z.object({ trades: listOrNull(z.array(trade)), cursor })
/** The candlesticks of one market, of either tier */
export const candlesReply = z.object({ ticker: text, candlesticks: listOrNull(z.array(candlestick)) })
/** `GET /markets/candlesticks`: the live tier, unknown tickers left out */
export const batchCandlesReply = z.object({
  markets: listOrNull(
    z.array(z.object({ market_ticker: text, candlesticks: listOrNull(z.array(candlestick)) })),
  ),
})
/** `GET /historical/cutoff` */
export const cutoffReply = z.object({
  market_settled_ts: requiredOf(instant),
  trades_created_ts: requiredOf(instant),
})

export const decidedWords: ReadonlySet<string> = new Set(decided)
/** Statuses of a market that takes no more orders. */
const closedWords = new Set([...decidedWords, 'closed'])

/**
 * Whether a market can never be traded again. `initialized` and `inactive` (paused) ones can. After its close time a market is
 * closed even where its status lags behind (README.md; docs.kalshi.com, market lifecycle, implicit moves).
 */
export function isClosed(market: NativeMarket, now: number): boolean {
  if (isMarkedClosed(market)) return true
  const { close_time: closesAt } = market
  return closesAt !== undefined && closesAt !== null && closesAt <= now
}

/** Whether the venue itself marks a market as closed: a past close time may have been moved. */
export function isMarkedClosed({ status }: { readonly status: string }): boolean {
  return closedWords.has(status)
}
