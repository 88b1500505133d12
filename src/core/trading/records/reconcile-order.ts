import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { JournalRow, OrderOutcome } from '../../../orders/journal.js'
import type { OrderSource, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedSide } from '../request/requested-side.js'

/** An order that the venue does not show this long after it was sent has not been placed. */
export const SURE_MS = 60_000

/**
 * Returns the outcome of an order whose response was lost, from a lookup at the venue.
 * @param ageMs the time since it was last sent. The venue's response shows whether the local clock is fast, so it is read
 * again then.
 * @param mayShowEarlier whether a row with the terms of a change may be older than the change, in a list that is complete until
 * then (records/changed-order.ts)
 * @param hadTerms whether the order had the terms of a row before the change, according to the journal
 * @returns undefined while the outcome is unknown: the venue has no lookup by the order's name, or the order may be on its
 * way; `unknown` where the venue shows an order with that name that may be another one
 * @throws the failure to reach the venue
 */
export async function reconcileOrder(
  row: Named & Pick<JournalRow, 'sentAgainAt' | 'edits' | 'was'>,
  source: OrderSource,
  ctx: VenueContext,
  ageMs: () => number,
  mayShowEarlier: (listedUntil: number | undefined) => boolean = () => false,
  hadTerms: (order: Order) => boolean = () => false,
): Promise<Found | undefined> {
  const { handle, terms, at, sentAgainAt = at, edits } = row
  if (source.find === undefined || handle === undefined) return undefined
  const wasOld = ageMs() >= SURE_MS
  // Lists of a venue may lag: they prove nothing about an order that is younger than they are.
  const listedUntil = wasOld || mayShowEarlier(0) ? await source.listedUntil?.(ctx) : undefined
  const isListed = listedUntil === undefined || listedUntil - sentAgainAt >= SURE_MS
  const order = await source.find(handle, terms, at, ctx)
  const isOld = wasOld && ageMs() >= SURE_MS
  if (order !== undefined) {
    const placed = { state: 'placed', order: toRequestedSide(terms, order) } as const
    if (edits !== undefined) {
      const judged = judgeChangeOf(row, order, () => mayShowEarlier(listedUntil), hadTerms)
      if (judged === 'made') return placed
      return toChangeNotMade(judged, order, isOld && isListed)
    }
    const identity = judgeOrderOf(row, order)
    if (identity === 'same') return placed
    return identity === 'other' ? { state: 'absent' } : { state: 'unknown', order }
  }
  // The order of a change was there. If it is no longer shown, it may have had the change before.
  return isOld && isListed && edits === undefined ? { state: 'absent' } : undefined
}

/** @param isSure whether a change would be shown by now */
function toChangeNotMade(
  judged: 'other' | 'unsure' | 'since' | 'older',
  order: Order,
  isSure: boolean,
): Found | undefined {
  if (judged === 'older') return undefined
  if (judged !== 'other') return { state: 'unknown', order }
  // The change has not arrived, or was refused.
  return isSure ? { state: 'absent' } : undefined
}

type Found =
  | Extract<OrderOutcome, { state: 'placed' | 'absent' }>
  | { readonly state: 'unknown'; readonly order: Order }

type Named = Pick<JournalRow, 'handle' | 'terms' | 'at' | 'key' | 'isUnique'>

/**
 * Decides whether an order that the venue shows under the handle of a sent order is that order, which may have been changed
 * since. An id that is known in advance is derived from the order itself (Polymarket, Myriad). A name is that of one order if
 * the venue refuses its second use (Kalshi, Limitless), or if the daemon created it. A name of the caller may be that of a
 * second order elsewhere (Hyperliquid, Smarkets).
 * @returns `other` for an order that had the name before, so that the sent one was not accepted. `unsure` for an older one with
 * equal terms, because the clock of this machine may have been fast by more than the margin.
 */
export function judgeOrderOf(
  { handle, terms, at, key, isUnique }: Named,
  order: Order,
): 'same' | 'other' | 'unsure' {
  // A caller that uses a name again may repeat the terms too.
  const isCallersName = handle?.by === 'clientOrderId' && key !== undefined
  if (isOrderOf(terms, order)) return isCallersName && isOlder(order, at) ? 'unsure' : 'same'
  if (order.marketId !== terms.marketId) return 'other'
  if (handle?.by === 'orderId' && isSameDirection(terms, order)) return 'same'
  if (isOlder(order, at)) return 'other'
  const isOwnName = isUnique === true || key === undefined
  return isOwnName && hasTime(order) && isSameDirection(terms, order) ? 'same' : 'unsure'
}

