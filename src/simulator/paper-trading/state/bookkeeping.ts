import { hashText } from '../../../effects/random.js'
import { mix, mixWide, uuidOf } from '../../world/common/hash.js'
import {
  addCash,
  closeOrder,
  type LiveOrder,
  lotsOf,
  noteChange,
  notifyAccount,
  otherSideOf,
  type PaperVenueState,
  pairCostOf,
  priceOn,
  remainingOf,
  rememberFill,
  stakeOn,
  toShownOrder,
  yesLimitOf,
} from './account-state.js'
import { type Amount, maxOf, minOf, multiplyAmounts } from './amount.js'
import { noteGroupFill } from './order-groups.js'
import type { Liquidity, PaperFill, SidedExecution } from './types.js'

/** Books executions, which change money, holdings and the locked amounts of orders. */

type Who = Pick<LiveOrder, 'market' | 'side' | 'action' | 'native'>

function executionOf(
  { market, side, action, native }: Who,
  { yesPrice, size }: Pick<Booking, 'yesPrice' | 'size'>,
  liquidity: Liquidity,
  at: number,
): SidedExecution {
  return { market, side, action, price: priceOn(side, yesPrice), size, liquidity, at, native }
}

function feeOf(
  { rules, world }: PaperVenueState,
  order: Who,
  yesPrice: Amount,
  size: Amount,
  liquidity: Liquidity,
  at: number,
): Amount {
  if (rules.fee === undefined || size === 0n) return 0n
  return maxOf(0n, rules.fee(executionOf(order, { yesPrice, size }, liquidity, at), world))
}

/** Returns the fee for each step that an order takes. */
export function takerFeesOf(
  venue: PaperVenueState,
  order: Who,
  steps: readonly Pick<Booking, 'yesPrice' | 'size'>[],
  at: number,
): readonly Amount[] {
  const { rules, world } = venue
  if (rules.takerFees === undefined)
    return steps.map(({ yesPrice, size }) => feeOf(venue, order, yesPrice, size, 'taker', at))
  return rules.takerFees(
    steps.map((step) => executionOf(order, step, 'taker', at)),
    world,
  )
}

/** Returns the contracts that a taker gives up in place of the fee, or undefined if the fee is paid in money. */
export function computeFeeContracts(
  { rules, world }: PaperVenueState,
  order: Who,
  step: Pick<Booking, 'yesPrice' | 'size'>,
  fee: Amount,
  at: number,
): Amount | undefined {
  if (order.action === 'sell' || rules.netting !== 'tokens' || fee === 0n) return undefined
  const withheld = rules.feeInContracts?.(executionOf(order, step, 'taker', at), fee, world)
  return withheld && minOf(withheld, step.size)
}

/** Returns the cost or proceeds of contracts, rounded to the money units of the venue. */
export function moneyFor({ rules }: Pick<PaperVenueState, 'rules'>, price: Amount, size: Amount): Amount {
  const money = multiplyAmounts(price, size)
  return rules.moneyStep === undefined ? money : money - (money % rules.moneyStep)
}

export function paperIdOf({ world, rules }: PaperVenueState, kind: 'order' | 'fill', count: number): string {
  const hash = mixWide(mix(world.seed, hashText(`${rules.venue} ${kind}`)), count)
  return (kind === 'order' ? rules.orderId : rules.fillId)?.(hash, count) ?? uuidOf(hash)
}

/**
 * Returns the money that a resting order must lock: the price of the contracts that open a position, and the fee for the whole
 * resting size.
 */
export function lockFor(venue: PaperVenueState, order: LiveOrder, opening: Amount, resting: Amount): Amount {
  if (opening <= 0n) return 0n
  return (
    multiplyAmounts(stakeAt(venue, order, yesLimitOf(order)), opening) +
    feeToCome(venue, order, resting, order.market.closesAt)
  )
}

/** Returns the cost of a contract to an order at a YES price. */
function stakeAt(venue: PaperVenueState, { market, toward }: LiveOrder, yesPrice: Amount): Amount {
  return stakeOn(venue, market, toward, yesPrice)
}

/** Returns the maker fees that are still due once the whole resting size is filled. */
function feeToCome(venue: PaperVenueState, order: LiveOrder, resting: Amount, at: number): Amount {
  const whole = feeOf(venue, order, yesLimitOf(order), order.makerFilled + resting, 'maker', at)
  return maxOf(0n, whole - order.makerFees)
}

/** The contracts of the other side that an execution closes, and their source. */
interface Closing {
  readonly own: Amount
  readonly free: Amount
  /** From older orders that would have closed the same contracts. Those orders lock money instead. */
  readonly swaps: readonly { readonly order: LiveOrder; readonly size: Amount }[]
  readonly total: Amount
}

function closingOf({ rules }: PaperVenueState, order: LiveOrder, size: Amount, at: number): Closing {
  const own = minOf(size, order.lockedHoldings)
  if (rules.netting === 'tokens' || own === size) return { own, free: 0n, swaps: [], total: own }
  const lot = lotsOf(order.account, order.market, at)[otherSideOf(order.toward)]
  const free = minOf(size - own, lot.size - lot.locked)
  let left = size - own - free
  const swaps: { order: LiveOrder; size: Amount }[] = []
  for (const other of order.account.open) {
    if (left === 0n) break
    if (other === order || other.market.key !== order.market.key || other.toward !== order.toward) continue
    const taken = minOf(left, other.lockedHoldings)
    if (taken === 0n) continue
    swaps.push({ order: other, size: taken })
    left -= taken
  }
  return { own, free, swaps, total: size - left }
}

