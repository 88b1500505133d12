import type { MarketState, Side, WorldBook, WorldMarket } from '../../world/common/types.js'
import type { Amount } from './amount.js'

/** Paper trading: play money over the demo world. All prices are in (0, 1) dollars of the side that is named. */

/** What every new account is given, in the venue's own currency. */
export const OPENING_MONEY: Amount = 10_000n * 10n ** 12n

export interface Execution {
  readonly market: WorldMarket
  readonly action: 'buy' | 'sell'
  /** Of the order's own side. */
  readonly price: Amount
  readonly size: Amount
  readonly liquidity: Liquidity
  /** Epoch ms; of one that may come, the latest that it can. */
  readonly at: number
  /** What its order was placed with, in the venue's own terms. */
  readonly native?: Readonly<Record<string, unknown>>
}

/** With the side that the order names, in whose price it is told. */
export type SidedExecution = Execution & { readonly side: Side }

export type Liquidity = 'taker' | 'maker'
/** Good till cancelled (or till `expiresAt`); what cannot be filled at once is dropped; all at once or nothing. */
export type PaperTimeInForce = 'gtc' | 'ioc' | 'fok'

export interface PaperOrderRequest {
  readonly market: WorldMarket
  readonly side: Side
  readonly action: 'buy' | 'sell'
  /** How much: contracts of at most six decimals, or (only to buy at once) money, fees not counted. */
  readonly amount: { readonly size: Amount } | { readonly spend: Amount }
  /** Limit; absent for a market order, which never rests. */
  readonly price?: Amount | undefined
  readonly timeInForce: PaperTimeInForce
  /** Refused when any of it would be filled at once. */
  readonly postOnly?: boolean | undefined
  /** Epoch ms from which a resting order is no more. */
  readonly expiresAt?: number | undefined
  readonly clientOrderId?: string | undefined
  /** Whether it may have the name of an order that is over, as one that takes its place has. */
  readonly takesNameOver?: boolean | undefined
  /** The native id, for venues where the caller makes it; otherwise it is drawn. */
  readonly id?: string | undefined
  /** When it meets an order of the same account: its own rest is dropped (when absent), or the resting one cancelled. */
  readonly onSelfTrade?: 'drop-taker' | 'cancel-maker' | undefined
  /** No more than this is taken at once; the rest is dropped, or rests. */
  readonly fillCap?: Amount | undefined
  /** An open group of the account that limits how much is filled. */
  readonly group?: string | undefined
  /** What the venue tells again of an order as it came; the desk does not look at it. */
  readonly native?: Readonly<Record<string, unknown>> | undefined
}

/** What an open order is changed to. */
export interface Amendment {
  /** Stays when absent. */
  readonly price?: Amount | undefined
  /** What was filled and what shall rest, together. */
  readonly size: Amount
  /** Epoch ms; null for an order that never expires, the one it had when absent. */
  readonly expiresAt?: number | null | undefined
  readonly clientOrderId?: string | undefined
}

/** An order as it stood when it was asked for: it does not change afterwards. */
export interface PaperOrder {
  readonly id: string
  /** Counts the orders of the venue, from 1. */
  readonly count: number
  readonly clientOrderId: string | undefined
  readonly market: WorldMarket
  readonly side: Side
  readonly action: 'buy' | 'sell'
  /** Limit; undefined for a market order. */
  readonly price: Amount | undefined
  /** Of an order by money: what it bought. */
  readonly size: Amount
  /** Contracts that decreases took from it; amendments are not counted. */
  readonly decreased: Amount
  readonly filled: Amount
  /** Of it, what was filled while it rested. */
  readonly makerFilled: Amount
  /** What still rests; 0 once it is over. */
  readonly remaining: Amount
  readonly timeInForce: PaperTimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | undefined
  readonly status: 'open' | 'filled' | 'cancelled'
  /** Why it is over before it was filled; undefined while it is open and when it is filled. */
  readonly ending: OrderEnding | undefined
  /** Price times size of what was filled, at prices of its side. */
  readonly takerValue: Amount
  readonly makerValue: Amount
  readonly takerFees: Amount
  readonly makerFees: Amount
  /** What it was paid for having rested; not taken off its fees. */
  readonly makerRebates: Amount
  /** Money and contracts set aside for what rests. */
  readonly lockedCash: Amount
  readonly lockedHoldings: Amount
  readonly group: string | undefined
  /** What changed it last. */
  readonly change: OrderChange
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly native: Readonly<Record<string, unknown>>
}

export type OrderChange = 'placed' | 'filled' | 'amended' | 'decreased' | 'ended'

