import type { Order } from '../../api/models/models.js'
import { isEnded } from '../../api/models/order-state.js'
import { listUnknownMembers } from '../../api/values/unknown-members.js'

/** What the model requires of an order and a bare cancellation does not tell: 0, `buy` and `limit` until it is known. */
const untold = { side: 'buy', type: 'limit', amount: 0, filled: 0, remaining: 0, timestamp: 0 } as const

type Member = 'clientOrderId' | keyof typeof untold
type Told = { readonly [Name in Member]?: Order[Name] | undefined }

/**
 * An order that the venue has taken back, of which no more is known than this (api/README.md, "Orders").
 * @param alsoUnknown members that are named as unknown beside those which the model requires
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
 * An order whose cancel the venue has accepted, as its caller gets it. Where the venue still shows it as open, the row is
 * older than the cancel, and what it filled until then may be missing.
 */
export function toCanceledOrder(order: Order): Order {
  return isEnded(order) ? order : asCanceled(order)
}

/** An order that is canceled, by a row from before that. */
export function asCanceled(order: Order): Order {
  const unknown = [...new Set([...listUnknownMembers(order), 'filled', 'remaining'])]
  return { ...order, status: 'canceled', metadata: { ...order.metadata, unknown } }
}
