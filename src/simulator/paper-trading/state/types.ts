import type { MarketState, Side, WorldBook, WorldMarket } from '../../world/common/types.js'
import type { Amount } from './amount.js'

/** Paper trading: simulated money in the simulated world. All prices are in (0, 1) dollars of the named side. */

/** The money of a new account, in the venue's own currency. */
export const OPENING_MONEY: Amount = 10_000n * 10n ** 12n

export interface Execution {
  readonly market: WorldMarket
  readonly action: 'buy' | 'sell'
  /** Price of the order's own side. */
  readonly price: Amount
  readonly size: Amount
  readonly liquidity: Liquidity
  /** Epoch ms; for a future execution, the latest possible time. */
  readonly at: number
  /** Native data of the order request. */
  readonly native?: Readonly<Record<string, unknown>>
}

/** An execution with the side of the order, to which its price refers. */
export type SidedExecution = Execution & { readonly side: Side }

export type Liquidity = 'taker' | 'maker'
/** Good till canceled (or till `expiresAt`); immediate or cancel; fill or kill. */
export type PaperTimeInForce = 'gtc' | 'ioc' | 'fok'

export interface PaperOrderRequest {
  readonly market: WorldMarket
  readonly side: Side
  readonly action: 'buy' | 'sell'
  /** Contracts of at most six decimals, or money without fees (only for purchases that do not rest). */
  readonly amount: { readonly size: Amount } | { readonly spend: Amount }
  /** Limit. Absent for a market order, which never rests. */
  readonly price?: Amount | undefined
  readonly timeInForce: PaperTimeInForce
  /** Rejected if any of it would be filled immediately. */
  readonly postOnly?: boolean | undefined
  /** Epoch ms from which a resting order is canceled. */
  readonly expiresAt?: number | undefined
  readonly clientOrderId?: string | undefined
  /** Whether it may reuse the client order id of an ended order that it replaces. */
  readonly takesNameOver?: boolean | undefined
  /** The native id, for venues if the caller creates it. Otherwise it is generated. */
  readonly id?: string | undefined
  /** When it meets an order of the same account: its own rest is dropped (the default), or the resting order is canceled. */
  readonly onSelfTrade?: 'drop-taker' | 'cancel-maker' | undefined
  /** The maximum to take immediately; the rest is dropped, or rests. */
  readonly fillCap?: Amount | undefined
  /** An open group of the account that limits its fills. */
  readonly group?: string | undefined
  /** Native data that the venue returns unchanged; paper trading ignores it. */
  readonly native?: Readonly<Record<string, unknown>> | undefined
}

/** The changes of an open order. */
export interface Amendment {
  /** Unchanged if absent. */
  readonly price?: Amount | undefined
  /** Filled and resting size together. */
  readonly size: Amount
  /** Epoch ms; null for an order that never expires; unchanged if absent. */
  readonly expiresAt?: number | null | undefined
  readonly clientOrderId?: string | undefined
}

/** A snapshot of an order; it does not change afterwards. */
export interface PaperOrder {
  readonly id: string
  /** Number of the order on the venue, from 1. */
  readonly count: number
  readonly clientOrderId: string | undefined
  readonly market: WorldMarket
  readonly side: Side
  readonly action: 'buy' | 'sell'
  /** Limit, or undefined for a market order. */
  readonly price: Amount | undefined
  /** For an order by money, the bought size. */
  readonly size: Amount
  /** Contracts removed by decreases, without amendments. */
  readonly decreased: Amount
  readonly filled: Amount
  /** The part of `filled` that was filled while it rested. */
  readonly makerFilled: Amount
  /** The resting size; 0 once it has ended. */
  readonly remaining: Amount
  readonly timeInForce: PaperTimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | undefined
  readonly status: 'open' | 'filled' | 'cancelled'
  /** Why it ended before it was filled, or undefined while it is open and when it is filled. */
  readonly ending: OrderEnding | undefined
  /** Price times size of the fills, at prices of its side. */
  readonly takerValue: Amount
  readonly makerValue: Amount
  readonly takerFees: Amount
  readonly makerFees: Amount
  /** Maker rebates it received; not deducted from its fees. */
  readonly makerRebates: Amount
  /** Money and contracts locked for the resting part. */
  readonly lockedCash: Amount
  readonly lockedHoldings: Amount
  readonly group: string | undefined
  /** The last change. */
  readonly change: OrderChange
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly native: Readonly<Record<string, unknown>>
}

export type OrderChange = 'placed' | 'filled' | 'amended' | 'decreased' | 'ended'

