import type { CredentialName } from '../../api/arguments/credentials.js'
import type { timesInForce } from '../../api/arguments/fields.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { Balance, Order, Position, Settlement, UserTrade } from '../../api/models/models.js'
import type { Address } from '../../signing/address.js'
import type { VenueRequest } from '../../transport/call.js'
import type { Located } from './outcome.js'
import type { Paging } from './paging.js'
import type { VenueContext } from './venue-context.js'

export type OrderSide = 'buy' | 'sell'
export type OrderType = 'market' | 'limit'

export type TimeInForce = (typeof timesInForce)[number]

/** What a caller demands of an order beyond its price and size. An order that cannot meet it is refused. */
export interface OrderDemands {
  /** It rests, or it is not placed. */
  readonly postOnly?: true
  /** Absent where its caller names none: a limit order rests then, and an order at the market does not. */
  readonly timeInForce?: TimeInForce
  /** Epoch ms, of `GTD` alone: it leaves the book then. */
  readonly expiresAt?: number
  /** It closes what is held, and opens nothing. */
  readonly reduceOnly?: true
  /** The venue cancels it when trading is paused. */
  readonly cancelOnPause?: true
  /** Orders of a group are canceled together, once they filled more than the limit of the group. As the venue names it. */
  readonly orderGroupId?: string
}

/** What a venue takes of {@link OrderDemands}, by its documents; the core refuses the rest before anything is sent. */
export interface OrderConstraints {
  readonly postOnly?: true
  /** Of limit orders; `IOC` and `FOK` among them also of orders at the market. */
  readonly timeInForce: readonly TimeInForce[]
  /** The times in force that orders which only reduce may have. */
  readonly reduceOnly?: readonly TimeInForce[]
  readonly cancelOnPause?: true
  readonly orderGroups?: true
  /** So long before its end a `GTD` order must be sent, ms; a second where the venue names none. */
  readonly minLifetimeMs?: number
  /**
   * Times in force of purchases at the market that name the money to spend, where the venue bounds what a contract of
   * such a purchase may cost. Absent where it has none, or none with a bound.
   */
  readonly byMoney?: readonly TimeInForce[]
  /** Times in force that purchases cannot have here, and why. */
  readonly notOfPurchases?: { readonly timeInForce: readonly TimeInForce[]; readonly because: string }
}

/** An order as its caller wants it, with exact numbers: decimal text, such as `0.55`. JSON-safe, and without secrets. */
export interface OrderTerms extends OrderDemands {
  readonly marketId: string
  /** In its canonical spelling. */
  readonly outcomeId: string
  readonly side: OrderSide
  readonly type: OrderType
  /** Contracts; of a purchase by money, the fewest that it buys where it spends all. */
  readonly amount: string
  /** Of a purchase by money: what it spends at most, without fees. */
  readonly spend?: string
  /**
   * Of the outcome, 0..1. The limit; of a market order the worst price at which it may fill, from the live book and the
   * slippage that its caller allows: venues without market orders are sent a limit that does not rest.
   */
  readonly price: string
  /** Names the order before the venue does; unguessable where we made it. 36 characters of `0-9a-f-` (a UUID) or the caller's. */
  readonly clientOrderId: string
  /** What the caller says of the market; a venue that reads them checks them against its own facts. */
  readonly feeRateBps?: number
  readonly tickSize?: number
  readonly negRisk?: boolean
  readonly onBehalfOf?: number
}

/** Prices from `from` to `to`, both included, in steps of `step`. */
export interface PriceBand {
  readonly from: string
  readonly to: string
  readonly step: string
}

/** What a market lets an order be: decimal text; absent where the venue does not tell, and then the venue judges. */
export interface OrderRules {
  /** The market that the outcome belongs to, and other names that a caller may know it by. */
  readonly market: { readonly id: string; readonly aliases?: readonly string[] }
  /** Of the outcome's own price, ascending and without gaps; or each price that there is, ascending. */
  readonly prices?: readonly PriceBand[] | readonly string[]
  /** Fewest contracts. */
  readonly minAmount?: string
  /** Fewest contracts of an order that may rest, where less can be taken at the market. */
  readonly minLimitAmount?: string
  /** Contracts are counted in steps of it. */
  readonly amountStep?: string
  /** Money of a purchase by money is counted in steps of it. */
  readonly spendStep?: string
  /** Least that an order may cost, in the venue's money. */
  readonly minCost?: string
  /** Sides on which an order at the market is sent as a limit whose rest is canceled: `minLimitAmount` holds for it, too. */
  readonly limitsAtMarket?: readonly OrderSide[]
  /** Where it takes only some: Hunch only buys at the market. */
  readonly sides?: readonly OrderSide[]
  readonly types?: readonly OrderType[]
  /** It trades no longer, in the venue's words; no order is built. */
  readonly closed?: string
}

/** How an order is found again where its answer was lost. */
export interface OrderHandle {
  readonly by: 'orderId' | 'clientOrderId'
  readonly value: string
}

