import { buildObjectSchema, type JsonSchema, listOf, referenceSchema } from '../values/json-schema.js'
import {
  anything,
  buyOrSell,
  contracts,
  flagSchema,
  instantSchema,
  nullableText,
  number,
  price,
  textSchema,
} from '../values/schema-parts.js'
import { settlementResults, settlementStages } from './market-settlement.js'
import { orderSchemas } from './order-schemas.js'

/**
 * JSON Schemas (2020-12) of models.ts and feed-models.ts, under the names that `returns` of the method table uses.
 * `test/http/openapi.answers.test.ts` checks them against responses of a demo daemon. Optional members may be absent; additional
 * members may be present.
 */

const texts = { type: 'array', items: textSchema } as const
const share = { type: 'number', minimum: 0, maximum: 1 } as const
const date = { type: 'string', description: 'ISO 8601 with milliseconds and Z.' } as const
const priceOrNull = { type: ['number', 'null'] } as const
const numberOrNull = { type: ['number', 'null'] } as const
const instantOrNull = { type: ['integer', 'null'], description: 'Epoch ms.' } as const

const wireMetadata = buildObjectSchema({
  unknown: { ...texts, description: 'Members that are 0 because their value is unknown.' },
})

const settlement = {
  ...buildObjectSchema({
    result: { type: 'string', enum: [...settlementResults] },
    'winners?': { ...texts, description: 'Ids of the outcomes that won.' },
    'payout?': {
      type: 'object',
      additionalProperties: share,
      description: 'Payout per contract, by outcome id.',
    },
    'stage?': { type: 'string', enum: [...settlementStages] },
    'at?': date,
    'closedAt?': date,
    basis: { type: 'string', enum: ['reported', 'absent'] },
    'note?': textSchema,
  }),
  description: "Result of a closed market. It comes from the venue's own fields, never from a price.",
} as const

/** The venue's own fields, with any names. */
const sourceMetadata = { type: 'object', properties: { settlement }, additionalProperties: true } as const

const relation = {
  type: 'string',
  description:
    'Relation of the first market to this one. subset: YES in the first market implies YES in this one.',
} as const

const comparison = {
  market: referenceSchema('UnifiedMarket'),
  relation,
  confidence: share,
  reasoning: nullableText,
  bestBid: priceOrNull,
  bestAsk: priceOrNull,
  venue: textSchema,
  'reasons?': texts,
  'bookError?': buildObjectSchema({ code: textSchema, message: textSchema }),
  'hedge?': buildObjectSchema({
    buy: { type: 'string', enum: ['yes', 'no'] },
    cover: textSchema,
    why: textSchema,
  }),
  'sourceMarket?': referenceSchema('UnifiedMarket'),
}

const pair = {
  marketA: referenceSchema('UnifiedMarket'),
  marketB: referenceSchema('UnifiedMarket'),
  relation,
  confidence: share,
}

const trade = {
  id: textSchema,
  timestamp: instantSchema,
  price,
  amount: contracts,
  side: { type: 'string', enum: ['buy', 'sell', 'unknown'], description: "The taker's side." },
  'outcomeId?': textSchema,
} as const

const cluster = {
  clusterId: textSchema,
  canonicalTitle: nullableText,
  'category?': nullableText,
  relations: texts,
  confidence: share,
  volume24h: number,
  'rawMatches?': listOf(anything),
}

const level = [number, number] as const

