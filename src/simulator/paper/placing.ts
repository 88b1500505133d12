import { stateAt } from '../world/types.js'
import { type Amount, least, MICRO, most, ONE, sumOf, times } from './amount.js'
import { bookFill, feeOf, idOf, lockFor } from './ledger.js'
import { type BookSide, isWithin, type Offer, offersAt, portion, take } from './liquidity.js'
import {
  type AccountState,
  availableCash,
  closeOrder,
  freeHoldings,
  isMicro,
  type LiveOrder,
  lotsOf,
  otherSide,
  priceOn,
  shownOrder,
  type Tracked,
  tell,
  type VenueState,
} from './state.js'
import { notePrint } from './tape.js'
import type { PaperRejection, Placed, Rejected, WantedOrder } from './types.js'

/** Open orders of one account at a time. */
const MAX_OPEN_ORDERS = 500

/**
 * Places an order: takes what the book offers within the limit, level by level, then rests or is dropped. It costs
 * what it takes and what it sets aside, not its limit times its size; what it sells at once pays for the rest of it.
 */
export function placeOrder(
  venue: VenueState,
  account: AccountState,
  wanted: WantedOrder,
  now: number,
): Placed | Rejected {
  const bad = faultOf(venue, account, wanted, now)
  if (bad !== undefined) return { rejected: bad }
  const draft = draftOf(venue, account, wanted, now)
  const taking = takingOf(venue, draft, wanted, now)
  const size = 'size' in wanted.amount ? wanted.amount.size : taking.size
  draft.size = size
  const meetsAny = taking.steps.length > 0 || taking.metSelf
  if (draft.postOnly && meetsAny) return { rejected: { reason: 'would_cross' } }
  if (wanted.timeInForce === 'fok' && !taking.isWhole)
    return { rejected: { reason: 'not_filled', fillable: taking.size } }
  const isResting = wanted.timeInForce === 'gtc' && draft.price !== undefined && !taking.metSelf
  const rest = isResting ? size - taking.size : 0n

  const closes = otherSide(draft.toward)
  const free = freeHoldings(account, draft.market, closes)
  if (venue.rules.netting === 'tokens' && wanted.action === 'sell' && free < size)
    return { rejected: { reason: 'insufficient_holdings', needed: size, available: free } }
  const isClosing = venue.rules.netting === 'pairs' || wanted.action === 'sell'
  const closing = isClosing ? least(free, taking.size + rest) : 0n
  const paid = flowOf(venue, draft, taking.steps, closing)
  const lock = lockFor(venue, draft, rest - most(0n, closing - taking.size), rest)
  const available = availableCash(account)
  if (available + paid.flow < lock)
    return { rejected: { reason: 'insufficient_funds', needed: lock - paid.flow, available } }

  venue.orderCount += 1
  const tracked = track(venue, draft)
  if (closing > 0n) lotsOf(account, draft.market, now)[closes].locked += closing
  draft.lockedHoldings = closing
  account.orders.set(draft.id, draft)
  account.open.add(draft)
  if (draft.clientOrderId !== undefined) account.byClientId.set(draft.clientOrderId, draft)
  tell(account, { at: now, kind: 'placed', order: shownOrder(draft) })
  for (const maker of taking.own) closeOrder(venue, maker, now, 'cancelled', 'self_trade')
  const fills = taking.steps.map((step, index) => {
    const { yesPrice, size, maker } = step
    if (maker === undefined) take(venue, tracked, taking.side, step, now)
    else bookFill(venue, maker, { yesPrice, size, at: now })
    const fill = bookFill(venue, draft, { yesPrice, size, at: now, takerFee: paid.fees[index] ?? 0n })
    notePrint(venue.prints, draft, { yesPrice, size, at: now, count: fill.count })
    return fill
  })
  if (rest > 0n) {
    draft.lockedCash = lockFor(venue, draft, rest - draft.lockedHoldings, rest)
    tracked.resting.add(draft)
  } else if (size === 0n || taking.size < size)
    closeOrder(venue, draft, now, 'cancelled', taking.metSelf ? 'self_trade' : 'not_filled')
  return { order: shownOrder(draft), fills }
}