/** An order as the venue wants it, ready to be sent. JSON-safe; nothing in it is secret, and nothing has been sent. */
export interface NativeOrder {
  /** The call without what proves who sends it: that is added when it is sent, by the clock of then. */
  readonly call: Pick<
    VenueRequest,
    'host' | 'path' | 'query' | 'body' | 'method' | 'group' | 'cost' | 'headers'
  >
  /** Signed by the caller's key, where orders are (BuiltOrder.signedOrder). */
  readonly signedOrder?: Readonly<Record<string, unknown>>
  /** Absent where nothing that the venue tells of orders holds a name that is known before: what is lost stays unknown. */
  readonly handle?: OrderHandle
  /** The venue refuses a second order with the same handle: sent twice, it is placed once. */
  readonly isUnique?: true
  /** Epoch ms after which the venue would refuse it; absent where it does not age. */
  readonly expiresAt?: number
  /**
   * It is wanted at the market and sent as a limit order: what it does not fill at once is canceled (core/trading/records/resting-remainder.ts).
   */
  readonly cancelsRest?: true
}

/** An order of a batch, as {@link OrderSource.build} made it. */
export interface BatchOrder {
  readonly native: NativeOrder
  readonly terms: OrderTerms
}

export interface OrderBatch {
  /** Orders of one call. */
  readonly most: number
  /**
   * Sends all of them in one call, once.
   * @returns for each, in the same sequence, the order or what the venue's answer to it means, as `OrderSource.submit`
   * @throws where the answer says nothing of single orders: a refusal of the whole call, or a lost answer
   */
  submit(orders: readonly BatchOrder[], ctx: VenueContext): Promise<readonly (Order | PmxError)[]>
}

