import type { Order, UserTrade } from '../../../api/models/models.js'
import { add, compare, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'

/** Contracts of an order that were reversed, by the trades that filled them. */
type Reversed = Readonly<Record<string, number>>

/** Returns the known reversed trades of an order. */
export function reversedOf({ metadata }: Pick<Order, 'metadata'>): Reversed {
  const told: unknown = metadata?.['reversed']
  return typeof told === 'object' && told !== null ? (told as Reversed) : {}
}

/** Returns the trade that a row reverses, or undefined if it does not reverse one. */
export function reversedBy({ metadata }: UserTrade): string | undefined {
  const id = metadata?.['reverses']
  return typeof id === 'string' ? id : undefined
}

/**
 * Returns an order without the trades that filled it and were later reversed. A filled order is then rejected, like one
 * whose settlement failed. The resting part of an open order still rests.
 * @param order the order as its venue shows it, with these trades, or as it was returned before
 */
export function withoutReversed(order: Order, reversed: Reversed): Order {
  const before = reversedOf(order)
  const more = Object.entries(reversed).filter(([id]) => !Object.hasOwn(before, id))
  if (more.length === 0) return order
  const gone = more.reduce((sum, [, amount]) => add(sum, decimalOf(amount)), zero)
  const left = subtractDecimals(decimalOf(order.filled), gone)
  const filled = knowsMember(order, 'filled') && compare(left, zero) > 0 ? toNumber(left) : 0
  const isOver = order.status === 'filled'
  const rest = toNumber(subtractDecimals(decimalOf(order.amount), decimalOf(filled)))
  return {
    ...order,
    filled,
    ...(isOver ? { status: 'rejected', remaining: Math.max(0, rest) } : {}),
    metadata: { ...order.metadata, reversed: { ...before, ...reversed } },
  }
}
