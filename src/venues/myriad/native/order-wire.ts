import * as z from 'zod'
import { parseAddress } from '../../../signing/address.js'
import { numberedEnumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import { integer, isoTime, optionalOf, text } from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/** Payloads of orders (../README.md, "Accounts and orders"). */

/** An integer of any size, as digits; small ones also as JSON numbers. */
const whole = z
  .union([z.string().regex(/^\d{1,78}$/), z.number().int().nonnegative()], {
    error: 'expected an integer in decimal digits',
  })
  .transform((value) => BigInt(value))

const address = z.string().transform((given, ctx) => {
  const parsed = parseAddress(given.toLowerCase())
  if (parsed !== undefined) return parsed
  ctx.addIssue({ code: 'custom', message: 'expected an address' })
  return z.NEVER
})

const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, { error: 'expected an order hash' })
  .transform((value) => value.toLowerCase())

/** Case-insensitive, and `canceled` as well (ccxt 4.5.90, synpath 0.11.0). */
const status = spelledEnumOf(
  'myriad',
  'order.status',
  ['open', 'pending', 'partially_filled', 'filled', 'cancelled', 'expired'],
  (sent) => sent.toLowerCase().replace(/^canceled$/, 'cancelled'),
)
export type NativeStatus = z.output<typeof status>

/** 0 buys, 1 sells. */
const side = numberedEnumOf('myriad', 'order.side', [0, 1])

/** Immediate orders, and those that may rest (docs.myriad.markets, orders; `PO`, post only, is ccxt's). */
const timeInForce = spelledEnumOf('myriad', 'order.timeInForce', ['GTC', 'GTD', 'PO', 'FOK', 'FAK'], (sent) =>
  sent.toUpperCase(),
)

const orderMembers = z.object({
  orderHash: hash,
  clientOrderId: optionalOf(text),
  order: z.object({
    trader: address,
    marketId: whole,
    outcomeId: integer,
    side,
    amount: whole,
    price: whole,
    minFillAmount: whole,
    nonce: whole,
    expiration: whole,
  }),
  status,
  filledAmount: whole,
  timeInForce: optionalOf(timeInForce),
  createdAt: isoTime,
  /** Absent in lists. */
  networkId: optionalOf(integer),
})
/** A parsed order; amounts and prices in 1e-18. */
export type NativeOrder = z.output<typeof orderMembers>

/** `GET /orders/{hash}` */
export const orderReply = orderMembers

/** `GET /orders`; the content of its pagination is not documented. */
export const ordersReply = z.object({
  data: rowsOf(orderMembers, 'data'),
  pagination: optionalOf(z.object({ total: optionalOf(integer), hasNext: optionalOf(z.boolean()) })),
})

/** `POST /orders` and `DELETE /orders/{hash}` */
export const placedReply = z.object({ orderHash: hash, status })
