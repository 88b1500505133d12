import * as z from 'zod'
import { createWordTable, enumOf, numberedEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochSeconds,
  id,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  requiredOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'
import { fromWei, roundNearCent } from './native/wei.js'

/**
 * Native payloads, limited to the used members (README.md, recordings of 2026). Numbers are numbers, in some recordings texts,
 * and 1e18 integers in texts around the order book.
 */

/** A market in another state may or may not be tradable: its row is set aside (README.md). */
const state = enumOf('myriad', 'market.state', ['open', 'closed', 'resolved', 'voided'])

/** An amount in 1e18 units: digits only, because a JSON number of that size has lost precision. */
export const wei = z
  .string()
  .regex(/^\d{1,78}$/, { error: 'expected an integer in units of 1e-18, in decimal digits' })
  .transform(fromWei)

/** A price in 1e18 units. */
export const weiPrice = wei
  .refine((value) => value >= 0 && value <= 1, { error: 'expected a price between 0 and 1e18' })
  .transform(roundNearCent)

/** A price as a decimal. */
const price = probability.transform(roundNearCent)

const amount = requireNonNegative('expected a non-negative amount')

const fee = z.object({
  fee: optionalOf(amount),
  treasury_fee: optionalOf(amount),
  distributor_fee: optionalOf(amount),
})

const outcome = z.object({
  id: integer,
  title: z.string(),
  /** Reserve of the pool; without meaning on the order book. */
  shares: optionalOf(amount),
  price: optionalOf(price),
  closingPrice: ornamentOf(price),
  /** Ratio to the price 24 h ago, not a difference (README.md). */
  priceChange24h: optionalOf(decimal),
  bestBid: ornamentOf(price),
  bestAsk: ornamentOf(price),
  holders: ornamentOf(integer),
  tokenId: optionalOf(id),
})
/** A parsed outcome; amounts in shares. */
export type NativeOutcome = z.output<typeof outcome>

/** A list that older rows may lack. */
const texts = ornamentsOf(z.string())

const marketMembers = keepRaw(
  z.object({
    id: integer,
    networkId: integer,
    slug: text,
    title: text,
    description: ornamentOf(z.string()),
    publishedAt: optionalOf(isoTime),
    expiresAt: optionalOf(isoTime),
    resolvesAt: optionalOf(isoTime),
    state,
    voided: optionalOf(z.boolean()),
    /** Index of the winner; an invalid one (-1, or a number of no outcome) means none. */
    resolvedOutcomeId: optionalOf(decimal),
    topics: texts,
    tags: texts,
    imageUrl: ornamentOf(text),
    resolutionSource: ornamentOf(text),
    /** Required: without it the value of the amounts is unknown. */
    token: requiredOf(
      z.object({ symbol: requiredOf(text), address: ornamentOf(text), decimals: ornamentOf(integer) }),
    ),
    fees: ornamentOf(
      z.object({
        /** Fees of pools. */
        buy: optionalOf(fee),
        sell: optionalOf(fee),
        /** Order book fees in basis points of the money, one entry per whole cent from 1 on (README.md, "Fees"). */
        taker_fee_bps_array: ornamentOf(z.array(amount)),
        maker_fee_bps_array: ornamentOf(z.array(amount)),
        taker_fee_bps: ornamentOf(amount),
      }),
    ),
    liquidity: optionalOf(amount),
    volume: optionalOf(amount),
    volume24h: optionalOf(amount),
    volumeNotional: ornamentOf(amount),
    volumeNotional24h: ornamentOf(amount),
    users: ornamentOf(integer),
    perpetual: ornamentOf(z.boolean()),
    tradingModel: enumOf('myriad', 'market.tradingModel', ['amm', 'ob']),
    outcomes: z.array(outcome).min(1),
    eventId: optionalOf(id),
    outcomeIndex: ornamentOf(integer),
    negRisk: ornamentOf(z.boolean()),
  }),
)
/** A parsed market: money in units of its token, times in epoch ms. */
export type NativeMarket = z.output<typeof marketMembers>

const pagination = z.object({ hasNext: z.boolean(), total: optionalOf(integer) })

/** `GET /markets` */
export const marketsReply = z.object({ data: rowsOf(marketMembers, 'data'), pagination })

/** Accepts single objects with or without a wrapper, which earlier deployments used. */
function bare<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => {
    const isWrapper = typeof value === 'object' && value !== null && 'data' in value && !('id' in value)
    return isWrapper ? value.data : value
  }, schema)
}

/** `GET /markets/{id}` */
export const marketReply = bare(marketMembers)

