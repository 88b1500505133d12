import { type BookSide, isWithinLimit, type Offer, offersAt, takePortion } from './liquidity.js'
import {
  type GroupState,
  type LiveOrder,
  type PaperVenueState,
  pairCostOf,
  priceOn,
  stakeOn,
} from './state/account-state.js'
import { type Amount, MICRO, maxOf, minOf, multiplyAmounts, ONE, sumAmounts } from './state/amount.js'
import { computeFeeContracts, moneyFor, takerFeesOf } from './state/bookkeeping.js'
import { allowanceIn, groupAllowanceOf } from './state/order-groups.js'
import type { PaperOrderRequest } from './state/types.js'

/** What an order would take immediately. */
export interface Taking {
  readonly side: BookSide
  readonly steps: readonly Offer[]
  readonly size: Amount
  /** Whether the full amount is taken. */
  readonly isWhole: boolean
  /** Whether it met an order from its own account and stops there. */
  readonly metSelf: boolean
  /** Orders from its own account that are canceled. */
  readonly own: readonly LiveOrder[]
}

/** Returns what an order would take. @param amount the amount still to take @param cap the maximum to take */
export function takingOf(
  venue: PaperVenueState,
  order: LiveOrder,
  amount: PaperOrderRequest['amount'],
  now: number,
  cap?: Amount,
): Taking {
  const side: BookSide = order.toward === 'yes' ? 'asks' : 'bids'
  const limit = order.price === undefined ? undefined : priceOn(order.side, order.price)
  const steps: Offer[] = []
  const own: LiveOrder[] = []
  const all = 'size' in amount ? amount.size : amount.spend
  const room = minOf(cap ?? all, groupAllowanceOf(order, now) ?? all)
  let left = 'size' in amount ? minOf(all, room) : all
  const isCapped = left < all
  /** The sizes taken from a group's orders, whose total is limited. */
  const ofGroup = new Map<GroupState, Amount>()
  /** The cost of one contract, in the unit of the amount. */
  const unit = (yesPrice: Amount): Amount => ('size' in amount ? ONE : priceOn(order.side, yesPrice))
  const affordable = (yesPrice: Amount): Amount => {
    const size = (left * ONE) / unit(yesPrice)
    return size - (size % MICRO)
  }
  let isWhole = false
  let metSelf = false
  for (const offer of offersAt(venue, order.market, side, now)) {
    if (!isWithinLimit(side, offer.yesPrice, limit)) break
    if (offer.maker?.account === order.account) {
      if (order.onSelfTrade === 'drop-taker') {
        metSelf = true
        break
      }
      own.push(offer.maker)
      continue
    }
    const step = inGroup(offer, ofGroup, now, affordable(offer.yesPrice))
    if (step.size > 0n) steps.push(step)
    left -= multiplyAmounts(unit(offer.yesPrice), step.size)
    isWhole = affordable(offer.yesPrice) === 0n
    if (isWhole) break
  }
  return {
    side,
    steps,
    size: sumAmounts(steps.map(({ size }) => size)),
    isWhole: isWhole && !isCapped,
    metSelf,
    own,
  }
}

/** Returns how much of the requested part of an offer its order's group allows, and records it for the group. */
function inGroup(offer: Offer, taken: Map<GroupState, Amount>, now: number, wanted: Amount): Offer {
  const group = groupOf(offer.maker)
  if (group === undefined) return takePortion(offer, wanted)
  const used = taken.get(group) ?? 0n
  const step = takePortion({ ...offer, size: minOf(offer.size, allowanceIn(group, now) - used) }, wanted)
  taken.set(group, used + step.size)
  return step
}

function groupOf(maker: LiveOrder | undefined): GroupState | undefined {
  return maker?.group === undefined ? undefined : maker.account.groups.get(maker.group)
}

/** Returns the cash flow of taking (below 0 is a cost), with closed contracts first, and the fee for each step. */
export function flowOf(
  venue: PaperVenueState,
  order: LiveOrder,
  steps: readonly Offer[],
  closing: Amount,
  now: number,
): { readonly flow: Amount; readonly fees: readonly Amount[] } {
  let left = closing
  let flow = 0n
  const whole = takerFeesOf(venue, order, steps, now)
  const { leastTakerFee = 0n } = venue.rules
  const isCheap = sumAmounts(whole) < leastTakerFee
  const fees = steps.map((step, index) => {
    const { yesPrice, size } = step
    const price = stakeOn(venue, order.market, order.toward, yesPrice)
    const closed = minOf(size, left)
    left -= closed
    const proceeds = moneyFor(venue, pairCostOf(venue, order.market) - price, closed)
    const floor = isCheap && index === steps.length - 1 ? leastTakerFee : 0n
    const asked = maxOf(whole[index] ?? 0n, floor)
    // A sale never costs more than its proceeds.
    const fee = closed === size ? minOf(asked, proceeds) : asked
    const inMoney = computeFeeContracts(venue, order, step, fee, now) === undefined ? fee : 0n
    flow += proceeds - moneyFor(venue, price, size - closed) - inMoney
    return fee
  })
  return { flow, fees }
}
