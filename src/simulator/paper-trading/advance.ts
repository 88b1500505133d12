import { type BookSide, isWithinLimit, listWorldOffers, restingOn, take } from './liquidity.js'
import {
  type AccountState,
  addCash,
  closeOrder,
  floorOf,
  type LiveOrder,
  type Lot,
  notifyAccount,
  type PaperVenueState,
  poolOf,
  remainingOf,
  rememberSettlement,
  stakeOn,
  type Tracked,
  yesLimitOf,
} from './state/account-state.js'
import { type Amount, maxOf, minOf, multiplyAmounts, toAmount } from './state/amount.js'
import { bookFill } from './state/bookkeeping.js'
import { groupAllowanceOf } from './state/order-groups.js'
import type { PaperSettlement } from './state/types.js'

/**
 * Processes all events between the last call and now, in order of time. The result does not depend on how often it is called.
 * Only resting orders, with their locked money, are matched with the world, and they do not change in between. A trade of the
 * world fills a resting order if its price goes through the order's limit, which means below a bid or above an ask. The fill is
 * at the order's own limit, up to the size of the trade. The book after that trade then fills what it offers at the limit or
 * better, and that size counts as taken. Orders with better prices come first, then older ones, so the public book is never
 * crossed. A trade exactly at the limit fills nothing, since other orders were ahead in the queue.
 */
export function advance(venue: PaperVenueState, now: number): void {
  const { seen } = venue
  if (now <= seen) return
  const due = [
    ...[...venue.accounts.values()].flatMap((account) => scheduledEnd(venue, account, seen, now)),
    ...[...venue.tracked.values()].flatMap((tracked) => occurrences(venue, tracked, seen, now)),
  ]
  due.sort((a, b) => a.at - b.at || a.rank - b.rank || a.number - b.number || a.turn - b.turn)
  for (const { happen } of due) happen()
  venue.seen = now
}

interface Occurrence {
  readonly at: number
  /** At the same instant, orders end before trades arrive. */
  readonly rank: Rank
  /** The number of the market. */
  readonly number: number
  readonly turn: number
  happen(): void
}

enum Rank {
  expiry,
  close,
  settlement,
  trade,
}

/** Ends all orders at the time that an account has scheduled. */
function scheduledEnd(
  venue: PaperVenueState,
  account: AccountState,
  from: number,
  to: number,
): readonly Occurrence[] {
  const at = account.cancelAllAt
  if (at === undefined || at > to) return []
  const happen = (): void => {
    account.cancelAllAt = undefined
    for (const order of [...account.open]) closeOrder(venue, order, at, 'cancelled', 'scheduled')
  }
  return [{ at: Math.max(at, from), rank: Rank.expiry, number: 0, turn: 0, happen }]
}

/** Returns the events of a market in (from, to]. */
function occurrences(
  venue: PaperVenueState,
  tracked: Tracked,
  from: number,
  to: number,
): readonly Occurrence[] {
  const { market, resting } = tracked
  const { number } = market
  const found: Occurrence[] = []
  const add = (at: number, rank: Rank, turn: number, happen: () => void): void => {
    if (at > from && at <= to) found.push({ at, rank, number, turn, happen })
  }
  for (const order of resting) {
    const { expiresAt } = order
    if (expiresAt === undefined) continue
    add(expiresAt, Rank.expiry, order.count, () => {
      if (order.status === 'open') closeOrder(venue, order, expiresAt, 'cancelled', 'expired')
    })
  }
  add(market.closesAt, Rank.close, 0, () => {
    for (const order of [...resting]) closeOrder(venue, order, market.closesAt, 'cancelled', 'market_closed')
  })
  add(market.resolvesAt, Rank.settlement, 0, () => settle(venue, tracked))
  const isQuoted = venue.rules.isQuoted?.(market, venue.world) ?? true
  if (resting.size === 0 || !isQuoted) return found
  const ticks = Math.round(1 / market.tick)
  const [highest, lowest] = [restingOn(tracked, 'bids')[0], restingOn(tracked, 'asks')[0]]
  venue.world.scan(market.key, from + 1, to + 1, (at, priceTicks, sizeHundredths, sequence) => {
    const price = toAmount(priceTicks / ticks)
    const isThrough =
      (highest !== undefined && price < yesLimitOf(highest)) ||
      (lowest !== undefined && price > yesLimitOf(lowest))
    if (!isThrough) return
    add(at, Rank.trade, sequence, () => {
      meet(venue, tracked, 'bids', at, price, toAmount(sizeHundredths / 100))
      meet(venue, tracked, 'asks', at, price, toAmount(sizeHundredths / 100))
    })
  })
  return found
}

/** Matches the resting orders of one side with a trade of the world and the book after it. */
function meet(
  venue: PaperVenueState,
  tracked: Tracked,
  side: BookSide,
  at: number,
  traded: Amount,
  size: Amount,
): void {
  const against: BookSide = side === 'bids' ? 'asks' : 'bids'
  let left = size
  for (const order of restingOn(tracked, side)) {
    const limit = yesLimitOf(order)
    if (traded === limit || !isWithinLimit(against, traded, limit)) return
    left -= fillMaker(venue, order, left, at)
    for (const offer of listWorldOffers(venue, tracked.market, against, at)) {
      if (order.status !== 'open' || !isWithinLimit(against, offer.yesPrice, limit)) break
      const filled = fillMaker(venue, order, offer.size, at)
      take(venue, tracked, against, { yesPrice: offer.yesPrice, size: filled }, at)
    }
  }
}

/** Fills a resting order up to this size, as far as the order and its group allow. Returns the filled size. */
function fillMaker(venue: PaperVenueState, order: LiveOrder, most: Amount, at: number): Amount {
  const size = minOf(minOf(most, remainingOf(order)), groupAllowanceOf(order, at) ?? most)
  if (size > 0n) bookFill(venue, order, { yesPrice: yesLimitOf(order), size, at })
  return size
}

/** Pays the holdings of a market at its resolution, and removes the market. */
function settle(venue: PaperVenueState, { market }: Tracked): void {
  const at = market.resolvesAt
  const isPush = market.payout === 0.5 && venue.rules.refundsPush === true
  for (const account of venue.accounts.values()) {
    const lots = account.lots.get(market.key)
    if (lots === undefined) continue
    for (const lot of [lots.yes, lots.no]) {
      if (lot.size === 0n) continue
      const value = maxOf(toAmount(market.payout), floorOf(venue, market))
      const worth = stakeOn(venue, market, lot.side, value)
      const paid = isPush ? lot.cost : multiplyAmounts(worth, lot.size)
      const fee = venue.rules.settlementFee?.({ market, size: lot.size, paid }, venue.world) ?? 0n
      const settlement = settled(lot, paid, fee, at)
      addCash(account, poolOf(venue, market), paid - fee)
      account.fees += fee
      account.realized += paid - lot.cost
      rememberSettlement(account, settlement)
      notifyAccount(account, { at, kind: 'settled', settlement })
    }
    account.lots.delete(market.key)
  }
  venue.tracked.delete(market.key)
}

function settled(
  { locked: _locked, updatedAt: _updatedAt, ...lot }: Lot,
  paid: Amount,
  fee: Amount,
  at: number,
): PaperSettlement {
  return { ...lot, fees: lot.fees + fee, realized: lot.realized + paid - lot.cost, paid, fee, at }
}
