import { type Side, stateAt, type WorldMarket } from '../world/common/types.js'
import { take } from './liquidity.js'
import { flowOf, type Taking, takingOf } from './match-orders.js'
import {
  type AccountState,
  availableCashOf,
  closeOrder,
  floorOf,
  freeHoldingsOf,
  isMicro,
  type LiveOrder,
  lotsOf,
  noteChange,
  notifyAccount,
  otherSideOf,
  type PaperVenueState,
  poolOf,
  priceOn,
  type Tracked,
  toShownOrder,
} from './state/account-state.js'
import { type Amount, MICRO, maxOf, minOf, ONE } from './state/amount.js'
import { bookFill, lockFor, paperIdOf } from './state/bookkeeping.js'
import { notePrint } from './state/trade-tape.js'
import type {
  PaperOrder,
  PaperOrderRequest,
  PaperOrderResult,
  PaperRejection,
  Rejected,
} from './state/types.js'

/** Maximum number of open orders per account. */
const MAX_OPEN_ORDERS = 500

/**
 * Places an order. It takes offers within the limit, level by level, and then rests or is dropped. Its cost is what it takes and
 * locks, not its limit times its size. The proceeds of its sales pay for the remainder.
 */
export function placePaperOrder(
  venue: PaperVenueState,
  account: AccountState,
  wanted: PaperOrderRequest,
  now: number,
): PaperOrderResult | Rejected {
  const bad = faultOf(venue, account, wanted, now)
  if (bad !== undefined) return { rejected: bad }
  const draft = draftOf(venue, account, wanted, now)
  const taking = takingOf(venue, draft, wanted.amount, now, wanted.fillCap)
  draft.size = 'size' in wanted.amount ? wanted.amount.size : taking.size
  const placed = enterOrder(venue, draft, taking, now, () => {
    venue.orderCount += 1
    account.orders.set(draft.id, draft)
    account.open.add(draft)
    if (draft.clientOrderId !== undefined) account.byClientId.set(draft.clientOrderId, draft)
    notifyAccount(account, { at: now, kind: 'placed', order: toShownOrder(draft) })
  })
  return placed
}

/**
 * Matches an order that is in no queue, and rests its remainder if it may rest.
 * @param commit called when the order can no longer be rejected
 */
export function enterOrder(
  venue: PaperVenueState,
  order: LiveOrder,
  taking: Taking,
  now: number,
  commit: () => void,
): PaperOrderResult | Rejected {
  const { account, market } = order
  const wanted = order.size - order.filled
  if (order.postOnly && (taking.steps.length > 0 || taking.metSelf))
    return { rejected: { reason: 'would_cross' } }
  if (order.timeInForce === 'fok' && !taking.isWhole)
    return { rejected: { reason: 'not_filled', fillable: taking.size } }
  const isResting = order.timeInForce === 'gtc' && order.price !== undefined && !taking.metSelf
  const rest = isResting ? wanted - taking.size : 0n

  const closes = otherSideOf(order.toward)
  const free = freeHoldingsOf(account, market, closes)
  if (venue.rules.netting === 'tokens' && order.action === 'sell' && free < wanted)
    return { rejected: { reason: 'insufficient_holdings', needed: wanted, available: free } }
  const isClosing = venue.rules.netting === 'pairs' || order.action === 'sell'
  const closing = isClosing ? minOf(free, taking.size + rest) : 0n
  const paid = flowOf(venue, order, taking.steps, closing, now)
  const lock = lockFor(venue, order, rest - maxOf(0n, closing - taking.size), rest)
  const available = availableCashOf(account, order.pool)
  if (available + paid.flow < lock)
    return { rejected: { reason: 'insufficient_funds', needed: lock - paid.flow, available } }

  const tracked = track(venue, order)
  if (closing > 0n) lotsOf(account, market, now)[closes].locked += closing
  order.lockedHoldings = closing
  venue.turnCount += 1
  order.turn = venue.turnCount
  commit()
  for (const maker of taking.own) closeOrder(venue, maker, now, 'cancelled', 'self_trade')
  const fills = taking.steps.map((step, index) => {
    const { yesPrice, size, maker } = step
    if (maker === undefined) take(venue, tracked, taking.side, step, now)
    else bookFill(venue, maker, { yesPrice, size, at: now })
    const fill = bookFill(venue, order, { yesPrice, size, at: now, takerFee: paid.fees[index] ?? 0n })
    notePrint(venue.prints, order, { yesPrice, size, at: now, count: fill.count })
    return fill
  })
  // A fill may have triggered the order's group, which cancels it.
  if (order.status !== 'open') return { order: toShownOrder(order), fills }
  if (rest > 0n) {
    order.lockedCash = lockFor(venue, order, rest - order.lockedHoldings, rest)
    tracked.resting.add(order)
    noteChange(venue, market)
  } else if (order.size === 0n || order.filled < order.size)
    closeOrder(venue, order, now, 'cancelled', taking.metSelf ? 'self_trade' : 'not_filled')
  return { order: toShownOrder(order), fills }
}

