import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
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
 * @returns undefined while the outcome is unknown: the venue has no lookup by the order's name, or the order may be on its
 * way
 * @throws the failure to reach the venue
 */
export async function reconcileOrder(
  {
    handle,
    terms,
    at,
    sentAgainAt = at,
    edits,
  }: Pick<JournalRow, 'handle' | 'terms' | 'at' | 'sentAgainAt' | 'edits'>,
  source: OrderSource,
  ctx: VenueContext,
  ageMs: () => number,
  mayShowEarlier: (listedUntil: number | undefined) => boolean = () => false,
): Promise<Extract<OrderOutcome, { state: 'placed' | 'absent' }> | undefined> {
  if (source.find === undefined || handle === undefined) return undefined
  const wasOld = ageMs() >= SURE_MS
  // Lists of a venue may lag: they prove nothing about an order that is younger than they are.
  const listedUntil = wasOld || mayShowEarlier(0) ? await source.listedUntil?.(ctx) : undefined
  const isListed = listedUntil === undefined || listedUntil - sentAgainAt >= SURE_MS
  const order = await source.find(handle, terms, at, ctx)
  const isOld = wasOld && ageMs() >= SURE_MS
  if (order !== undefined) {
    if (isOrderOf(terms, order))
      return mayShowEarlier(listedUntil)
        ? undefined
        : { state: 'placed', order: toRequestedSide(terms, order) }
    // The order does not have the requested change: the change has not arrived, or was refused.
    if (edits !== undefined) return isOld && isListed ? { state: 'absent' } : undefined
    // Its caller used the name before, and the venue accepts no second order with it. A younger order proves nothing:
    // unknown.
    return order.marketId !== terms.marketId || isOlder(order, at) ? { state: 'absent' } : undefined
  }
  return isOld && isListed ? { state: 'absent' } : undefined
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

export function isOlder({ timestamp }: Order, at: number): boolean {
  return timestamp !== undefined && timestamp < at - CLOCK_SLACK_MS
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
  const { marketId, outcomeId, side, type } = terms
  if (order.marketId === 'unknown') return true
  if (order.marketId !== marketId) return false
  const isSameOutcome = order.outcomeId === outcomeId
  if (isSameOutcome !== (order.side === side)) return false
  if (type !== 'limit' || order.type !== 'limit') return true
  const price = Number(terms.price)
  return isNear(order.amount, Number(terms.amount)) && isNear(order.price, isSameOutcome ? price : 1 - price)
}

/** Whether a number of the venue, if it has one, equals the one that was sent. */
function isNear(venues: number | undefined, sent: number): boolean {
  return venues === undefined || Math.abs(venues - sent) <= 1e-6 * Math.max(1, sent)
}
