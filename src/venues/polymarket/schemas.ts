import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { createWordTable, enumOf } from '../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  flag,
  id,
  integer,
  integerSeconds,
  isoTime,
  listOrText,
  MILLIS_FROM,
  optionalOf,
  ornamentOf,
  probability,
  text,
  textOf,
} from '../../venue-kit/payload/schema.js'
import { noteDerivedStep, readInSingleStep, UNREAD } from '../../venue-kit/payload/single-request.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, limited to the used members (README.md). Depending on the deployment, Gamma sends the same number as a number
 * or as text, and its lists as JSON inside text. Both spellings are read everywhere.
 */

/** A list, sent as a list or as JSON text. An empty list counts as absent. */
function list<Item extends z.ZodType>(item: Item) {
  const either = optionalOf(listOrText(item))
  const list = either.transform((items) => (items?.length === 0 ? undefined : items))
  noteDerivedStep(list, either, (step) => (value) => {
    const items = step(value)
    return items !== UNREAD && items?.length === 0 ? undefined : items
  })
  return list
}

/**
 * Returns the venue's version of the protocol. Null is read as the text `null`, to distinguish it from a missing member. Rows
 * from before the second protocol have none (native/protocol.ts).
 */
function readWord(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const word = typeof value === 'string' ? value : JSON.stringify(value)
  // native/protocol.ts decides about rows with unknown protocols: here the word is counted.
  protocolNamed(word)
  return word
}
const protocolNamed = createWordTable('polymarket', 'market.version', { v1: true, v2: true })
const anyWord = z.unknown().optional()
const protocolWord = anyWord.transform(readWord)
noteDerivedStep(protocolWord, anyWord, () => readWord)

const conditionId = textOf(/^0x[0-9a-f]+$/i, 'expected a condition id (0x and hex digits)')
const tokenId = textOf(/^\d+$/, 'expected a token id (digits in a text)')

/** Text, where an empty text means that it was not deployed. */
function textOrNone(schema: z.ZodType<string>) {
  const either = z.union([z.literal(''), schema])
  noteDerivedStep(either, schema, (step) => (value) => (value === '' ? value : step(value)))
  return either
}

const tag = z.object({ label: optionalOf(text) })

const feeSchedule = z.object({
  exponent: optionalOf(decimal),
  rate: optionalOf(decimal),
  takerOnly: optionalOf(flag),
  rebateRate: optionalOf(decimal),
})

const threshold = readInSingleStep(z.union([z.string(), z.number()]), (value) =>
  typeof value === 'string' ? value : undefined,
)

/** A market's data about its event. Deployments differ in how much they send. */
const parentEvent = z.object({
  id,
  slug: ornamentOf(text),
  title: ornamentOf(text),
  description: ornamentOf(z.string()),
  image: ornamentOf(text),
  category: ornamentOf(text),
  closed: optionalOf(flag),
  archived: optionalOf(flag),
  tags: ornamentOf(z.array(tag)),
})