/**
 * Why an order ended:
 * - `cancelled` by its owner, or `scheduled`: at the time that its owner set for all orders
 * - `group_triggered`: its group reached its limit; `paused`: trading paused
 * - `expired`: at its own time; `market_closed`: its market closed
 * - `not_filled`: not filled immediately; `self_trade`: it met an order of its own account
 * - `forgotten`: its account was removed
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
  /** Number of the fill on the venue, from 1. A trade between two accounts has one fill for each. */
  readonly count: number
  readonly order: Pick<PaperOrder, 'id' | 'clientOrderId' | 'side' | 'action'>
  readonly market: WorldMarket
  /** Price of the order's side. */
  readonly price: Amount
  readonly size: Amount
  /** In money, also where it was paid in contracts; below 0 where the maker rebate exceeds the fee. */
  readonly fee: Amount
  /** Contracts of `size` that were deducted as the fee, instead of money. */
  readonly withheld: Amount
  readonly liquidity: Liquidity
  /** Proceeds of closed contracts less their cost, without fees, or 0 if nothing was closed. */
  readonly realized: Amount
  /** Position after the fill: contracts of YES, below 0 those of NO. */
  readonly position: Amount
  readonly at: number
}

/** Orders of an account that are canceled together once their fills reach a limit within a time window. */
export interface OrderGroup {
  readonly id: string
  /** Contracts. */
  readonly limit: Amount
  /** ms */
  readonly windowMs: number
  /** The limit was reached, or its owner triggered it; it accepts no orders before it is reset. */
  readonly isTriggered: boolean
  readonly native: Readonly<Record<string, unknown>>
}

export type GroupChange = 'created' | 'triggered' | 'reset' | 'deleted' | 'limit_updated'

/** A current or past position in one side of an unresolved market. */
export interface PaperPosition {
  readonly market: WorldMarket
  readonly side: Side
  /** 0 when all of it was sold. */
  readonly size: Amount
  /** The part in resting orders that close it. */
  readonly locked: Amount
  /** Cost of the held contracts, without fees; divided by `size` it is the average price. */
  readonly cost: Amount
  readonly realized: Amount
  /** Fees of all executions on this side. */
  readonly fees: Amount
  /** Price times size of all executions on this side. */
  readonly traded: Amount
  readonly openedAt: number
  readonly updatedAt: number
}

/** The payout of a side of a resolved market. */
export interface PaperSettlement extends Omit<PaperPosition, 'locked' | 'updatedAt'> {
  /** Before the fee. */
  readonly paid: Amount
  readonly fee: Amount
  readonly at: number
}

interface PaperBalance {
  readonly available: Amount
  /** Locked for resting orders. */
  readonly locked: Amount
  /** Sum of both, without the value of positions. */
  readonly total: Amount
  /** From all trades and settlements, without fees. */
  readonly realized: Amount
  /** Fees that were paid in money. */
  readonly fees: Amount
}

/** An event of an account, numbered from 1 without gaps. Only the latest are stored. */
export type PaperEvent = { readonly sequence: number; readonly at: number } & (
  | { readonly kind: 'placed' | 'updated' | 'cancelled'; readonly order: PaperOrder }
  | { readonly kind: 'group'; readonly change: GroupChange; readonly group: OrderGroup }
  /** The order is in its state after the fill. */
  | { readonly kind: 'filled'; readonly order: PaperOrder; readonly fill: PaperFill }
  | { readonly kind: 'settled'; readonly settlement: PaperSettlement }
)

/** Why a call was rejected; a rejected call changes nothing. */
export type PaperRejection =
  | { readonly reason: 'insufficient_funds'; readonly needed: Amount; readonly available: Amount }
  | { readonly reason: 'insufficient_holdings'; readonly needed: Amount; readonly available: Amount }
  /** Post only, and some of it would be filled immediately. */
  | { readonly reason: 'would_cross' }
  /** Fill or kill, with the size that could be filled. */
  | { readonly reason: 'not_filled'; readonly fillable: Amount }
  | { readonly reason: 'market_closed'; readonly state: Exclude<MarketState, 'open'> }
  | { readonly reason: 'duplicate_client_order_id'; readonly order: PaperOrder }
  /** The account has, or had, an order with this id. */
  | { readonly reason: 'duplicate_order_id'; readonly order: PaperOrder }
  /** Not in (0, 1), or not a multiple of the market's tick size. */
  | { readonly reason: 'invalid_price'; readonly tick: Amount }
  /** Not above 0, finer than a millionth, or money if that is not allowed. */
  | { readonly reason: 'invalid_size' }
  /** Below the minimum value of YES. */
  | { readonly reason: 'below_floor'; readonly floor: Amount }
  | { readonly reason: 'already_expired' }
  /** The account has no such group, or it has to be reset first. */
  | { readonly reason: 'unknown_group' | 'group_triggered'; readonly group: string }
  | { readonly reason: 'too_many_orders'; readonly most: number }
  | { readonly reason: 'unknown_order' }
  /** It was filled or canceled before. */
  | { readonly reason: 'order_not_open'; readonly order: PaperOrder }