/**
 * Decides whether a change was made, by the row of its order. A canceled order may be shown with the amount of before the change,
 * because its remainder, which would show the new one, is 0 (Kalshi). Its price and its fills are those of the last change.
 * @param mayShowEarlier whether a row with the terms of the change may be older than the change
 * @param hadTerms whether the order had the terms of this row before the change, according to the journal
 * @returns `other` for the terms of before the change; `since` for terms of neither, because the order was changed again
 */
export function judgeChangeOf(
  { terms, was }: Pick<JournalRow, 'terms' | 'was'>,
  order: Order,
  mayShowEarlier: () => boolean,
  hadTerms: (order: Order) => boolean = () => false,
): 'made' | 'other' | 'unsure' | 'since' | 'older' {
  if (isOrderOf(terms, order)) return mayShowEarlier() ? 'older' : 'made'
  const hasPriceOf = (asked: OrderTerms): boolean =>
    isOrderOf({ ...asked, amount: String(order.amount) }, order)
  const old = was && { ...terms, ...was }
  const isOld = old === undefined || hadTerms(order)
  if (!isEnded(order)) return isOld || isOrderOf(old, order) ? 'other' : 'since'
  if (!hasPriceOf(terms)) return isOld || hasPriceOf(old) ? 'other' : 'since'
  if (old !== undefined && knowsMember(order, 'filled')) {
    if (!hasPriceOf(old) || order.filled > Number(old.amount)) return 'made'
  }
  return order.status === 'filled' ? 'other' : 'unsure'
}

/** Whether a lookup found no order, but in lists that lack some orders, so this is not proof. */
export function isUnlisted(error: unknown): boolean {
  return error instanceof PmxError && error.code === 'ORDER_NOT_FOUND'
}

/** Whether an order at the venue has the name by which the venue can find a row's order. */
export function isHandleOf(
  { handle }: Pick<JournalRow, 'handle'>,
  order: Pick<Order, 'id' | 'clientOrderId'>,
): boolean {
  if (handle === undefined) return false
  // A client order id is text of its caller: only ids of the venue are the same in any case.
  if (handle.by === 'clientOrderId') return order.clientOrderId === handle.value
  return toOrderId(order.id) === toOrderId(handle.value)
}

/** Returns the id of an order as venues and the journal write it, with hashes in lower case. */
export function toOrderId(name: string): string {
  return /^0x[0-9a-f]+$/i.test(name) ? name.toLowerCase() : name
}

/** Clocks of venues differ from the local clock by less than this. */
export const CLOCK_SLACK_MS = 60_000

/** Whether the venue shows an order as older than the one that was sent. Some rows have no time. */
export function isOlder(order: Order, at: number): boolean {
  return hasTime(order) && order.timestamp < at - CLOCK_SLACK_MS
}

/** Whether the venue shows the time of an order. */
export function hasTime(order: Order): boolean {
  return order.timestamp !== 0 && knowsMember(order, 'timestamp')
}

/**
 * Whether an order that the venue found by a name can be the one that was sent with it. It must have the same market,
 * direction, size and limit. Venues net positions, so a sale of YES may be returned as a purchase of NO at 1 - price. A
 * market order is compared only by market and direction, because some venues express it in money.
 */
export function isOrderOf(
  terms: OrderTerms,
  order: Pick<Order, 'marketId' | 'outcomeId' | 'side' | 'type' | 'price' | 'amount'>,
): boolean {
  const { marketId, outcomeId, type } = terms
  if (order.marketId === 'unknown') return true
  if (order.marketId !== marketId || !isSameDirection(terms, order)) return false
  const isSameOutcome = order.outcomeId === outcomeId
  if (type !== 'limit' || order.type !== 'limit') return true
  const price = Number(terms.price)
  return isNear(order.amount, Number(terms.amount)) && isNear(order.price, isSameOutcome ? price : 1 - price)
}

/** Whether both buy the same outcome, or one sells what the other buys the complement of. */
export function isSameDirection(
  { outcomeId, side }: Pick<OrderTerms, 'outcomeId' | 'side'>,
  order: Pick<Order, 'outcomeId' | 'side'>,
): boolean {
  return (order.outcomeId === outcomeId) === (order.side === side)
}

/** Whether a number of the venue, if it has one, equals the one that was sent. */
function isNear(venues: number | undefined, sent: number): boolean {
  return venues === undefined || Math.abs(venues - sent) <= 1e-6 * Math.max(1, sent)
}