export const modelSchemas = {
  MarketOutcome: buildObjectSchema({
    outcomeId: { ...textSchema, description: 'Id for order books, candles, trades and orders.' },
    'marketId?': textSchema,
    label: textSchema,
    'price?': price,
    'priceChange24h?': { ...number, description: 'Absolute change, with its sign.' },
    'metadata?': anything,
    'bestBid?': price,
    'bestAsk?': price,
  }),
  UnifiedMarket: buildObjectSchema({
    marketId: { ...textSchema, description: "The venue's own id." },
    'id?': textSchema,
    'eventId?': textSchema,
    'questionId?': {
      ...textSchema,
      description: 'Id of the first of several matching rows (`grouped`).',
    },
    title: textSchema,
    description: textSchema,
    'slug?': textSchema,
    outcomes: listOf(referenceSchema('MarketOutcome')),
    'resolutionDate?': date,
    volume24h: {
      ...number,
      description: 'In the unit of sourceMetadata.volumeUnit. 0 if metadata.unknown lists it.',
    },
    volume: number,
    liquidity: number,
    'openInterest?': number,
    url: textSchema,
    'image?': textSchema,
    'category?': textSchema,
    'tags?': texts,
    'tickSize?': number,
    'status?': {
      ...textSchema,
      enum: ['active', 'closed'],
      description: 'closed if no more trades are possible.',
    },
    'nativeStatus?': { ...textSchema, description: "The status in the venue's words." },
    'contractAddress?': textSchema,
    sourceExchange: textSchema,
    'sourceMetadata?': sourceMetadata,
    'metadata?': wireMetadata,
    'yes?': referenceSchema('MarketOutcome'),
    'no?': referenceSchema('MarketOutcome'),
    'up?': referenceSchema('MarketOutcome'),
    'down?': referenceSchema('MarketOutcome'),
  }),
  UnifiedEvent: buildObjectSchema({
    id: textSchema,
    'eventId?': textSchema,
    'questionId?': {
      ...textSchema,
      description: 'Id of the first of several matching rows (`grouped`).',
    },
    title: textSchema,
    description: textSchema,
    slug: textSchema,
    url: textSchema,
    markets: listOf(referenceSchema('UnifiedMarket')),
    volume24h: number,
    volume: number,
    'image?': textSchema,
    'category?': textSchema,
    'tags?': texts,
    sourceExchange: textSchema,
    'sourceMetadata?': anything,
    'metadata?': wireMetadata,
  }),
  UnifiedSeries: buildObjectSchema({
    id: textSchema,
    title: textSchema,
    'ticker?': textSchema,
    'slug?': textSchema,
    'description?': textSchema,
    'recurrence?': textSchema,
    'url?': textSchema,
    'image?': textSchema,
    'events?': listOf(referenceSchema('UnifiedEvent')),
    sourceExchange: textSchema,
    'sourceMetadata?': anything,
  }),
  PriceCandle: buildObjectSchema({
    timestamp: { ...instantSchema, description: 'Open time, epoch ms UTC, a multiple of the resolution.' },
    open: price,
    high: price,
    low: price,
    close: price,
    'volume?': { ...contracts, description: 'Traded volume. Absent if unknown.' },
  }),
  EventCandles: buildObjectSchema({
    eventId: textSchema,
    title: textSchema,
    resolution: textSchema,
    timestamps: {
      ...listOf(instantSchema),
      description: 'Open times at which at least one outcome has a candle, ascending.',
    },
    outcomes: listOf(
      buildObjectSchema({
        marketId: textSchema,
        outcomeId: textSchema,
        label: textSchema,
        candles: listOf({ anyOf: [referenceSchema('PriceCandle'), { type: 'null' }] }),
      }),
    ),
  }),
  OrderLevel: buildObjectSchema({ price: number, size: contracts, 'orderCount?': { type: 'integer' } }),
  OrderBook: buildObjectSchema({
    bids: { ...listOf(referenceSchema('OrderLevel')), description: 'Descending by price.' },
    asks: { ...listOf(referenceSchema('OrderLevel')), description: 'Ascending by price.' },
    'timestamp?': instantSchema,
    'datetime?': date,
    'isNegRisk?': flagSchema,
    'lastTradePrice?': price,
    'sourceMetadata?': anything,
  }),
  PaginatedMarketsResult: buildObjectSchema({
    data: listOf(referenceSchema('UnifiedMarket')),
    total: { type: 'integer' },
    'nextCursor?': textSchema,
  }),
  PaginatedEventsResult: buildObjectSchema({
    data: listOf(referenceSchema('UnifiedEvent')),
    total: { type: 'integer' },
    'nextCursor?': textSchema,
  }),
  ExecutionPriceResult: buildObjectSchema({ price: number, filledAmount: number, fullyFilled: flagSchema }),
  Trade: buildObjectSchema(trade),
  UserTrade: buildObjectSchema({
    ...trade,
    'orderId?': textSchema,
    'marketId?': textSchema,
    'fee?': number,
    'txHash?': nullableText,
    'chain?': nullableText,
    'blockNumber?': { type: ['number', 'null'] },
    'venue?': textSchema,
    'metadata?': anything,
  }),
  Order: buildObjectSchema({
    id: textSchema,
    marketId: textSchema,
    outcomeId: textSchema,
    side: buyOrSell,
    type: { type: 'string', enum: ['market', 'limit'] },
    'price?': price,
    amount: contracts,
    status: { ...textSchema, description: 'pending, open, filled, canceled or rejected.' },
    filled: number,
    remaining: number,
    timestamp: instantSchema,
    'fee?': number,
    'feeRateBps?': number,
    'clientOrderId?': textSchema,
    'txHash?': nullableText,
    'metadata?': anything,
  }),
  ...orderSchemas,
  BuiltOrder: buildObjectSchema({
    exchange: textSchema,
    params: anything,
    'signedOrder?': anything,
    'tx?': anything,
    raw: anything,
    'expiry?': instantSchema,
  }),
  Position: buildObjectSchema({
    marketId: textSchema,
    outcomeId: textSchema,
    'outcomeLabel?': textSchema,
    size: { ...number, description: 'Positive long, negative short.' },
    'entryPrice?': number,
    'currentPrice?': number,
    'currentValue?': number,
    'unrealizedPnL?': number,
    'realizedPnL?': number,
    'venue?': textSchema,
    'metadata?': anything,
  }),
  Balance: buildObjectSchema({
    currency: textSchema,
    total: number,
    available: number,
    locked: number,
    'venue?': nullableText,
    'metadata?': anything,
  }),
  SubscribedAddressSnapshot: buildObjectSchema({
    address: textSchema,
    timestamp: instantSchema,
    'trades?': listOf(referenceSchema('Trade')),
    'positions?': listOf(referenceSchema('Position')),
    'balances?': listOf(referenceSchema('Balance')),
  }),
  MatchResult: buildObjectSchema(comparison),
  PriceComparison: buildObjectSchema(comparison),
  EventMatchResult: buildObjectSchema({
    event: referenceSchema('UnifiedEvent'),
    'sourceEvent?': referenceSchema('UnifiedEvent'),
    marketMatches: listOf(referenceSchema('MatchResult')),
  }),
  MatchedMarketPair: buildObjectSchema({
    ...pair,
    'reasoning?': nullableText,
    'priceDifference?': priceOrNull,
    venueA: textSchema,
    venueB: textSchema,
    'priceA?': priceOrNull,
    'priceB?': priceOrNull,
  }),
  ArbitrageOpportunity: buildObjectSchema({
    ...pair,
    outcomeA: textSchema,
    outcomeB: textSchema,
    buyVenue: textSchema,
    sellVenue: textSchema,
    buyPrice: price,
    sellPrice: price,
    spread: number,
    netSpread: numberOrNull,
    'netSpreadReason?': textSchema,
    size: contracts,
    profit: numberOrNull,
    buyBookReadAt: instantOrNull,
    sellBookReadAt: instantOrNull,
    assumptions: texts,
    reasoning: nullableText,
    settlementRisks: texts,
  }),
  MatchedMarketCluster: buildObjectSchema({ ...cluster, markets: listOf(referenceSchema('UnifiedMarket')) }),
  MatchedEventCluster: buildObjectSchema({ ...cluster, events: listOf(referenceSchema('UnifiedEvent')) }),
  FeedTicker: buildObjectSchema({
    symbol: textSchema,
    info: anything,
    timestamp: instantSchema,
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
  FeedMarket: buildObjectSchema({
    id: textSchema,
    symbol: textSchema,
    base: textSchema,
    quote: textSchema,
    active: flagSchema,
    type: { const: 'spot' },
    spot: { const: true },
    precision: buildObjectSchema({ 'amount?': number, 'price?': number }),
    limits: anything,
    info: anything,
  }),
  FeedCandle: {
    type: 'array',
    description: 'Open time in epoch ms, open, high, low, close, and volume in the base currency.',
    prefixItems: [instantSchema, number, number, number, number, number],
    minItems: 6,
    maxItems: 6,
  },
  FeedBook: buildObjectSchema({
    symbol: textSchema,
    bids: listOf({ type: 'array', prefixItems: level, minItems: 2, maxItems: 2 }),
    asks: listOf({ type: 'array', prefixItems: level, minItems: 2, maxItems: 2 }),
    nonce: { type: 'integer' },
  }),
  FeedOracleRound: buildObjectSchema({
    feed: textSchema,
    roundId: textSchema,
    answer: number,
    startedAt: instantSchema,
    updatedAt: instantSchema,
    answeredInRound: textSchema,
    decimals: { type: 'integer' },
    'description?': textSchema,
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>
