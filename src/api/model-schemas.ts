import { type JsonSchema, listOf, named, object } from './json-schema.js'

/**
 * The shapes of models.ts and feed-models.ts as JSON Schema (2020-12), under the names that `returns` of the method table
 * uses. `test/http/openapi.answers.test.ts` holds them against answers of a demo daemon, so that they cannot lie. What is
 * not required may be absent; members beyond these may be there.
 */

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const flag = { type: 'boolean' } as const
const anything = { type: 'object', additionalProperties: true } as const
const texts = { type: 'array', items: text } as const
const price = { type: 'number', minimum: 0, maximum: 1, description: 'A probability, 0 to 1.' } as const
const share = { type: 'number', minimum: 0, maximum: 1 } as const
const instant = { type: 'integer', description: 'Epoch ms UTC.' } as const
const date = { type: 'string', description: 'ISO 8601 with milliseconds and Z.' } as const
const contracts = { type: 'number', description: 'Contracts.' } as const
const priceOrNull = { type: ['number', 'null'] } as const
const nullableText = { type: ['string', 'null'] } as const
const buyOrSell = { type: 'string', enum: ['buy', 'sell'] } as const

const wireMetadata = object({
  unknown: { ...texts, description: 'Numbers that are shown as 0 and in truth unknown.' },
})

const relation = {
  type: 'string',
  description: 'How the first market lies to this one: subset means that yes there implies yes here.',
} as const

const comparison = {
  market: named('UnifiedMarket'),
  relation,
  confidence: share,
  reasoning: nullableText,
  bestBid: priceOrNull,
  bestAsk: priceOrNull,
  venue: text,
  'reasons?': texts,
  'bookError?': object({ code: text, message: text }),
  'hedge?': object({ buy: { type: 'string', enum: ['yes', 'no'] }, cover: text, why: text }),
  'sourceMarket?': named('UnifiedMarket'),
}

const pair = {
  marketA: named('UnifiedMarket'),
  marketB: named('UnifiedMarket'),
  relation,
  confidence: share,
}

const trade = {
  id: text,
  timestamp: instant,
  price,
  amount: contracts,
  side: { type: 'string', enum: ['buy', 'sell', 'unknown'], description: 'Of the taker.' },
  'outcomeId?': text,
} as const

const cluster = {
  clusterId: text,
  canonicalTitle: nullableText,
  'category?': nullableText,
  relations: texts,
  confidence: share,
  volume24h: number,
  'rawMatches?': listOf(anything),
}

const level = [number, number] as const

