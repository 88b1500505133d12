import type { ErrorBody } from '../envelope/envelope.js'

/**
 * The unified models of the wire. Prices are probabilities 0..1, times epoch milliseconds UTC,
 * dates ISO text with milliseconds and `Z`. An unknown value is an absent member, never 0, '' or null; the exceptions that
 * clients need are made in one place, wire-rows.ts.
 */

export interface MarketOutcome {
  /** The id for books, candles, trades and orders. */
  outcomeId: string
  marketId: string
  label: string
  /** 0..1; absent when the venue shows none. */
  price?: number
  /** Signed absolute change over 24 h. */
  priceChange24h?: number
  /** Best bid and best ask of the list or the order book, 0..1; absent if nobody quotes, or if they are unknown. */
  bestBid?: number
  bestAsk?: number
  metadata?: Record<string, unknown>
}

export interface UnifiedMarket {
  marketId: string
  /** The same once more, as upstream's own server has it; on the wire only. */
  id?: string
  eventId?: string
  title: string
  description: string
  slug?: string
  outcomes: MarketOutcome[]
  /** ISO date; absent when unknown. */
  resolutionDate?: string
  /**
   * Unit is the venue's: USD or contracts, see `sourceMetadata.volumeUnit`. On the wire this, `volume` and `liquidity`
   * are 0 when unknown, and named in `metadata.unknown`.
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
  /** `closed` when no trade will come any more, else `active`. */
  status?: 'active' | 'closed'
  /** The venue's own word for it. */
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

/** What a wire row says about itself. */
export interface WireMetadata {
  /** Numbers that clients take for granted: shown as 0, in truth unknown. */
  readonly unknown: readonly string[]
}

export interface UnifiedEvent {
  id: string
  /** The same once more; on the wire only. */
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

/** One candle. `timestamp` is the open time in ms UTC, a multiple of the step. */
export interface PriceCandle {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Contracts; absent when the venue has none. */
  readonly volume?: number
}

/** Candles of every outcome of an event on one grid: `candles[i]` of each outcome opens at `timestamps[i]`. */
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
  /** Venue time in ms; where the venue sends none, the time at which the book was received. */
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
  /** Its id. */
  venue?: string
  /** Facts of the venue that no other member has, such as the legs of a combo. */
  metadata?: Record<string, unknown>
}

export type OrderStatus = 'pending' | 'open' | 'filled' | 'canceled' | 'rejected'

export interface Order {
  id: string
  /** `unknown` where the venue does not say. */
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
  /** What the wire wants a number of and the venue does not tell: those members are 0 (api/README.md, "Orders"). */
  metadata?: Record<string, unknown>
}

/** What became of one order of several. */
export interface OrderResult {
  /** Its place among the orders of the call, from 0. */
  index: number
  order?: Order
  /** Why it was not placed, or why nobody knows whether it was. */
  error?: ErrorBody
  /** The order was placed by an earlier call, or one that was under way. */
  repeated?: true
}

/** What a cancel did to one order. */
export interface CancelResult {
  orderId: string
  /**
   * `canceled`: the venue confirmed it. `ended`: the venue has no open order with this id. `not_canceled`: it may rest, and
   * `error` has the reason. `unknown`: the cancel was sent, and nothing confirms what it did.
   */
  state: 'canceled' | 'ended' | 'not_canceled' | 'unknown'
  /** As far as the venue shows it. */
  order?: Order
  /** Of each state but `canceled`. */
  error?: ErrorBody
}

export interface CancelAllResult {
  orders: CancelResult[]
  /**
   * All orders were canceled or had ended, a list that the venue returned afterwards shows no other open one, and no order
   * of the last minute is in doubt.
   */
  allCanceled: boolean
  /** Why it is not known whether other orders are open. */
  unread?: string
}

/** A dead man's switch that was set or ended. */
export interface CancelAllAfter {
  /** 0 where it was ended. */
  timeoutMs: number
  /** Epoch ms; absent where it was ended. */
  cancelsAt?: number
  /**
   * `venue`: the venue keeps the time, whatever happens to the daemon. `daemon`: the daemon sends heartbeats until then. When
   * it ends, the venue cancels within seconds.
   */
  heldBy: 'venue' | 'daemon'
}

export interface UserTrade extends Trade {
  orderId?: string
  marketId?: string
  fee?: number
  txHash?: string
  /** Its id. */
  venue?: string
  /** Facts of the venue that no other member has, such as `reverses`: the id of the trade that this one takes back. */
  metadata?: Record<string, unknown>
}

/** What a decided market paid for the contracts of one outcome that were held. What is not known is absent. */
export interface Settlement {
  id: string
  marketId: string
  /** Of what was held. */
  outcomeId?: string
  /** When the venue settled it or paid it out, epoch ms. */
  timestamp: number
  contracts?: number
  /** What one contract paid. */
  price?: number
  payout?: number
  /** What the contracts had cost, without fees. */
  cost?: number
  fee?: number
  /** Payout less cost and fee, or the venue's own figure (api/README.md, "Orders"). */
  realizedPnL?: number
  metadata?: Record<string, unknown>
}

/** How a venue counts a fee, in words of `price`, `contracts` and the parameters. */
export interface FeeFormula {
  formula: string
  parameters: Record<string, unknown>
  /** What it holds for, or takes for granted. */
  note?: string
}

export interface TradingFee {
  marketId: string
  outcomeId?: string
  currency?: string
  /** Absent where it is not known. */
  taker?: FeeFormula
  maker?: FeeFormula
  /** What the order would pay if it was filled whole at its price, as a taker and as a maker. */
  estimate?: { side: 'buy' | 'sell'; price: number; amount: number; taker?: number; maker?: number }
}

export interface Balance {
  currency: string
  /** With what is locked. */
  total: number
  available: number
  locked: number
  /** The venue's id. */
  venue?: string
  /** The venue's own parts of it, and what it does not tell. */
  metadata?: Record<string, unknown>
}

/** An order that is ready to be sent and was not: what `submitOrder` takes back, unchanged. */
export interface BuiltOrder {
  /** Display name of the venue. */
  exchange: string
  params: Record<string, unknown>
  signedOrder?: Record<string, unknown>
  /** What is sent, and the seal that tells whether it is still what was built. */
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

/** Credentials as a POST body may carry them. Never logged, never stored. */
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
