import type { Order, OrderStatus } from '../../../api/models/models.js'
import { decimalOf, divide, toNumber } from '../../../api/values/decimal.js'
import type { NativeOrder } from './order-wire.js'

/** The order types that never rest. */
const taking: ReadonlySet<NativeOrder['type']> = new Set([
  'immediate_or_cancel',
  'over_the_counter',
  'over_the_counter_free',
])

/** Converts an order from a list. A match that can still be voided is not filled yet. */
export function toOrder(row: NativeOrder): Order {
  const status = statusOf(row)
  const filled = confirmedOf(row)
  return {
    id: row.id,
    marketId: row.market_id,
    outcomeId: row.contract_id,
    side: row.side,
    type: taking.has(row.type) ? 'market' : 'limit',
    price: toUnits(row.price),
    amount: toUnits(row.quantity),
    status,
    filled: toUnits(filled),
    remaining: toUnits(Math.max(0, row.quantity - filled)),
    timestamp: row.created_datetime,
  }
}

/**
 * Returns the status. Smarkets has no state for canceled orders. A waiting order without an open amount was canceled, and so was
 * the remainder of a settled order (../README.md, "Accounts and orders").
 */
function statusOf(row: NativeOrder): OrderStatus {
  const { state, quantity, quantity_unfilled: unfilled } = row
  const isWaiting = pendingOf(row) > 0
  if (confirmedOf(row) >= quantity || (state === 'filled' && !isWaiting)) return 'filled'
  if (state === 'settled') return 'canceled'
  if (unfilled > 0) return 'open'
  return isWaiting ? 'pending' : 'canceled'
}

/**
 * Returns the amount that matched in play and is not confirmed yet, such that the parts of the row add up to the order. It is
 * either part of the filled amount or in addition to it. A settled order has no such amount.
 */
function pendingOf(row: NativeOrder): number {
  const { state, quantity, quantity_filled: filled, quantity_unfilled: unfilled } = row
  const { quantity_filled_pending: pending = 0 } = row
  if (state === 'settled') return 0
  return filled + pending + unfilled === quantity || isWithin(row) ? pending : 0
}

function isWithin(row: NativeOrder): boolean {
  const { quantity, quantity_filled: filled, quantity_unfilled: unfilled } = row
  return filled + unfilled === quantity && (row.quantity_filled_pending ?? 0) <= filled
}

/** Returns the matched amount that can no longer be voided. */
export function confirmedOf(row: NativeOrder): number {
  return row.quantity_filled - (isWithin(row) ? pendingOf(row) : 0)
}

/** Converts ten-thousandths, which are used for prices and for contracts that pay 1 GBP. */
export function toUnits(count: number): number {
  return toNumber(divide(decimalOf(count), decimalOf(10_000), 4, 'nearest'))
}
