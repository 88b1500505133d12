import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { createWordTable, wordOf } from '../../venue-kit/payload/native-words.js'
import { drift } from '../../venue-kit/payload/payload.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  flag,
  id,
  integer,
  isoTime,
  listOrText,
  MILLIS_FROM,
  maybe,
  ornament,
  probability,
  text,
  textOf,
  wholeSeconds,
} from '../../venue-kit/payload/schema.js'
import { derivedStep, inOneStep, UNREAD } from '../../venue-kit/payload/single-request.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, as far as they are read (README.md). Gamma sends the same number as a number
 * or as text and its lists as JSON inside text, depending on the deployment; both spellings are read everywhere.
 */

/** A list, sent as one or as JSON text; an empty one is as good as none. */
function list<Item extends z.ZodType>(item: Item) {
  const either = maybe(listOrText(item))
  const list = either.transform((items) => (items?.length === 0 ? undefined : items))
  derivedStep(list, either, (step) => (value) => {
    const items = step(value)
    return items !== UNREAD && items?.length === 0 ? undefined : items
  })
  return list
}

/**
 * The venue's word for a protocol, whatever it is. A member that is not there is told from null, which is read as that
 * text: rows from before the second protocol have none (native/protocol.ts).
 */
function readWord(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const word = typeof value === 'string' ? value : JSON.stringify(value)
  // Rows of unknown protocols are left to native/protocol.ts: here the word is counted.
  protocolNamed(word)
  return word
}
const protocolNamed = createWordTable('polymarket', 'market.version', { v1: true, v2: true })
const anyWord = z.unknown().optional()
const protocolWord = anyWord.transform(readWord)
derivedStep(protocolWord, anyWord, () => readWord)

const conditionId = textOf(/^0x[0-9a-f]+$/i, 'expected a condition id (0x and hex digits)')
const tokenId = textOf(/^\d+$/, 'expected a token id (digits in a text)')

/** An empty text stands for what was not deployed. */
function textOrNone(schema: z.ZodType<string>) {
  const either = z.union([z.literal(''), schema])
  derivedStep(either, schema, (step) => (value) => (value === '' ? value : step(value)))
  return either
}

const tag = z.object({ label: maybe(text) })

const feeSchedule = z.object({
  exponent: maybe(decimal),
  rate: maybe(decimal),
  takerOnly: maybe(flag),
  rebateRate: maybe(decimal),
})

const threshold = inOneStep(z.union([z.string(), z.number()]), (value) =>
  typeof value === 'string' ? value : undefined,
)

/** What a market says about the event it belongs to; deployments differ in how much that is. */
const parentEvent = z.object({
  id,
  slug: ornament(text),
  title: ornament(text),
  description: ornament(z.string()),
  image: ornament(text),
  category: ornament(text),
  closed: maybe(flag),
  archived: maybe(flag),
  tags: ornament(z.array(tag)),
})