export interface Rejected {
  readonly rejected: PaperRejection
}

export interface PaperOrderResult {
  readonly rejected?: undefined
  readonly order: PaperOrder
  /** Immediate fills. */
  readonly fills: readonly PaperFill[]
}

export interface Cancelled {
  readonly rejected?: undefined
  readonly order: PaperOrder
  /** The size that was still resting. */
  readonly reducedBy: Amount
}

export interface PaperExchange {
  /**
   * Returns the account of an owner at a given time, created with {@link OPENING_MONEY} on first use. Call it for each request.
   * @param owner the native identifier of the caller: a key id, a wallet
   * @param now epoch ms; an instant before the latest seen counts as that one
   */
  account(owner: string, now: number): PaperAccount
  /** Returns an existing account, by its owner or by the wallet that holds its tokens; creates none. */
  known(name: string, now: number): PaperAccount | undefined
  /** Returns the order with a native id of any account, for venues that show orders publicly; creates no account. */
  order(orderId: string, now: number): PaperOrder | undefined
  /** Whether the account exists: it was used before, and has not been removed since. */
  knows(owner: string): boolean
  /** Cancels the open orders of all accounts that `isWanted` selects. */
  cancelAll(now: number, ending: OrderEnding, isWanted: (order: PaperOrder) => boolean): void
  /** Returns the markets that accounts have traded and that are not resolved. */
  touched(now: number): readonly WorldMarket[]
  /** Returns a counter of changes of a market's book; it grows with each change, 0 before the first. */
  changes(market: WorldMarket, now: number): number
  /**
   * Returns the world's book of YES plus paper orders, less what they took. While the market has no paper trading, it is the
   * world's own object.
   */
  book(market: WorldMarket, now: number): WorldBook
}

/** Lists are newest first; the oldest entries are removed. */
export interface PaperAccount {
  readonly owner: string
  /** Sets the wallet that holds the account's tokens, if that is not its owner, for lookups by wallet. */
  heldBy(wallet: string): void
  place(wanted: PaperOrderRequest): PaperOrderResult | Rejected
  cancel(orderId: string): Cancelled | Rejected
  /**
   * Changes an open order. With a smaller size, or another time, it keeps its place in the queue. With another price or more
   * contracts it moves to the end, after taking what it can. A rejected amendment changes nothing.
   */
  amend(orderId: string, changes: Amendment): PaperOrderResult | Rejected
  /** Reduces an open order to the remaining size; at 0 it is canceled. It never grows. */
  decrease(orderId: string, remaining: Amount): Cancelled | Rejected
  /** Returns the contracts that must be filled before any of an open order is. */
  queueAhead(orderId: string): Amount | undefined
  /** Opens a group, or changes its limit; it is triggered if the limit is already reached. */
  setGroup(group: Omit<OrderGroup, 'isTriggered'>): OrderGroup
  /** Resets the counted fills. Returns false if there is no such group, as for the next two methods. */
  resetGroup(id: string): boolean
  /** Cancels its orders. */
  triggerGroup(id: string): boolean
  /** Cancels its orders and deletes it. */
  deleteGroup(id: string): boolean
  /** Returns the groups, the first opened first. */
  groups(): readonly OrderGroup[]
  /** Returns available and locked money of all pools of the account. */
  pools(): ReadonlyMap<number, { readonly available: Amount; readonly locked: Amount }>
  /** Adds money to a pool, or removes it. Returns false if that much is not available. */
  transfer(pool: number, amount: Amount): boolean
  /** Cancels the selected open orders, all by default; oldest first. */
  cancelAll(isWanted?: (order: PaperOrder) => boolean): readonly Cancelled[]
  /** Schedules the cancellation of all orders that are open at a given time, unless it is set again before. @param at epoch ms */
  cancelAllAt(at: number | undefined): void
  order(orderId: string): PaperOrder | undefined
  orderByClientId(clientOrderId: string): PaperOrder | undefined
  orders(): readonly PaperOrder[]
  fills(): readonly PaperFill[]
  /** Returns positions in unresolved markets, including closed ones; the first opened first. */
  positions(): readonly PaperPosition[]
  settlements(): readonly PaperSettlement[]
  balance(): PaperBalance
  /** Returns events with a higher sequence number, ascending. */
  events(after?: number): readonly PaperEvent[]
}
