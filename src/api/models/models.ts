import type { ErrorBody } from '../envelope/envelope.js'

/**
 * The unified models of the HTTP API. Prices are probabilities 0..1, times epoch milliseconds UTC, dates ISO text with
 * milliseconds and `Z`. An unknown value is an absent member, never 0, '' or null. The exceptions that clients need are in one
 * file, wire-rows.ts.
 */

export interface MarketOutcome {
  /** The id for books, candles, trades and orders. */
  outcomeId: string
  marketId: string
  label: string
  /** 0..1. Absent when the venue reports none. */
  price?: number
  /** Signed absolute change over 24 h. */
  priceChange24h?: number
  /** Best bid and best ask from the list or the order book, 0..1. Absent if a side is empty or unknown. */
  bestBid?: number
  bestAsk?: number
  metadata?: Record<string, unknown>
}

export interface UnifiedMarket {
  marketId: string
  /** Repeats the id, as upstream's own server does; in HTTP responses only. */
  id?: string
  eventId?: string
  title: string
  description: string
  slug?: string
  outcomes: MarketOutcome[]
  /** ISO date. Absent when unknown. */
  resolutionDate?: string
  /**
   * Unit is the venue's: USD or contracts, see `sourceMetadata.volumeUnit`. In HTTP responses this, `volume` and `liquidity` are
   * 0 when unknown, and named in `metadata.unknown`.
   */
  volume24h?: number
  volume?: number
  liquidity?: number
  openInterest?: number
  url: string
  image?: string
  category?: string
  tags?: string[]
  tickSize?: number
  /** `closed` when no more trades will follow, else `active`. */
  status?: 'active' | 'closed'
  /** The venue's own status. */
  nativeStatus?: string
  contractAddress?: string
  sourceExchange: string
  sourceMetadata?: Record<string, unknown>
  metadata?: WireMetadata
  yes?: MarketOutcome
  no?: MarketOutcome
  up?: MarketOutcome
  down?: MarketOutcome
}

/** Notes of a response row about itself. */
export interface WireMetadata {
  /** Numbers that clients require: they are 0, but actually unknown. */
  readonly unknown: readonly string[]
}

export interface UnifiedEvent {
  id: string
  /** Repeats the id; in HTTP responses only. */
  eventId?: string
  title: string
  description: string
  slug: string
  url: string
  markets: UnifiedMarket[]
  volume24h?: number
  volume?: number
  image?: string
  category?: string
  tags?: string[]
  sourceExchange: string
  sourceMetadata?: Record<string, unknown>
  metadata?: WireMetadata
}

export interface UnifiedSeries {
  id: string
  title: string
  ticker?: string
  slug?: string
  description?: string
  recurrence?: string
  url?: string
  image?: string
  events?: UnifiedEvent[]
  sourceExchange: string
  sourceMetadata?: Record<string, unknown>
}

/** One candle. `timestamp` is the open time in ms UTC, a multiple of the interval. */
export interface PriceCandle {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Contracts. Absent when the venue has none. */
  readonly volume?: number
}

/** Candles of every outcome of an event on a common time axis: `candles[i]` of each outcome opens at `timestamps[i]`. */
export interface EventCandles {
  readonly eventId: string
  readonly title: string
  readonly resolution: string
  /** Open times at which at least one outcome has a candle, ms UTC, ascending. */
  readonly timestamps: readonly number[]
  readonly outcomes: readonly OutcomeCandles[]
}

interface OutcomeCandles {
  readonly marketId: string
  readonly outcomeId: string
  readonly label: string
  /** Null where this outcome has no candle. */
  readonly candles: readonly (PriceCandle | null)[]
}

export interface OrderLevel {
  price: number
  /** Contracts. */
  size: number
  orderCount?: number
}

export interface OrderBook {
  /** Descending by price. */
  bids: OrderLevel[]
  /** Ascending by price. */
  asks: OrderLevel[]
  /** Venue time in ms; if the venue sends none, the time of receipt. */
  timestamp?: number
  datetime?: string
  isNegRisk?: boolean
  lastTradePrice?: number
  sourceMetadata?: Record<string, unknown>
}

export interface Trade {
  id: string
  timestamp: number
  price: number
  /** Contracts. */
  amount: number
  /** Side of the taker. */
  side: 'buy' | 'sell' | 'unknown'
  outcomeId?: string
}

export interface Position {
  marketId: string
  outcomeId: string
  outcomeLabel?: string
  /** Positive long, negative short. */
  size: number
  entryPrice?: number
  currentPrice?: number
  currentValue?: number
  unrealizedPnL?: number
  realizedPnL?: number
  /** The venue id. */
  venue?: string
  /** Facts of the venue without a member of their own, such as the legs of a combo. */
  metadata?: Record<string, unknown>
}

export type OrderStatus = 'pending' | 'open' | 'filled' | 'canceled' | 'rejected'

