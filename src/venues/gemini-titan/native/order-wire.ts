import * as z from 'zod'
import { enumOf, openEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  id,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  probability,
  requireNonNegative,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"; OpenAPI 1.0.0). Numbers are texts. */

const count = requireNonNegative('expected a contract count')
const outcomes = ['yes', 'no'] as const
const word = text.transform((value) => value.toLowerCase())

/** Statuses in the REST documents of 2026 and earlier ones, then those of the socket (OpenAPI 1.0.0). */
const statuses = [
  'open',
  'filled',
  'cancelled',
  'closed',
  'accepted',
  'canceled',
  'rejected',
  'new',
  'partially_filled',
  'modified',
] as const
/** Types of REST, then of the socket. */
const types = ['limit', 'stop-limit', 'market'] as const

const order = z.object({
  /** Up to 18 digits. */
  orderId: id,
  status: optionalOf(word.pipe(enumOf('gemini-titan', 'order.status', statuses))),
  symbol: text,
  side: enumOf('gemini-titan', 'order.side', ['buy', 'sell']),
  outcome: enumOf('gemini-titan', 'order.outcome', outcomes),
  orderType: optionalOf(word.pipe(enumOf('gemini-titan', 'order.orderType', types))),
  quantity: count,
  filledQuantity: count,
  remainingQuantity: count,
  /** Price of the order's own outcome. */
  price: optionalOf(probability),
  /** Average price of the fills. */
  avgExecutionPrice: ornamentOf(probability),
  createdAt: isoTime,
})
/**
 * The response to the placement of an order: the order was placed, regardless of its status. An unknown status is looked up
 * (order-rows.ts). `POST /v1/prediction-markets/order`
 */
export const placedReply = order.extend({
  status: ornamentOf(word.pipe(openEnumOf('gemini-titan', 'order.status', statuses))),
  orderType: ornamentOf(word.pipe(openEnumOf('gemini-titan', 'order.orderType', types))),
})
export type NativeOrder = z.output<typeof placedReply>

const position = z.object({
  symbol: text,
  outcome: enumOf('gemini-titan', 'position.outcome', outcomes),
  totalQuantity: count,
  avgPrice: optionalOf(probability),
  realizedPl: optionalOf(decimal),
  unrealizedPnl: optionalOf(decimal),
  /** At the sell price of the outcome. Absent without bids. */
  marketValue: optionalOf(decimal),
  contractMetadata: ornamentOf(z.object({ contractName: ornamentOf(text), eventName: ornamentOf(text) })),
})
export type NativePosition = z.output<typeof position>

const orders = listOrNull(rowsOf(order, 'orders'))

/** `POST /v1/prediction-markets/orders/active` and `/orders/history`, the second of which may be the list alone. */
export const ordersReply = z.preprocess(
  (raw) => (Array.isArray(raw) ? { orders: raw } : raw),
  z.object({ orders }),
)
/** `POST /v1/prediction-markets/positions` */
export const positionsReply = z.object({ positions: listOrNull(rowsOf(position, 'positions')) })
/** `POST /v1/prediction-markets/order/cancel` */
export const canceledReply = z.object({
  result: word.pipe(enumOf('gemini-titan', 'cancel.result', ['ok', 'error'])),
  message: ornamentOf(text),
})
const failure = { error: ornamentOf(text), message: ornamentOf(text) }
/** `POST /v1/prediction-markets/order/batch` */
export const batchReply = z.object({
  results: z.array(z.looseObject({ order: z.unknown().optional(), ...failure })),
})
/** `POST /v1/prediction-markets/order/batch/cancel`; the response may be the list alone. */
export const batchCanceledReply = z.preprocess(
  (raw) => (Array.isArray(raw) ? { results: raw } : raw),
  z.object({ results: z.array(z.object({ orderId: id, result: ornamentOf(word), ...failure })) }),
)
/** `POST /v1/balances` */
export const balancesReply = z.array(z.object({ currency: text, amount: decimal, available: decimal }))
