import * as z from 'zod'
import { rowsOf } from '../../../venue-kit/rows.js'
import {
  decimal,
  id,
  isoTime,
  listOrNull,
  maybe,
  notBelowZero,
  ornament,
  probability,
  text,
} from '../../../venue-kit/schema.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"; OpenAPI 1.0.0). Figures are texts. */

const count = notBelowZero('expected a count of contracts')
const side = z.enum(['yes', 'no'])

export const order = z.object({
  /** Up to 18 digits. */
  orderId: id,
  /** Words are added: one that is not known costs no list, and is read by what is left (order-rows.ts). */
  status: ornament(text.transform((word) => word.toLowerCase())),
  symbol: text,
  side: z.enum(['buy', 'sell']),
  outcome: side,
  orderType: ornament(text),
  quantity: count,
  filledQuantity: count,
  remainingQuantity: count,
  /** Of the order's own outcome. */
  price: maybe(probability),
  createdAt: isoTime,
})
export type NativeOrder = z.output<typeof order>

const position = z.object({
  symbol: text,
  outcome: side,
  totalQuantity: count,
  avgPrice: maybe(probability),
  realizedPl: maybe(decimal),
  unrealizedPnl: maybe(decimal),
  /** At the price that the outcome sells for; absent where nobody bids. */
  marketValue: maybe(decimal),
  contractMetadata: ornament(z.object({ contractName: ornament(text), eventName: ornament(text) })),
})
export type NativePosition = z.output<typeof position>

const orders = listOrNull(rowsOf(order, 'orders'))

/** `POST /v1/prediction-markets/orders/active` and `/orders/history`, the second of which may be the bare list. */
export const ordersReply = z.preprocess(
  (raw) => (Array.isArray(raw) ? { orders: raw } : raw),
  z.object({ orders }),
)
/** `POST /v1/prediction-markets/positions` */
export const positionsReply = z.object({ positions: listOrNull(rowsOf(position, 'positions')) })
/** `POST /v1/prediction-markets/order/cancel` */
export const canceledReply = z.object({ result: ornament(text), message: ornament(text) })
/** `POST /v1/balances` */
export const balancesReply = z.array(z.object({ currency: text, amount: decimal, available: decimal }))
