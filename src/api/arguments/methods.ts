import { type Bounds, countBound } from './bounds.js'
import * as inputs from './fields.js'

/** `string` is never coerced; `object` takes every query key that names no other argument. */
type ArgKind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'unknown'

export interface Arg extends Bounds {
  readonly name: string
  readonly kind: ArgKind
  /** Bounds of the items of an `array` argument, where they are texts. */
  readonly of?: Bounds
  readonly optional?: true
  /** Members of an `object` argument. */
  readonly fields?: inputs.Fields
  /** Members of the objects of an `array` argument; each object is validated separately. */
  readonly items?: inputs.Fields
  /** Name of the schema in the API description for the items of an `array` argument or for an `unknown` one. */
  readonly schema?: string
  /** Unknown members are refused: ignoring one would change the order. */
  readonly refusesOthers?: true
  /** Text in this position means an object with this one member (legacy spellings of the SDKs). */
  readonly textMeans?: string
  /** Older query names of this argument. */
  readonly aliases?: readonly string[]
}

type MethodGroup =
  | 'catalog'
  | 'live'
  | 'trading'
  | 'account'
  | 'pure'
  | 'stream'
  | 'auth'
  | 'router'
  | 'system'
  | 'legacy'

export interface Method {
  /** `get` methods accept GET and POST, the others POST only. */
  readonly verb: 'get' | 'post'
  readonly group: MethodGroup
  readonly args: readonly Arg[]
  /** The SDKs send it without the access token, so it requires none (api/README.md, "Access control"). */
  readonly tokenless?: true
  /** Its response may be cached for the next identical request. */
  readonly cachedReady?: true
  /** Stored data can serve it if the venue is unreachable. */
  readonly answersStored?: true
  /** `format` in a query returns its rows as a table (http/routes/candle-tables.ts). */
  readonly table?: true
  /** The name is a key of the capability map. */
  readonly capability?: true
  /** The tool of assistants that calls it; tools for trading and accounts exist where trading is enabled. */
  readonly tool?: string
  readonly returns: string
}

const outcomeId = { name: 'outcomeId', kind: 'string', aliases: ['id'] } as const satisfies Arg
const ownMarket = { name: 'marketId', kind: 'string', optional: true } as const satisfies Arg
const orderId = { name: 'orderId', kind: 'string' } as const satisfies Arg
const address = { name: 'address', kind: 'string', optional: true } as const satisfies Arg

function params<const F extends inputs.Fields>(fields: F, textMeans?: keyof F & string) {
  const arg = { name: 'params', kind: 'object', optional: true, fields } as const
  return textMeans === undefined ? arg : { ...arg, textMeans }
}
function requiredParams<const F extends inputs.Fields>(fields: F) {
  return { name: 'params', kind: 'object', fields } as const
}

/** Maximum number of orders, cancels and watched outcomes of one call. */
export const MAX_ORDERS = 50
export const MAX_CANCELS = 1_000
export const MAX_WATCHED = 500
/** Maximum timeout of `cancelAllOrdersAfter`. */
export const MAX_TIMEOUT_MS = 86_400_000

const depth = { name: 'limit', optional: true, ...countBound, kind: 'number' } as const satisfies Arg
const ids = { kind: 'array', of: {}, judgedLater: true } as const
const executionArgs = [
  { name: 'orderBook', kind: 'object', fields: inputs.executionBook },
  { name: 'side', kind: 'string', enum: ['buy', 'sell'], judgedLater: true },
  { name: 'amount', kind: 'number', above: 0, judgedLater: true },
] as const satisfies readonly Arg[]

/** What many methods share. */
const listRead = { verb: 'get', group: 'catalog', answersStored: true } as const
const liveRead = { verb: 'get', group: 'live', capability: true } as const
const orderCall = { verb: 'post', group: 'trading', capability: true } as const
const accountRead = { verb: 'get', group: 'account', capability: true } as const
const watch = { verb: 'post', group: 'stream', capability: true } as const
const accountWatch = { verb: 'post', group: 'account', capability: true } as const
const login = { verb: 'post', group: 'auth' } as const
const calculation = { verb: 'post', group: 'pure' } as const
const matchRead = { verb: 'get', group: 'router', capability: true } as const
const legacyRead = { verb: 'post', group: 'legacy', answersStored: true } as const
const legacy = { verb: 'post', group: 'legacy' } as const

