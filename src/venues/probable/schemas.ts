import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { enumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  isoTime,
  listOrText,
  MILLIS_FROM,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, limited to the used members (README.md). Markets, books and price history are recorded; events, trades and
 * positions are known from the documents and the venue's own SDK alone.
 */

// Lists are plain (documents) or JSON inside text (recordings).

/** A time in any recorded or documented form: ISO text, epoch seconds or epoch ms. */
const instant = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const number = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : undefined
  const at =
    number === undefined ? parseIso(String(value)) : Math.floor(number < MILLIS_FROM ? number * 1000 : number)
  if (at !== undefined && Number.isSafeInteger(at)) return at
  ctx.addIssue({ code: 'custom', message: `expected a time, got ${JSON.stringify(value)}` })
  return z.NEVER
})

const hex32 = z.string().regex(/^0x[0-9a-f]{64}$/i, 'expected 0x and 64 hex digits')
const tokenId = z.string().regex(/^\d{30,80}$/, 'expected a token id (digits in a text)')
const amount = requireNonNegative('expected a non-negative amount')

/** A label, or an object with one. The form in the two lists is not recorded. */
const tag = z.union([
  z.string(),
  z.object({ label: optionalOf(text) }).transform((object) => object.label ?? ''),
])

/** All documented statuses. For `restricted` and `unknown`, the markets decide. */
const eventStatus = enumOf('probable', 'event.status', [
  'active',
  'live',
  'closed',
  'archived',
  'ended',
  'restricted',
  'unknown',
])

/** Data of an event, which is also present in a market that is looked up alone. */
const eventFacts = {
  id,
  title: z.string(),
  slug: optionalOf(text),
  description: ornamentOf(z.string()),
  image: ornamentOf(text),
  icon: ornamentOf(text),
  status: optionalOf(eventStatus),
  category: ornamentOf(text),
  tags: ornamentsOf(tag),
  volume: optionalOf(decimal),
  startTime: optionalOf(instant),
  startDate: optionalOf(instant),
  endTime: ornamentOf(instant),
  endDate: ornamentOf(instant),
}

/** A market has its own status. */
const parentEvent = z.object({ ...eventFacts, status: ornamentOf(eventStatus) })

const market = keepRaw(
  z.object({
    id,
    event_id: id,
    condition_id: hex32,
    question: z.string(),
    market_slug: optionalOf(text),
    outcomes: listOrText(z.string()),
    clobTokenIds: listOrText(tokenId),
    tokens: optionalOf(
      z.array(z.object({ token_id: tokenId, outcome: z.string(), winner: optionalOf(z.boolean()) })),
    ),
    active: z.boolean(),
    closed: z.boolean(),
    archived: z.boolean(),
    resolved: z.boolean(),
    disputed: ornamentOf(z.boolean()),
    volume24hr: optionalOf(decimal),
    volume: optionalOf(decimal),
    liquidity: ornamentOf(decimal),
    startDate: optionalOf(isoTime),
    endDate: ornamentOf(isoTime),
    createdAt: optionalOf(isoTime),
    closedTime: optionalOf(isoTime),
    groupItemTitle: ornamentOf(text),
    description: ornamentOf(z.string()),
    icon: ornamentOf(text),
    image: ornamentOf(text),
    category: ornamentOf(text),
    tags: ornamentsOf(tag),
    question_id: ornamentOf(text),
    liveness: ornamentOf(decimal),
    resolution_label: ornamentOf(text),
  }),
)

/** A market that is looked up alone has more of its event's members. */
export const singleMarket = keepRaw(market.extend({ event: optionalOf(parentEvent) }))

/** An event in a list. The page as a whole is checked for rows with markets. */
const event = keepRaw(z.object({ ...eventFacts, markets: optionalOf(rowsOf(market, 'markets')) }))

/** An event looked up alone. */
export const singleEvent = keepRaw(z.object({ ...eventFacts, markets: z.array(market) }))

const pagination = z.object({ hasMore: z.boolean() })

export const marketsPage = z.object({ markets: rowsOf(market, 'markets'), pagination })
/** The documented form of the events list. */
export const eventsPage = z.object({ events: rowsOf(event, 'events'), pagination })
/** The form of the events list in public clients. */
export const bareEvents = rowsOf(event, '')

const level = z.object({ price: probability, size: amount })

export const book = keepRaw(
  z.object({
    asset_id: tokenId,
    timestamp: instant,
    bids: z.array(level),
    asks: z.array(level),
    hash: optionalOf(text),
    tick_size: optionalOf(decimal),
    min_order_size: optionalOf(decimal),
    neg_risk: optionalOf(z.boolean()),
  }),
)

/**
 * Best prices by token id. An empty side is expected to be absent, empty or 0. Any other member is an error. Every book on a page
 * may be thin and lack a side, so a renamed side would not be detected otherwise.
 */
export const prices = z.record(
  z.string(),
  z.strictObject({ BUY: optionalOf(probability), SELL: optionalOf(probability) }),
)

/** Prices of a token by time in seconds. */
export const priceHistory = z.object({ history: z.array(z.object({ t: decimal, p: probability })) })

export const trades = z.array(
  z.object({
    conditionId: hex32,
    asset: z.string(),
    outcomeIndex: optionalOf(integer),
    side: enumOf('probable', 'trade.side', ['BUY', 'SELL']),
    size: amount,
    price: probability,
    /** Seconds would be another venue's format, or a change. */
    timestamp: epochMillis,
    transactionHash: text,
    proxyWallet: optionalOf(text),
  }),
)

/** Renames members. The documents and the SDK use camel case, but a public client of the venue reads snake case and `token_id`. */
function camelCase(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name === 'token_id'
        ? 'asset'
        : name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

export const positions = z.array(
  z.preprocess(
    camelCase,
    z.object({
      asset: tokenId,
      conditionId: hex32,
      size: decimal,
      avgPrice: optionalOf(decimal),
      curPrice: optionalOf(decimal),
      currentValue: optionalOf(decimal),
      cashPnl: optionalOf(decimal),
      realizedPnl: optionalOf(decimal),
      outcome: optionalOf(text),
    }),
  ),
)

export type NativeMarket = z.output<typeof market>
export type NativeEvent = z.output<typeof event>
export type ParentEvent = z.output<typeof parentEvent>
export type NativeBook = z.output<typeof book>
export type NativeTrade = z.output<typeof trades>[number]
export type NativePosition = z.output<typeof positions>[number]
