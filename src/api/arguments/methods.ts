import { type Bounds, countBound } from './bounds.js'
import {
  arbitrageQuery,
  bookQuery,
  builtOrder,
  eventCandleQuery,
  eventMatchQuery,
  eventPageQuery,
  eventQuery,
  eventsPageQuery,
  executionBook,
  type Field,
  type Fields,
  feeQuery,
  marketPageQuery,
  marketQuery,
  matchQuery,
  myTradesQuery,
  oneEventQuery,
  oneMarketQuery,
  orderChanges,
  orderHistoryQuery,
  orderInput,
  outcomeCandleQuery,
  pairQuery,
  seriesQuery,
  tradeQuery,
} from './fields.js'

/** `string` is never coerced; `object` takes every query key that names no other argument. */
type ArgKind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'unknown'

export interface Arg extends Bounds {
  readonly name: string
  readonly kind: ArgKind
  /** Bounds of the items of an `array` argument, where they are texts. */
  readonly of?: Bounds
  readonly optional?: true
  /** Members of an `object` argument. */
  readonly fields?: Fields
  /** Members of the objects of an `array` argument; each object is validated separately. */
  readonly items?: Fields
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
  /** Stored data can serve it where the venue is unreachable. */
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

function params<const F extends Fields>(fields: F, textMeans?: keyof F & string) {
  const arg = { name: 'params', kind: 'object', optional: true, fields } as const
  return textMeans === undefined ? arg : { ...arg, textMeans }
}
function requiredParams<const F extends Fields>(fields: F) {
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
  { name: 'orderBook', kind: 'object', fields: executionBook },
  { name: 'side', kind: 'string', enum: ['buy', 'sell'], judgedLater: true },
  { name: 'amount', kind: 'number', above: 0, judgedLater: true },
] as const satisfies readonly Arg[]

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
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    capability: true,
    args: [params(marketQuery, 'query')],
    tool: 'markets',
    returns: 'UnifiedMarket[]',
  },
  fetchMarketsPaginated: {
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    args: [params(marketPageQuery)],
    returns: 'PaginatedMarketsResult',
  },
  fetchEvents: {
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    capability: true,
    args: [params(eventQuery, 'query')],
    tool: 'search',
    returns: 'UnifiedEvent[]',
  },
  fetchEventsPaginated: {
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    args: [params(eventsPageQuery)],
    returns: 'PaginatedEventsResult',
  },
  fetchSeries: {
    verb: 'get',
    group: 'catalog',
    capability: true,
    args: [params(seriesQuery, 'query')],
    returns: 'UnifiedSeries[]',
  },
  fetchMarket: {
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    args: [params(oneMarketQuery, 'marketId')],
    tool: 'market',
    returns: 'UnifiedMarket',
  },
  fetchEvent: {
    verb: 'get',
    group: 'catalog',
    answersStored: true,
    args: [params(oneEventQuery, 'eventId')],
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
    verb: 'get',
    group: 'live',
    capability: true,
    cachedReady: true,
    answersStored: true,
    table: true,
    args: [outcomeId, params(outcomeCandleQuery)],
    tool: 'candles',
    returns: 'PriceCandle[]',
  },
  fetchEventOHLCV: {
    verb: 'get',
    group: 'live',
    answersStored: true,
    args: [{ name: 'params', kind: 'object', fields: eventCandleQuery }],
    returns: 'EventCandles',
  },
  fetchOrderBook: {
    verb: 'get',
    group: 'live',
    capability: true,
    args: [outcomeId, depth, params(bookQuery)],
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
    verb: 'get',
    group: 'live',
    capability: true,
    args: [outcomeId, params(tradeQuery)],
    tool: 'trades',
    returns: 'Trade[]',
  },
  fetchTradingFee: {
    verb: 'get',
    group: 'live',
    capability: true,
    args: [{ ...requiredParams(feeQuery), textMeans: 'outcomeId' }],
    tool: 'trading_fee',
    returns: 'TradingFee',
  },
  createOrder: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ ...requiredParams(orderInput), refusesOthers: true }],
    tool: 'create_order',
    returns: 'Order',
  },
  createOrders: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ name: 'orders', kind: 'array', items: orderInput, count: [1, MAX_ORDERS], judgedLater: true }],
    tool: 'create_orders',
    returns: 'OrderResult[]',
  },
  buildOrder: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ ...requiredParams(orderInput), refusesOthers: true }],
    returns: 'BuiltOrder',
  },
  submitOrder: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ name: 'built', kind: 'object', fields: builtOrder }],
    returns: 'Order',
  },
  editOrder: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [orderId, { name: 'changes', kind: 'object', fields: orderChanges, refusesOthers: true }],
    tool: 'edit_order',
    returns: 'Order',
  },
  cancelOrder: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [orderId],
    tool: 'cancel_order',
    returns: 'Order',
  },
  cancelOrders: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ name: 'orderIds', ...ids, count: [0, MAX_CANCELS] }],
    tool: 'cancel_orders',
    returns: 'CancelResult[]',
  },
  cancelAllOrders: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [{ name: 'marketId', kind: 'string', optional: true }],
    tool: 'cancel_all_orders',
    returns: 'CancelAllResult',
  },
  cancelAllOrdersAfter: {
    verb: 'post',
    group: 'trading',
    capability: true,
    args: [
      { name: 'timeoutMs', kind: 'number', whole: true, min: 0, max: MAX_TIMEOUT_MS, judgedLater: true },
    ],
    tool: 'cancel_all_orders_after',
    returns: 'CancelAllAfter',
  },
  fetchOrder: { verb: 'get', group: 'account', capability: true, args: [orderId], returns: 'Order' },
  fetchOpenOrders: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [{ name: 'marketId', kind: 'string', optional: true }],
    tool: 'open_orders',
    returns: 'Order[]',
  },
  fetchClosedOrders: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [params(orderHistoryQuery)],
    returns: 'Order[]',
  },
  fetchAllOrders: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [params(orderHistoryQuery)],
    returns: 'Order[]',
  },
  fetchMyTrades: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [params(myTradesQuery)],
    returns: 'UserTrade[]',
  },
  fetchMySettlementHistory: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [params(myTradesQuery)],
    tool: 'settlements',
    returns: 'Settlement[]',
  },
  fetchPositions: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [address],
    tool: 'positions',
    returns: 'Position[]',
  },
  fetchBalance: {
    verb: 'get',
    group: 'account',
    capability: true,
    args: [address],
    tool: 'balance',
    returns: 'Balance[]',
  },
  getExecutionPrice: {
    verb: 'post',
    group: 'pure',
    tokenless: true,
    args: executionArgs,
    returns: 'number',
  },
  getExecutionPriceDetailed: {
    verb: 'post',
    group: 'pure',
    tokenless: true,
    args: executionArgs,
    returns: 'ExecutionPriceResult',
  },
  filterMarkets: {
    verb: 'post',
    group: 'pure',
    args: [
      { name: 'markets', kind: 'array', schema: 'UnifiedMarket' },
      { name: 'criteria', kind: 'unknown', schema: 'MarketFilterCriteria' },
    ],
    returns: 'UnifiedMarket[]',
  },
  filterEvents: {
    verb: 'post',
    group: 'pure',
    args: [
      { name: 'events', kind: 'array', schema: 'UnifiedEvent' },
      { name: 'criteria', kind: 'unknown', schema: 'EventFilterCriteria' },
    ],
    returns: 'UnifiedEvent[]',
  },
  watchOrderBook: {
    verb: 'post',
    group: 'stream',
    capability: true,
    args: [outcomeId, depth, params(bookQuery)],
    returns: 'OrderBook',
  },
  watchOrderBooks: {
    verb: 'post',
    group: 'stream',
    capability: true,
    args: [
      { name: 'outcomeIds', ...ids, count: [1, MAX_WATCHED] },
      depth,
      { name: 'params', kind: 'object', optional: true },
    ],
    returns: 'Record<outcomeId, OrderBook>',
  },
  unwatchOrderBook: { verb: 'post', group: 'stream', capability: true, args: [outcomeId], returns: 'null' },
  watchTrades: {
    verb: 'post',
    group: 'stream',
    capability: true,
    args: [
      outcomeId,
      address,
      { name: 'since', kind: 'number', optional: true, min: 0, judgedLater: true },
      depth,
    ],
    returns: 'Trade[]',
  },
  watchOrders: { verb: 'post', group: 'account', capability: true, args: [ownMarket], returns: 'Order[]' },
  watchMyTrades: {
    verb: 'post',
    group: 'account',
    capability: true,
    args: [ownMarket],
    returns: 'UserTrade[]',
  },
  watchPositions: {
    verb: 'post',
    group: 'account',
    capability: true,
    args: [ownMarket],
    returns: 'Position[]',
  },
  watchAddress: {
    verb: 'post',
    group: 'stream',
    capability: true,
    args: [
      { name: 'address', kind: 'string' },
      { name: 'types', kind: 'array', of: { enum: ['trades', 'positions', 'balances'] }, optional: true },
    ],
    returns: 'SubscribedAddressSnapshot',
  },
  unwatchAddress: {
    verb: 'post',
    group: 'stream',
    capability: true,
    args: [{ name: 'address', kind: 'string' }],
    returns: 'null',
  },
  close: { verb: 'post', group: 'system', args: [], returns: 'null' },
  getAuthNonce: {
    verb: 'post',
    group: 'auth',
    args: [{ name: 'walletAddress', kind: 'string' }],
    returns: '{ nonce: string, messageToSign: string }',
  },
  loginWithSignature: {
    verb: 'post',
    group: 'auth',
    args: [
      { name: 'walletAddress', kind: 'string' },
      { name: 'signature', kind: 'string' },
      { name: 'nonce', kind: 'string' },
    ],
    returns: '{ apiKey: string, apiSecret: string, passphrase?: string, expiresAt?: any }',
  },
  logout: {
    verb: 'post',
    group: 'auth',
    args: [{ name: 'walletAddress', kind: 'string', optional: true }],
    returns: 'null',
  },
  isSessionActive: {
    verb: 'post',
    group: 'auth',
    args: [{ name: 'walletAddress', kind: 'string' }],
    returns: 'boolean',
  },
  fetchMarketMatches: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [params(matchQuery)],
    tool: 'matches',
    returns: 'MatchResult[]',
  },
  fetchEventMatches: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [params(eventMatchQuery)],
    returns: 'EventMatchResult[]',
  },
  compareMarketPrices: {
    verb: 'post',
    group: 'router',
    capability: true,
    args: [requiredParams(matchQuery)],
    returns: 'PriceComparison[]',
  },
  fetchRelatedMarkets: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [requiredParams(matchQuery)],
    returns: 'PriceComparison[]',
  },
  fetchMatchedMarkets: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [params(pairQuery)],
    returns: 'MatchedMarketPair[]',
  },
  fetchMatchedPrices: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [params(pairQuery)],
    returns: 'MatchedMarketPair[]',
  },
  fetchHedges: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [requiredParams(matchQuery)],
    returns: 'PriceComparison[]',
  },
  fetchArbitrage: {
    verb: 'get',
    group: 'router',
    capability: true,
    args: [params(arbitrageQuery)],
    tool: 'arbitrage',
    returns: 'ArbitrageOpportunity[]',
  },
  fetchMatches: {
    verb: 'post',
    group: 'legacy',
    capability: true,
    args: [params(matchQuery)],
    returns: 'MatchResult[]',
  },
  callApi: {
    verb: 'post',
    group: 'legacy',
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
    verb: 'post',
    group: 'legacy',
    args: [{ name: 'param', kind: 'string', optional: true }],
    returns: 'string',
  },
  initAuth: { verb: 'post', group: 'legacy', args: [], returns: 'null' },
  preWarmMarket: { verb: 'post', group: 'legacy', args: [outcomeId], returns: 'null' },
  watchPrices: {
    verb: 'post',
    group: 'legacy',
    args: [{ name: 'marketAddress', kind: 'string' }],
    returns: 'object',
  },
  watchUserPositions: { verb: 'post', group: 'legacy', args: [], returns: 'Position[]' },
  watchUserTransactions: { verb: 'post', group: 'legacy', args: [], returns: 'object' },
  getEventById: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [{ name: 'id', kind: 'string' }],
    returns: 'UnifiedEvent | null',
  },
  getEventBySlug: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [{ name: 'slug', kind: 'string' }],
    returns: 'UnifiedEvent | null',
  },
  fetchEventsPage: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [params(eventPageQuery, 'query')],
    returns: '{ events: UnifiedEvent[], cursor: string | null, nextCursor: string | null }',
  },
  searchMarkets: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [{ name: 'query', kind: 'string' }, params(marketQuery)],
    returns: 'UnifiedMarket[]',
  },
  getMarketsBySlug: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [{ name: 'slug', kind: 'string' }],
    returns: 'UnifiedMarket[]',
  },
  searchEvents: {
    verb: 'post',
    group: 'legacy',
    answersStored: true,
    args: [{ name: 'query', kind: 'string' }, params(eventQuery)],
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

type FieldValue<F extends Field> = F['type'] extends 'string[]'
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
type FieldValues<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { required: true } ? K : never]: FieldValue<F[K]>
} & { readonly [K in keyof F as F[K] extends { required: true } ? never : K]?: FieldValue<F[K]> }

type ArgValue<A extends Arg> = A extends { fields: infer F extends Fields }
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
