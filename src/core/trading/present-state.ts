import { decimal, subtract, toNumber } from '../../api/decimal.js'
import type { Order } from '../../api/models.js'
import { listUnknownMembers } from '../../api/unknown-members.js'
import type { JournalRow } from '../../orders/journal.js'

/** A row of the journal that is known to be placed. */
export type PlacedRow = JournalRow & { readonly outcome: { readonly state: 'placed'; readonly order: Order } }

/** Whether nothing of it rests any more. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'open' && status !== 'pending'
}

/**
 * An order whose cancel the venue has accepted, as its caller gets it. Where the venue still shows it as open, the row is
 * older than the cancel, and what it filled until then may be missing.
 */
export function afterCancel(order: Order): Order {
  if (isEnded(order)) return order
  const unknown = [...new Set([...listUnknownMembers(order), 'filled', 'remaining'])]
  return { ...order, status: 'canceled', metadata: { ...order.metadata, unknown } }
}

/** An order that the venue shows as open, and that is known to have ended a moment ago: its row lags behind. */
export function asEnded(shown: Order, known: Order): Order {
  const filled = Math.max(shown.filled, known.filled)
  const unknown = listUnknownMembers(known)
  return {
    ...shown,
    status: known.status,
    filled,
    remaining: Math.max(0, toNumber(subtract(decimal(shown.amount), decimal(filled)))),
    ...(unknown.length === 0 ? {} : { metadata: { ...shown.metadata, unknown } }),
  }
}