export const gammaMarket = keepRaw(
  z.object({
    id,
    question: ornamentOf(text),
    /** Empty on a market that was never deployed. */
    conditionId: textOrNone(conditionId),
    closed: flag,
    /** False on placeholders for unnamed outcomes, and true on all others, including closed ones. */
    active: optionalOf(flag),
    archived: optionalOf(flag),
    acceptingOrders: optionalOf(flag),
    enableOrderBook: optionalOf(flag),
    slug: optionalOf(text),
    description: ornamentOf(z.string()),
    image: ornamentOf(text),
    category: ornamentOf(text),
    outcomes: list(z.string()),
    /** An unknown price among known ones is null or empty. */
    outcomePrices: list(optionalOf(probability)),
    version: protocolWord,
    /** An empty text stands for an undeployed token. The outcome ids of a `v1` market. */
    clobTokenIds: list(textOrNone(tokenId)),
    /** The outcome ids of a `v2` market. `v1` markets may have some too, but those have no book. */
    positionIds: list(textOrNone(tokenId)),
    groupItemTitle: ornamentOf(text),
    groupItemThreshold: ornamentOf(threshold),
    startDate: optionalOf(isoTime),
    endDate: ornamentOf(isoTime),
    createdAt: optionalOf(isoTime),
    acceptingOrdersTimestamp: optionalOf(isoTime),
    closedTime: optionalOf(isoTime),
    gameStartTime: ornamentOf(text),
    volume: optionalOf(decimal),
    volumeNum: optionalOf(decimal),
    volume24hr: optionalOf(decimal),
    liquidity: optionalOf(decimal),
    liquidityNum: optionalOf(decimal),
    oneDayPriceChange: optionalOf(decimal),
    bestBid: ornamentOf(decimal),
    bestAsk: ornamentOf(decimal),
    lastTradePrice: ornamentOf(decimal),
    orderPriceMinTickSize: ornamentOf(decimal),
    orderMinSize: ornamentOf(decimal),
    questionID: ornamentOf(text),
    negRisk: ornamentOf(flag),
    negRiskMarketID: ornamentOf(text),
    negRiskOther: ornamentOf(flag),
    umaResolutionStatus: ornamentOf(text),
    /** The time of the oracle's resolution. It equals `closedTime` in recordings. */
    umaEndDate: ornamentOf(isoTime),
    /**
     * For `v2`, instead of the previous member (docs.polymarket.com, migrate/polymarket-v2). It determines whether a market has
     * ended.
     */
    resolutionStatus: optionalOf(
      enumOf('polymarket', 'market.resolutionStatus', ['inactive', 'active', 'resolved']),
    ),
    resolutionSource: ornamentOf(text),
    sportsMarketType: ornamentOf(text),
    line: ornamentOf(decimal),
    feesEnabled: ornamentOf(flag),
    feeType: ornamentOf(text),
    makerBaseFee: ornamentOf(decimal),
    takerBaseFee: ornamentOf(decimal),
    feeSchedule: ornamentOf(feeSchedule),
    events: optionalOf(z.array(parentEvent)),
    tags: ornamentOf(z.array(tag)),
  }),
)

const eventSeries = z.object({
  id,
  slug: optionalOf(text),
  title: optionalOf(text),
  recurrence: optionalOf(text),
})

const eventFacts = {
  id,
  slug: text,
  title: z.string(),
  closed: flag,
  archived: optionalOf(flag),
  description: ornamentOf(z.string()),
  image: ornamentOf(text),
  category: ornamentOf(text),
  startDate: optionalOf(isoTime),
  creationDate: optionalOf(isoTime),
  createdAt: optionalOf(isoTime),
  endDate: ornamentOf(isoTime),
  closedTime: ornamentOf(isoTime),
  volume: optionalOf(decimal),
  volume24hr: optionalOf(decimal),
  liquidity: ornamentOf(decimal),
  openInterest: ornamentOf(decimal),
  negRisk: ornamentOf(flag),
  negRiskMarketID: ornamentOf(text),
  resolutionSource: ornamentOf(text),
  seriesSlug: ornamentOf(text),
  series: ornamentOf(z.array(eventSeries)),
  tags: ornamentOf(z.array(tag)),
}

/** An event in a list: the whole page is checked for rows with markets. */
export const gammaEvent = keepRaw(
  z.object({ ...eventFacts, markets: optionalOf(rowsOf(gammaMarket, 'markets')) }),
)

/** A single event, which was recorded without any markets, too. */
export const gammaSingleEvent = keepRaw(
  z.object({ ...eventFacts, markets: optionalOf(z.array(gammaMarket)) }),
)

export const gammaEvents = rowsOf(gammaEvent, '')
export const gammaMarkets = rowsOf(gammaMarket, '')
/** The cursor of the next page, which is read separately, before the rows. */
export const keysetCursor = z.object({ next_cursor: optionalOf(text) })
export const eventsKeyset = z.object({ events: rowsOf(gammaEvent, 'events') })
export const marketsKeyset = z.object({ markets: rowsOf(gammaMarket, 'markets') })