/**
 * Unlocks contracts of an older order, which locks money instead. That is at most a dollar for each contract, which is the amount
 * that closing it releases. Returns the locked money.
 */
function swap(venue: PaperVenueState, order: LiveOrder, size: Amount): Amount {
  const price = stakeAt(venue, order, yesLimitOf(order))
  const resting = remainingOf(order)
  const openBefore = resting - order.lockedHoldings
  const feeHeld = order.lockedCash - multiplyAmounts(price, openBefore)
  const cost = multiplyAmounts(price, size)
  const fee = maxOf(0n, feeToCome(venue, order, resting, order.market.closesAt) - feeHeld)
  const lock = cost + minOf(fee, size - cost)
  order.lockedHoldings -= size
  order.lockedCash += lock
  return lock
}

interface Booking {
  readonly yesPrice: Amount
  readonly size: Amount
  readonly at: number
  /** The fee that was computed for a taker. A maker's fee depends on the fills of its order. */
  readonly takerFee?: Amount
}

/**
 * Books one execution of an open order. A maker's fee never exceeds the amounts that it locked and received, so available
 * money never falls below 0, regardless of the fees.
 */
export function bookFill(venue: PaperVenueState, order: LiveOrder, execution: Booking): PaperFill {
  const { yesPrice, size, at, takerFee } = execution
  const { account, market, toward } = order
  const lots = lotsOf(account, market, at)
  const [opened, closed] = [lots[toward], lots[otherSideOf(toward)]]
  const price = stakeAt(venue, order, yesPrice)
  const closing = closingOf(venue, order, size, at)
  const opening = size - closing.total
  const proceeds = moneyFor(venue, pairCostOf(venue, market) - price, closing.total)
  const cost = moneyFor(venue, price, opening)

  const swapped = closing.swaps.reduce((sum, { order, size }) => sum + swap(venue, order, size), 0n)
  closed.locked -= closing.total - closing.free
  order.lockedHoldings -= closing.own
  order.filled += size
  let fee = takerFee ?? 0n
  const rebate =
    takerFee === undefined
      ? (venue.rules.makerRebate?.(executionOf(order, execution, 'maker', at), venue.world) ?? 0n)
      : 0n
  const withheld =
    takerFee === undefined ? undefined : computeFeeContracts(venue, order, execution, takerFee, execution.at)
  const inMoney = (): Amount => (withheld === undefined ? fee : 0n)
  if (takerFee === undefined) {
    order.makerFilled += size
    const resting = order.size - order.filled
    const toOpen = resting - order.lockedHoldings
    const kept = multiplyAmounts(stakeAt(venue, order, yesLimitOf(order)), toOpen)
    const budget = order.lockedCash + proceeds - cost - swapped - kept
    fee = minOf(feeToCome(venue, order, 0n, at), budget)
    order.makerFees += fee
    order.makerRebates += rebate
    order.lockedCash =
      kept + (toOpen > 0n ? minOf(feeToCome(venue, order, resting, market.closesAt), budget - fee) : 0n)
  } else order.takerFees += fee

  const released =
    closing.total === closed.size
      ? closed.cost
      : closing.total === 0n
        ? 0n
        : (closed.cost * closing.total) / closed.size
  const realized = proceeds - released
  addCash(account, order.pool, proceeds - cost - inMoney() + rebate)
  account.realized += realized
  account.fees += inMoney() - rebate
  closed.size -= closing.total
  closed.cost -= released
  closed.realized += realized
  closed.traded += proceeds
  opened.size += opening - (withheld ?? 0n)
  opened.cost += cost
  opened.traded += cost
  ;(opening > 0n ? opened : closed).fees += inMoney() - rebate
  if (opening > 0n) opened.updatedAt = at
  if (closing.total > 0n) closed.updatedAt = at

  const own = priceOn(order.side, yesPrice)
  const value = moneyFor(venue, own, size)
  const liquidity = takerFee === undefined ? 'maker' : 'taker'
  if (liquidity === 'maker') order.makerValue += value
  else order.takerValue += value
  order.updatedAt = at
  order.change = 'filled'
  noteChange(venue, market)
  venue.fillCount += 1
  const fill: PaperFill = {
    id: paperIdOf(venue, 'fill', venue.fillCount),
    count: venue.fillCount,
    order: { id: order.id, clientOrderId: order.clientOrderId, side: order.side, action: order.action },
    market,
    price: own,
    size,
    fee: fee - rebate,
    withheld: withheld ?? 0n,
    liquidity,
    realized,
    position: lots.yes.size - lots.no.size,
    at,
  }
  if (order.filled === order.size) closeOrder(venue, order, at, 'filled')
  rememberFill(account, fill)
  notifyAccount(account, { at, kind: 'filled', order: toShownOrder(order), fill })
  noteGroupFill(venue, order, size, at)
  return fill
}