/** Changes an open order in one step: what it filled until then counts, and it never rests twice. */
export interface OrderEdit<Facts = unknown> {
  /**
   * The call that makes the order one of these terms, whose amount is all of it: what is filled and what is left.
   * Its handle finds the order.
   */
  build(orderId: string, terms: OrderTerms, outcome: Located<Facts>, ctx: VenueContext): Promise<NativeOrder>
  /** Sends it, once. @throws as `OrderSource.submit`; ORDER_NOT_FOUND when no such order is open */
  submit(order: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order>
}

/** Several cancels in one call. */
export interface CancelBatch {
  /** Orders of one call. */
  readonly most: number
  /**
   * Cancels them in one call. Only what the venue says of each order counts.
   * @returns by the ids that were given: true where the venue says that it canceled the order; else what its answer means,
   * as the error of `OrderSource.cancel`. What became of an order without an entry is unknown.
   */
  cancel(orderIds: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, true | PmxError>>
}

/** A call that cancels all open orders of the account. */
export interface CancelAll {
  /** It can be told to cancel those of one market only. */
  readonly byMarket?: true
  /** The orders that it names as canceled are; absent where naming them proves nothing, so that each is looked up. */
  readonly isProof?: true
  /**
   * @returns by their ids: true for an order that the venue says it canceled; for one that it says it did not cancel the
   * reason, as the error of `OrderSource.cancel`. Of other orders nothing is known.
   */
  cancel(marketId: string | undefined, ctx: VenueContext): Promise<ReadonlyMap<string, true | PmxError>>
}

/**
 * Places and cancels orders with the caller's keys. Order checks, guard rails, the journal and what is done about lost
 * answers are the core's (core/trading); nothing here is sent twice.
 */
export interface OrderSource<Facts = unknown> {
  /** No order of the venue rests at a limit. */
  readonly marketOnly?: true
  /** Absent where orders carry nothing of the kind. */
  readonly constraints?: OrderConstraints
  /**
   * Contracts are tokens, of which nobody sells what he does not hold. Absent where a sale may also open the other side,
   * or where that is not known: the guard rails count it by what that may cost.
   */
  readonly sellsHeldOnly?: true
  /** The credentials that say whose orders they are; others that a call names do not make it another account. */
  readonly accountBy?: readonly CredentialName[]
  /**
   * The address whose orders they are, where one wallet can be named in several ways: by its key, by itself. May ask the
   * venue. Absent where accounts have no address.
   * @throws AUTHENTICATION_ERROR naming what is missing or unusable, and what stands in the way to the venue
   */
  accountIn?(ctx: VenueContext): Promise<string>
  /** @throws AUTHENTICATION_ERROR naming the part of the credentials that is missing or unusable; asks nobody */
  checkCredentials(ctx: VenueContext): void
  /** What an order of this outcome may be now. */
  rules(outcome: Located<Facts>, ctx: VenueContext): Promise<OrderRules>
  /**
   * The very order that would be sent. Reads what it must of the venue, and signs; sends nothing that changes anything.
   * @throws AUTHENTICATION_ERROR naming the part of the credentials that is missing or has the wrong shape
   */
  build(terms: OrderTerms, outcome: Located<Facts>, ctx: VenueContext): Promise<NativeOrder>
  /**
   * Sends it, once; what must be known for that is read by `build`.
   * @throws what the venue's answer means: INVALID_ORDER, INSUFFICIENT_FUNDS, ...; with `detail.kind`
   * `duplicate_order` when the venue has an order of this name already
   */
  submit(order: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order>
  /** Several orders in one call; absent where the venue has none, or its reply does not say what became of each order. */
  readonly batch?: OrderBatch
  /**
   * Takes an order back. Absent where orders are irrevocable.
   * @throws ORDER_NOT_FOUND when the venue knows none that is open
   */
  cancel?(orderId: string, ctx: VenueContext): Promise<Order>
  /** Absent where an order cannot be changed in one step, without a moment in which both or none of the two may fill. */
  readonly edit?: OrderEdit<Facts>
  /** Absent where several cancels are as many calls, or the reply does not say what became of each order. */
  readonly cancelMany?: CancelBatch
  /** Absent where there is none that tells what it canceled. */
  readonly cancelAll?: CancelAll
  /** Absent where nothing makes the venue cancel orders by itself. */
  readonly cancelAfter?: CancelAfter
  /**
   * The order of a handle, whatever its state; one of another market than that of `terms` is taken for another of the
   * same name. Undefined when the venue is sure that there is none; an error
   * where it is not. Absent where the venue tells nothing by handles.
   * @param sentAt epoch ms by our clock
   */
  find?(handle: OrderHandle, terms: OrderTerms, sentAt: number, ctx: VenueContext): Promise<Order | undefined>
  /**
   * Until when (epoch ms, by the venue's clock) the lists that `find` reads are complete; read before them. Absent where
   * the venue tells nothing of the kind.
   */
  listedUntil?(ctx: VenueContext): Promise<number>
}

/** How a venue cancels all open orders of an account by itself: a dead man's switch (core/trading/cancel/dead-mans-switch.ts). */
export type CancelAfter =
  /** It keeps the time. */
  | {
      readonly kind: 'timer'
      /** The shortest timeout, with what the call takes on its way. */
      readonly minMs: number
      /** @param at epoch ms; undefined to end it */
      set(at: number | undefined, ctx: VenueContext): Promise<void>
    }
  /** It cancels after a silence. Once there was a sign of life, only further ones keep orders open. */
  | {
      readonly kind: 'heartbeat'
      readonly silenceMs: number
      /** As often as the venue wants them. */
      readonly everyMs: number
      /** Of whom it counts the silence, where that is not the account: the name of an API key. May ask the venue. */
      silentKey?(ctx: VenueContext): Promise<string>
      beat(ctx: VenueContext): Promise<void>
    }

/**
 * What is wanted of one's own orders and trades. A source leaves out what is of other markets or outcomes, whatever name
 * of them was given; the core leaves out what lies outside of the times, and what is too much.
 */
export interface HistoryQuery {
  readonly marketId?: string
  readonly outcomeId?: string
  /** Inclusive bounds, epoch ms. */
  readonly since?: number
  readonly until?: number
  /** Rows that will be used at most. */
  readonly limit?: number
  /** Of trades: those that were taken back as well, each with what takes it back (`metadata.reverses`), so that sums are right. */
  readonly withReversals?: true
}

/** Reads of accounts: those of a public address, and with credentials one's own. Rows newest first where the venue can. */
export interface AccountSource {
  /** Open positions of a public address, where the venue shows them to anyone. */
  positionsOf?(address: string, ctx: VenueContext): Promise<readonly Position[]>
  /** Money of a public address. */
  balanceOf?(address: string, ctx: VenueContext): Promise<readonly Balance[]>
  positions?(ctx: VenueContext): Promise<readonly Position[]>
  balance?(ctx: VenueContext): Promise<readonly Balance[]>
  /** Undefined when the venue knows none with this id. */
  order?(orderId: string, ctx: VenueContext): Promise<Order | undefined>
  openOrders?(query: HistoryQuery, ctx: VenueContext): Paging<Order>
  /** Orders that are open no longer: filled, canceled, rejected. */
  closedOrders?(query: HistoryQuery, ctx: VenueContext): Paging<Order>
  /** One's own fills. */
  fills?(query: HistoryQuery, ctx: VenueContext): Paging<UserTrade>
  /**
   * A row of `fills` is all that its order was filled with so far, at their average price, and has the time and the id of
   * the order: it grows. With `since` the list has all orders that may have been filled since then.
   */
  readonly fillsAreSums?: true
  /**
   * The most contracts that the fee takes from a purchase that filled; absent where all fees are paid in money.
   * @param price of the order
   */
  maxFeeInContracts?(purchase: { readonly contracts: number; readonly price: number }): number
  /** Orders are shown as filled by trades that were reversed afterwards (`metadata.reverses` of a row of `fills`). */
  readonly ordersKeepReversed?: true
  /** What decided markets paid, a row for each outcome that was held. */
  settlements?(query: HistoryQuery, ctx: VenueContext): Paging<Settlement>
  /** Wallets that follow from the address of a key: they stand for the account as the key does. */
  walletsOf?(owner: Address): readonly string[]
  /** Signing in with a wallet's signature, where the venue has it. */
  readonly login?: LoginSource
}

/** What a signature for signing in brings; handed to the caller, and kept nowhere. */
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
