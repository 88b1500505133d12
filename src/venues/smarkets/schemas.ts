import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { enumOf } from '../../venue-kit/payload/native-enums.js'
import { renderPath } from '../../venue-kit/payload/payload.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { recordOf, rowsOf } from '../../venue-kit/requests/map-rows.js'

/** Native payloads, limited to the used members (README.md). */

/** Counters in digits. They are used in paths, so other text is refused. */
const id = z
  .union([z.string(), z.number().int().transform(String)])
  .refine((value) => /^\d+$/.test(value), 'expected an id of digits')

/** An event in another state may or may not be tradable: its row is set aside (README.md). */
const eventState = enumOf('smarkets', 'event.state', [
  'new',
  'upcoming',
  'live',
  'suspended',
  'ended',
  'settled',
  'cancelled',
])
const marketState = enumOf('smarkets', 'market.state', [
  'new',
  'open',
  'live',
  'halted',
  'settled',
  'voided',
  'unavailable',
])

/** Four trading states, five results, and withdrawn (OpenAPI document of v3). */
const contractState = enumOf('smarkets', 'contract.state_or_outcome', [
  'new',
  'open',
  'live',
  'halted',
  'winner',
  'loser',
  'deadheat',
  'reduced',
  'voided',
  'unavailable',
])

/** The new type, as requested, or the older single word. */
const eventType = z.union([text, z.object({ domain: text, scope: optionalOf(text) })])

const event = keepRaw(
  z.object({
    id,
    name: z.string(),
    slug: text,
    full_slug: ornamentOf(text),
    state: eventState,
    bettable: z.boolean(),
    type: eventType,
    parent_id: ornamentOf(id),
    description: ornamentOf(z.string()),
    short_name: ornamentOf(text),
    created: ornamentOf(isoTime),
    start_datetime: ornamentOf(isoTime),
    end_date: ornamentOf(isoTime),
    inplay_enabled: ornamentOf(z.boolean()),
  }),
)

/** The cursor of the next page is a query string to append to the path, or null after the last page. */
export const eventsPage = z.object({
  events: rowsOf(event, 'events'),
  pagination: z.object({ next_page: optionalOf(text) }),
})
/** Requests by id have no pages. */
export const eventsById = z.object({ events: z.array(event) })

/** A type and, for lines and handicaps, a parameter. */
const typed = z.object({
  name: ornamentOf(text),
  param: ornamentOf(z.union([z.string(), z.number().transform(String)])),
})

const market = keepRaw(
  z.object({
    id,
    event_id: id,
    name: z.string(),
    slug: text,
    state: marketState,
    description: ornamentOf(z.string()),
    market_type: ornamentOf(typed),
    category: ornamentOf(text),
    categories: ornamentsOf(text),
    winner_count: ornamentOf(integer),
    complete: ornamentOf(z.boolean()),
    bet_delay: ornamentOf(decimal),
    created: ornamentOf(isoTime),
  }),
)
export const markets = z.object({ markets: rowsOf(market, 'markets') })

const contract = z.object({
  id,
  market_id: id,
  name: z.string(),
  state_or_outcome: contractState,
  contract_type: ornamentOf(typed),
  slug: ornamentOf(text),
  outcome_timestamp: ornamentOf(isoTime),
  reduction_factor: ornamentOf(decimal),
})
export const contracts = z.object({ contracts: rowsOf(contract, 'contracts') })
/** Describes the problem of an unreadable contract. */
export function describeMalformedContract(raw: unknown): string {
  const issue = contract.safeParse(raw).error?.issues[0]
  return issue === undefined ? 'another shape' : `${renderPath(issue.path)}: ${issue.message}`
}

/** `GET /contracts/{ids}/`, limited to the market of a contract. */
export const contractsById = z.object({ contracts: z.array(z.object({ id, market_id: id })) })

/** 0..100 with two decimals, or null or 0 without an execution. */
const percent = decimal.refine((value) => value >= 0 && value <= 100, 'expected a percentage from 0 to 100')
export const lastExecutedPrices = z.object({
  last_executed_prices: recordOf(
    z.array(
      z.object({ contract_id: id, last_executed_price: z.nullable(percent), timestamp: ornamentOf(isoTime) }),
    ),
    'last_executed_prices',
  ),
})

/** Whole GBP. */
export const volumes = z.object({
  volumes: rowsOf(z.object({ market_id: id, volume: requireNonNegative('expected an amount') }), 'volumes'),
})

const basisPoints = integer.refine((value) => value >= 1 && value <= 9999, 'expected basis points, 1 to 9999')
const quantity = integer.refine((value) => value >= 0, 'expected a size')

const level = z.object({ price: basisPoints, quantity })
/** By contract id, for all contracts of the requested markets. */
export const quotesOfMarkets = z.record(z.string(), z.unknown())
/** The requested events among them. */
export const quotes = z.record(
  z.string(),
  keepRaw(z.object({ bids: z.array(level), offers: z.array(level) })),
)

/**
 * The time of a trade as it was sent, and in epoch ms. It is sent in nanoseconds in responses from 2026, and as ISO 8601 in the
 * document from 2020. The magnitude of a number determines its unit.
 */
const tradeTime = z.union([text, z.number().transform(String)]).transform((sent, ctx) => {
  const at = /^\d+$/.test(sent) ? millisIn(BigInt(sent)) : parseIso(sent)
  if (at !== undefined) return { sent, at }
  ctx.addIssue({ code: 'custom', message: `expected nanoseconds or an ISO date, got ${sent.slice(0, 40)}` })
  return z.NEVER
})

/** Converts milliseconds, microseconds and nanoseconds from 1973 on. Seconds would be far earlier. */
function millisIn(count: bigint): number | undefined {
  const from = 100_000_000_000n
  const unit = [1n, 1_000n, 1_000_000n].find((per) => count / per >= from && count / per < from * 1_000n)
  return unit === undefined ? undefined : Number(count / unit)
}

const recentTrade = z.object({
  contract_id: id,
  price: basisPoints,
  quantity: quantity.refine((value) => value > 0, 'expected a size above 0'),
  /** The taker's side. */
  side: optionalOf(enumOf('smarkets', 'trade.side', ['buy', 'sell'])),
  timestamp: tradeTime,
})
/** `GET /contracts/{ids}/recent_trades/` */
export const recentTrades = z.object({ recent_trades: rowsOf(recentTrade, 'recent_trades') })
export type NativeTrade = z.output<typeof recentTrade>

/** `GET /search/{query}/` */
export const searchReply = z.object({
  count: ornamentOf(integer),
  search_result_event_ids: rowsOf(id, 'search_result_event_ids'),
})

export type NativeEvent = z.output<typeof event>
export type NativeMarket = z.output<typeof market>
export type NativeContract = z.output<typeof contract>
export type NativeQuotes = z.output<typeof quotes>
export type NativeBook = NativeQuotes[string]
