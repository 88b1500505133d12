import { venueIds } from '../envelope/venue-ids.js'
import { defaultResolution, resolutionPattern } from '../times/resolution.js'
import { categories } from '../values/categories.js'
import { type Bounds, countBound, countFromZero, MAX_CANDLES, MAX_TRADES, share } from './bounds.js'

/** Declared types of arguments and of the members of object arguments, and the member lists that several methods share. */

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'string[]' | 'object' | 'any'

export interface Field extends Bounds {
  readonly type: FieldType
  /** Name of the schema in the API description for an object or for the items of a list. */
  readonly schema?: string
  /** The value is assigned to this other field when that one is absent. */
  readonly aliasOf?: string
  /** Clients send it, but no venue here uses it: it is reported as ignored. Some of these are for the router only. */
  readonly unread?: true | 'by venues'
  /** Without it the call is a VALIDATION_ERROR. */
  readonly required?: true
}

export type Fields = Readonly<Record<string, Field>>

const text = { type: 'string' } as const satisfies Field
const number = { type: 'number' } as const satisfies Field
const date = { type: 'date' } as const satisfies Field
const flag = { type: 'boolean' } as const satisfies Field
const off = { ...flag, fallback: 'false' } as const satisfies Field
const object = { type: 'object' } as const satisfies Field
const marketFilter = { type: 'object', schema: 'MarketFilterCriteria' } as const satisfies Field
const eventFilter = { type: 'object', schema: 'EventFilterCriteria' } as const satisfies Field
const texts = { type: 'string[]' } as const satisfies Field

function unread<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, unread: true }])
  // The given names and fields, each with its mark.
  return Object.fromEntries(entries) as { readonly [Name in keyof F]: F[Name] & { readonly unread: true } }
}

/** A venue id, case-insensitive. */
export const venue = {
  type: 'string',
  enum: venueIds.filter((id) => id !== 'router') as readonly string[],
  anyCase: true,
} as const satisfies Field
/** The names are the project's; the venues' words for them are accepted as well. */
export const category = {
  type: 'string',
  enum: categories as readonly string[],
  judgedLater: true,
} as const satisfies Field
const resolution = {
  type: 'string',
  pattern: resolutionPattern,
  fallback: defaultResolution,
  judgedLater: true,
} as const satisfies Field

/** Relations of two markets that have a name in the API. */
export const relationNames = ['identity', 'subset', 'superset', 'overlap', 'related', 'conflict'] as const
const anyRelation = `(${relationNames.join('|')})`
export const relation = {
  type: 'string',
  // Empty text counts as absent.
  pattern: `^(${anyRelation}(,${anyRelation})*)?$`,
  judgedLater: true,
} as const satisfies Field
export const relations = {
  type: 'string[]',
  enum: relationNames as readonly string[],
  judgedLater: true,
} as const satisfies Field
/** A number of an order; invalid numbers are refused with INVALID_ORDER. */
const orderAmount = { type: 'number', above: 0, judgedLater: true } as const satisfies Field
const orderPrice = { type: 'number', above: 0, below: 1, judgedLater: true } as const satisfies Field

const skip = { ...countFromZero, fallback: '0' } as const satisfies Field
const listing = {
  query: text,
  limit: { ...countBound, fallback: 'all; 50 with the router' },
  offset: skip,
  sort: {
    type: 'string',
    enum: ['volume', 'liquidity', 'newest'],
    fallback: 'volume; relevance with `query`; last closed first in closed lists',
  },
  status: { type: 'string', enum: ['active', 'inactive', 'closed', 'all'], fallback: 'active' },
  searchIn: { type: 'string', enum: ['title', 'description', 'both'], fallback: 'title' },
  eventId: text,
  slug: text,
  category: text,
  tags: texts,
  // Words of the router, which is another exchange.
  grouped: { ...flag, unread: 'by venues' },
  sourceExchange: { ...venue, unread: 'by venues' },
  exchange: { ...venue, aliasOf: 'sourceExchange', unread: 'by venues' },
} as const satisfies Fields

export const marketQuery = {
  ...listing,
  filter: marketFilter,
  marketId: text,
  outcomeId: text,
  page: { ...number, unread: true },
  similarityThreshold: { ...number, unread: true },
} as const satisfies Fields

export const eventQuery = {
  ...listing,
  filter: eventFilter,
  cursor: { ...text, unread: true },
  series: text,
} as const satisfies Fields

/** A single object has no pages and no sort. */
const single = {
  limit: { ...countBound, unread: true },
  offset: { ...countFromZero, unread: true },
  sort: { ...listing.sort, unread: true },
  grouped: { ...flag, unread: true },
} as const satisfies Fields

export const oneMarketQuery = { ...marketQuery, ...single } as const satisfies Fields
export const oneEventQuery = { ...eventQuery, ...single } as const satisfies Fields

/** With a limit of 0 only the page remains. */
const page = { limit: { ...countFromZero, fallback: 'all' }, cursor: text } as const satisfies Fields
export const marketPageQuery = { ...page, filter: marketFilter } as const satisfies Fields
export const eventsPageQuery = { ...page, filter: eventFilter } as const satisfies Fields

/** Pages cover the whole list: members that select from it are not used. */
export const eventPageQuery = {
  ...unread(eventQuery),
  ...eventsPageQuery,
} as const satisfies Fields

