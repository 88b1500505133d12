import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { isOpen, type JournalRow, type OrderJournal, type OrderOutcome } from '../../../orders/journal.js'
import { hasMoreFills, isTakenBack, mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { toRequestedSide } from '../request/requested-side.js'

/**
 * Returns the journal update for an order in a venue list: its end or its fills. Lists lag, so no other data is taken from them,
 * and known facts are never reverted (`mergeOrder`).
 * @returns undefined if nothing is new
 */
export function learnFrom(
  { outcome, terms }: Pick<JournalRow, 'outcome' | 'terms'>,
  seen: Order,
): Extract<OrderOutcome, { state: 'placed' }> | undefined {
  // Orders with an unknown outcome and remainders of market orders are handled elsewhere (reconcile-order.ts,
  // resting-remainder.ts).
  if (outcome.state !== 'placed' || outcome.isRestOpen === true) return undefined
  const known = outcome.order
  // Another order of the venue may have the same name.
  if (known.id !== seen.id) return undefined
  const now = mergeOrder(known, seen)
  const isNews =
    now !== undefined &&
    (isEnded(now) !== isEnded(known) || hasMoreFills(known, now) || isTakenBack(known, now))
  if (!isNews) return undefined
  return { state: 'placed', order: toRequestedSide(terms, now) }
}

/**
 * Returns the journal update for an open order that its venue shows with another price or amount: it was changed elsewhere, and a
 * later row may not show its amount.
 * @returns undefined if nothing is new
 */
export function findChangedTerms(
  { outcome, terms }: Pick<JournalRow, 'outcome' | 'terms'>,
  seen: Order,
): Extract<OrderOutcome, { state: 'placed' }> | undefined {
  if (outcome.state !== 'placed' || outcome.isRestOpen === true || terms.spend !== undefined) return undefined
  const known = outcome.order
  if (known.id !== seen.id || isEnded(known) || isEnded(seen)) return undefined
  const now = mergeOrder(known, seen)
  if (now === undefined || (now.price === known.price && now.amount === known.amount)) return undefined
  return { state: 'placed', order: toRequestedSide(terms, now) }
}

/** Writes the outcome of a row, within a transaction. If its order has ended, the other rows of that order end too. */
export function writeOutcome(
  journal: Pick<OrderJournal, 'row' | 'rowsOf' | 'recordOutcome'>,
  id: string,
  outcome: OrderOutcome,
  at: number,
): void {
  journal.recordOutcome(id, outcome, at)
  if (outcome.state !== 'placed' || isOpen({ outcome })) return
  const row = journal.row(id)
  const rows = row === undefined ? [] : journal.rowsOf(row.venue, row.account, outcome.order.id)
  // Each change of an order has its own row.
  for (const other of rows.filter(isOpen)) {
    const ended = learnFrom(other, outcome.order)
    if (ended !== undefined) journal.recordOutcome(other.id, ended, at)
  }
}
