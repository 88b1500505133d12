import type { CredentialName } from '../../api/arguments/credentials.js'
import type { timesInForce } from '../../api/arguments/fields.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { Balance, Order, Position, Settlement, UserTrade } from '../../api/models/models.js'
import type { Address } from '../../signing/address.js'
import type { VenueRequest } from '../../transport/call-types.js'
import type { Located } from './outcome.js'
import type { Paging } from './paging.js'
import type { VenueContext } from './venue-context.js'

export type OrderSide = 'buy' | 'sell'
export type OrderType = 'market' | 'limit'

export type TimeInForce = (typeof timesInForce)[number]

/** An order request's demands beyond price and size. If they cannot be met, the order is refused. */
export interface OrderDemands {
  /** Whether the order must rest, and is otherwise not placed. */
  readonly postOnly?: true
  /** Absent if the caller names none: a limit order then rests, and a market order does not. */
  readonly timeInForce?: TimeInForce
  /** Epoch ms, for `GTD` only: the order leaves the book then. */
  readonly expiresAt?: number
  /** Whether the order may only close a position, and not open one. */
  readonly reduceOnly?: true
  /** Whether the venue cancels the order when trading is paused. */
  readonly cancelOnPause?: true
  /** The order group, as the venue names it. Its orders are canceled together when their fills exceed the group's limit. */
  readonly orderGroupId?: string
}

/**
 * The {@link OrderDemands} that a venue accepts, according to its documents; the core refuses the rest before it sends anything.
 */
export interface OrderConstraints {
  readonly postOnly?: true
  /** For limit orders; `IOC` and `FOK` among them also for market orders. */
  readonly timeInForce: readonly TimeInForce[]
  /** Times in force of reduce-only orders. */
  readonly reduceOnly?: readonly TimeInForce[]
  readonly cancelOnPause?: true
  readonly orderGroups?: true
  /** Minimum lifetime of a `GTD` order when it is sent, ms. One second if the venue does not specify one. */
  readonly minLifetimeMs?: number
  /**
   * Times in force of market purchases by amount of money, if the venue bounds the price of a contract. Absent if it has
   * no such purchases, or none with a bound.
   */
  readonly byMoney?: readonly TimeInForce[]
  /** Times in force that are not allowed for purchases, and the reason. */
  readonly notOfPurchases?: { readonly timeInForce: readonly TimeInForce[]; readonly because: string }
}

/** An order as the caller requests it, with exact numbers as decimal text, such as `0.55`. JSON-safe, and without secrets. */
export interface OrderTerms extends OrderDemands {
  readonly marketId: string
  /** In its canonical spelling. */
  readonly outcomeId: string
  readonly side: OrderSide
  readonly type: OrderType
  /** Number of contracts. For a purchase by money, the minimum that it buys if it spends the whole amount. */
  readonly amount: string
  /** For a purchase by money: the maximum cost, without fees. */
  readonly spend?: string
  /**
   * Price of the outcome, 0..1. The limit; for a market order the worst fill price, from the live book and the caller's slippage.
   * Venues without market orders receive a limit order that does not rest.
   */
  readonly price: string
  /**
   * Name of the order before the venue assigns an id; unguessable if the daemon generates it. 36 characters of `0-9a-f-`
   * (a UUID) or the caller's.
   */
  readonly clientOrderId: string
  /** The fee rate that the caller states; a venue that reads it checks it against its own facts. */
  readonly feeRateBps?: number
  readonly tickSize?: number
  readonly negRisk?: boolean
  readonly onBehalfOf?: number
}

/** Prices from `from` to `to`, both inclusive, in increments of `step`. */
export interface PriceBand {
  readonly from: string
  readonly to: string
  readonly step: string
}

/**
 * Rules of a market for orders, as decimal text. A rule is absent if the venue does not report it, and the venue then
 * decides.
 */