export const seriesQuery = {
  id: text,
  slug: text,
  query: text,
  recurrence: text,
  /** Status of the events of one series. */
  status: listing.status,
  limit: countBound,
  offset: skip,
} as const satisfies Fields

/** Names that SDKs and ccxt use for the two ends of a window. */
const windowAliases = {
  since: { ...date, aliasOf: 'start' },
  until: { ...date, aliasOf: 'end' },
} as const satisfies Fields

export const candleQuery = {
  resolution,
  start: date,
  end: { ...date, fallback: 'now' },
  limit: { ...countBound, max: MAX_CANDLES, fallback: '100 without `start`' },
  ...windowAliases,
  timeframe: { ...resolution, aliasOf: 'resolution' },
  interval: { ...resolution, aliasOf: 'resolution' },
} as const satisfies Fields

/** `partial: false` leaves out the open candle. */
export const outcomeCandleQuery = {
  ...candleQuery,
  partial: { ...flag, fallback: 'true' },
} as const satisfies Fields

export const eventCandleQuery = {
  ...candleQuery,
  eventId: { type: 'string', required: true },
} as const satisfies Fields

export const bookQuery = {
  side: { type: 'string', enum: ['yes', 'no'] },
  outcome: text,
  since: date,
  until: date,
  limit: countBound,
} as const satisfies Fields

export const tradeQuery = {
  start: date,
  end: date,
  limit: { ...countBound, max: MAX_TRADES, fallback: String(MAX_TRADES) },
  ...windowAliases,
  resolution: { ...text, unread: true },
} as const satisfies Fields

/** Times in force, as FIX names them: good till canceled, immediate or cancel, fill or kill, good till date. */
export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTD'] as const

export const orderInput = {
  marketId: { type: 'string', required: true },
  outcomeId: { type: 'string', required: true },
  side: { type: 'string', enum: ['buy', 'sell'], required: true },
  type: { type: 'string', enum: ['market', 'limit'], required: true },
  amount: { ...orderAmount, required: true },
  price: orderPrice,
  fee: number,
  // The venue's own market data applies; a venue whose orders include these values checks them against it.
  tickSize: number,
  negRisk: flag,
  onBehalfOf: number,
  // Clients of upstream send them with every order; no venue here pays a builder.
  builder: { type: 'any', unread: true },
  builderFee: { type: 'any', unread: true },
  denom: { type: 'string', enum: ['usdc', 'shares'], fallback: 'shares' },
  slippage_pct: { ...number, min: 0, max: 100, judgedLater: true },
  clientOrderId: { ...text, pattern: '^[!-~]{1,128}$', judgedLater: true },
  postOnly: off,
  timeInForce: {
    type: 'string',
    enum: timesInForce,
    fallback: 'GTC for limit orders, IOC for market orders',
  },
  expiration: date,
  reduceOnly: off,
  cancelOnPause: off,
  orderGroupId: text,
} as const satisfies Fields

/** Members of an open order that can change; the others stay. */
export const orderChanges = { amount: orderAmount, price: orderPrice } as const satisfies Fields

export const builtOrder = {
  exchange: text,
  params: object,
  signedOrder: object,
  tx: object,
  raw: { type: 'any' },
  expiry: { type: 'any' },
} as const satisfies Fields

export const feeQuery = {
  outcomeId: text,
  marketId: text,
  side: { type: 'string', enum: ['buy', 'sell'] },
  price: orderPrice,
  amount: orderAmount,
} as const satisfies Fields

export const orderHistoryQuery = {
  marketId: text,
  since: date,
  until: date,
  limit: { ...countBound, fallback: '1000' },
  cursor: { ...text, unread: true },
} as const satisfies Fields

export const myTradesQuery = { ...orderHistoryQuery, outcomeId: text } as const satisfies Fields

const matchLimit = { ...countBound, fallback: '50' } as const satisfies Field
const anyShare = { ...share, fallback: '0' } as const satisfies Field

/** The venue of the named thing, where other venues use the same name. */
const ofVenue = {
  sourceExchange: venue,
  exchange: { ...venue, aliasOf: 'sourceExchange' },
} as const satisfies Fields

export const matchQuery = {
  query: text,
  category,
  market: object,
  marketId: text,
  slug: text,
  url: text,
  relation,
  minConfidence: anyShare,
  limit: matchLimit,
  includePrices: flag,
  minDifference: anyShare,
  sort: { type: 'string', enum: ['volume', 'confidence', 'priceDifference'] as readonly string[] },
  ...ofVenue,
} as const satisfies Fields

export const eventMatchQuery = {
  query: text,
  category,
  event: object,
  eventId: text,
  slug: text,
  url: text,
  relation,
  minConfidence: anyShare,
  limit: matchLimit,
  includePrices: flag,
  ...ofVenue,
} as const satisfies Fields

export const pairQuery = {
  minDifference: anyShare,
  category,
  limit: matchLimit,
  relations,
} as const satisfies Fields
export const arbitrageQuery = {
  minSpread: anyShare,
  category,
  limit: matchLimit,
  relations,
} as const satisfies Fields
export const executionBook = {
  bids: { type: 'any', schema: 'OrderLevel', required: true },
  asks: { type: 'any', schema: 'OrderLevel', required: true },
  timestamp: { ...number, unread: true },
} as const satisfies Fields
