import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { knowsMember, listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { isOrderOf, judgeChangeOf, toOrderId } from '../records/reconcile-order.js'
import { createDecisionError } from './owner-decisions.js'

/** Whether a row is a change of the order with this id. */
export function isChangeOf({ edits }: Pick<JournalRow, 'edits'>, orderId: string): boolean {
  return edits !== undefined && toOrderId(edits) === orderId
}

/**
 * Returns an order with a change that was made according to its owner.
 * @param shown the order as the venue shows it; undefined if it shows none, or cannot be called
 * @param last the newest row of the order that is known to be placed
 * @throws VALIDATION_ERROR where the venue shows that the change was not made
 */
export function toChangedOrder(
  row: JournalRow,
  orderId: string,
  shown: Order | undefined,
  last: JournalRow | undefined,
): Order {
  const { venue, terms, at, id } = row
  const known = last?.outcome.state === 'placed' ? last.outcome.order : undefined
  // After the next change the order no longer shows this one.
  const wasChangedSince = last?.edits !== undefined && last.id !== id && last.at >= at
  const hadTerms = (order: Order): boolean =>
    last !== undefined && last.id !== id && isOrderOf(last.terms, order)
  const judged =
    shown === undefined || wasChangedSince ? undefined : judgeChangeOf(row, shown, () => false, hadTerms)
  if (shown !== undefined && judged === 'other')
    throw createDecisionError(
      `The order '${orderId}' does not have the change`,
      `${venueNames[venue]} shows it with the amount ${shown.amount} at ${shown.price ?? 'no price'}, and the change is to ${terms.amount} at ${terms.price ?? 'no price'}`,
    )
  const isKnownEnd = known !== undefined && isEnded(known)
  const present = shown !== undefined && (isEnded(shown) || !isKnownEnd) ? shown : known
  // The row of an order that was canceled may show its amount before the change.
  return present === shown && present !== undefined && judged !== 'unsure'
    ? present
    : withTerms(row, orderId, present)
}

/** Returns an order with the terms of a change, and the progress of another state of it. */
function withTerms({ terms, at }: JournalRow, id: string, of: Order | undefined): Order {
  const { price } = toRequestedTerms(terms)
  const amount = Number(terms.amount)
  if (of === undefined) {
    const unknown = ['status', 'filled', 'remaining', 'timestamp']
    const progress = { status: 'open', filled: 0, remaining: amount, timestamp: at } as const
    return { ...toRequestedTerms(terms), id, ...progress, metadata: { unknown } }
  }
  const isFilledKnown = knowsMember(of, 'filled')
  const left = toNumber(subtractDecimals(decimalOf(amount), decimalOf(of.filled)))
  const others = listUnknownMembers(of).filter(
    (name) => name !== 'amount' && !(isFilledKnown && name === 'remaining'),
  )
  const { unknown: _named, ...facts } = of.metadata ?? {}
  return omitUndefined<Order>({
    ...of,
    ...{ id, price, amount },
    remaining: isFilledKnown ? Math.max(0, left) : of.remaining,
    metadata:
      others.length > 0 ? { ...facts, unknown: others } : Object.keys(facts).length > 0 ? facts : undefined,
  })
}