export const modelSchemas = {
  MarketOutcome: object({
    outcomeId: { ...text, description: 'The id for books, candles, trades and orders.' },
    'marketId?': text,
    label: text,
    'price?': price,
    'priceChange24h?': { ...number, description: 'Signed absolute change.' },
    'metadata?': anything,
    'bestBid?': priceOrNull,
    'bestAsk?': priceOrNull,
  }),
  UnifiedMarket: object({
    marketId: { ...text, description: "The venue's own id." },
    'id?': text,
    'eventId?': text,
    title: text,
    description: text,
    'slug?': text,
    outcomes: listOf(named('MarketOutcome')),
    'resolutionDate?': date,
    volume24h: {
      ...number,
      description: 'In the unit of sourceMetadata.volumeUnit; 0 when named in metadata.unknown.',
    },
    volume: number,
    liquidity: number,
    'openInterest?': number,
    url: text,
    'image?': text,
    'category?': text,
    'tags?': texts,
    'tickSize?': number,
    'status?': { ...text, description: "The venue's own word." },
    'contractAddress?': text,
    sourceExchange: text,
    'sourceMetadata?': anything,
    'metadata?': wireMetadata,
    'yes?': named('MarketOutcome'),
    'no?': named('MarketOutcome'),
    'up?': named('MarketOutcome'),
    'down?': named('MarketOutcome'),
  }),
  UnifiedEvent: object({
    id: text,
    'eventId?': text,
    title: text,
    description: text,
    slug: text,
    url: text,
    markets: listOf(named('UnifiedMarket')),
    volume24h: number,
    volume: number,
    'image?': text,
    'category?': text,
    'tags?': texts,
    sourceExchange: text,
    'sourceMetadata?': anything,
    'metadata?': wireMetadata,
  }),
  UnifiedSeries: object({
    id: text,
    title: text,
    'ticker?': text,
    'slug?': text,
    'description?': text,
    'recurrence?': text,
    'url?': text,
    'image?': text,
    'events?': listOf(named('UnifiedEvent')),
    sourceExchange: text,
    'sourceMetadata?': anything,
  }),
  PriceCandle: object({
    timestamp: { ...instant, description: 'Open time, epoch ms UTC, a multiple of the step.' },
    open: price,
    high: price,
    low: price,
    close: price,
    'volume?': { ...contracts, description: 'Contracts; absent when the venue has none.' },
  }),
  EventCandles: object({
    eventId: text,
    title: text,
    resolution: text,
    timestamps: {
      ...listOf(instant),
      description: 'Open times at which some outcome has a candle, ascending.',
    },
    outcomes: listOf(
      object({
        marketId: text,
        outcomeId: text,
        label: text,
        candles: listOf({ anyOf: [named('PriceCandle'), { type: 'null' }] }),
      }),
    ),
  }),
  OrderLevel: object({ price: number, size: contracts, 'orderCount?': { type: 'integer' } }),
  OrderBook: object({
    bids: { ...listOf(named('OrderLevel')), description: 'Descending by price.' },
    asks: { ...listOf(named('OrderLevel')), description: 'Ascending by price.' },
    'timestamp?': instant,
    'datetime?': date,
    'isNegRisk?': flag,
    'lastTradePrice?': price,
    'sourceMetadata?': anything,
  }),
  Trade: object(trade),
  UserTrade: object({
    ...trade,
    'orderId?': text,
    'marketId?': text,
    'fee?': number,
    'txHash?': nullableText,
    'chain?': nullableText,
    'blockNumber?': { type: ['number', 'null'] },
    'metadata?': anything,
  }),
  Order: object({
    id: text,
    marketId: text,
    outcomeId: text,
    side: buyOrSell,
    type: { type: 'string', enum: ['market', 'limit'] },
    'price?': price,
    amount: contracts,
    status: { ...text, description: 'pending, open, filled, canceled or rejected.' },
    filled: number,
    remaining: number,
    timestamp: instant,
    'fee?': number,
    'feeRateBps?': number,
    'clientOrderId?': text,
    'txHash?': nullableText,
    'metadata?': anything,
  }),
  OrderError: object({
    message: text,
    'code?': text,
    retryable: flag,
    exchange: nullableText,
    detail: { anyOf: [anything, { type: 'null' }] },
    'retryAfter?': number,
    'field?': text,
  }),
  OrderResult: object({
    index: { type: 'integer', description: 'Place among the orders of the call, from 0.' },
    'order?': named('Order'),
    'error?': named('OrderError'),
    'repeated?': {
      const: true,
      description: 'The order was placed by an earlier call, or by one that was under way.',
    },
  }),
  CancelResult: object({
    orderId: text,
    state: {
      type: 'string',
      enum: ['canceled', 'ended', 'not_canceled', 'unknown'],
      description:
        'canceled: the venue confirmed it. ended: the venue has no open order with this id. not_canceled: it may rest. unknown: the cancel was sent, and nothing confirms what it did.',
    },
    'order?': named('Order'),
    'error?': named('OrderError'),
  }),
  CancelAllResult: object({
    orders: listOf(named('CancelResult')),
    allCanceled: {
      ...flag,
      description:
        'All orders were canceled or had ended, and a list that the venue returned afterwards shows no other open one.',
    },
    'unread?': { ...text, description: 'Why it is not known whether other orders are open.' },
  }),
  CancelAllAfter: object({
    timeoutMs: number,
    'cancelsAt?': number,
    heldBy: {
      type: 'string',
      enum: ['venue', 'daemon'],
      description:
        'venue: the venue keeps the time. daemon: the daemon sends heartbeats until then; when it ends, the venue cancels within seconds.',
    },
  }),
  BuiltOrder: object({
    exchange: text,
    params: anything,
    'signedOrder?': anything,
    'tx?': anything,
    raw: anything,
    'expiry?': instant,
  }),
  Position: object({
    marketId: text,
    outcomeId: text,
    'outcomeLabel?': text,
    size: { ...number, description: 'Positive long, negative short.' },
    'entryPrice?': number,
    'currentPrice?': number,
    'currentValue?': number,
    'unrealizedPnL?': number,
    'realizedPnL?': number,
    'metadata?': anything,
  }),
  Settlement: object({
    id: text,
    marketId: text,
    'outcomeId?': { ...text, description: 'Of what was held.' },
    timestamp: instant,
    'contracts?': contracts,
    'price?': { ...price, description: 'What one contract paid.' },
    'payout?': number,
    'cost?': { ...number, description: 'What the contracts had cost, without fees.' },
    'fee?': number,
    'realizedPnL?': number,
    'metadata?': anything,
  }),
  FeeFormula: object({
    formula: { ...text, description: 'In words of price, contracts and the parameters.' },
    parameters: anything,
    'note?': text,
  }),
  TradingFee: object({
    marketId: text,
    'outcomeId?': text,
    'currency?': text,
    'taker?': { ...named('FeeFormula'), description: 'Absent where it is not known.' },
    'maker?': { ...named('FeeFormula'), description: 'Absent where it is not known.' },
    'estimate?': object({
      side: buyOrSell,
      price,
      amount: contracts,
      'taker?': number,
      'maker?': number,
    }),
  }),
  Balance: object({
    currency: text,
    total: number,
    available: number,
    locked: number,
    'venue?': nullableText,
    'metadata?': anything,
  }),
  SubscribedAddressSnapshot: object({
    address: text,
    timestamp: instant,
    'trades?': listOf(named('Trade')),
    'positions?': listOf(named('Position')),
    'balances?': listOf(named('Balance')),
  }),
  MatchResult: object(comparison),
  PriceComparison: object(comparison),
  EventMatchResult: object({
    event: named('UnifiedEvent'),
    'sourceEvent?': named('UnifiedEvent'),
    marketMatches: listOf(named('MatchResult')),
  }),
  MatchedMarketPair: object({
    ...pair,
    'reasoning?': nullableText,
    'priceDifference?': priceOrNull,
    venueA: text,
    venueB: text,
    'priceA?': priceOrNull,
    'priceB?': priceOrNull,
  }),
  ArbitrageOpportunity: object({
    ...pair,
    outcomeA: text,
    outcomeB: text,
    buyVenue: text,
    sellVenue: text,
    buyPrice: price,
    sellPrice: price,
    spread: number,
    netSpread: number,
    size: contracts,
    profit: number,
    assumptions: texts,
  }),
  MatchedMarketCluster: object({ ...cluster, markets: listOf(named('UnifiedMarket')) }),
  MatchedEventCluster: object({ ...cluster, events: listOf(named('UnifiedEvent')) }),
  Ticker: object({
    symbol: text,
    info: anything,
    timestamp: instant,
    datetime: date,
    'high?': number,
    'low?': number,
    'bid?': number,
    'bidVolume?': number,
    'ask?': number,
    'askVolume?': number,
    'vwap?': number,
    'open?': number,
    'close?': number,
    'last?': number,
    'previousClose?': number,
    'change?': number,
    'percentage?': { ...number, description: 'Percent: 1.5 is 1.5 %.' },
    'quoteVolume?': number,
    'baseVolume?': number,
  }),
  FeedMarket: object({
    id: text,
    symbol: text,
    base: text,
    quote: text,
    active: flag,
    type: { const: 'spot' },
    spot: { const: true },
    precision: object({ 'amount?': number, 'price?': number }),
    limits: anything,
    info: anything,
  }),
  FeedCandle: {
    type: 'array',
    description: 'Start in epoch ms; open, high, low, close; volume in the base currency.',
    prefixItems: [instant, number, number, number, number, number],
    minItems: 6,
    maxItems: 6,
    items: false,
  },
  FeedBook: object({
    symbol: text,
    bids: listOf({ type: 'array', prefixItems: level, minItems: 2, maxItems: 2, items: false }),
    asks: listOf({ type: 'array', prefixItems: level, minItems: 2, maxItems: 2, items: false }),
    nonce: { type: 'integer' },
  }),
  OracleRound: object({
    feed: text,
    roundId: text,
    answer: number,
    startedAt: instant,
    updatedAt: instant,
    answeredInRound: text,
    decimals: { type: 'integer' },
    'description?': text,
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>
