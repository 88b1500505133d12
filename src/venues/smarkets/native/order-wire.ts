import * as z from 'zod'
import { enumOf, openEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  id,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/** Payloads for accounts and orders (../README.md, "Accounts and orders"; OpenAPI document of v3). */

const count = integer.refine((value) => value >= 0, { error: 'expected a non-negative quantity' })
const points = integer.refine((value) => value >= 0 && value <= 10_000, {
  error: 'expected a price in basis points',
})

/** `POST /sessions/` */
export const sessionReply = z.object({
  token: text,
  /** UTC, without a time zone in the text. */
  stop: optionalOf(z.string()),
  /** `complete`, or the name of a missing factor, which is refused and named. */
  factor: openEnumOf('smarkets', 'session.factor', ['complete', 'totp', 'nemid']),
})

/** `GET /accounts/` */
export const accountReply = z.object({
  account: z.object({ available_balance: decimal, balance: decimal, currency: text }),
})

const order = z.object({
  id,
  market_id: id,
  contract_id: id,
  side: enumOf('smarkets', 'order.side', ['buy', 'sell']),
  type: optionalOf(
    enumOf('smarkets', 'order.type', [
      'good_til_halted',
      'good_til_cancelled',
      'keep_in_play',
      'immediate_or_cancel',
      // Trades outside the book, which never rest (synpath 0.11.0, trading/smarkets.py).
      'over_the_counter',
      'over_the_counter_free',
    ]),
  ),
  state: enumOf('smarkets', 'order.state', ['created', 'partial', 'filled', 'settled']),
  price: points,
  quantity: count,
  quantity_filled: count,
  quantity_unfilled: count,
  /** Matched in play and not confirmed yet. It is either included in `quantity_filled` or in addition to it. */
  quantity_filled_pending: ornamentOf(count),
  /** The average price of the matches in basis points, or 0 if there are none. */
  average_price_matched: ornamentOf(points),
  average_price_matched_precise: ornamentOf(decimal),
  created_datetime: isoTime,
  last_modified_datetime: ornamentOf(isoTime),
  /** For a settled order: `winner`, `loser`, `void` and others. */
  outcome: ornamentOf(text),
  /** A note from the client that placed the order. */
  label: ornamentOf(text),
})
export type NativeOrder = z.output<typeof order>

/** `GET /orders/` */
export const ordersReply = z.object({ orders: rowsOf(order, 'orders') })

/** `GET /orders/{id}/`. The order is the response itself, or in a separate member (inferred). */
export const orderReply = z.preprocess(
  (raw) => (typeof raw === 'object' && raw !== null && 'order' in raw ? raw.order : raw),
  order,
)

/** `POST /orders/` */
export const createdReply = z.object({
  order_id: id,
  quantity: count,
  total_executed_quantity: count,
  available_quantity: count,
})