/**
 * The table of methods: routing, coercion, validation, the capability map and the CLI read it. Source: the contract's verb table
 * (newest readable SDK sources) and its "Legacy and implicit names".
 */
const methods = {
  loadMarkets: {
    verb: 'post',
    group: 'catalog',
    answersStored: true,
    args: [{ name: 'reload', kind: 'boolean', optional: true }],
    returns: 'Record<marketId, UnifiedMarket>',
  },
  fetchMarkets: {
    ...listRead,
    capability: true,
    args: [params(inputs.marketQuery, 'query')],
    tool: 'markets',
    returns: 'UnifiedMarket[]',
  },
  fetchMarketsPaginated: {
    ...listRead,
    args: [params(inputs.marketPageQuery)],
    returns: 'PaginatedMarketsResult',
  },
  fetchEvents: {
    ...listRead,
    capability: true,
    args: [params(inputs.eventQuery, 'query')],
    tool: 'search',
    returns: 'UnifiedEvent[]',
  },
  fetchEventsPaginated: {
    ...listRead,
    args: [params(inputs.eventsPageQuery)],
    returns: 'PaginatedEventsResult',
  },
  fetchSeries: {
    verb: 'get',
    group: 'catalog',
    capability: true,
    args: [params(inputs.seriesQuery, 'query')],
    returns: 'UnifiedSeries[]',
  },
  fetchMarket: {
    ...listRead,
    args: [params(inputs.oneMarketQuery, 'marketId')],
    tool: 'market',
    returns: 'UnifiedMarket',
  },
  fetchEvent: {
    ...listRead,
    args: [params(inputs.oneEventQuery, 'eventId')],
    tool: 'event',
    returns: 'UnifiedEvent',
  },
  fetchEventMetadata: {
    verb: 'get',
    group: 'catalog',
    args: [{ name: 'eventTicker', kind: 'string' }],
    returns: 'object (raw venue payload)',
  },
  fetchOHLCV: {
    ...liveRead,
    cachedReady: true,
    answersStored: true,
    table: true,
    args: [outcomeId, params(inputs.outcomeCandleQuery)],
    tool: 'candles',
    returns: 'PriceCandle[]',
  },
  fetchEventOHLCV: {
    verb: 'get',
    group: 'live',
    answersStored: true,
    args: [{ name: 'params', kind: 'object', fields: inputs.eventCandleQuery }],
    returns: 'EventCandles',
  },
  fetchOrderBook: {
    ...liveRead,
    args: [outcomeId, depth, params(inputs.bookQuery)],
    tool: 'book',
    returns: 'OrderBook',
  },
  fetchOrderBooks: {
    verb: 'post',
    group: 'live',
    capability: true,
    args: [{ name: 'outcomeIds', ...ids }],
    returns: 'Record<outcomeId, OrderBook>',
  },
  fetchTrades: {
    ...liveRead,
    args: [outcomeId, params(inputs.tradeQuery)],
    tool: 'trades',
    returns: 'Trade[]',
  },
  fetchTradingFee: {
    ...liveRead,
    args: [{ ...requiredParams(inputs.feeQuery), textMeans: 'outcomeId' }],
    tool: 'trading_fee',
    returns: 'TradingFee',
  },
  createOrder: {
    ...orderCall,
    args: [{ ...requiredParams(inputs.orderInput), refusesOthers: true }],
    tool: 'create_order',
    returns: 'Order',
  },
  createOrders: {
    ...orderCall,
    args: [
      { name: 'orders', kind: 'array', items: inputs.orderInput, count: [1, MAX_ORDERS], judgedLater: true },
    ],
    tool: 'create_orders',
    returns: 'OrderResult[]',
  },
  buildOrder: {
    ...orderCall,
    args: [{ ...requiredParams(inputs.orderInput), refusesOthers: true }],
    returns: 'BuiltOrder',
  },
  submitOrder: {
    ...orderCall,
    args: [{ name: 'built', kind: 'object', fields: inputs.builtOrder }],
    returns: 'Order',
  },
  editOrder: {
    ...orderCall,
    args: [orderId, { name: 'changes', kind: 'object', fields: inputs.orderChanges, refusesOthers: true }],
    tool: 'edit_order',
    returns: 'Order',
  },
  cancelOrder: { ...orderCall, args: [orderId], tool: 'cancel_order', returns: 'Order' },
  cancelOrders: {
    ...orderCall,
    args: [{ name: 'orderIds', ...ids, count: [0, MAX_CANCELS] }],
    tool: 'cancel_orders',
    returns: 'CancelResult[]',
  },
  cancelAllOrders: {
    ...orderCall,
    args: [{ name: 'marketId', kind: 'string', optional: true }],
    tool: 'cancel_all_orders',
    returns: 'CancelAllResult',
  },
  cancelAllOrdersAfter: {
    ...orderCall,
    args: [
      { name: 'timeoutMs', kind: 'number', whole: true, min: 0, max: MAX_TIMEOUT_MS, judgedLater: true },
    ],
    tool: 'cancel_all_orders_after',
    returns: 'CancelAllAfter',
  },
  fetchOrder: { ...accountRead, args: [orderId], returns: 'Order' },
  fetchOpenOrders: {
    ...accountRead,
    args: [{ name: 'marketId', kind: 'string', optional: true }],
    tool: 'open_orders',
    returns: 'Order[]',
  },
  fetchClosedOrders: { ...accountRead, args: [params(inputs.orderHistoryQuery)], returns: 'Order[]' },
  fetchAllOrders: { ...accountRead, args: [params(inputs.orderHistoryQuery)], returns: 'Order[]' },
  fetchMyTrades: { ...accountRead, args: [params(inputs.myTradesQuery)], returns: 'UserTrade[]' },
  fetchMySettlementHistory: {
    ...accountRead,
    args: [params(inputs.myTradesQuery)],
    tool: 'settlements',
    returns: 'Settlement[]',
  },
  fetchPositions: { ...accountRead, args: [address], tool: 'positions', returns: 'Position[]' },
  fetchBalance: { ...accountRead, args: [address], tool: 'balance', returns: 'Balance[]' },
  getExecutionPrice: { ...calculation, tokenless: true, args: executionArgs, returns: 'number' },
  getExecutionPriceDetailed: {
    ...calculation,
    tokenless: true,
    args: executionArgs,
    returns: 'ExecutionPriceResult',
  },
  filterMarkets: {
    ...calculation,
    args: [
      { name: 'markets', kind: 'array', schema: 'UnifiedMarket' },
      { name: 'criteria', kind: 'unknown', schema: 'MarketFilterCriteria' },
    ],
    returns: 'UnifiedMarket[]',
  },
  filterEvents: {
    ...calculation,
    args: [
      { name: 'events', kind: 'array', schema: 'UnifiedEvent' },
      { name: 'criteria', kind: 'unknown', schema: 'EventFilterCriteria' },
    ],
    returns: 'UnifiedEvent[]',
  },
  watchOrderBook: { ...watch, args: [outcomeId, depth, params(inputs.bookQuery)], returns: 'OrderBook' },
  watchOrderBooks: {
    ...watch,
    args: [
      { name: 'outcomeIds', ...ids, count: [1, MAX_WATCHED] },
      depth,
      { name: 'params', kind: 'object', optional: true },
    ],
    returns: 'Record<outcomeId, OrderBook>',
  },
  unwatchOrderBook: { ...watch, args: [outcomeId], returns: 'null' },
  watchTrades: {
    ...watch,
    args: [
      outcomeId,
      address,
      { name: 'since', kind: 'number', optional: true, min: 0, judgedLater: true },
      depth,
    ],
    returns: 'Trade[]',
  },
  watchOrders: { ...accountWatch, args: [ownMarket], returns: 'Order[]' },
  watchMyTrades: { ...accountWatch, args: [ownMarket], returns: 'UserTrade[]' },
  watchPositions: { ...accountWatch, args: [ownMarket], returns: 'Position[]' },
  watchAddress: {
    ...watch,
    args: [
      { name: 'address', kind: 'string' },
      { name: 'types', kind: 'array', of: { enum: ['trades', 'positions', 'balances'] }, optional: true },
    ],
    returns: 'SubscribedAddressSnapshot',
  },
  unwatchAddress: { ...watch, args: [{ name: 'address', kind: 'string' }], returns: 'null' },
  close: { verb: 'post', group: 'system', args: [], returns: 'null' },
  getAuthNonce: {
    ...login,
    args: [{ name: 'walletAddress', kind: 'string' }],
    returns: '{ nonce: string, messageToSign: string }',
  },
  loginWithSignature: {
    ...login,
    args: [
      { name: 'walletAddress', kind: 'string' },
      { name: 'signature', kind: 'string' },
      { name: 'nonce', kind: 'string' },
    ],
    returns: '{ apiKey: string, apiSecret: string, passphrase?: string, expiresAt?: any }',
  },
  logout: { ...login, args: [{ name: 'walletAddress', kind: 'string', optional: true }], returns: 'null' },
  isSessionActive: { ...login, args: [{ name: 'walletAddress', kind: 'string' }], returns: 'boolean' },
  fetchMarketMatches: {
    ...matchRead,
    args: [params(inputs.matchQuery)],
    tool: 'matches',
    returns: 'MatchResult[]',
  },
  fetchEventMatches: { ...matchRead, args: [params(inputs.eventMatchQuery)], returns: 'EventMatchResult[]' },
  compareMarketPrices: {
    verb: 'post',
    group: 'router',
    capability: true,
    args: [requiredParams(inputs.matchQuery)],
    returns: 'PriceComparison[]',
  },
  fetchRelatedMarkets: {
    ...matchRead,
    args: [requiredParams(inputs.matchQuery)],
    returns: 'PriceComparison[]',
  },
  fetchMatchedMarkets: { ...matchRead, args: [params(inputs.pairQuery)], returns: 'MatchedMarketPair[]' },
  fetchMatchedPrices: { ...matchRead, args: [params(inputs.pairQuery)], returns: 'MatchedMarketPair[]' },
  fetchHedges: { ...matchRead, args: [requiredParams(inputs.matchQuery)], returns: 'PriceComparison[]' },
  fetchArbitrage: {
    ...matchRead,
    args: [params(inputs.arbitrageQuery)],
    tool: 'arbitrage',
    returns: 'ArbitrageOpportunity[]',
  },
  fetchMatches: { ...legacy, capability: true, args: [params(inputs.matchQuery)], returns: 'MatchResult[]' },
  callApi: {
    ...legacy,
    args: [
      { name: 'operationId', kind: 'string' },
      { name: 'params', kind: 'object', optional: true },
    ],
    returns: 'any (raw venue payload)',
  },
  has: {
    verb: 'get',
    group: 'system',
    args: [],
    tool: 'capabilities',
    returns: 'Record<capability, true | false | "emulated" | "sampled">',
  },
  testDummyMethod: {
    ...legacy,
    args: [{ name: 'param', kind: 'string', optional: true }],
    returns: 'string',
  },
  initAuth: { ...legacy, args: [], returns: 'null' },
  preWarmMarket: { ...legacy, args: [outcomeId], returns: 'null' },
  watchPrices: { ...legacy, args: [{ name: 'marketAddress', kind: 'string' }], returns: 'object' },
  watchUserPositions: { ...legacy, args: [], returns: 'Position[]' },
  watchUserTransactions: { ...legacy, args: [], returns: 'object' },
  getEventById: { ...legacyRead, args: [{ name: 'id', kind: 'string' }], returns: 'UnifiedEvent | null' },
  getEventBySlug: { ...legacyRead, args: [{ name: 'slug', kind: 'string' }], returns: 'UnifiedEvent | null' },
  fetchEventsPage: {
    ...legacyRead,
    args: [params(inputs.eventPageQuery, 'query')],
    returns: '{ events: UnifiedEvent[], cursor: string | null, nextCursor: string | null }',
  },
  searchMarkets: {
    ...legacyRead,
    args: [{ name: 'query', kind: 'string' }, params(inputs.marketQuery)],
    returns: 'UnifiedMarket[]',
  },
  getMarketsBySlug: { ...legacyRead, args: [{ name: 'slug', kind: 'string' }], returns: 'UnifiedMarket[]' },
  searchEvents: {
    ...legacyRead,
    args: [{ name: 'query', kind: 'string' }, params(inputs.eventQuery)],
    returns: 'UnifiedEvent[]',
  },
} as const satisfies Record<string, Method>

