import type { Order, Position, Settlement } from '../../../api/models/models.js'
import {
  compare,
  decimalOf,
  divide,
  multiply,
  subtractDecimals,
  toNumber,
  zero,
} from '../../../api/values/decimal.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'

/** Number of digits of a price that is computed from a value. */
const PRICE_DIGITS = 6

/**
 * Returns an ended order with its remainder. Venues report either the part that still rests, which is zero, or the part
 * that was removed from the book. Here the remainder is the amount minus the filled amount, if both are known.
 */
export function withRemainder(order: Order): Order {
  const { status, amount, filled, remaining, metadata } = order
  if (status !== 'canceled' && status !== 'rejected') return order
  const unknown = listUnknownMembers(order)
  if (unknown.includes('amount') || unknown.includes('filled')) return order
  const left = subtractDecimals(decimalOf(amount), decimalOf(filled))
  const rest = compare(left, zero) > 0 ? toNumber(left) : 0
  if (!unknown.includes('remaining')) return rest === remaining ? order : { ...order, remaining: rest }
  const others = unknown.filter((member) => member !== 'remaining')
  const { unknown: _named, ...facts } = metadata ?? {}
  return { ...order, remaining: rest, metadata: others.length === 0 ? facts : { ...facts, unknown: others } }
}

/**
 * Returns a position with its price computed from value and size, or its value from the price, if the venue returns only
 * one of them.
 */
export function withPrice(position: Position): Position {
  const { size, currentPrice, currentValue } = position
  // Both are present, or neither.
  if ((currentPrice === undefined) === (currentValue === undefined)) return position
  if (size === 0 || listUnknownMembers(position).includes('size')) return position
  if (currentPrice !== undefined)
    return { ...position, currentValue: toNumber(multiply(decimalOf(currentPrice), decimalOf(size))) }
  const [value, contracts] = [decimalOf(Math.abs(currentValue ?? 0)), decimalOf(Math.abs(size))]
  return { ...position, currentPrice: toNumber(divide(value, contracts, PRICE_DIGITS, 'nearest')) }
}

/** Adds the payout of a contract, and the profit if payout, cost and fee are known. */
export function withProfit({ metadata = {}, ...facts }: Settlement): Settlement {
  const settlement: Settlement = Object.keys(metadata).length === 0 ? facts : { ...facts, metadata }
  const { contracts, payout, cost, fee, price, realizedPnL } = settlement
  const each =
    price === undefined && payout !== undefined && contracts !== undefined && contracts > 0
      ? { price: toNumber(divide(decimalOf(payout), decimalOf(contracts), PRICE_DIGITS, 'nearest')) }
      : {}
  if (realizedPnL !== undefined || payout === undefined || cost === undefined || fee === undefined)
    return { ...settlement, ...each }
  const profit = subtractDecimals(subtractDecimals(decimalOf(payout), decimalOf(cost)), decimalOf(fee))
  return { ...settlement, ...each, realizedPnL: toNumber(profit) }
}
