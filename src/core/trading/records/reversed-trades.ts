import type { Order, UserTrade } from '../../../api/models/models.js'
import { add, compare, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'

/** Contracts that were taken back of an order, by the trades that they were filled with. */
type Reversed = Readonly<Record<string, number>>

/** The trades of an order that were reversed, as far as is known. */
export function reversedOf({ metadata }: Pick<Order, 'metadata'>): Reversed {
  const told: unknown = metadata?.['reversed']
  return typeof told === 'object' && told !== null ? (told as Reversed) : {}
}

/** The trade that a row takes back; undefined for a row that takes none back. */
export function reversedBy({ metadata }: UserTrade): string | undefined {
  const id = metadata?.['reverses']
  return typeof id === 'string' ? id : undefined
}

/**
 * An order without the trades of it that were reversed after they filled it. One that is filled is rejected then, as one
 * whose settlement failed; what rests of an open one rests still.
 * @param order as its venue shows it, with these trades, or as it was told before
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
