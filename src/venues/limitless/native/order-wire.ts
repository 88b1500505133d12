import * as z from 'zod'
import { enumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochTime,
  id,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'
import { baseUnits, outcomeIndex, tokenId } from '../schemas.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"). */

/** `GET /profiles/me` */
export const profileReply = z.object({
  id: integer,
  account: text,
  rank: optionalOf(z.object({ feeRateBps: optionalOf(integer) })),
  /** `smartWallet` or `eoa`; null before a choice. */
  tradeWalletOption: optionalOf(enumOf('limitless', 'profile.tradeWalletOption', ['smartWallet', 'eoa'])),
  smartWallet: optionalOf(text),
  embeddedAccount: optionalOf(text),
})
export type NativeProfile = z.output<typeof profileReply>

/** A word, or its number as text or as a number. */
const side = z
  .preprocess(
    (sent) => (typeof sent === 'number' ? String(sent) : sent),
    enumOf('limitless', 'order.side', ['BUY', 'SELL', '0', '1']),
  )
  .transform((word) => (word === 'BUY' || word === '0' ? ('buy' as const) : ('sell' as const)))

const orderTypes = ['GTC', 'FOK', 'FAK'] as const

/** Statuses of an order in lists; the venue's SDKs use another word for a resting one (../README.md). */
const orderStatuses = [
  'LIVE',
  'OPEN',
  'PARTIALLY_FILLED',
  'FILLED',
  'PENDING',
  'DELAYED',
  'MATCHED',
  'UNMATCHED',
  'MINED',
  'CONFIRMED',
  'CANCELED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'REJECTED',
] as const
export type OrderWord = (typeof orderStatuses)[number] | 'RETRYING'

/** Members that the recorded order of every response has. */
const order = z.object({
  id: text,
  createdAt: isoTime,
  makerAmount: baseUnits,
  takerAmount: baseUnits,
  tokenId,
  side,
  orderType: enumOf('limitless', 'order.orderType', orderTypes),
  price: optionalOf(probability),
  market: optionalOf(z.object({ slug: text })),
  /** Recorded only by a public client's account. */
  status: optionalOf(enumOf('limitless', 'order.status', orderStatuses)),
  originalSize: optionalOf(baseUnits),
  remainingSize: optionalOf(baseUnits),
})

const execution = z.object({
  /** The venue may add values. How an unknown value affects the money is unknown, so the order is looked up again. */
  settlementStatus: enumOf('limitless', 'execution.settlementStatus', [...orderStatuses, 'RETRYING']),
  /** Id of the immediate execution, as in the history. */
  tradeEventId: ornamentOf(id),
  effectiveFeeBps: optionalOf(integer),
  txHash: optionalOf(text),
  clientOrderId: optionalOf(text),
  totalsRaw: optionalOf(
    z.object({
      contractsGross: baseUnits,
      /** Each of the three is absent if the venue does not report it: the fee is then unknown. */
      contractsFee: optionalOf(baseUnits),
      usdGross: optionalOf(baseUnits),
      usdFee: optionalOf(baseUnits),
    }),
  ),
})
export type NativeExecution = z.output<typeof execution>

/** An order with its immediate fills. */
export const orderWithFills = z.object({
  order,
  makerMatches: optionalOf(z.array(z.object({ matchedSize: baseUnits }))),
  execution: optionalOf(execution),
})
export type NativeOrderWithFills = z.output<typeof orderWithFills>

/** `DELETE /orders/{orderId}`: only a sentence. */
export const canceledReply = z.object({ message: text.regex(/cancel/i) })

/** `POST /orders`: the order is the sent one, so fewer members are read. */
export const createdReply = orderWithFills.extend({
  order: z.object({ id: text, createdAt: optionalOf(isoTime), price: optionalOf(probability) }),
})
export type NativeCreated = z.output<typeof createdReply>

const foundOrNot = spelledEnumOf('limitless', 'results.status', ['found', 'not_found'], (sent) =>
  sent.replace(/^not[ _-]?found$/i, 'not_found'),
)

/** `POST /orders/status/batch` of one item */
export const statusReply = z.object({
  results: z.tuple([z.object({ status: foundOrNot, data: z.unknown().optional() })]),
})

/** `POST /orders/status/batch` of several items */
export const manyStatusReply = z.object({ results: z.array(z.object({ data: z.unknown().optional() })) })

/** Members of an order with immediate fills that determine its fee. */
export const takenOrder = z.object({
  order: z.object({ id: text, orderType: enumOf('limitless', 'order.orderType', orderTypes) }),
  execution: optionalOf(execution),
})
export type NativeTakenOrder = z.output<typeof takenOrder>

/** `GET /markets/{slug}/user-orders`: a list in recordings, an object around it in the documents. */
const userOrders = rowsOf(
  z.object({
    id: text,
    createdAt: isoTime,
    token: tokenId,
    type: enumOf('limitless', 'userOrder.type', orderTypes),
    status: enumOf('limitless', 'userOrder.status', orderStatuses),
    side,
    price: probability,
    originalSize: baseUnits,
    remainingSize: baseUnits,
  }),
  'orders',
)
export const userOrdersReply = z.preprocess(
  (body) => (Array.isArray(body) ? { orders: body } : body),
  z.object({ orders: userOrders }),
)
export type NativeUserOrder = z.output<typeof userOrders>[number]

/** `Limit Buy`, `Market Sell` and others are identified by their last word; an unknown one may be a trade. */
const strategy = spelledEnumOf(
  'limitless',
  'history.strategy',
  ['Buy', 'Sell', 'Split', 'Merge', 'Convert', 'Claim'],
  (sent) => (/\bbuy\b/i.test(sent) ? 'Buy' : /\bsell\b/i.test(sent) ? 'Sell' : sent),
)

/** `GET /portfolio/history`: trades, and other changes of money. */
const historyEntry = z.object({
  blockTimestamp: epochTime,
  /** Absent on settlements and claims, and on rows before October 2026. */
  orderId: ornamentOf(id),
  tradeEventId: ornamentOf(id),
  /** Absent on settlements. */
  strategy: optionalOf(strategy),
  market: optionalOf(z.object({ slug: text })),
  outcomeIndex: optionalOf(outcomeIndex),
  /** Contracts, before the fee. */
  outcomeTokenAmount: optionalOf(decimal),
  outcomeTokenPrice: optionalOf(probability),
  transactionHash: optionalOf(text),
  /** USDC; for a claim its payout. */
  collateralAmount: ornamentOf(decimal),
  /** For settlements, instead of a strategy: `loss` and others. */
  action: ornamentOf(text),
  /** For settlements, in base units and below 0 for a loss, next to amounts in whole units (a comment of ccxt). */
  pnl: ornamentOf(decimal),
  /** For claims: their outcomes, as bits. */
  indexSets: ornamentsOf(id),
})
export const historyReply = z.object({ data: rowsOf(historyEntry, 'data'), nextCursor: optionalOf(text) })
export type NativeHistoryEntry = z.output<typeof historyEntry>
