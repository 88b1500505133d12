import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { knowsMember, listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { JournalRow, OrderOutcome } from '../../../orders/journal.js'
import { withKnownAmount } from '../../../venue-kit/orders/canceled-order.js'

/** A row of the journal whose order is known to be placed. */
export type PlacedRecord = JournalRow & {
  readonly outcome: { readonly state: 'placed'; readonly order: Order }
}

/** Returns an order that is known to have ended recently, while the venue still shows it as open: its row lags. */
export function asEnded(shown: Order, known: Order): Order {
  const filled = Math.max(shown.filled, known.filled)
  const unknown = listUnknownMembers(known)
  return {
    ...shown,
    status: known.status,
    filled,
    remaining: Math.max(0, toNumber(subtractDecimals(decimalOf(shown.amount), decimalOf(filled)))),
    ...(unknown.length === 0 ? {} : { metadata: { ...shown.metadata, unknown } }),
  }
}

export type PlacedOutcome = Extract<OrderOutcome, { state: 'placed' }>

/**
 * Returns the outcome that the journal stores for an order found at the venue. A row may lack the amount with which it was sent.
 */
export function toPlacedOutcome(
  found: Order,
  { cancelsRest, terms }: Pick<JournalRow, 'cancelsRest' | 'terms'>,
): PlacedOutcome {
  const order = terms.spend === undefined ? withKnownAmount(found, Number(terms.amount)) : found
  const isRestOpen = cancelsRest === true && mayHaveOpenRest(order)
  return { state: 'placed', order, ...(isRestOpen ? { isRestOpen } : {}) }
}

/** Whether an order may still have an open remainder. */
export function mayHaveOpenRest(order: Order): boolean {
  return !isEnded(order) || (order.status === 'filled' && !knowsMember(order, 'filled'))
}