const eventMembers = keepRaw(
  z.object({
    id: text,
    networkId: integer,
    slug: text,
    title: text,
    description: ornamentOf(z.string()),
    imageUrl: ornamentOf(text),
    state,
    resolvedOutcomeIndex: optionalOf(integer),
    expiresAt: ornamentOf(isoTime),
    publishedAt: optionalOf(isoTime),
    negRisk: ornamentOf(z.boolean()),
    volume: optionalOf(amount),
    volume24h: optionalOf(amount),
    volumeNotional: ornamentOf(amount),
    users: ornamentOf(integer),
    markets: rowsOf(marketMembers, 'markets'),
  }),
)
/** A parsed event of the order book, with its markets. */
export type NativeEvent = z.output<typeof eventMembers>

/** `GET /events`, without documented paging */
export const eventsReply = z.object({
  data: rowsOf(eventMembers, 'data'),
  pagination: optionalOf(pagination),
})
/** `GET /events/{id}` */
export const eventReply = bare(eventMembers)

const action = z.object({
  /** `buy`, `sell`, or an action on liquidity and winnings. */
  action: text,
  networkId: integer,
  marketId: integer,
  outcomeId: optionalOf(integer),
  user: optionalOf(text),
  shares: optionalOf(amount),
  /** Money in units of the market's token. */
  value: optionalOf(amount),
  timestamp: epochSeconds,
  txId: text,
})
/** A parsed row of a pool's history. */
export type NativeAction = z.output<typeof action>

/** `GET /markets/{id}/events` */
export const actionsReply = z.object({ data: z.array(action), pagination })

const obTrade = z.object({
  price,
  /** Shares. */
  amount: wei,
  side: z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['buy', 'sell'])),
  outcome: integer,
  txHash: text,
  timestamp: epochSeconds,
  /** In a match only the taker pays one (README.md). */
  fees: ornamentOf(z.object({ total: ornamentOf(decimal) })),
})
/** A parsed trade of the order book. */
export type NativeTrade = z.output<typeof obTrade>

const obOther = z.object({
  side: text.transform((word) => word.toLowerCase()),
  txHash: text,
  timestamp: epochSeconds,
})
/** A row of the same list that is not a trade, with its word. */
export type NativeOther = z.output<typeof obOther>

const tradeSides: ReadonlySet<string> = new Set(['buy', 'sell'])

/** Words of the list; true for those of trades. Minting and redeeming pairs of shares are not trades. */
export const isTradeSide = createWordTable('myriad', 'trades.side', {
  buy: true,
  sell: true,
  split: false,
  merge: false,
})

/** Reads each row by its word: only trades require the members of a trade. */
const obRow = z.unknown().transform((row, ctx): NativeTrade | NativeOther => {
  const side = typeof row === 'object' && row !== null && 'side' in row ? row.side : undefined
  const isOfTrade = typeof side === 'string' && tradeSides.has(side.toLowerCase())
  const read = (isOfTrade ? obTrade : obOther).safeParse(row)
  if (read.success) return read.data
  for (const { message, path } of read.error.issues)
    ctx.addIssue({ code: 'custom', message, path: [...path] })
  return z.NEVER
})

export function isTrade(row: NativeTrade | NativeOther): row is NativeTrade {
  return tradeSides.has(row.side)
}

/** `GET /markets/{id}/trades` */
export const obTradesReply = z.array(obRow)

const level = z.tuple([weiPrice, wei])
/** `GET /markets/{id}/orderbook` */
export const bookReply = keepRaw(z.object({ bids: z.array(level), asks: z.array(level) }))

const position = z.object({
  marketId: integer,
  networkId: integer,
  outcomeId: integer,
  outcomeTitle: optionalOf(text),
  /** Address of the token of `price`, `value` and `profit`. */
  token: optionalOf(text),
  shares: amount,
  /** Average price paid, fees included. */
  price: optionalOf(decimal),
  value: optionalOf(decimal),
  profit: optionalOf(decimal),
  /** A lost, claimed or sold position is no longer held. */
  status: enumOf('myriad', 'position.status', ['ongoing', 'won', 'lost', 'claimed', 'sold', 'voided']),
  /** 0 is a pool, 1 the order book. */
  executionMode: numberedEnumOf('myriad', 'position.executionMode', [0, 1]),
})
/** A parsed holding. */
export type NativePosition = z.output<typeof position>

/** `GET /users/{address}/portfolio` */
export const portfolioReply = z.object({ data: rowsOf(position, 'data'), pagination })