export interface Order {
  id: string
  /** `unknown` if the venue does not report it. */
  marketId: string
  outcomeId: string
  side: 'buy' | 'sell'
  type: 'market' | 'limit'
  price?: number
  /** Contracts. */
  amount: number
  status: OrderStatus
  /** Contracts. */
  filled: number
  remaining: number
  /** Creation, epoch ms. */
  timestamp: number
  /** Money. */
  fee?: number
  /** 100 = 1 %. */
  feeRateBps?: number
  clientOrderId?: string
  txHash?: string
  /** Members that the API requires and the venue does not report, which are 0 (api/README.md, "Orders"). */
  metadata?: Record<string, unknown>
}

/** The result of one order of several. */
export interface OrderResult {
  /** Its index among the orders of the call, from 0. */
  index: number
  order?: Order
  /** Why it was not placed, or why its status is unknown. */
  error?: ErrorBody
  /** The order was placed by an earlier call, or by one in progress. */
  repeated?: true
}

/** The result of canceling one order. */
export interface CancelResult {
  orderId: string
  /**
   * `canceled`: the venue confirmed it. `ended`: the venue has no open order with this id. `not_canceled`: it may rest, and
   * `error` has the reason. `unknown`: the cancel was sent without a confirmed result.
   */
  state: 'canceled' | 'ended' | 'not_canceled' | 'unknown'
  /** The order as far as the venue reports it. */
  order?: Order
  /** Present for each state but `canceled`. */
  error?: ErrorBody
}

export interface CancelAllResult {
  orders: CancelResult[]
  /**
   * All orders were canceled or had ended, and no order of the last minute has an unknown status. A list that the venue returned
   * afterwards has no other open one.
   */
  allCanceled: boolean
  /** Why it is unknown whether other orders are open. */
  unread?: string
}

/** The setting of a dead man's switch. */
export interface CancelAllAfter {
  /** 0 where it was cleared. */
  timeoutMs: number
  /** Epoch ms. Absent if it was cleared. */
  cancelsAt?: number
  /**
   * `venue`: the venue cancels at that time, whatever happens to the daemon. `daemon`: the daemon sends heartbeats until then.
   * When they end, the venue cancels within seconds.
   */
  heldBy: 'venue' | 'daemon'
}

export interface UserTrade extends Trade {
  orderId?: string
  marketId?: string
  fee?: number
  txHash?: string
  /** The venue id. */
  venue?: string
  /** Facts of the venue without a member of their own, such as `reverses`: the id of the trade that this one reverses. */
  metadata?: Record<string, unknown>
}

/** The payout of a decided market for the held contracts of one outcome. Unknown members are absent. */
export interface Settlement {
  id: string
  marketId: string
  /** The held outcome. */
  outcomeId?: string
  /** Time of the settlement or payout by the venue, epoch ms. */
  timestamp: number
  contracts?: number
  /** Payout of one contract. */
  price?: number
  payout?: number
  /** Cost of the contracts, without fees. */
  cost?: number
  fee?: number
  /** Payout minus cost and fee, or the venue's own figure (api/README.md, "Orders"). */
  realizedPnL?: number
  metadata?: Record<string, unknown>
}

/** The formula of a fee, written with `price`, `contracts` and the parameters. */
export interface FeeFormula {
  formula: string
  parameters: Record<string, unknown>
  /** Scope and assumptions of the formula. */
  note?: string
}

export interface TradingFee {
  marketId: string
  outcomeId?: string
  currency?: string
  /** Absent if it is unknown. */
  taker?: FeeFormula
  maker?: FeeFormula
  /** Fees of the order if it fills completely at its price, as a taker and as a maker. */
  estimate?: { side: 'buy' | 'sell'; price: number; amount: number; taker?: number; maker?: number }
}

export interface Balance {
  currency: string
  /** Including locked money. */
  total: number
  available: number
  locked: number
  /** The venue id. */
  venue?: string
  /** The venue's own parts of it, and its unknown members. */
  metadata?: Record<string, unknown>
}

/** An order that is ready to send and was not sent: `submitOrder` takes it unchanged. */
export interface BuiltOrder {
  /** Display name of the venue. */
  exchange: string
  params: Record<string, unknown>
  signedOrder?: Record<string, unknown>
  /** The content that is sent, and the HMAC tag that proves that it is unchanged. */
  raw: Record<string, unknown>
  /** Epoch ms. */
  expiry: number
}

export interface ExecutionPrice {
  readonly price: number
  readonly filledAmount: number
  readonly fullyFilled: boolean
}

export interface PaginatedResult<Row> {
  data: Row[]
  total: number
  nextCursor?: string
}

/** Credentials in a POST body. Never logged, never stored. */
export interface Credentials {
  readonly apiKey?: string
  readonly apiSecret?: string
  readonly passphrase?: string
  readonly apiToken?: string
  readonly privateKey?: string
  readonly signatureType?: string | number
  readonly funderAddress?: string
  readonly walletAddress?: string
  readonly baseUrl?: string
}