/**
 * By its owner; by the time that its owner had set for all; by its own time; because its market closed; nobody took it at
 * once; it met an order of its own account; its group had reached its limit; trading paused; its account was forgotten.
 */
export type OrderEnding =
  | 'cancelled'
  | 'scheduled'
  | 'group_triggered'
  | 'paused'
  | 'expired'
  | 'market_closed'
  | 'not_filled'
  | 'self_trade'
  | 'forgotten'

export interface PaperFill {
  readonly id: string
  /** Counts the fills of the venue, from 1. Both sides of a trade between two accounts have one each. */
  readonly count: number
  readonly order: Pick<PaperOrder, 'id' | 'clientOrderId' | 'side' | 'action'>
  readonly market: WorldMarket
  /** Of the order's side. */
  readonly price: Amount
  readonly size: Amount
  /** In money, also where it was paid in contracts; below 0 where the maker was paid more than he was charged. */
  readonly fee: Amount
  /** Contracts of `size` that were kept as the fee; no money was then. */
  readonly withheld: Amount
  readonly liquidity: Liquidity
  /** What closing brought over its cost, fees not counted; 0 where nothing was closed. */
  readonly realized: Amount
  /** Contracts of YES that are held after it, below 0 those of NO. */
  readonly position: Amount
  readonly at: number
}

/** Orders of an account that are cancelled together once so much was filled of them within a stretch of time. */
export interface OrderGroup {
  readonly id: string
  /** Contracts. */
  readonly limit: Amount
  /** ms */
  readonly windowMs: number
  /** The limit was reached, or its owner said so: no order is placed in it before it is reset. */
  readonly isTriggered: boolean
  readonly native: Readonly<Record<string, unknown>>
}

export type GroupChange = 'created' | 'triggered' | 'reset' | 'deleted' | 'limit_updated'

/** What is held of one side of an unresolved market, or was. */
export interface PaperPosition {
  readonly market: WorldMarket
  readonly side: Side
  /** 0 when all of it was sold. */
  readonly size: Amount
  /** Of it, in resting orders that close it. */
  readonly locked: Amount
  /** What the contracts that are held cost, fees not counted; over `size` it is the average price. */
  readonly cost: Amount
  readonly realized: Amount
  /** Of all executions on this side. */
  readonly fees: Amount
  /** Price times size of all executions on this side. */
  readonly traded: Amount
  readonly openedAt: number
  readonly updatedAt: number
}

/** What a side of a resolved market paid. */
export interface PaperSettlement extends Omit<PaperPosition, 'locked' | 'updatedAt'> {
  /** Before the fee. */
  readonly paid: Amount
  readonly fee: Amount
  readonly at: number
}

interface PaperBalance {
  readonly available: Amount
  /** Set aside for resting orders. */
  readonly locked: Amount
  /** Both. What positions are worth is not in it. */
  readonly total: Amount
  /** Of all trades and settlements ever, fees not counted. */
  readonly realized: Amount
  /** Those that were paid in money. */
  readonly fees: Amount
}

/** What happened to an account, numbered from 1 without gaps. Only the latest are kept. */
export type PaperEvent = { readonly sequence: number; readonly at: number } & (
  | { readonly kind: 'placed' | 'updated' | 'cancelled'; readonly order: PaperOrder }
  | { readonly kind: 'group'; readonly change: GroupChange; readonly group: OrderGroup }
  /** The order as it is after the fill. */
  | { readonly kind: 'filled'; readonly order: PaperOrder; readonly fill: PaperFill }
  | { readonly kind: 'settled'; readonly settlement: PaperSettlement }
)

/** Why something was not done; nothing changed then. */
export type PaperRejection =
  | { readonly reason: 'insufficient_funds'; readonly needed: Amount; readonly available: Amount }
  | { readonly reason: 'insufficient_holdings'; readonly needed: Amount; readonly available: Amount }
  /** Post only, and some of it would be filled at once. */
  | { readonly reason: 'would_cross' }
  /** Fill or kill, and only so much could be. */
  | { readonly reason: 'not_filled'; readonly fillable: Amount }
  | { readonly reason: 'market_closed'; readonly state: Exclude<MarketState, 'open'> }
  | { readonly reason: 'duplicate_client_order_id'; readonly order: PaperOrder }
  /** The account has, or had, an order with this id. */
  | { readonly reason: 'duplicate_order_id'; readonly order: PaperOrder }
  /** Not in (0, 1), or off the market's grid. */
  | { readonly reason: 'invalid_price'; readonly tick: Amount }
  /** Not above 0, finer than a millionth, or money where there can be none. */
  | { readonly reason: 'invalid_size' }
  /** Below the least that YES can be worth. */
  | { readonly reason: 'below_floor'; readonly floor: Amount }
  | { readonly reason: 'already_expired' }
  /** The account has no such group, or it has to be reset first. */
  | { readonly reason: 'unknown_group' | 'group_triggered'; readonly group: string }
  | { readonly reason: 'too_many_orders'; readonly most: number }
  | { readonly reason: 'unknown_order' }
  /** It was filled or cancelled before. */
  | { readonly reason: 'order_not_open'; readonly order: PaperOrder }