export interface OrderRules {
  /** The outcome's market, and other names that a caller may use for it. */
  readonly market: { readonly id: string; readonly aliases?: readonly string[] }
  /** Valid prices of the outcome: bands, ascending and without gaps, or each valid price, ascending. */
  readonly prices?: readonly PriceBand[] | readonly string[]
  /** Minimum number of contracts. */
  readonly minAmount?: string
  /** Minimum number of contracts of an order that may rest, where market orders can be smaller. */
  readonly minLimitAmount?: string
  /** Maximum number of contracts. */
  readonly maxAmount?: string
  /** The number of contracts is a multiple of it. */
  readonly amountStep?: string
  /** The money of a purchase by money is a multiple of it. */
  readonly spendStep?: string
  /** Minimum cost of an order, in the venue's money. */
  readonly minCost?: string
  /** Sides on which a market order is sent as a limit order whose remainder is canceled: `minLimitAmount` applies to it, too. */
  readonly limitsAtMarket?: readonly OrderSide[]
  /** Accepted sides, if not all are accepted. Hunch only accepts market purchases. */
  readonly sides?: readonly OrderSide[]
  readonly types?: readonly OrderType[]
  /** Reason, in the venue's words, why the market is closed; no order is built. */
  readonly closed?: string
}

/** How to find an order again after its response is lost. */
export interface OrderHandle {
  readonly by: 'orderId' | 'clientOrderId'
  readonly value: string
}

/** An order in the venue's form, ready to send. JSON-safe; it holds no secret, and nothing has been sent. */
export interface NativeOrder {
  /** The call without its authentication, which is added when it is sent, with the clock of that time. */
  readonly call: Pick<
    VenueRequest,
    'host' | 'path' | 'query' | 'body' | 'method' | 'group' | 'cost' | 'headers'
  >
  /** Signed by the caller's key, where orders are signed (BuiltOrder.signedOrder). */
  readonly signedOrder?: Readonly<Record<string, unknown>>
  /** Absent if the venue reports no name of orders that is known in advance: a lost order stays unknown. */
  readonly handle?: OrderHandle
  /** Whether the venue refuses a second order with the same handle, so that an order that is sent twice is placed once. */
  readonly isUnique?: true
  /** Epoch ms after which the venue would refuse it. Absent if it does not expire. */
  readonly expiresAt?: number
  /**
   * A market order that is sent as a limit order: the remainder after the immediate fill is canceled
   * (core/trading/records/resting-remainder.ts).
   */
  readonly cancelsRest?: true
}

/** An order of a batch, as {@link OrderSource.build} returned it. */
export interface BatchOrder {
  readonly native: NativeOrder
  readonly terms: OrderTerms
}

export interface OrderBatch {
  /** Maximum number of orders per call. */
  readonly most: number
  /**
   * Sends all orders in one call, once.
   * @returns for each order, in the same sequence, the order or the error of the venue's response, as in
   * `OrderSource.submit`
   * @throws if the response does not cover single orders: a refusal of the whole call, or a lost response
   */
  submit(orders: readonly BatchOrder[], ctx: VenueContext): Promise<readonly (Order | PmxError)[]>
}

