import type { Order } from '../../api/models/models.js'
import { isEnded } from '../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { listUnknownMembers } from '../../api/values/unknown-members.js'
import { omitUndefined } from '../unify/unified-market.js'

/** Values for members that the model requires but a cancellation does not contain: 0, `buy` and `limit` until they are known. */
const untold = { side: 'buy', type: 'limit', amount: 0, filled: 0, remaining: 0, timestamp: 0 } as const

type Member = 'clientOrderId' | keyof typeof untold
type Told = { readonly [Name in Member]?: Order[Name] | undefined }

/**
 * Creates an order that the venue canceled, without further known facts (api/README.md, "Orders").
 * @param alsoUnknown additional members to be named as unknown
 */
export function createCanceledOrder(
  id: string,
  told: Told = {},
  alsoUnknown: readonly (keyof Order)[] = [],
): Order {
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return {
    id,
    marketId: 'unknown',
    outcomeId: 'unknown',
    status: 'canceled',
    ...untold,
    ...known,
    metadata: {
      unknown: [...alsoUnknown, ...Object.keys(untold).filter((member) => !Object.hasOwn(known, member))],
    },
  }
}

/**
 * Returns an order whose cancel the venue accepted. If the venue still shows it as open, the row is older than the cancel, and
 * later fills may be missing.
 */
export function toCanceledOrder(order: Order): Order {
  return isEnded(order) ? order : asCanceled(order)
}

/**
 * Returns a canceled or rejected order with its amount, and the remainder that follows from it, where its row does not show
 * them.
 */
export function withKnownAmount(order: Order, amount: number): Order {
  const { status, filled, metadata } = order
  const unknown = listUnknownMembers(order)
  const isOver = status === 'canceled' || status === 'rejected'
  if (!isOver || !unknown.includes('amount') || amount < filled) return order
  const isFilledKnown = !unknown.includes('filled')
  const others = unknown.filter((member) => member !== 'amount' && !(isFilledKnown && member === 'remaining'))
  const { unknown: _named, ...facts } = metadata ?? {}
  const told = others.length === 0 ? facts : { ...facts, unknown: others }
  return omitUndefined<Order>({
    ...order,
    amount,
    remaining: isFilledKnown
      ? toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled)))
      : order.remaining,
    metadata: Object.keys(told).length === 0 ? undefined : told,
  })
}

/** Marks an order as canceled, from a row before the cancel. */
export function asCanceled(order: Order): Order {
  return withUnknownFills({ ...order, status: 'canceled' })
}

/** Marks the fills of an order as unknown, from a row before its cancel was sent. */
export function withUnknownFills(order: Order): Order {
  const unknown = [...new Set([...listUnknownMembers(order), 'filled', 'remaining'])]
  return { ...order, metadata: { ...order.metadata, unknown } }
}
