import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { wordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  isoTime,
  listOrText,
  MILLIS_FROM,
  maybe,
  notBelowZero,
  ornament,
  ornaments,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, as far as they are read (README.md). Markets, books and price history are on
 * record; events, trades and positions are known from the documents and the venue's own SDK alone.
 */

// Lists come as such (documents) or as JSON inside a text (recordings).

/** An instant in any of the spellings on record or documented: ISO text, epoch seconds or epoch ms. */
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
const amount = notBelowZero('expected an amount, not below 0')

/** A label, or an object that has one: which of the two lists hold is not on record. */
const tag = z.union([z.string(), z.object({ label: maybe(text) }).transform((object) => object.label ?? '')])

/** Documented are these alone; `restricted` and `unknown` leave it to the markets. */
const eventStatus = wordOf('probable', 'event.status', [
  'active',
  'live',
  'closed',
  'archived',
  'ended',
  'restricted',
  'unknown',
])

/** What an event says about itself; also found inside a market that is looked up by itself. */
const eventFacts = {
  id,
  title: z.string(),
  slug: maybe(text),
  description: ornament(z.string()),
  image: ornament(text),
  icon: ornament(text),
  status: maybe(eventStatus),
  category: ornament(text),
  tags: ornaments(tag),
  volume: maybe(decimal),
  startTime: maybe(instant),
  startDate: maybe(instant),
  endTime: ornament(instant),
  endDate: ornament(instant),
}

/** Where a market stands it says itself. */
const parentEvent = z.object({ ...eventFacts, status: ornament(eventStatus) })

const market = keepsRaw(
  z.object({
    id,
    event_id: id,
    condition_id: hex32,
    question: z.string(),
    market_slug: maybe(text),
    outcomes: listOrText(z.string()),
    clobTokenIds: listOrText(tokenId),
    tokens: maybe(z.array(z.object({ token_id: tokenId, outcome: z.string(), winner: maybe(z.boolean()) }))),
    active: z.boolean(),
    closed: z.boolean(),
    archived: z.boolean(),
    resolved: z.boolean(),
    disputed: ornament(z.boolean()),
    volume24hr: maybe(decimal),
    volume: maybe(decimal),
    liquidity: ornament(decimal),
    startDate: maybe(isoTime),
    endDate: ornament(isoTime),
    createdAt: maybe(isoTime),
    closedTime: maybe(isoTime),
    groupItemTitle: ornament(text),
    description: ornament(z.string()),
    icon: ornament(text),
    image: ornament(text),
    category: ornament(text),
    tags: ornaments(tag),
    question_id: ornament(text),
    liveness: ornament(decimal),
    resolution_label: ornament(text),
  }),
)

/** A market looked up by itself says which event it belongs to in more words. */
export const singleMarket = keepsRaw(market.extend({ event: maybe(parentEvent) }))

/** An event among others: whether such a row always carries its markets is judged over the whole page. */
const event = keepsRaw(z.object({ ...eventFacts, markets: maybe(rowsOf(market, 'markets')) }))

/** An event looked up by itself. */
export const singleEvent = keepsRaw(z.object({ ...eventFacts, markets: z.array(market) }))

const pagination = z.object({ hasMore: z.boolean() })

export const marketsPage = z.object({ markets: rowsOf(market, 'markets'), pagination })
/** The documented form of the events list. */
export const eventsPage = z.object({ events: rowsOf(event, 'events'), pagination })
/** The form that public clients of the events list take. */
export const bareEvents = rowsOf(event, '')

const level = z.object({ price: probability, size: amount })

export const book = keepsRaw(
  z.object({
    asset_id: tokenId,
    timestamp: instant,
    bids: z.array(level),
    asks: z.array(level),
    hash: maybe(text),
    tick_size: maybe(decimal),
    min_order_size: maybe(decimal),
    neg_risk: maybe(z.boolean()),
  }),
)

/**
 * Best prices by token id; a side without orders is taken to be absent, empty or 0. Any other member is an error:
 * thin books may lack a side on a whole page, so that a renamed side could not be noticed otherwise.
 */
export const prices = z.record(
  z.string(),
  z.strictObject({ BUY: maybe(probability), SELL: maybe(probability) }),
)

/** Prices of a token by time, in seconds. */
export const priceHistory = z.object({ history: z.array(z.object({ t: decimal, p: probability })) })

export const trades = z.array(
  z.object({
    conditionId: hex32,
    asset: z.string(),
    outcomeIndex: maybe(integer),
    side: wordOf('probable', 'trade.side', ['BUY', 'SELL']),
    size: amount,
    price: probability,
    /** Seconds would be another venue's habit, or a change. */
    timestamp: epochMillis,
    transactionHash: text,
    proxyWallet: maybe(text),
  }),
)

/** The documents and the SDK write camel case; a public client of the venue reads snake case and `token_id`. */
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
      avgPrice: maybe(decimal),
      curPrice: maybe(decimal),
      currentValue: maybe(decimal),
      cashPnl: maybe(decimal),
      realizedPnl: maybe(decimal),
      outcome: maybe(text),
    }),
  ),
)

export type NativeMarket = z.output<typeof market>
export type NativeEvent = z.output<typeof event>
export type ParentEvent = z.output<typeof parentEvent>
export type NativeBook = z.output<typeof book>
export type NativeTrade = z.output<typeof trades>[number]
export type NativePosition = z.output<typeof positions>[number]