/** Changes an open order in one call. Its earlier fills count, and it never rests twice. */
export interface OrderEdit<Facts = unknown> {
  /**
   * Builds the call that gives the order these terms. The amount includes the filled and the open part. Its handle finds the
   * order.
   */
  build(orderId: string, terms: OrderTerms, outcome: Located<Facts>, ctx: VenueContext): Promise<NativeOrder>
  /**
   * Sends it, once.
   * @throws as `OrderSource.submit`; ORDER_NOT_FOUND when no such order is open; with `detail.kind` `no_change` when the venue
   * reports that the order has these terms already
   */
  submit(order: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order>
}

/** Several cancels in one call. */
export interface CancelBatch {
  /** Maximum number of orders per call. */
  readonly most: number
  /**
   * Cancels them in one call. Only the venue's result for each order counts.
   * @returns by the given ids: true if the venue confirms the cancel, otherwise the error of the result, as in
   * `OrderSource.cancel`. The status of an order without an entry is unknown.
   */
  cancel(orderIds: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, true | PmxError>>
}

/** A call that cancels all open orders of the account. */
export interface CancelAll {
  /** The call can be limited to the orders of one market. */
  readonly byMarket?: true
  /**
   * Whether the orders named in the response are canceled. Absent if the response proves nothing, so that each order is looked
   * up.
   */
  readonly isConclusive?: true
  /**
   * @returns by their ids: true for an order that the venue canceled, or the error of `OrderSource.cancel` for an order that it
   * did not cancel. The status of other orders is unknown.
   */
  cancel(marketId: string | undefined, ctx: VenueContext): Promise<ReadonlyMap<string, true | PmxError>>
}

/**
 * Places and cancels orders with the caller's keys. The core (core/trading) handles order checks, trading limits, the journal and
 * lost responses; nothing here is sent twice.
 */
export interface OrderSource<Facts = unknown> {
  /** Whether the venue has no resting limit orders. */
  readonly marketOnly?: true
  /** Absent if orders have no such demands. */
  readonly constraints?: OrderConstraints
  /**
   * Contracts are tokens, which cannot be sold without holding them. Absent if a sale may also open the other side, or where
   * that is unknown: the trading limits then count its possible cost.
   */
  readonly sellsHeldOnly?: true
  /** The credentials that identify the account that places orders. A call's other credentials do not change the account. */
  readonly accountBy?: readonly CredentialName[]
  /**
   * Returns the address of the account, where one wallet has several names: its key and its address. It may call the venue.
   * Absent if accounts have no address.
   * @throws AUTHENTICATION_ERROR naming the missing or unusable credential, and connection errors of the venue
   */
  accountIn?(ctx: VenueContext): Promise<string>
  /**
   * Checks the credentials without a call.
   * @throws AUTHENTICATION_ERROR naming the part of the credentials that is missing or unusable
   */
  checkCredentials(ctx: VenueContext): void
  /** Returns the current rules for orders of this outcome. */
  rules(outcome: Located<Facts>, ctx: VenueContext): Promise<OrderRules>
  /**
   * Builds the exact order to send. It reads what it needs from the venue and signs; it sends nothing that changes state.
   * @throws AUTHENTICATION_ERROR naming the part of the credentials that is missing or has the wrong shape
   */
  build(terms: OrderTerms, outcome: Located<Facts>, ctx: VenueContext): Promise<NativeOrder>
  /**
   * Sends the order once. `build` has already read everything that is needed.
   * @throws the error of the venue's response: INVALID_ORDER, INSUFFICIENT_FUNDS, ...; with `detail.kind` `duplicate_order` when
   * the venue already has an order with this name
   */
  submit(order: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order>
  /** Several orders in one call. Absent if the venue has no such call, or its response has no result for each order. */
  readonly batch?: OrderBatch
  /**
   * Cancels an order. Absent if orders are irrevocable.
   * @returns the order, ended only if the venue's response or a later row shows it. One that is open or pending is looked
   * up by the core until the venue shows its end
   * @throws ORDER_NOT_FOUND when the venue has no such open order
   */
  cancel?(orderId: string, ctx: VenueContext): Promise<Order>
  /** Absent if an order cannot be changed in one call, so that for a moment both or none of the two may fill. */
  readonly edit?: OrderEdit<Facts>
  /** Absent if the venue cancels one order per call, or its response has no result for each order. */
  readonly cancelMany?: CancelBatch
  /** Absent if no such call reports the canceled orders. */
  readonly cancelAll?: CancelAll
  /** Absent if the venue cannot cancel orders by itself. */
  readonly cancelAfter?: CancelAfter
  /**
   * Finds the order of a handle, regardless of its state. An order in a market other than that of `terms` counts as a different
   * order with the same name. Returns undefined if the venue is sure that there is none; it throws if that is uncertain. Absent
   * if the venue finds no orders by handles.
   * @param sentAt epoch ms of the daemon's clock
   */
  find?(handle: OrderHandle, terms: OrderTerms, sentAt: number, ctx: VenueContext): Promise<Order | undefined>
  /**
   * Returns the time (epoch ms, venue's clock) until which the lists of `find` are complete; it is read before them.
   * Absent if the venue reports no such time.
   */
  listedUntil?(ctx: VenueContext): Promise<number>
}

/** How a venue cancels all open orders of an account by itself: a dead man's switch (core/trading/cancel/dead-mans-switch.ts). */
export type CancelAfter =
  /** The venue cancels orders at a set time. */
  | {
      readonly kind: 'timer'
      /** The minimum timeout, including the duration of the call. */
      readonly minMs: number
      /**
       * Sets the time of the cancel.
       * @param at epoch ms; undefined to clear it
       */
      set(at: number | undefined, ctx: VenueContext): Promise<void>
    }
  /** The venue cancels orders when heartbeats stop. After the first heartbeat, only further heartbeats prevent the cancel. */
  | {
      readonly kind: 'heartbeat'
      readonly silenceMs: number
      /** Interval of heartbeats, ms. */
      readonly everyMs: number
      /**
       * Returns the name that heartbeats are counted by, if it is not the account: the name of an API key. It may call
       * the venue.
       */
      silentKey?(ctx: VenueContext): Promise<string>
      beat(ctx: VenueContext): Promise<void>
    }

/**
 * A query for the caller's own orders and trades. A source drops rows of other markets or outcomes, whatever name the query used.
 * The core drops rows outside of the times and rows beyond the limit.
 */
export interface HistoryQuery {
  readonly marketId?: string
  readonly outcomeId?: string
  /** Inclusive bounds, epoch ms. */
  readonly since?: number
  readonly until?: number
  /** Maximum number of rows that will be used. */
  readonly limit?: number
  /** Trades: includes reversed trades, each with its reversal (`metadata.reverses`), so that sums are correct. */
  readonly withReversals?: true
}

/**
 * Reads accounts: a public address, or the caller's account with credentials. Rows are newest first if the venue supports
 * it.
 */
export interface AccountSource {
  /** Open positions of a public address, if the venue publishes them. */
  positionsOf?(address: string, ctx: VenueContext): Promise<readonly Position[]>
  /** Balances of a public address. */
  balanceOf?(address: string, ctx: VenueContext): Promise<readonly Balance[]>
  positions?(ctx: VenueContext): Promise<readonly Position[]>
  balance?(ctx: VenueContext): Promise<readonly Balance[]>
  /** Undefined when the venue has no order with this id. */
  order?(orderId: string, ctx: VenueContext): Promise<Order | undefined>
  openOrders?(query: HistoryQuery, ctx: VenueContext): Paging<Order>
  /** Orders that are no longer open: filled, canceled, rejected. */
  closedOrders?(query: HistoryQuery, ctx: VenueContext): Paging<Order>
  /** The caller's own fills. */
  fills?(query: HistoryQuery, ctx: VenueContext): Paging<UserTrade>
  /**
   * The venue nets positions, and a fill may name the other outcome than its order. For an outcome, `fills` returns all fills of
   * its market as trades of that outcome, so that their sum is the position.
   */
  readonly fillsAreNetted?: true
  /**
   * A row of `fills` sums up all fills of its order so far, at their average price, with the time and id of the order. The row
   * grows. With `since` the list has all orders that may have been filled since then.
   */
  readonly fillsAreSums?: true
  /**
   * The maximum number of contracts that the fee deducts from a filled purchase. Absent if all fees are paid in money.
   * @param price of the order
   */
  maxFeeInContracts?(purchase: { readonly contracts: number; readonly price: number }): number
  /** Whether orders count fills that were reversed later (`metadata.reverses` of a row of `fills`). */
  readonly ordersKeepReversed?: true
  /** Payouts from decided markets, one row for each outcome that was held. */
  settlements?(query: HistoryQuery, ctx: VenueContext): Paging<Settlement>
  /** Wallets that are derived from a key's address. They identify the account, as the key does. */
  walletsOf?(owner: Address): readonly string[]
  /** Login with a wallet's signature, if the venue supports it. */
  readonly login?: LoginSource
}

/** Credentials of a login; returned to the caller and not stored. */
interface SessionCredentials {
  readonly apiKey: string
  readonly apiSecret: string
  readonly passphrase?: string
  /** Epoch ms. */
  readonly expiresAt?: number
}

export interface LoginSource {
  nonce(
    walletAddress: string,
    ctx: VenueContext,
  ): Promise<{ readonly nonce: string; readonly messageToSign: string }>
  login(
    proof: { readonly walletAddress: string; readonly signature: string; readonly nonce: string },
    ctx: VenueContext,
  ): Promise<SessionCredentials>
  logout(ctx: VenueContext): Promise<void>
}
