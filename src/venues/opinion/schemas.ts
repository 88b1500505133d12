import * as z from 'zod'
import { enumOf, numberedEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  epochSeconds,
  integer,
  integerSeconds,
  optionalOf,
  ornamentOf,
  probability,
  requiredOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'
import { answerOf } from './native/envelope.js'

/**
 * Native responses, limited to the used members (README.md, recordings of May to October 2026). Members in every recording are
 * required by name, while their value may be '' or 0 for "none".
 */

const number = integer.refine((value) => value >= 0, { error: 'expected a number >= 0' })

/** Unix seconds as epoch ms; 0 means none. */
const instant = epochSeconds.transform((ms) => (ms > 0 ? ms : undefined))

/** An amount of the quote currency. */
const amount = requireNonNegative('expected a non-negative amount')

export const token = z.string().regex(/^\d+$/, { error: 'expected a decimal token id' })

const statusWord = enumOf('opinion', 'market.statusEnum', [
  'None',
  'Created',
  'Activated',
  'Resolving',
  'Resolved',
  'Failed',
  'Deleted',
])

const binaryMembers = keepRaw(
  z.object({
    marketId: number,
    marketTitle: z.string(),
    /** 0 none, 1 created, 2 activated, 3 resolving, 4 resolved, 5 failed, 6 deleted. */
    status: numberedEnumOf('opinion', 'market.status', [0, 1, 2, 3, 4, 5, 6]),
    statusEnum: ornamentOf(statusWord),
    /** 0 binary, 1 categorical (docs, opinion-clob-sdk). Absent on children. */
    marketType: optionalOf(numberedEnumOf('opinion', 'market.marketType', [0, 1])),
    slug: ornamentOf(text),
    rules: ornamentOf(z.string()),
    yesLabel: ornamentOf(text),
    noLabel: ornamentOf(text),
    yesTokenId: requiredOf(token),
    noTokenId: requiredOf(token),
    /** The winning token after the resolution. */
    resultTokenId: requiredOf(token),
    conditionId: ornamentOf(text),
    questionId: ornamentOf(text),
    quoteToken: ornamentOf(text),
    chainId: ornamentOf(text),
    createdAt: requiredOf(instant),
    /** The scheduled end of trading. */
    cutoffAt: ornamentOf(instant),
    resolvedAt: ornamentOf(instant),
    volume: requiredOf(amount),
    /** Present for parents and standalone markets. The details of children may have it. */
    volume24h: optionalOf(amount),
    /** Topics, present for parents and standalone markets. */
    labels: ornamentOf(z.array(z.string())),
    labelIds: ornamentOf(z.array(integer)),
    coverUrl: ornamentOf(text),
    thumbnailUrl: ornamentOf(text),
    collection: z.unknown().optional(),
  }),
)
/** A row of either kind without its children. */
export type NativeMarket = z.output<typeof binaryMembers>

const market = keepRaw(
  binaryMembers.extend({ childMarkets: optionalOf(rowsOf(binaryMembers, 'childMarkets')) }),
)
/** A row of either kind. A categorical market has children and no tokens, and a binary market has tokens and no children. */
export type NativeRow = z.output<typeof market>

/** `GET /market` */
export const marketPage = answerOf(z.object({ total: number, list: rowsOf(market, 'result.list') }))

/** `GET /market/{id}`, `/market/categorical/{id}`, `/market/slug/{slug}`; null for an unknown id. */
export const singleMarket = answerOf(z.object({ data: market.nullable() }).nullable())

/** Epoch ms; 0 means none. */
const stamp = z.union([z.literal(0).transform(() => undefined), epochMillis])

const level = z.object({ price: probability, size: amount })
/** `GET /token/orderbook` */
export const orderbook = answerOf(
  keepRaw(z.object({ tokenId: token, timestamp: stamp, bids: z.array(level), asks: z.array(level) })),
)
/** Levels of one token, sizes in shares. */
export type NativeBook = z.output<typeof orderbook>['result']

/** `GET /token/latest-price`. Time 0 means that the token was never traded. */
export const latestPrice = answerOf(
  z.object({ tokenId: token, price: requiredOf(probability), timestamp: integer }),
)

/** `GET /token/price-history`, newest first, with times in Unix seconds. */
export const priceHistory = answerOf(
  z.object({ history: z.array(z.object({ t: integerSeconds, p: probability })) }),
)
/** The last price of each interval. */
export type NativePoint = z.output<typeof priceHistory>['result']['history'][number]

const position = z.object({
  marketId: number,
  tokenId: token,
  outcome: optionalOf(text),
  sharesOwned: amount,
  /** Per share, 0..1. */
  avgEntryPrice: optionalOf(decimal),
  currentValueInQuoteToken: optionalOf(decimal),
  unrealizedPnl: optionalOf(decimal),
})
/** Shares of one token in a wallet. */
export type NativePosition = z.output<typeof position>

/** `GET /positions/user/{wallet}` */
export const positionPage = answerOf(z.object({ total: number, list: z.array(position) }))
