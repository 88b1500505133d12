import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochMillis,
  epochSeconds,
  integer,
  isoTime,
  listOrNull,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'
import { directionMembers, directionOfFill, orderDirection, toDirected } from './direction.js'
import { locatorRow } from './order-place.js'

/** Payloads of accounts and orders (../README.md, "Accounts and orders"; docs.kalshi.com, api reference). */

const count = decimal.refine((value) => value >= 0, { error: 'expected a contract count >= 0' })

export const order = locatorRow
  .extend({
    client_order_id: ornamentOf(text),
    ...directionMembers,
    type: optionalOf(enumOf('kalshi', 'order.type', ['limit', 'market'])),
    // `pending` is the status of a resting order in old recordings.
    status: enumOf('kalshi', 'order.status', ['resting', 'pending', 'executed', 'canceled']),
    yes_price_dollars: optionalOf(probability),
    no_price_dollars: optionalOf(probability),
    initial_count_fp: count,
    fill_count_fp: count,
    remaining_count_fp: count,
    taker_fees_dollars: optionalOf(decimal),
    maker_fees_dollars: optionalOf(decimal),
    // Nullable, and not required (docs.kalshi.com, OpenAPI document).
    created_time: optionalOf(isoTime),
  })
  .transform(toDirected(orderDirection))
export type NativeOrder = z.output<typeof order>

export const fill = z
  .object({
    fill_id: optionalOf(text),
    /** Id of the trade itself, which differs in a recording (2026-08-18), and is the only one on the socket. */
    trade_id: optionalOf(text),
    order_id: text,
    ticker: text,
    ...directionMembers,
    count_fp: count,
    yes_price_dollars: probability,
    no_price_dollars: optionalOf(probability),
    fee_cost: optionalOf(decimal),
    /** Not required; `ts` is its older name, in seconds (docs.kalshi.com, OpenAPI 3.34). */
    created_time: optionalOf(isoTime),
    ts: ornamentOf(epochSeconds),
  })
  .transform(toDirected(directionOfFill))
  .transform(({ fill_id, trade_id, created_time, ts, ...row }, ctx) => {
    const [id, at] = [fill_id ?? trade_id, created_time ?? ts]
    if (id !== undefined && at !== undefined) return { ...row, id, at, trade_id }
    const path = [id === undefined ? 'fill_id' : 'created_time']
    ctx.addIssue({ code: 'custom', message: 'no known field for it is present', path })
    return z.NEVER
  })
export type NativeFill = z.output<typeof fill>

const position = z.object({
  ticker: text,
  /** Below 0 for NO contracts. */
  position_fp: decimal,
  market_exposure_dollars: optionalOf(decimal),
  realized_pnl_dollars: optionalOf(decimal),
})
export type NativePosition = z.output<typeof position>

const cursor = z.string().nullish()

/** `GET /portfolio/balance` */
export const balanceReply = z.object({
  balance_dollars: decimal,
  /** Cents: value of the positions. */
  portfolio_value: ornamentOf(decimal),
  /** By shard. Absent for a key that is bound to a subaccount. */
  balance_breakdown: ornamentsOf(z.object({ exchange_index: integer, balance: decimal })),
})
/** `GET /api_keys`, the permissions of the account's keys only */
export const apiKeysReply = z.object({
  api_keys: z.array(z.object({ api_key_id: text, scopes: ornamentsOf(text) })),
  /** Epoch seconds. Absent for an account that has never attested its region. */
  api_key_region_expiration_ts: optionalOf(epochSeconds),
})
/** `GET /portfolio/positions` */
export const positionsReply = z.object({
  market_positions: listOrNull(rowsOf(position, 'market_positions')),
  cursor,
})
/** `GET /portfolio/orders` and `GET /historical/orders` */
export const ordersReply = z.object({ orders: listOrNull(rowsOf(order, 'orders')), cursor })
/** `GET /portfolio/orders`, the number of its rows only */
export const restingReply = z.object({ orders: z.array(z.unknown()).nullable() })
/** `GET /portfolio/orders/{order_id}` */
export const orderReply = z.object({ order })
/** `GET /portfolio/fills` and `GET /historical/fills` */
export const fillsReply = z.object({ fills: listOrNull(rowsOf(fill, 'fills')), cursor })
/** `POST /portfolio/events/orders` */
export const createdReply = z.object({
  order_id: text,
  client_order_id: ornamentOf(text),
  fill_count: count,
  remaining_count: count,
  ts_ms: epochMillis,
})
/** `POST /portfolio/events/orders/{order_id}/amend`; unchanged members may be absent. */
export const amendedReply = z.object({
  order_id: text,
  client_order_id: ornamentOf(text),
  remaining_count: optionalOf(count),
  ts_ms: epochMillis,
})
/** `DELETE /portfolio/events/orders/{order_id}` */
export const canceledReply = z.object({
  order_id: text,
  client_order_id: ornamentOf(text),
  reduced_by: count,
})

/** `GET /exchange/user_data_timestamp`: the time until which portfolio data is complete. */
export const userDataReply = z.object({ as_of_time: isoTime })