export interface Rejected {
  readonly rejected: PaperRejection
}

export interface PaperOrderResult {
  readonly rejected?: undefined
  readonly order: PaperOrder
  /** What was filled at once. */
  readonly fills: readonly PaperFill[]
}

export interface Cancelled {
  readonly rejected?: undefined
  readonly order: PaperOrder
  /** What was still resting. */
  readonly reducedBy: Amount
}

export interface PaperExchange {
  /**
   * The account of whoever this is, with {@link OPENING_MONEY} if new, at an instant: take it anew for each request.
   * @param owner what identifies the caller natively: a key id, a wallet
   * @param now epoch ms; an instant before the latest seen counts as that one
   */
  account(owner: string, now: number): PaperAccount
  /** The account of somebody who has one, by its owner or by the wallet that holds its tokens; opens none. */
  known(name: string, now: number): PaperAccount | undefined
  /** The order with a native id, whoever's it is, for venues that show orders to anybody; opens no account. */
  order(orderId: string, now: number): PaperOrder | undefined
  /** Whether somebody has asked for the account before, and it was not forgotten since. */
  knows(owner: string): boolean
  /** Cancels the open orders of all accounts that are wanted. */
  cancelAll(now: number, ending: OrderEnding, isWanted: (order: PaperOrder) => boolean): void
  /** The markets that accounts have traded and that are not resolved. */
  touched(now: number): readonly WorldMarket[]
  /** Counts what has changed the book of a market: grows with each change, 0 before the first. */
  changes(market: WorldMarket, now: number): number
  /**
   * The world's book of YES with what paper orders add to it and without what they took. The world's own, untouched,
   * while nobody trades the market on paper.
   */
  book(market: WorldMarket, now: number): WorldBook
}

/** Lists are newest first; the oldest fall out of them. */
export interface PaperAccount {
  readonly owner: string
  /** Names what holds the account's tokens where that is not its owner, for those who look from outside. */
  heldBy(wallet: string): void
  place(wanted: PaperOrderRequest): PaperOrderResult | Rejected
  cancel(orderId: string): Cancelled | Rejected
  /**
   * Changes an open order. One that gets smaller, or another time, keeps its place in the queue; one with another price
   * or more contracts goes to its end, and takes what it can first. Refused as a whole, and nothing has changed then.
   */
  amend(orderId: string, changes: Amendment): PaperOrderResult | Rejected
  /** Leaves so much of an open order; with nothing left it is cancelled. It never grows. */
  decrease(orderId: string, remaining: Amount): Cancelled | Rejected
  /** Contracts that must be filled before any of an open order is. */
  queueAhead(orderId: string): Amount | undefined
  /** Opens a group, or gives one another limit; reached at once it is triggered. */
  setGroup(group: Omit<OrderGroup, 'isTriggered'>): OrderGroup
  /** What was filled in it counts no longer. False where there is no such group, as for the two that follow. */
  resetGroup(id: string): boolean
  /** Cancels its orders. */
  triggerGroup(id: string): boolean
  /** The same, and forgets it. */
  deleteGroup(id: string): boolean
  /** The first opened first. */
  groups(): readonly OrderGroup[]
  /** Money in a pool that is in no order, and that which is; of all pools of the account. */
  pools(): ReadonlyMap<number, { readonly available: Amount; readonly locked: Amount }>
  /** Puts money into a pool, or takes it out. False where that much is not available. */
  transfer(pool: number, amount: Amount): boolean
  /** Cancels the open orders that are wanted, all without a choice; oldest first. */
  cancelAll(isWanted?: (order: PaperOrder) => boolean): readonly Cancelled[]
  /** All orders that are open at an instant are cancelled then, unless it is set again before. @param at epoch ms */
  cancelAllAt(at: number | undefined): void
  order(orderId: string): PaperOrder | undefined
  orderByClientId(clientOrderId: string): PaperOrder | undefined
  orders(): readonly PaperOrder[]
  fills(): readonly PaperFill[]
  /** Of markets that have not resolved, those sold out among them; the first opened first. */
  positions(): readonly PaperPosition[]
  settlements(): readonly PaperSettlement[]
  balance(): PaperBalance
  /** Events with a higher sequence number, ascending. */
  events(after?: number): readonly PaperEvent[]
}
