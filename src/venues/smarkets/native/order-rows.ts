import { decimal, divide, toNumber } from '../../../api/decimal.js'
import type { Order, OrderStatus } from '../../../api/models.js'
import type { NativeOrder } from './order-wire.js'

/** Types of orders of which nothing rests. */
const taking: ReadonlySet<NativeOrder['type']> = new Set([
  'immediate_or_cancel',
  'over_the_counter',
  'over_the_counter_free',
])

/** An order as Smarkets lists it. What has matched and can still be voided is not filled yet. */
export function toOrder(row: NativeOrder): Order {
  const status = statusOf(row)
  return {
    id: row.id,
    marketId: row.market_id,
    outcomeId: row.contract_id,
    side: row.side,
    type: taking.has(row.type) ? 'market' : 'limit',
    price: units(row.price),
    amount: units(row.quantity),
    status,
    filled: units(row.quantity_filled),
    remaining: units(Math.max(0, row.quantity - row.quantity_filled)),
    timestamp: row.created_datetime,
  }
}

/**
 * Smarkets has no state for canceled orders: one that waits with nothing left to match was canceled, and of a settled one
 * the rest was (../README.md, "Accounts and orders").
 */
function statusOf(row: NativeOrder): OrderStatus {
  const { state, quantity, quantity_filled: filled, quantity_unfilled: unfilled } = row
  if (filled >= quantity || state === 'filled') return 'filled'
  if (state === 'settled') return 'canceled'
  if (unfilled > 0) return 'open'
  return pendingOf(row) > 0 ? 'pending' : 'canceled'
}

/** What has matched and is not confirmed, where the venue counts it beside what is filled. */
function pendingOf({
  quantity,
  quantity_filled: filled,
  quantity_unfilled: unfilled,
  quantity_filled_pending: pending = 0,
}: NativeOrder): number {
  return filled + pending + unfilled === quantity ? pending : 0
}

/** Of ten-thousandths: prices, and contracts that pay 1 GBP. */
export function units(count: number): number {
  return toNumber(divide(decimal(count), decimal(10_000), 4, 'nearest'))
}