export const gammaMarket = keepsRaw(
  z.object({
    id,
    question: ornament(text),
    /** Empty on a market that was never deployed. */
    conditionId: textOrNone(conditionId),
    closed: flag,
    /** False on placeholders of outcomes that are yet to be named; true on all others, closed ones included. */
    active: maybe(flag),
    archived: maybe(flag),
    acceptingOrders: maybe(flag),
    enableOrderBook: maybe(flag),
    slug: maybe(text),
    description: ornament(z.string()),
    image: ornament(text),
    category: ornament(text),
    outcomes: list(z.string()),
    /** An unknown price is null or empty between known ones. */
    outcomePrices: list(maybe(probability)),
    version: protocolWord,
    /** An empty text stands for a token that was not deployed. The outcome ids of a market of `v1`. */
    clobTokenIds: list(textOrNone(tokenId)),
    /** The outcome ids of a market of `v2`. Markets of `v1` may show some, too, of which no book knows. */
    positionIds: list(textOrNone(tokenId)),
    groupItemTitle: ornament(text),
    groupItemThreshold: ornament(threshold),
    startDate: maybe(isoTime),
    endDate: ornament(isoTime),
    createdAt: maybe(isoTime),
    acceptingOrdersTimestamp: maybe(isoTime),
    closedTime: maybe(isoTime),
    gameStartTime: ornament(text),
    volume: maybe(decimal),
    volumeNum: maybe(decimal),
    volume24hr: maybe(decimal),
    liquidity: maybe(decimal),
    liquidityNum: maybe(decimal),
    oneDayPriceChange: maybe(decimal),
    bestBid: ornament(decimal),
    bestAsk: ornament(decimal),
    lastTradePrice: ornament(decimal),
    orderPriceMinTickSize: ornament(decimal),
    orderMinSize: ornament(decimal),
    questionID: ornament(text),
    negRisk: ornament(flag),
    negRiskMarketID: ornament(text),
    negRiskOther: ornament(flag),
    umaResolutionStatus: ornament(text),
    /** Of `v2`, in the place of the member before (docs.polymarket.com, migrate/polymarket-v2). It decides whether one is over. */
    resolutionStatus: maybe(
      wordOf('polymarket', 'market.resolutionStatus', ['inactive', 'active', 'resolved']),
    ),
    resolutionSource: ornament(text),
    sportsMarketType: ornament(text),
    line: ornament(decimal),
    feesEnabled: ornament(flag),
    feeType: ornament(text),
    makerBaseFee: ornament(decimal),
    takerBaseFee: ornament(decimal),
    feeSchedule: ornament(feeSchedule),
    events: maybe(z.array(parentEvent)),
    tags: ornament(z.array(tag)),
  }),
)

const eventSeries = z.object({ id, slug: maybe(text), title: maybe(text), recurrence: maybe(text) })

const eventFacts = {
  id,
  slug: text,
  title: z.string(),
  closed: flag,
  archived: maybe(flag),
  description: ornament(z.string()),
  image: ornament(text),
  category: ornament(text),
  startDate: maybe(isoTime),
  creationDate: maybe(isoTime),
  createdAt: maybe(isoTime),
  endDate: ornament(isoTime),
  closedTime: ornament(isoTime),
  volume: maybe(decimal),
  volume24hr: maybe(decimal),
  liquidity: ornament(decimal),
  openInterest: ornament(decimal),
  negRisk: ornament(flag),
  negRiskMarketID: ornament(text),
  resolutionSource: ornament(text),
  seriesSlug: ornament(text),
  series: ornament(z.array(eventSeries)),
  tags: ornament(z.array(tag)),
}

/** An event among others: whether such a row always carries its markets is judged over the whole page. */
export const gammaEvent = keepsRaw(
  z.object({ ...eventFacts, markets: maybe(rowsOf(gammaMarket, 'markets')) }),
)

/** An event looked up by itself, which was recorded without any markets, too. */
export const gammaSingleEvent = keepsRaw(z.object({ ...eventFacts, markets: maybe(z.array(gammaMarket)) }))

export const gammaEvents = rowsOf(gammaEvent, '')
export const gammaMarkets = rowsOf(gammaMarket, '')
/** Where a list goes on behind a page: read by itself, before its rows. */
export const keysetPlace = z.object({ next_cursor: maybe(text) })
export const eventsKeyset = z.object({ events: rowsOf(gammaEvent, 'events') })
export const marketsKeyset = z.object({ markets: rowsOf(gammaMarket, 'markets') })

export const publicSearch = z.object({
  /** Absent or null when nothing was found. */
  events: maybe(rowsOf(gammaEvent, 'events')),
  pagination: z.object({ hasMore: flag }),
})

export const gammaSeries = keepsRaw(
  z.object({
    id,
    title: z.string(),
    ticker: ornament(text),
    slug: maybe(text),
    subtitle: ornament(text),
    description: ornament(text),
    recurrence: ornament(text),
    image: ornament(text),
    seriesType: ornament(text),
    active: ornament(flag),
    closed: ornament(flag),
    archived: ornament(flag),
    volume: ornament(decimal),
    volume24hr: ornament(decimal),
    liquidity: ornament(decimal),
  }),
)
export const gammaSeriesList = rowsOf(gammaSeries, '')

