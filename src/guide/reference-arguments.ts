import type { MethodName } from '../api/arguments/methods.js'

/** Ids for the examples. */
export interface KnownIds {
  readonly venue: string
  readonly marketId: string
  readonly outcomeId: string
  readonly eventId: string
  readonly slug: string
}

type ArgumentsOf = (known: KnownIds) => readonly unknown[]

const WALLET = '0x00000000000000000000000000000000000000a1'
const book = { bids: [], asks: [{ price: 0.5, size: 10 }] }

const none: ArgumentsOf = () => []
const outcome: ArgumentsOf = ({ outcomeId }) => [outcomeId]
const wallet: ArgumentsOf = () => [WALLET]
const newest: ArgumentsOf = () => [{ limit: 10 }]
const pairs: ArgumentsOf = () => [{ limit: 3 }]
const market: ArgumentsOf = ({ venue, marketId }) => [{ marketId, sourceExchange: venue }]
const event: ArgumentsOf = ({ venue, eventId }) => [{ eventId, sourceExchange: venue }]
const orderOf = ({ marketId, outcomeId }: KnownIds) => ({
  ...{ marketId, outcomeId, side: 'buy', type: 'limit', amount: 10, price: 0.5 },
})
const order: ArgumentsOf = (known) => [orderOf(known)]

/** Arguments of the example of each method, by position. */
export const referenceArguments: Readonly<Record<MethodName, ArgumentsOf>> = {
  loadMarkets: none,
  fetchMarkets: () => [{ limit: 1 }],
  fetchMarketsPaginated: () => [{ limit: 1 }],
  fetchEvents: () => [{ limit: 1 }],
  fetchEventsPaginated: () => [{ limit: 1 }],
  fetchSeries: () => [{ limit: 1 }],
  fetchMarket: ({ marketId }) => [{ marketId }],
  fetchEvent: ({ eventId }) => [{ eventId }],
  fetchEventMetadata: ({ eventId }) => [eventId],
  fetchOHLCV: ({ outcomeId }) => [outcomeId, { resolution: '1h', limit: 3 }],
  fetchEventOHLCV: ({ eventId }) => [{ eventId, resolution: '1h', limit: 2 }],
  fetchOrderBook: ({ outcomeId }) => [outcomeId, 2],
  fetchOrderBooks: ({ outcomeId }) => [[outcomeId]],
  fetchTrades: ({ outcomeId }) => [outcomeId, { limit: 2 }],
  fetchTradingFee: ({ outcomeId }) => [{ outcomeId, side: 'buy', price: 0.5, amount: 10 }],
  createOrder: order,
  createOrders: (known) => [[orderOf(known)]],
  buildOrder: order,
  submitOrder: () => ['<data of buildOrder>'],
  editOrder: () => ['order-1', { price: 0.55 }],
  cancelOrder: () => ['order-1'],
  cancelOrders: () => [['order-1', 'order-2']],
  cancelAllOrders: ({ marketId }) => [marketId],
  cancelAllOrdersAfter: () => [60_000],
  fetchOrder: () => ['order-1'],
  fetchOpenOrders: none,
  fetchClosedOrders: newest,
  fetchAllOrders: newest,
  fetchMyTrades: newest,
  fetchMySettlementHistory: newest,
  fetchPositions: none,
  fetchBalance: none,
  getExecutionPrice: () => [book, 'buy', 5],
  getExecutionPriceDetailed: () => [book, 'buy', 20],
  filterMarkets: () => [['<market>', '<market>'], 'election'],
  filterEvents: () => [['<event>', '<event>'], 'election'],
  watchOrderBook: ({ outcomeId }) => [outcomeId, 5],
  watchOrderBooks: ({ outcomeId }) => [[outcomeId], 5],
  unwatchOrderBook: outcome,
  watchTrades: outcome,
  watchOrders: none,
  watchMyTrades: none,
  watchPositions: none,
  watchAddress: wallet,
  unwatchAddress: wallet,
  close: none,
  getAuthNonce: wallet,
  loginWithSignature: () => [WALLET, '<signature>', '<nonce>'],
  logout: wallet,
  isSessionActive: wallet,
  fetchMarketMatches: market,
  fetchEventMatches: event,
  compareMarketPrices: market,
  fetchRelatedMarkets: market,
  fetchMatchedMarkets: pairs,
  fetchMatchedPrices: pairs,
  fetchHedges: market,
  fetchArbitrage: pairs,
  fetchMatches: market,
  callApi: () => ['<operation>', {}],
  has: none,
  testDummyMethod: () => ['text'],
  initAuth: none,
  preWarmMarket: outcome,
  watchPrices: wallet,
  watchUserPositions: none,
  watchUserTransactions: none,
  getEventById: ({ eventId }) => [eventId],
  getEventBySlug: ({ slug }) => [slug],
  fetchEventsPage: () => [{ limit: 1 }],
  searchMarkets: () => ['election', { limit: 1 }],
  getMarketsBySlug: ({ slug }) => [slug],
  searchEvents: () => ['election', { limit: 1 }],
}

/**
 * Methods whose example shows a response of the simulation. None of them calls all venues together: the first sync of their
 * market catalogs would take longer than the rest of a build.
 */
export const sentMethods: ReadonlySet<MethodName> = new Set([
  'fetchMarkets',
  'fetchMarketsPaginated',
  'fetchEvents',
  'fetchEventsPaginated',
  'fetchSeries',
  'fetchMarket',
  'fetchEvent',
  'fetchOHLCV',
  'fetchEventOHLCV',
  'fetchOrderBook',
  'fetchOrderBooks',
  'fetchTrades',
  'fetchTradingFee',
  'has',
  'getExecutionPrice',
  'getExecutionPriceDetailed',
])
