import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf } from '../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { type Amount, multiplyAmounts, ONE, sumAmounts, toAmount } from '../../paper-trading/state/amount.js'
import type { PaperOrder } from '../../paper-trading/state/types.js'
import { callerOf } from './accounts.js'
import { createApiError, createBadParams } from './errors.js'
import { takerFeeOf } from './fees.js'
import { hashOf } from './native-order.js'
import { accountOf, bookOf } from './paper.js'
import {
  assertNetwork,
  cancelSigned,
  createBadOrder,
  type ParsedOrder,
  parseSentOrder,
  placeParsedOrder,
  reasonOf,
  refusalOf,
  signedOrderIn,
} from './place-order.js'

/** Routes of several orders in one call (README.md, "Orders"). */
export const batchRoutes: readonly Route[] = [
  route('POST', '/orders/batch', placeSome),
  route('POST', '/orders/batch-modify', modify),
  route('POST', '/orders/cancel-batch', cancelSome),
]

const MAX_ORDERS = 200

/** Returns the items of a member that must be a list. @throws 400 */
function itemsIn(call: MockCall, name: string, least = 1): readonly unknown[] {
  const items = bodyMemberOf(call.request, name) ?? (least === 0 ? [] : undefined)
  if (!Array.isArray(items) || items.length < least || items.length > MAX_ORDERS)
    throw createBadParams(`${name} must have ${least} to ${MAX_ORDERS} items`)
  return items
}

/** A failed item, with its index in the list. */
interface Failure {
  readonly index: number
  readonly orderHash: string | null
  readonly reason: string
}

/** Processes each item, and collects the failures. */
function each<Made>(
  items: readonly unknown[],
  act: (item: unknown) => Made,
): { readonly made: readonly Made[]; readonly errors: readonly Failure[] } {
  const made: Made[] = []
  const errors: Failure[] = []
  for (const [index, item] of items.entries()) {
    try {
      made.push(act(item))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push({ index, orderHash: null, reason: reasonOf(error) })
    }
  }
  return { made, errors }
}

function isPartial(call: MockCall): boolean {
  return bodyMemberOf(call.request, 'allow_partial') === true
}

function placeSome(call: MockCall): Reply {
  const caller = callerOf(call)
  assertNetwork(call.request)
  const items = itemsIn(call, 'orders')
  if (!isPartial(call)) assertAll(call, caller, [], items)
  const { made, errors } = each(
    items,
    (item) => placeParsedOrder(call, parseSentOrder(call, item, caller)).id,
  )
  return toJsonReply({ placed: made, errors })
}

/** Cancels and places in one operation, so that both are never open. */
function modify(call: MockCall): Reply {
  const caller = callerOf(call)
  assertNetwork(call.request)
  const [old, items] = [itemsIn(call, 'cancel', 0), itemsIn(call, 'place', 0)]
  if (old.length + items.length === 0) throw createBadParams('cancel or place is required')
  if (!isPartial(call)) assertAll(call, caller, old, items)
  const cancelled = each(old, (item) => takenBack(call, item, caller))
  const { made, errors } = each(
    items,
    (item) => placeParsedOrder(call, parseSentOrder(call, item, caller)).id,
  )
  return toJsonReply({ cancelled: cancelled.made, placed: made, errors: [...cancelled.errors, ...errors] })
}

function cancelSome(call: MockCall): Reply {
  const caller = callerOf(call)
  assertNetwork(call.request)
  const cancelled: string[] = []
  const errors: Failure[] = []
  for (const [index, item] of itemsIn(call, 'orders').entries()) {
    const { made, errors: failed } = each([item], (one) => hashOf(signedOrderIn(one, caller)))
    const reason = made.length === 0 ? failed[0]?.reason : cancelSigned(call, item, { caller })
    if (reason === undefined) cancelled.push(...made)
    else errors.push({ index, orderHash: made[0] ?? null, reason })
  }
  return toJsonReply({ cancelled, errors })
}

/** @returns the hash @throws the reason of a failure */
function takenBack(call: MockCall, item: unknown, caller: string): string {
  const reason = cancelSigned(call, item, { caller })
  if (reason !== undefined) throw createApiError(400, reason)
  return hashOf(signedOrderIn(item, caller))
}

/**
 * Validates an all-or-none batch. No order is executed unless each one is acceptable, and the balance covers all of
 * them.
 * @throws the reason of a failure
 */
function assertAll(call: MockCall, caller: string, old: readonly unknown[], items: readonly unknown[]): void {
  const account = accountOf(call, caller)
  const ending = old.map((item): PaperOrder => {
    const order = account.order(hashOf(signedOrderIn(item, caller)))
    if (order?.status !== 'open')
      throw createApiError(400, order === undefined ? 'Order not found' : 'Order is not open')
    return order
  })
  const wanted = items.map((item) => parseSentOrder(call, item, caller))
  for (const one of wanted) assertTaken(call, one)
  const available = account.balance().available + sumAmounts(ending.map(({ lockedCash }) => lockedCash))
  const needed = sumAmounts(wanted.map(costOf))
  if (needed > available) throw refusalOf({ reason: 'insufficient_funds', needed, available })
}

/** Returns the maximum cost of a limit purchase; a resting order pays no fee. */
function costOf({ action, price, amount, timeInForce }: ParsedOrder): Amount {
  if (action === 'sell' || price === undefined || !('size' in amount)) return 0n
  const fee = timeInForce === 'gtc' ? 0n : takerFeeOf(price, amount.size)
  return multiplyAmounts(price, amount.size) + fee
}

/**
 * Checks that the current book accepts an order that must not cross, or must be filled completely.
 * @throws the reason of a failure
 */
function assertTaken(
  call: MockCall,
  { market, side, action, price, amount, postOnly, timeInForce }: ParsedOrder,
): void {
  if (!('size' in amount) || amount.size === 0n) throw createBadOrder('invalid size')
  const { bids, asks } = bookOf(call, market)
  const isTowardYes = (side === 'yes') === (action === 'buy')
  const limit = price === undefined || side === 'yes' ? price : ONE - price
  const within = (isTowardYes ? asks : bids).filter((level) => {
    const at = toAmount(level.price)
    return limit === undefined || (isTowardYes ? at <= limit : at >= limit)
  })
  const fillable = sumAmounts(within.map(({ size }) => toAmount(size)))
  if (postOnly === true && fillable > 0n) throw refusalOf({ reason: 'would_cross' })
  if (timeInForce === 'fok' && fillable < amount.size) throw refusalOf({ reason: 'not_filled', fillable })
}