/** Digits are epoch ms, in older deployments epoch seconds; the oldest recordings hold ISO text. */
const bookTime = z.union([z.string(), z.int().transform(String)]).transform((value, ctx) => {
  const number = /^\d+$/.test(value) ? Number(value) : undefined
  const at = number === undefined ? parseIso(value) : number < MILLIS_FROM ? number * 1000 : number
  if (at !== undefined && epochMillis.safeParse(at).success) return at
  ctx.addIssue({ code: 'custom', message: 'expected epoch ms or seconds in a text' })
  return z.NEVER
})

const level = z.object({ price: probability, size: decimal.refine((size) => size >= 0, 'expected a size') })

export const clobBook = keepsRaw(
  z.object({
    market: ornament(text),
    asset_id: tokenId,
    timestamp: bookTime,
    bids: z.array(level),
    asks: z.array(level),
    hash: ornament(text),
    min_order_size: ornament(decimal),
    tick_size: ornament(decimal),
    neg_risk: ornament(flag),
    last_trade_price: ornament(decimal),
    /** Recorded, not documented: `v2` of markets of the second protocol, absent from others. */
    version: ornament(text),
  }),
)
export const clobBooks = z.array(clobBook)

const samples = z.array(z.object({ t: wholeSeconds, p: probability }))
export const clobHistory = z.object({ history: samples })
/** By token. */
export const clobHistories = z.object({ history: z.record(z.string(), samples) })

const pagination = z.object({ has_more: flag, next_cursor: maybe(text) })

/**
 * The cursor of the page that follows; undefined on the last one.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when more is said to follow without a way to get it
 */
export function nextCursor(page: z.output<typeof pagination>, what: string): string | undefined {
  if (!page.has_more) return undefined
  if (page.next_cursor !== undefined) return page.next_cursor
  throw drift(what, 'pagination.next_cursor', 'more rows follow but there is no cursor')
}

/** `data` is null where the venue knows nothing of the thing asked for. */
function envelope<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row).nullable(), pagination })
}

const side = wordOf('polymarket', 'trade.side', ['BUY', 'SELL', ''])
const amount = decimal.refine((size) => size >= 0, 'expected an amount')

export const dataHistory = envelope(
  z.object({ timestamp: wholeSeconds, price: probability, resolution_seconds: integer }),
)

export const dataTrades = envelope(
  z.object({
    token_id: tokenId,
    condition_id: conditionId,
    side,
    size: amount,
    price: probability,
    timestamp: wholeSeconds,
    transaction_hash: text,
  }),
)

export const dataPositions = envelope(
  z.object({
    token_id: tokenId,
    condition_id: conditionId,
    current_size: decimal,
    avg_price: maybe(decimal),
    current_price: maybe(decimal),
    current_value: maybe(decimal),
    unrealized_pnl: maybe(decimal),
    realized_pnl: maybe(decimal),
    outcome: maybe(text),
    title: ornament(text),
  }),
)

/** `GET /v2/tokens`: what asset ids are. */
export const dataTokens = z.object({
  data: z
    .array(z.object({ token_id: tokenId, condition_id: maybe(conditionId), market_slug: maybe(text) }))
    .nullable(),
})

/** `GET /markets-by-token/{id}` of the order book host. */
export const tokenMarket = z.object({ condition_id: conditionId })

export type GammaMarket = z.output<typeof gammaMarket>
export type GammaEvent = z.output<typeof gammaEvent>
export type GammaSeries = z.output<typeof gammaSeries>
export type ParentEvent = z.output<typeof parentEvent>
export type ClobBook = z.output<typeof clobBook>
export type HistoryRow = NonNullable<z.output<typeof dataHistory>['data']>[number]
