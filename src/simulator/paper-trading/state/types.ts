import type { MarketState, Side, WorldBook, WorldMarket } from '../../world/common/types.js'
import type { Amount } from './amount.js'

/** Paper trading with simulated money in the simulated world. All prices are in (0, 1) dollars of the named side. */

/** The money of a new account, in the venue's own currency. */
export const OPENING_MONEY: Amount = 10_000n * 10n ** 12n

export interface Execution {
  readonly market: WorldMarket
  readonly action: 'buy' | 'sell'
  /** Price of the order's own side. */
  readonly price: Amount
  readonly size: Amount
  readonly liquidity: Liquidity
  /** Epoch ms. For a future execution, it is the latest possible time. */
  readonly at: number
  /** Native data of the order request. */
  readonly native?: Readonly<Record<string, unknown>>
}

/** An execution with its order's side, which its price refers to. */
export type SidedExecution = Execution & { readonly side: Side }

export type Liquidity = 'taker' | 'maker'
/** Good till canceled (or till `expiresAt`), immediate or cancel, or fill or kill. */
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
  /** The time at which a resting order is canceled, epoch ms. */
  readonly expiresAt?: number | undefined
  readonly clientOrderId?: string | undefined
  /** Whether it may reuse the client order id of an ended order that it replaces. */
  readonly takesNameOver?: boolean | undefined
  /** The native id, for venues where the caller creates it. Otherwise it is generated. */
  readonly id?: string | undefined
  /**
   * What happens if it meets an order of the same account: its own remainder is dropped (the default), or the resting order is
   * canceled.
   */
  readonly onSelfTrade?: 'drop-taker' | 'cancel-maker' | undefined
  /** The maximum to take immediately. The remainder is dropped, or rests. */
  readonly fillCap?: Amount | undefined
  /** An open group of the account that limits its fills. */
  readonly group?: string | undefined
  /** Native data that the venue returns unchanged, and paper trading ignores. */
  readonly native?: Readonly<Record<string, unknown>> | undefined
}

/** The changes of an open order. */
export interface Amendment {
  /** Unchanged if absent. */
  readonly price?: Amount | undefined
  /** The filled and the resting size together. */
  readonly size: Amount
  /** Epoch ms, or null for an order that never expires. If absent, it is unchanged. */
  readonly expiresAt?: number | null | undefined
  readonly clientOrderId?: string | undefined
}

/** A snapshot of an order, which does not change afterwards. */
export interface PaperOrder {
  readonly id: string
  /** The number of the order on the venue, starting at 1. */
  readonly count: number
  readonly clientOrderId: string | undefined
  readonly market: WorldMarket
  readonly side: Side
  readonly action: 'buy' | 'sell'
  /** The limit, or undefined for a market order. */
  readonly price: Amount | undefined
  /** For an order by money, it is the size that was bought. */
  readonly size: Amount
  /** Contracts removed by decreases, without amendments. */
  readonly decreased: Amount
  readonly filled: Amount
  /** The part of `filled` that was filled while it rested. */
  readonly makerFilled: Amount
  /** The resting size, which is 0 once the order has ended. */
  readonly remaining: Amount
  readonly timeInForce: PaperTimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | undefined
  readonly status: 'open' | 'filled' | 'cancelled'
  /** Why it ended before it was filled, or undefined while it is open and when it is filled. */
  readonly ending: OrderEnding | undefined
  /** Price times size of the fills, at prices of the order's side. */
  readonly takerValue: Amount
  readonly makerValue: Amount
  readonly takerFees: Amount
  readonly makerFees: Amount
  /** The maker rebates that it received, which are not deducted from its fees. */
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
  /** The number of the fill on the venue, starting at 1. A trade between two accounts has one fill for each. */
  readonly count: number
  readonly order: Pick<PaperOrder, 'id' | 'clientOrderId' | 'side' | 'action'>
  readonly market: WorldMarket
  /** Price of the order's side. */
  readonly price: Amount
  readonly size: Amount
  /** In money, even if it was paid in contracts. It is below 0 if the maker rebate exceeds the fee. */
  readonly fee: Amount
  /** Contracts of `size` that were deducted as the fee, instead of money. */
  readonly withheld: Amount
  readonly liquidity: Liquidity
  /** Proceeds of closed contracts less their cost, without fees, or 0 if nothing was closed. */
  readonly realized: Amount
  /** The position after the fill, in contracts of YES, or below 0 in contracts of NO. */
  readonly position: Amount
  readonly at: number
}

/** Orders from one account that are canceled together once their fills reach a limit within a time window. */
export interface OrderGroup {
  readonly id: string
  /** Contracts. */
  readonly limit: Amount
  /** ms */
  readonly windowMs: number
  /** The limit was reached, or the owner triggered the group. It accepts no orders until it is reset. */
  readonly isTriggered: boolean
  readonly native: Readonly<Record<string, unknown>>
}

export type GroupChange = 'created' | 'triggered' | 'reset' | 'deleted' | 'limit_updated'

/** A current or past position in one side of an unresolved market. */
export interface PaperPosition {
  readonly market: WorldMarket
  readonly side: Side
  /** 0 if all of it was sold. */
  readonly size: Amount
  /** The part in resting orders that close it. */
  readonly locked: Amount
  /** The cost of the held contracts, without fees. Divided by `size`, it is the average price. */
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
  /** The sum of both, without the value of positions. */
  readonly total: Amount
  /** From all trades and settlements, without fees. */
  readonly realized: Amount
  /** Fees that were paid in money. */
  readonly fees: Amount
}