function faultOf(
  venue: PaperVenueState,
  account: AccountState,
  wanted: PaperOrderRequest,
  now: number,
): PaperRejection | undefined {
  const { market, side, price, amount, clientOrderId, id, expiresAt, group } = wanted
  const twin = clientOrderId === undefined ? undefined : account.byClientId.get(clientOrderId)
  const isFree = wanted.takesNameOver === true && twin?.status !== 'open'
  if (twin !== undefined && !isFree) return { reason: 'duplicate_client_order_id', order: toShownOrder(twin) }
  const same = id === undefined ? undefined : account.orders.get(id)
  if (same !== undefined) return { reason: 'duplicate_order_id', order: toShownOrder(same) }
  const state = stateAt(market, now)
  if (state !== 'open') return { reason: 'market_closed', state }
  const badPrice = price === undefined ? undefined : checkPrice(venue, market, side, price)
  if (badPrice !== undefined) return badPrice
  const isMoney = 'spend' in amount
  const quantity = isMoney ? amount.spend : amount.size
  if (quantity <= 0n || !isMicro(quantity)) return { reason: 'invalid_size' }
  if (isMoney && (wanted.action === 'sell' || wanted.timeInForce === 'gtc')) return { reason: 'invalid_size' }
  if (expiresAt !== undefined && expiresAt <= now) return { reason: 'already_expired' }
  if (account.open.size >= MAX_OPEN_ORDERS) return { reason: 'too_many_orders', most: MAX_OPEN_ORDERS }
  if (group === undefined) return undefined
  const known = account.groups.get(group)
  if (known === undefined) return { reason: 'unknown_group', group }
  return known.isTriggered ? { reason: 'group_triggered', group } : undefined
}

/** Returns the problem with an order's limit for a side. */
export function checkPrice(
  venue: PaperVenueState,
  market: WorldMarket,
  side: Side,
  price: Amount,
): PaperRejection | undefined {
  const tick = venue.rules.tick?.(market) ?? (market.tick === 0.001 ? 1_000n : 10_000n) * MICRO
  if (price <= 0n || price >= ONE || price % tick !== 0n || !isMicro(price))
    return { reason: 'invalid_price', tick }
  const floor = floorOf(venue, market)
  return priceOn(side, price) < floor ? { reason: 'below_floor', floor } : undefined
}

/** The amounts of an order before any fill, payment or lock. */
export const nothingDone = {
  decreased: 0n,
  filled: 0n,
  makerFilled: 0n,
  takerValue: 0n,
  makerValue: 0n,
  takerFees: 0n,
  makerFees: 0n,
  makerRebates: 0n,
  lockedCash: 0n,
  lockedHoldings: 0n,
} satisfies Partial<PaperOrder>

function draftOf(
  venue: PaperVenueState,
  account: AccountState,
  wanted: PaperOrderRequest,
  now: number,
): LiveOrder {
  const count = venue.orderCount + 1
  return {
    account,
    id: wanted.id ?? paperIdOf(venue, 'order', count),
    count,
    clientOrderId: wanted.clientOrderId,
    market: wanted.market,
    side: wanted.side,
    action: wanted.action,
    toward: wanted.action === 'buy' ? wanted.side : otherSideOf(wanted.side),
    price: wanted.price,
    size: 0n,
    ...nothingDone,
    timeInForce: wanted.timeInForce,
    postOnly: wanted.postOnly ?? false,
    onSelfTrade: wanted.onSelfTrade ?? 'drop-taker',
    expiresAt: wanted.expiresAt,
    status: 'open',
    ending: undefined,
    group: wanted.group,
    change: 'placed',
    pool: poolOf(venue, wanted.market),
    turn: 0,
    createdAt: now,
    updatedAt: now,
    native: wanted.native ?? {},
  }
}

function track(venue: PaperVenueState, { market }: LiveOrder): Tracked {
  const known = venue.tracked.get(market.key)
  if (known !== undefined) return known
  const made: Tracked = { market, resting: new Set(), taken: undefined, changes: 0 }
  venue.tracked.set(market.key, made)
  return made
}
