import type { Side, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { type Amount, MICRO, ONE, sumAmounts } from './amount.js'
import type { Prints } from './trade-tape.js'
import type {
  OrderEnding,
  OrderGroup,
  PaperEvent,
  PaperFill,
  PaperOrder,
  PaperOrderRequest,
  PaperPosition,
  PaperSettlement,
} from './types.js'
import type { PaperRules } from './venue-rules.js'

/** The mutable state of paper trading. Only the files of `paper-trading` change it. */

type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

export interface LiveOrder extends Mutable<Omit<PaperOrder, 'remaining'>> {
  readonly account: AccountState
  /** The side whose exposure it buys. A sale of NO is toward YES. */
  readonly toward: Side
  readonly onSelfTrade: NonNullable<PaperOrderRequest['onSelfTrade']>
  /** The pool of cash that pays for it. */
  readonly pool: number
  /** Its place in the queue at one price. Lower places come first. */
  turn: number
}

export interface GroupState extends Mutable<OrderGroup> {
  /** Fills within the window, the oldest first. */
  matched: { readonly at: number; readonly size: Amount }[]
}

export type Lot = Mutable<PaperPosition>
export type Lots = Record<Side, Lot>

export interface AccountState {
  readonly owner: string
  /** The wallet that holds its tokens, if that is not its owner. */
  wallet: string | undefined
  /** By pool. */
  readonly cash: Map<number, Amount>
  readonly groups: Map<string, GroupState>
  realized: Amount
  fees: Amount
  /** Open and stored orders by id, the oldest first. */
  readonly orders: Map<string, LiveOrder>
  readonly byClientId: Map<string, LiveOrder>
  readonly open: Set<LiveOrder>
  readonly closed: LiveOrder[]
  /** By market key, the first opened first. */
  readonly lots: Map<string, Lots>
  readonly fills: PaperFill[]
  readonly settlements: PaperSettlement[]
  readonly events: PaperEvent[]
  /** The time at which all its open orders are canceled, epoch ms. */
  cancelAllAt: number | undefined
  sequence: number
}

/** A market on a venue with paper trading. */
export interface Tracked {
  readonly market: WorldMarket
  readonly resting: Set<LiveOrder>
  taken: Taken | undefined
  /** How many times accounts' orders have changed its book. */
  changes: number
}

/**
 * The sizes that paper accounts took from one of the world's books, by YES price. The book is identified by the trade that caused
 * it.
 */
export interface Taken {
  readonly book: number
  /** The time at which a size was first taken, epoch ms. The book stays as it was then. */
  readonly at: number
  readonly asks: Map<Amount, Amount>
  readonly bids: Map<Amount, Amount>
}

export interface PaperVenueState {
  readonly world: SimulatedWorld
  readonly rules: PaperRules
  readonly accounts: Map<string, AccountState>
  readonly tracked: Map<string, Tracked>
  /** The public trades of paper orders. */
  readonly prints: Prints
  /** Time up to which all events have been processed. */
  seen: number
  orderCount: number
  /** The number of assigned queue places. */
  turnCount: number
  fillCount: number
}

const MAX_CLOSED_ORDERS = 1_000
const MAX_FILLS = 2_000
const MAX_SETTLEMENTS = 1_000
const MAX_EVENTS = 4_000

export function otherSideOf(side: Side): Side {
  return side === 'yes' ? 'no' : 'yes'
}

/** Converts a YES price to the price of a side, and back. */
export function priceOn(side: Side, yesPrice: Amount): Amount {
  return side === 'yes' ? yesPrice : ONE - yesPrice
}

/** Returns the limit of an order as a YES price. @throws RangeError for a market order, which never rests */
export function yesLimitOf({ side, price }: Pick<LiveOrder, 'side' | 'price'>): Amount {
  if (price === undefined) throw new RangeError('a market order has no limit')
  return priceOn(side, price)
}

export function remainingOf({ status, size, filled }: LiveOrder): Amount {
  return status === 'open' ? size - filled : 0n
}

/** Returns the cash of a pool that is locked for orders. */
export function lockedCashOf({ open }: AccountState, pool: number): Amount {
  return sumAmounts([...open].map((order) => (order.pool === pool ? order.lockedCash : 0n)))
}

export function availableCashOf(account: AccountState, pool: number): Amount {
  return (account.cash.get(pool) ?? 0n) - lockedCashOf(account, pool)
}

export function addCash({ cash }: AccountState, pool: number, amount: Amount): void {
  cash.set(pool, (cash.get(pool) ?? 0n) + amount)
}

/** Returns the pool of cash that pays for orders in a market. */
export function poolOf({ rules, world }: PaperVenueState, market: WorldMarket): number {
  return rules.cashPools?.of(market, world) ?? 0
}

/** Returns the minimum value of YES of a market. */
export function floorOf({ rules, world }: PaperVenueState, market: WorldMarket): Amount {
  return rules.floor?.(market, world) ?? 0n
}

/** Returns the cost of one of a side's contracts at a YES price, without the guaranteed value of YES. */
export function stakeOn(venue: PaperVenueState, market: WorldMarket, side: Side, yesPrice: Amount): Amount {
  return side === 'yes' ? yesPrice - floorOf(venue, market) : ONE - yesPrice
}

/** Returns the total cost and payout of both sides of a market. */
export function pairCostOf(venue: PaperVenueState, market: WorldMarket): Amount {
  return ONE - floorOf(venue, market)
}

/** Records that accounts changed the book of a market. */
export function noteChange(venue: PaperVenueState, { key }: WorldMarket): void {
  const tracked = venue.tracked.get(key)
  if (tracked !== undefined) tracked.changes += 1
}

/** Returns both lots of an account in a market, created if necessary. */
export function lotsOf(account: AccountState, market: WorldMarket, at: number): Lots {
  const known = account.lots.get(market.key)
  if (known !== undefined) return known
  const empty = (side: Side): Lot => ({
    market,
    side,
    size: 0n,
    locked: 0n,
    cost: 0n,
    realized: 0n,
    fees: 0n,
    traded: 0n,
    openedAt: at,
    updatedAt: at,
  })
  const made = { yes: empty('yes'), no: empty('no') }
  account.lots.set(market.key, made)
  return made
}

/** Returns a side's contracts that no order locks. */
export function freeHoldingsOf(account: AccountState, market: WorldMarket, side: Side): Amount {
  const lot = account.lots.get(market.key)?.[side]
  return lot === undefined ? 0n : lot.size - lot.locked
}

/** Returns an order in the form that callers see. */
export function toShownOrder(order: LiveOrder): PaperOrder {
  const { account: _account, toward: _toward, onSelfTrade: _self, pool: _pool, turn: _turn, ...shown } = order
  return { ...shown, remaining: remainingOf(order) }
}

type News = PaperEvent extends infer Event
  ? Event extends PaperEvent
    ? Omit<Event, 'sequence'>
    : never
  : never

export function notifyAccount(account: AccountState, news: News): void {
  account.sequence += 1
  keep(account.events, { ...news, sequence: account.sequence }, MAX_EVENTS)
}

export function rememberFill(account: AccountState, fill: PaperFill): void {
  keep(account.fills, fill, MAX_FILLS)
}

export function rememberSettlement(account: AccountState, settlement: PaperSettlement): void {
  keep(account.settlements, settlement, MAX_SETTLEMENTS)
}

function keep<Row>(rows: Row[], row: Row, most: number): void {
  rows.push(row)
  if (rows.length > most) rows.shift()
}

/** Removes an order from the open ones. Closed orders are stored up to a maximum number. */
export function closeOrder(
  venue: PaperVenueState,
  order: LiveOrder,
  at: number,
  status: 'filled' | 'cancelled',
  ending?: OrderEnding,
): void {
  const { account, market } = order
  if (order.lockedHoldings > 0n)
    lotsOf(account, market, at)[otherSideOf(order.toward)].locked -= order.lockedHoldings
  order.lockedHoldings = 0n
  order.lockedCash = 0n
  order.status = status
  order.ending = ending
  if (status === 'cancelled') order.change = 'ended'
  order.updatedAt = at
  noteChange(venue, market)
  account.open.delete(order)
  venue.tracked.get(market.key)?.resting.delete(order)
  account.closed.push(order)
  if (account.closed.length > MAX_CLOSED_ORDERS) forgetOldest(account)
  if (status === 'cancelled') notifyAccount(account, { at, kind: 'cancelled', order: toShownOrder(order) })
}

function forgetOldest(account: AccountState): void {
  const oldest = account.closed.shift()
  if (oldest === undefined) return
  account.orders.delete(oldest.id)
  const { clientOrderId } = oldest
  if (clientOrderId !== undefined && account.byClientId.get(clientOrderId) === oldest)
    account.byClientId.delete(clientOrderId)
}

/** Whether an amount has at most six decimals. */
export function isMicro(amount: Amount): boolean {
  return amount % MICRO === 0n
}