export type MethodName = keyof typeof methods

export const methodNames = Object.keys(methods) as readonly MethodName[]

/** Narrows any text to a method of the table; inherited property names such as `constructor` are not methods. */
export function isMethodName(text: string): text is MethodName {
  return Object.hasOwn(methods, text)
}

/** Returns the row of a method with its literal types widened, for code that iterates over the table. */
export function getMethodRow(name: MethodName): Method {
  return methods[name]
}

/** Keys of the capability map, in table order. */
export const capabilityNames = methodNames.filter((name) => getMethodRow(name).capability === true)

type FieldValue<F extends inputs.Field> = F['type'] extends 'string[]'
  ? readonly string[]
  : F extends { enum: readonly (infer E)[] }
    ? E
    : F['type'] extends 'string'
      ? string
      : F['type'] extends 'number' | 'date'
        ? number
        : F['type'] extends 'boolean'
          ? boolean
          : F['type'] extends 'object'
            ? Readonly<Record<string, unknown>>
            : unknown

/** The type of a validated object argument; dates are in epoch ms. */
type FieldValues<F extends inputs.Fields> = {
  readonly [K in keyof F as F[K] extends { required: true } ? K : never]: FieldValue<F[K]>
} & { readonly [K in keyof F as F[K] extends { required: true } ? never : K]?: FieldValue<F[K]> }

