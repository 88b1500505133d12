import * as z from 'zod'
import { rowsOf } from '../../../venue-kit/rows.js'
import {
  decimal,
  epochMillis,
  isoTime,
  listOrNull,
  maybe,
  ornament,
  probability,
  text,
} from '../../../venue-kit/schema.js'
import { modernBalance, modernFill, modernOrder, modernPosition } from './legacy-fields.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"; docs.kalshi.com, api reference). */

const count = decimal.refine((value) => value >= 0, { error: 'expected a count of contracts, not below 0' })

/** Which contract an order or a fill is of, as the older members say it; the newer ones tell only which leg it takes. */
const direction = {
  outcome_side: maybe(z.enum(['yes', 'no'])),
  side: maybe(z.enum(['yes', 'no'])),
  action: maybe(z.enum(['buy', 'sell'])),
}

const order = z.preprocess(
  modernOrder,
  z
    .object({
      order_id: text,
      client_order_id: ornament(text),
      ticker: text,
      ...direction,
      type: ornament(z.enum(['limit', 'market'])),
      // `pending` is a word of old recordings for an order that rests.
      status: z.enum(['resting', 'pending', 'executed', 'canceled']),
      yes_price_dollars: maybe(probability),
      no_price_dollars: maybe(probability),
      initial_count_fp: count,
      fill_count_fp: count,
      remaining_count_fp: count,
      taker_fees_dollars: maybe(decimal),
      maker_fees_dollars: maybe(decimal),
      // Nullable, and not among the required ones (docs.kalshi.com, OpenAPI document).
      created_time: maybe(isoTime),
    })
    .refine((row) => (row.outcome_side ?? row.side) !== undefined, {
      path: ['outcome_side'],
      error: 'none of the names that say which side it is',
    }),
)
export type NativeOrder = z.output<typeof order>

const fill = z.preprocess(
  modernFill,
  z
    .object({
      fill_id: maybe(text),
      trade_id: text,
      order_id: text,
      ticker: text,
      ...direction,
      count_fp: count,
      yes_price_dollars: probability,
      no_price_dollars: maybe(probability),
      fee_cost: maybe(decimal),
      created_time: isoTime,
    })
    .refine((row) => (row.outcome_side ?? row.side) !== undefined, {
      path: ['outcome_side'],
      error: 'none of the names that say which side it is',
    }),
)
export type NativeFill = z.output<typeof fill>

const position = z.preprocess(
  modernPosition,
  z.object({
    ticker: text,
    /** Below 0 where they are NO contracts. */
    position_fp: decimal,
    market_exposure_dollars: maybe(decimal),
    realized_pnl_dollars: maybe(decimal),
  }),
)
export type NativePosition = z.output<typeof position>

const cursor = z.string().nullish()

/** `GET /portfolio/balance` */
export const balanceReply = z.preprocess(
  modernBalance,
  z.object({
    balance_dollars: decimal,
    /** Cents: what positions are worth. */
    portfolio_value: ornament(decimal),
  }),
)
/** `GET /portfolio/positions` */
export const positionsReply = z.object({
  market_positions: listOrNull(rowsOf(position, 'market_positions')),
  cursor,
})
/** `GET /portfolio/orders` and `GET /historical/orders` */
export const ordersReply = z.object({ orders: listOrNull(rowsOf(order, 'orders')), cursor })
/** `GET /portfolio/orders/{order_id}` */
export const orderReply = z.object({ order })
/** `GET /portfolio/fills` and `GET /historical/fills` */
export const fillsReply = z.object({ fills: listOrNull(rowsOf(fill, 'fills')), cursor })
/** `POST /portfolio/events/orders` */
export const createdReply = z.object({
  order_id: text,
  client_order_id: ornament(text),
  fill_count: count,
  remaining_count: count,
  average_fee_paid: ornament(decimal),
  ts_ms: epochMillis,
})
/** `DELETE /portfolio/events/orders/{order_id}` */
export const canceledReply = z.object({ order_id: text, client_order_id: ornament(text), reduced_by: count })
