import * as z from 'zod'
import { enumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  optionalOf,
  ornamentOf,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/** Payloads for accounts and orders (../README.md, "Accounts and orders"). */

/** Decimal in recordings, hexadecimal in documents. */
const token = z
  .string()
  .regex(/^(\d{1,80}|0x[0-9a-f]{1,64})$/i, 'expected a token id')
  .transform((value) => String(BigInt(value)))

const amount = decimal.refine((value) => value >= 0, { error: 'expected a non-negative amount' })

const upperCase = (sent: string): string => sent.toUpperCase()

const orderType = spelledEnumOf('probable', 'order.type', ['LIMIT', 'MARKET'], upperCase)

/** From the documents and `@prob/clob`: the values for limit orders, then those for immediate orders. */
const timeInForce = spelledEnumOf(
  'probable',
  'order.timeInForce',
  ['GTC', 'GTD', 'IOC', 'FOK', 'FAK'],
  upperCase,
)

const order = z
  .object({
    orderId: id,
    clientOrderId: optionalOf(text),
    side: enumOf('probable', 'order.side', ['BUY', 'SELL']),
    type: optionalOf(orderType),
    timeInForce: optionalOf(timeInForce),
    price: amount,
    origQty: amount,
    executedQty: amount,
    status: enumOf('probable', 'order.status', [
      'NEW',
      'PARTIALLY_FILLED',
      'FILLED',
      'CANCELED',
      'PENDING_CANCEL',
      'REJECTED',
      'EXPIRED',
    ]),
    time: optionalOf(epochMillis),
    updateTime: optionalOf(epochMillis),
    tokenId: optionalOf(token),
    ctfTokenId: optionalOf(token),
  })
  .refine((row) => (row.ctfTokenId ?? row.tokenId) !== undefined, {
    path: ['ctfTokenId'],
    error: 'none of the known names of its token is present',
  })
export type NativeOrder = z.output<typeof order>

export const orderReply = order

/** The required members of the response to a new order. */
export const numberedReply = z.object({ orderId: id })

/** An error with HTTP 200 instead of an order. */
export const refusalReply = z.object({ code: integer, msg: z.string() })

/** `GET /orders/{chainId}/open`. It is a plain list in the SDK, and a list with pages in the documents. */
export const openOrdersReply = z.preprocess(
  (body) => (Array.isArray(body) ? { orders: body } : body),
  z.object({
    orders: rowsOf(order, 'orders'),
    pagination: optionalOf(z.object({ page: integer, limit: integer, total: integer })),
  }),
)

/** `POST` and `GET /auth/api-key/{chainId}` */
export const apiKeyReply = z.object({ apiKey: text, secret: text, passphrase: text })

/** `GET /trade/{chainId}`, which is documented but not recorded. */
export const keyedTradesReply = z.object({
  trades: z.array(
    z.object({
      orderId: id,
      price: decimal,
      qty: amount,
      commission: ornamentOf(decimal),
      commissionAsset: ornamentOf(text),
      time: epochMillis,
      /** A boolean in the documents, and text in the SDK's types. */
      buyer: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
    }),
  ),
  next_cursor: optionalOf(z.string()),
})
export type KeyedTrade = z.output<typeof keyedTradesReply>['trades'][number]