function faultOf(
  { rules }: VenueState,
  account: AccountState,
  wanted: WantedOrder,
  now: number,
): PaperRejection | undefined {
  const { market, price, amount, clientOrderId, id, expiresAt } = wanted
  const twin = clientOrderId === undefined ? undefined : account.byClientId.get(clientOrderId)
  if (twin !== undefined) return { reason: 'duplicate_client_order_id', order: shownOrder(twin) }
  const same = id === undefined ? undefined : account.orders.get(id)
  if (same !== undefined) return { reason: 'duplicate_order_id', order: shownOrder(same) }
  const state = stateAt(market, now)
  if (state !== 'open') return { reason: 'market_closed', state }
  const tick = rules.tick?.(market) ?? (market.tick === 0.001 ? 1_000n : 10_000n) * MICRO
  if (price !== undefined && (price <= 0n || price >= ONE || price % tick !== 0n || !isMicro(price)))
    return { reason: 'invalid_price', tick }
  const isMoney = 'spend' in amount
  const quantity = isMoney ? amount.spend : amount.size
  if (quantity <= 0n || !isMicro(quantity)) return { reason: 'invalid_size' }
  if (isMoney && (wanted.action === 'sell' || wanted.timeInForce === 'gtc')) return { reason: 'invalid_size' }
  if (expiresAt !== undefined && expiresAt <= now) return { reason: 'already_expired' }
  if (account.open.size >= MAX_OPEN_ORDERS) return { reason: 'too_many_orders', most: MAX_OPEN_ORDERS }
  return undefined
}

function draftOf(venue: VenueState, account: AccountState, wanted: WantedOrder, now: number): LiveOrder {
  const count = venue.orderCount + 1
  return {
    account,
    id: wanted.id ?? idOf(venue, 'order', count),
    count,
    clientOrderId: wanted.clientOrderId,
    market: wanted.market,
    side: wanted.side,
    action: wanted.action,
    toward: wanted.action === 'buy' ? wanted.side : otherSide(wanted.side),
    price: wanted.price,
    size: 0n,
    filled: 0n,
    makerFilled: 0n,
    timeInForce: wanted.timeInForce,
    postOnly: wanted.postOnly ?? false,
    onSelfTrade: wanted.onSelfTrade ?? 'drop-taker',
    expiresAt: wanted.expiresAt,
    status: 'open',
    ending: undefined,
    takerValue: 0n,
    makerValue: 0n,
    takerFees: 0n,
    makerFees: 0n,
    lockedCash: 0n,
    lockedHoldings: 0n,
    createdAt: now,
    updatedAt: now,
    native: wanted.native ?? {},
  }
}

/** What an order would take at once. */
interface Taking {
  readonly side: BookSide
  readonly steps: readonly Offer[]
  readonly size: Amount
  /** Nothing more is wanted. */
  readonly isWhole: boolean
  /** It would have met an order of its own account, and goes no further. */
  readonly metSelf: boolean
  /** Orders of its own account that give way. */
  readonly own: readonly LiveOrder[]
}

function takingOf(venue: VenueState, order: LiveOrder, { amount }: WantedOrder, now: number): Taking {
  const side: BookSide = order.toward === 'yes' ? 'asks' : 'bids'
  const limit = order.price === undefined ? undefined : priceOn(order.side, order.price)
  const steps: Offer[] = []
  const own: LiveOrder[] = []
  let left = 'size' in amount ? amount.size : amount.spend
  /** Of one contract, in what the order is counted in. */
  const unit = (yesPrice: Amount): Amount => ('size' in amount ? ONE : priceOn(order.side, yesPrice))
  const most = (yesPrice: Amount): Amount => {
    const size = (left * ONE) / unit(yesPrice)
    return size - (size % MICRO)
  }
  let isWhole = false
  let metSelf = false
  for (const offer of offersAt(venue, order.market, side, now)) {
    if (!isWithin(side, offer.yesPrice, limit)) break
    if (offer.maker?.account === order.account) {
      if (order.onSelfTrade === 'drop-taker') {
        metSelf = true
        break
      }
      own.push(offer.maker)
      continue
    }
    const step = portion(offer, most(offer.yesPrice))
    if (step.size > 0n) steps.push(step)
    left -= times(unit(offer.yesPrice), step.size)
    isWhole = most(offer.yesPrice) === 0n
    if (isWhole) break
  }
  return { side, steps, size: sumOf(steps.map(({ size }) => size)), isWhole, metSelf, own }
}

/** What taking brings (above 0) or costs, the contracts that close coming first; and the fee of each step. */
function flowOf(
  venue: VenueState,
  order: LiveOrder,
  steps: readonly Offer[],
  closing: Amount,
): { readonly flow: Amount; readonly fees: readonly Amount[] } {
  let left = closing
  let flow = 0n
  const fees = steps.map(({ yesPrice, size }) => {
    const price = priceOn(order.toward, yesPrice)
    const closed = least(size, left)
    left -= closed
    const proceeds = times(ONE - price, closed)
    const whole = feeOf(venue, order, yesPrice, size, 'taker')
    // A sale never costs more than it brings.
    const fee = closed === size ? least(whole, proceeds) : whole
    flow += proceeds - times(price, size - closed) - fee
    return fee
  })
  return { flow, fees }
}

function track(venue: VenueState, { market }: LiveOrder): Tracked {
  const known = venue.tracked.get(market.key)
  if (known !== undefined) return known
  const made: Tracked = { market, resting: new Set(), taken: undefined }
  venue.tracked.set(market.key, made)
  return made
}
