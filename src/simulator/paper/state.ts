import type { Side, WorldMarket } from '../world/types.js'
import type { World } from '../world/world.js'
import { type Amount, MICRO, ONE, sumOf } from './amount.js'
import type { Prints } from './tape.js'
import type {
  OrderEnding,
  PaperEvent,
  PaperFill,
  PaperOrder,
  PaperPosition,
  PaperRules,
  PaperSettlement,
  WantedOrder,
} from './types.js'

/** What is remembered, and changed in place by the files beside this one. Nobody else sees it. */

type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

export interface LiveOrder extends Mutable<Omit<PaperOrder, 'remaining'>> {
  readonly account: AccountState
  /** The side whose exposure it buys: to sell NO is to go towards YES. */
  readonly toward: Side
  readonly onSelfTrade: NonNullable<WantedOrder['onSelfTrade']>
}

export type Lot = Mutable<PaperPosition>
export type Lots = Record<Side, Lot>

export interface AccountState {
  readonly owner: string
  /** What holds its tokens, where that is not its owner. */
  wallet: string | undefined
  cash: Amount
  realized: Amount
  fees: Amount
  /** Open and remembered ones by id, the oldest first. */
  readonly orders: Map<string, LiveOrder>
  readonly byClientId: Map<string, LiveOrder>
  readonly open: Set<LiveOrder>
  readonly closed: LiveOrder[]
  /** By market key, the first opened first. */
  readonly lots: Map<string, Lots>
  readonly fills: PaperFill[]
  readonly settlements: PaperSettlement[]
  readonly events: PaperEvent[]
  sequence: number
}

/** A market of a venue that somebody traded on paper. */
export interface Tracked {
  readonly market: WorldMarket
  readonly resting: Set<LiveOrder>
  taken: Taken | undefined
}

/** What paper accounts took of one book of the world, by YES price; the book is named by the trade that made it. */
export interface Taken {
  readonly book: number
  readonly asks: Map<Amount, Amount>
  readonly bids: Map<Amount, Amount>
}

export interface VenueState {
  readonly world: World
  readonly rules: PaperRules
  readonly accounts: Map<string, AccountState>
  readonly tracked: Map<string, Tracked>
  /** What orders took, as everybody sees it. */
  readonly prints: Prints
  /** Everything up to this instant has happened. */
  seen: number
  orderCount: number
  fillCount: number
}

const MAX_CLOSED_ORDERS = 1_000
const MAX_FILLS = 2_000
const MAX_SETTLEMENTS = 1_000
const MAX_EVENTS = 4_000

export function otherSide(side: Side): Side {
  return side === 'yes' ? 'no' : 'yes'
}

/** A YES price as the price of a side, and the other way round. */
export function priceOn(side: Side, yesPrice: Amount): Amount {
  return side === 'yes' ? yesPrice : ONE - yesPrice
}

/** Limit of an order in YES. @throws RangeError for a market order, which never rests */
export function yesLimit({ side, price }: Pick<LiveOrder, 'side' | 'price'>): Amount {
  if (price === undefined) throw new RangeError('a market order has no limit')
  return priceOn(side, price)
}

export function remainingOf({ status, size, filled }: LiveOrder): Amount {
  return status === 'open' ? size - filled : 0n
}

export function lockedCash({ open }: AccountState): Amount {
  return sumOf([...open].map((order) => order.lockedCash))
}

export function availableCash(account: AccountState): Amount {
  return account.cash - lockedCash(account)
}

/** Both sides of a market as an account holds them; made when it has none. */
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

/** What is held of a side and in no order. */
export function freeHoldings(account: AccountState, market: WorldMarket, side: Side): Amount {
  const lot = account.lots.get(market.key)?.[side]
  return lot === undefined ? 0n : lot.size - lot.locked
}

/** An order as callers see it. */
export function shownOrder(order: LiveOrder): PaperOrder {
  const { account: _account, toward: _toward, onSelfTrade: _self, ...shown } = order
  return { ...shown, remaining: remainingOf(order) }
}

type News = PaperEvent extends infer Event
  ? Event extends PaperEvent
    ? Omit<Event, 'sequence'>
    : never
  : never

export function tell(account: AccountState, news: News): void {
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

/** Takes an order from among the open ones. It is remembered as closed until too many are. */
export function closeOrder(
  venue: VenueState,
  order: LiveOrder,
  at: number,
  status: 'filled' | 'cancelled',
  ending?: OrderEnding,
): void {
  const { account, market } = order
  if (order.lockedHoldings > 0n)
    lotsOf(account, market, at)[otherSide(order.toward)].locked -= order.lockedHoldings
  order.lockedHoldings = 0n
  order.lockedCash = 0n
  order.status = status
  order.ending = ending
  order.updatedAt = at
  account.open.delete(order)
  venue.tracked.get(market.key)?.resting.delete(order)
  account.closed.push(order)
  if (account.closed.length > MAX_CLOSED_ORDERS) forgetOldest(account)
  if (status === 'cancelled') tell(account, { at, kind: 'cancelled', order: shownOrder(order) })
}

function forgetOldest(account: AccountState): void {
  const oldest = account.closed.shift()
  if (oldest === undefined) return
  account.orders.delete(oldest.id)
  const { clientOrderId } = oldest
  if (clientOrderId !== undefined) account.byClientId.delete(clientOrderId)
}

/** Whether an amount has at most six decimals. */
export function isMicro(amount: Amount): boolean {
  return amount % MICRO === 0n
}
