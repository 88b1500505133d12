import { takingOf } from './match-orders.js'
import { checkPrice, enterOrder } from './place-order.js'
import {
  type AccountState,
  isMicro,
  type LiveOrder,
  lotsOf,
  noteChange,
  notifyAccount,
  otherSideOf,
  type PaperVenueState,
  toShownOrder,
} from './state/account-state.js'
import { type Amount, minOf } from './state/amount.js'
import { lockFor } from './state/bookkeeping.js'
import type { Amendment, OrderChange, PaperOrderResult, PaperRejection, Rejected } from './state/types.js'

/** Changes an open order, which keeps its place in the queue unless its price changes or its size grows. */
export function amendOrder(
  venue: PaperVenueState,
  order: LiveOrder,
  changes: Amendment,
  now: number,
): PaperOrderResult | Rejected {
  const bad = faultOf(venue, order, changes, now)
  if (bad !== undefined) return { rejected: bad }
  const { size, expiresAt = order.expiresAt ?? null, clientOrderId = order.clientOrderId } = changes
  const price = changes.price ?? order.price
  const renamed = { expiresAt: expiresAt ?? undefined, clientOrderId }
  if (price === order.price && size <= order.size) {
    rename(order, renamed)
    shrink(venue, order, size, 'amended', now)
    return { order: toShownOrder(order), fills: [] }
  }
  return requeue(venue, order, { price, size }, now, () => rename(order, renamed))
}

/** Reduces the resting size of an order. @param remaining above 0, and at most the resting size */
export function decreaseOrder(
  venue: PaperVenueState,
  order: LiveOrder,
  remaining: Amount,
  now: number,
): void {
  const size = order.filled + remaining
  order.decreased += order.size - size
  shrink(venue, order, size, 'decreased', now)
}

function faultOf(
  venue: PaperVenueState,
  order: LiveOrder,
  { price, size, expiresAt, clientOrderId }: Amendment,
  now: number,
): PaperRejection | undefined {
  const { account, market, side, filled } = order
  const twin = clientOrderId === undefined ? undefined : account.byClientId.get(clientOrderId)
  if (twin !== undefined && twin !== order)
    return { reason: 'duplicate_client_order_id', order: toShownOrder(twin) }
  if (size <= filled || !isMicro(size)) return { reason: 'invalid_size' }
  if (typeof expiresAt === 'number' && expiresAt <= now) return { reason: 'already_expired' }
  return price === undefined ? undefined : checkPrice(venue, market, side, price)
}

function rename(
  order: LiveOrder,
  { expiresAt, clientOrderId }: Pick<LiveOrder, 'expiresAt' | 'clientOrderId'>,
) {
  const { byClientId } = order.account
  if (order.clientOrderId !== undefined) byClientId.delete(order.clientOrderId)
  if (clientOrderId !== undefined) byClientId.set(clientOrderId, order)
  order.expiresAt = expiresAt
  order.clientOrderId = clientOrderId
}

/** Removes contracts from the resting size, starting with those that would open a position. */
function shrink(
  venue: PaperVenueState,
  order: LiveOrder,
  size: Amount,
  change: OrderChange,
  now: number,
): void {
  const { account, market } = order
  const rest = size - order.filled
  const closing = minOf(order.lockedHoldings, rest)
  if (closing < order.lockedHoldings)
    lotsOf(account, market, now)[otherSideOf(order.toward)].locked -= order.lockedHoldings - closing
  order.lockedHoldings = closing
  if (size < order.size)
    order.lockedCash = minOf(order.lockedCash, lockFor(venue, order, rest - closing, rest))
  order.size = size
  changed(venue, order, change, now)
}

function changed(venue: PaperVenueState, order: LiveOrder, change: OrderChange, now: number): void {
  order.change = change
  order.updatedAt = now
  noteChange(venue, order.market)
  notifyAccount(order.account, { at: now, kind: 'updated', order: toShownOrder(order) })
}

/** Removes an order from the queue and enters it again as a new one. */
function requeue(
  venue: PaperVenueState,
  order: LiveOrder,
  { price, size }: Pick<LiveOrder, 'price' | 'size'>,
  now: number,
  commit: () => void,
): PaperOrderResult | Rejected {
  const { account, market } = order
  const before = {
    price: order.price,
    size: order.size,
    lockedCash: order.lockedCash,
    lockedHoldings: order.lockedHoldings,
  }
  const resting = venue.tracked.get(market.key)?.resting
  const lock = (sign: 1n | -1n): void => {
    if (before.lockedHoldings > 0n)
      lotsOf(account, market, now)[otherSideOf(order.toward)].locked += sign * before.lockedHoldings
  }
  lock(-1n)
  resting?.delete(order)
  Object.assign(order, { price, size, lockedCash: 0n, lockedHoldings: 0n })
  const taking = takingOf(venue, order, { size: size - order.filled }, now)
  const done = enterOrder(venue, order, taking, now, () => {
    commit()
    changed(venue, order, 'amended', now)
  })
  if (done.rejected === undefined) return done
  Object.assign(order, before)
  lock(1n)
  resting?.add(order)
  return done
}

/** Returns the open order with an id, or the reason why there is none. */
export function openOrder(account: AccountState, orderId: string): LiveOrder | Rejected {
  const order = account.orders.get(orderId)
  if (order === undefined) return { rejected: { reason: 'unknown_order' } }
  if (order.status !== 'open') return { rejected: { reason: 'order_not_open', order: toShownOrder(order) } }
  return order
}