export const publicSearch = z.object({
  /** Absent or null when nothing was found. */
  events: optionalOf(rowsOf(gammaEvent, 'events')),
  pagination: z.object({ hasMore: flag }),
})

export const gammaSeries = keepRaw(
  z.object({
    id,
    title: z.string(),
    ticker: ornamentOf(text),
    slug: optionalOf(text),
    subtitle: ornamentOf(text),
    description: ornamentOf(text),
    recurrence: ornamentOf(text),
    image: ornamentOf(text),
    seriesType: ornamentOf(text),
    active: ornamentOf(flag),
    closed: ornamentOf(flag),
    archived: ornamentOf(flag),
    volume: ornamentOf(decimal),
    volume24hr: ornamentOf(decimal),
    liquidity: ornamentOf(decimal),
  }),
)
export const gammaSeriesList = rowsOf(gammaSeries, '')

/** Digits are epoch ms, or epoch seconds in older deployments. The oldest recordings have ISO text. */
const bookTime = z.union([z.string(), z.int().transform(String)]).transform((value, ctx) => {
  const number = /^\d+$/.test(value) ? Number(value) : undefined
  const at = number === undefined ? parseIso(value) : number < MILLIS_FROM ? number * 1000 : number
  if (at !== undefined && epochMillis.safeParse(at).success) return at
  ctx.addIssue({ code: 'custom', message: 'expected epoch ms or seconds in a text' })
  return z.NEVER
})

const level = z.object({ price: probability, size: decimal.refine((size) => size >= 0, 'expected a size') })

export const clobBook = keepRaw(
  z.object({
    market: ornamentOf(text),
    asset_id: tokenId,
    timestamp: bookTime,
    bids: z.array(level),
    asks: z.array(level),
    hash: ornamentOf(text),
    min_order_size: ornamentOf(decimal),
    tick_size: ornamentOf(decimal),
    neg_risk: ornamentOf(flag),
    last_trade_price: ornamentOf(decimal),
    /** This is recorded, but not documented: `v2` for markets of the second protocol, absent from others. */
    version: ornamentOf(text),
  }),
)
export const clobBooks = z.array(clobBook)

const samples = z.array(z.object({ t: integerSeconds, p: probability }))
export const clobHistory = z.object({ history: samples })
/** By token. */
export const clobHistories = z.object({ history: z.record(z.string(), samples) })

const pagination = z.object({ has_more: flag, next_cursor: optionalOf(text) })

/**
 * Returns the cursor of the next page, or undefined on the last one.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when another page is announced without a cursor
 */
export function readNextCursor(page: z.output<typeof pagination>, what: string): string | undefined {
  if (!page.has_more) return undefined
  if (page.next_cursor !== undefined) return page.next_cursor
  throw createSchemaMismatch(what, 'pagination.next_cursor', 'more rows follow but there is no cursor')
}

/** `data` is null if the venue does not know the requested id. */
function envelope<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row).nullable(), pagination })
}

const side = enumOf('polymarket', 'trade.side', ['BUY', 'SELL', ''])
const amount = decimal.refine((size) => size >= 0, 'expected an amount')

export const dataHistory = envelope(
  z.object({ timestamp: integerSeconds, price: probability, resolution_seconds: integer }),
)

export const dataTrades = envelope(
  z.object({
    token_id: tokenId,
    condition_id: conditionId,
    side,
    size: amount,
    price: probability,
    timestamp: integerSeconds,
    transaction_hash: text,
  }),
)

export const dataPositions = envelope(
  z.object({
    token_id: tokenId,
    condition_id: conditionId,
    current_size: decimal,
    avg_price: optionalOf(decimal),
    current_price: optionalOf(decimal),
    current_value: optionalOf(decimal),
    unrealized_pnl: optionalOf(decimal),
    realized_pnl: optionalOf(decimal),
    outcome: optionalOf(text),
    title: ornamentOf(text),
  }),
)

/** `GET /v2/tokens`: the kinds of asset ids. */
export const dataTokens = z.object({
  data: z
    .array(
      z.object({ token_id: tokenId, condition_id: optionalOf(conditionId), market_slug: optionalOf(text) }),
    )
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