/** An event of an account, numbered from 1 without gaps. Only the latest events are stored. */
export type PaperEvent = { readonly sequence: number; readonly at: number } & (
  | { readonly kind: 'placed' | 'updated' | 'cancelled'; readonly order: PaperOrder }
  | { readonly kind: 'group'; readonly change: GroupChange; readonly group: OrderGroup }
  /** The order is in its state after the fill. */
  | { readonly kind: 'filled'; readonly order: PaperOrder; readonly fill: PaperFill }
  | { readonly kind: 'settled'; readonly settlement: PaperSettlement }
)

/** The reason why a call was rejected. A rejected call changes nothing. */
export type PaperRejection =
  | { readonly reason: 'insufficient_funds'; readonly needed: Amount; readonly available: Amount }
  | { readonly reason: 'insufficient_holdings'; readonly needed: Amount; readonly available: Amount }
  /** The order is post only, and some of it would be filled immediately. */
  | { readonly reason: 'would_cross' }
  /** The order is fill or kill. This is the size that could be filled. */
  | { readonly reason: 'not_filled'; readonly fillable: Amount }
  | { readonly reason: 'market_closed'; readonly state: Exclude<MarketState, 'open'> }
  | { readonly reason: 'duplicate_client_order_id'; readonly order: PaperOrder }
  /** The account has, or had, an order with this id. */
  | { readonly reason: 'duplicate_order_id'; readonly order: PaperOrder }
  /** The price is not in (0, 1), or not a multiple of the market's tick size. */
  | { readonly reason: 'invalid_price'; readonly tick: Amount }
  /** The amount is not above 0, is finer than a millionth, or is money where that is not allowed. */
  | { readonly reason: 'invalid_size' }
  /** The price is below the minimum value of YES. */
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
   * @param owner the native identifier of the caller, such as a key id or a wallet
   * @param now epoch ms; an instant before the latest seen counts as that one
   */
  account(owner: string, now: number): PaperAccount
  /** Returns an existing account, by its owner or by the wallet that holds its tokens. It does not create one. */
  known(name: string, now: number): PaperAccount | undefined
  /** Returns the order with a native id from any account, for venues that show orders publicly. It does not create an account. */
  order(orderId: string, now: number): PaperOrder | undefined
  /** Whether the account exists, which means that it was used before and has not been removed since. */
  knows(owner: string): boolean
  /** Cancels the open orders of all accounts that `isWanted` selects. */
  cancelAll(now: number, ending: OrderEnding, isWanted: (order: PaperOrder) => boolean): void
  /** Returns the markets that accounts have traded and that are not resolved. */
  touched(now: number): readonly WorldMarket[]
  /** Returns a counter of the changes to a market's book. It starts at 0 and grows with each change. */
  changes(market: WorldMarket, now: number): number
  /**
   * Returns the world's book of YES plus paper orders, less the sizes that they took. While the market has no paper trading, it
   * is the world's own object.
   */
  book(market: WorldMarket, now: number): WorldBook
}

/** Lists are newest first, and the oldest entries are removed. */
export interface PaperAccount {
  readonly owner: string
  /** Sets the wallet that holds the account's tokens, if that is not its owner, for lookups by wallet. */
  heldBy(wallet: string): void
  place(wanted: PaperOrderRequest): PaperOrderResult | Rejected
  cancel(orderId: string): Cancelled | Rejected
  /**
   * Changes an open order. With a smaller size, or another time, it keeps its place in the queue. With another price or more
   * contracts it moves to the end, after taking as much as it can. A rejected amendment changes nothing.
   */
  amend(orderId: string, changes: Amendment): PaperOrderResult | Rejected
  /** Reduces an open order to the remaining size. At 0 it is canceled. It never grows. */
  decrease(orderId: string, remaining: Amount): Cancelled | Rejected
  /** Returns the number of contracts that must be filled before any of an open order is filled. */
  queueAhead(orderId: string): Amount | undefined
  /** Opens a group, or changes its limit. The group is triggered if the limit is already reached. */
  setGroup(group: Omit<OrderGroup, 'isTriggered'>): OrderGroup
  /** Resets the counted fills. Returns false if there is no such group, as for the next two methods. */
  resetGroup(id: string): boolean
  /** Cancels its orders. */
  triggerGroup(id: string): boolean
  /** Cancels its orders and deletes it. */
  deleteGroup(id: string): boolean
  /** Returns the groups in the order in which they were opened. */
  groups(): readonly OrderGroup[]
  /** Returns available and locked money of all pools of the account. */
  pools(): ReadonlyMap<number, { readonly available: Amount; readonly locked: Amount }>
  /** Adds money to a pool, or removes it. Returns false if that much is not available. */
  transfer(pool: number, amount: Amount): boolean
  /** Cancels the selected open orders, oldest first, or all of them by default. */
  cancelAll(isWanted?: (order: PaperOrder) => boolean): readonly Cancelled[]
  /** Schedules the cancellation of all orders that are open at a given time, unless it is set again before. @param at epoch ms */
  cancelAllAt(at: number | undefined): void
  order(orderId: string): PaperOrder | undefined
  orderByClientId(clientOrderId: string): PaperOrder | undefined
  orders(): readonly PaperOrder[]
  fills(): readonly PaperFill[]
  /** Returns positions in unresolved markets, including closed positions, in the order in which they were opened. */
  positions(): readonly PaperPosition[]
  settlements(): readonly PaperSettlement[]
  balance(): PaperBalance
  /** Returns events with a higher sequence number, ascending. */
  events(after?: number): readonly PaperEvent[]
}