type ArgValue<A extends Arg> = A extends { fields: infer F extends inputs.Fields }
  ? FieldValues<F>
  : A['kind'] extends 'string'
    ? string
    : A['kind'] extends 'number'
      ? number
      : A['kind'] extends 'boolean'
        ? boolean
        : A['kind'] extends 'object'
          ? Readonly<Record<string, unknown>>
          : A['kind'] extends 'array'
            ? readonly unknown[]
            : unknown

type ArgValues<List extends readonly Arg[]> = {
  readonly [I in keyof List]: List[I] extends { optional: true }
    ? ArgValue<List[I]> | undefined
    : ArgValue<List[I]>
}

/** Validated positional arguments of a method. */
export type ArgsOf<M extends MethodName> = ArgValues<(typeof methods)[M]['args']>

/** Methods that other methods build on, or that have their own path. */
export const methodOf = {
  book: 'fetchOrderBook',
  candles: 'fetchOHLCV',
  eventCandles: 'fetchEventOHLCV',
  cancel: 'cancelOrder',
  create: 'createOrder',
  edit: 'editOrder',
  cancelMany: 'cancelOrders',
  cancelAll: 'cancelAllOrders',
  cancelAllAfter: 'cancelAllOrdersAfter',
  watchBook: 'watchOrderBook',
  watchBooks: 'watchOrderBooks',
  unwatchBook: 'unwatchOrderBook',
  watchTrades: 'watchTrades',
  watchOrders: 'watchOrders',
  watchMyTrades: 'watchMyTrades',
  watchPositions: 'watchPositions',
  watchAddress: 'watchAddress',
  unwatchAddress: 'unwatchAddress',
  marketMatches: 'fetchMarketMatches',
  eventMatches: 'fetchEventMatches',
  arbitrage: 'fetchArbitrage',
  matchedPrices: 'fetchMatchedPrices',
  market: 'fetchMarket',
  markets: 'fetchMarkets',
  event: 'fetchEvent',
  marketPages: 'fetchMarketsPaginated',
  eventPages: 'fetchEventsPaginated',
} as const satisfies Readonly<Record<string, MethodName>>
