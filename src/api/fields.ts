/** Declared types of arguments and of the members of object arguments, and the member lists several methods share. */

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'string[]' | 'object' | 'any'

export interface Field {
  readonly type: FieldType
  readonly enum?: readonly string[]
  /** The value belongs to this other field when that one is absent. */
  readonly aliasOf?: string
  /** Clients send it, and no venue here is asked with it: it is told as ignored. Some of it is for the router alone. */
  readonly unread?: true | 'by venues'
  /** Without it the call is a VALIDATION_ERROR. */
  readonly required?: true
}

export type Fields = Readonly<Record<string, Field>>

const text = { type: 'string' } as const satisfies Field
const number = { type: 'number' } as const satisfies Field
const date = { type: 'date' } as const satisfies Field
const flag = { type: 'boolean' } as const satisfies Field
const object = { type: 'object' } as const satisfies Field
const texts = { type: 'string[]' } as const satisfies Field

function unread<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, unread: true }])
  // The names and fields that went in, each with its mark.
  return Object.fromEntries(entries) as { readonly [Name in keyof F]: F[Name] & { readonly unread: true } }
}

const listing = {
  query: text,
  limit: number,
  offset: number,
  sort: { type: 'string', enum: ['volume', 'liquidity', 'newest'] },
  status: { type: 'string', enum: ['active', 'inactive', 'closed', 'all'] },
  searchIn: { type: 'string', enum: ['title', 'description', 'both'] },
  eventId: text,
  slug: text,
  category: text,
  tags: texts,
  // Words of the router, which is another exchange.
  sourceExchange: { ...text, unread: 'by venues' },
  exchange: { ...text, aliasOf: 'sourceExchange', unread: 'by venues' },
  filter: object,
} as const satisfies Fields

export const marketQuery = {
  ...listing,
  marketId: text,
  outcomeId: text,
  page: { ...number, unread: true },
  similarityThreshold: { ...number, unread: true },
} as const satisfies Fields

export const eventQuery = {
  ...listing,
  cursor: { ...text, unread: true },
  series: text,
} as const satisfies Fields

/** One thing has no pages and no order. */
const single = {
  limit: { ...number, unread: true },
  offset: { ...number, unread: true },
  sort: { ...listing.sort, unread: true },
} as const satisfies Fields

export const oneMarketQuery = { ...marketQuery, ...single } as const satisfies Fields
export const oneEventQuery = { ...eventQuery, ...single } as const satisfies Fields

export const pageQuery = { limit: number, cursor: text, filter: object } as const satisfies Fields

/** Pages are of the whole list: what would choose from it is not read. */
export const eventPageQuery = {
  ...unread(eventQuery),
  ...pageQuery,
} as const satisfies Fields

export const seriesQuery = {
  id: text,
  slug: text,
  query: text,
  recurrence: text,
  limit: number,
  offset: number,
} as const satisfies Fields

export const candleQuery = {
  resolution: text,
  start: date,
  end: date,
  limit: number,
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
  limit: number,
} as const satisfies Fields

export const tradeQuery = {
  start: date,
  end: date,
  limit: number,
  resolution: { ...text, unread: true },
} as const satisfies Fields

/** How long an order lasts, as FIX names it: until it is canceled, not at all, all at once or not at all, until a time. */
export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTD'] as const

export const orderInput = {
  marketId: { type: 'string', required: true },
  outcomeId: { type: 'string', required: true },
  side: { type: 'string', enum: ['buy', 'sell'], required: true },
  type: { type: 'string', enum: ['market', 'limit'], required: true },
  amount: { type: 'number', required: true },
  price: number,
  fee: number,
  // What the venue itself says of the market counts; a venue that signs them holds these against it.
  tickSize: number,
  negRisk: flag,
  onBehalfOf: number,
  // Clients of upstream send them with every order; no venue here pays a builder.
  builder: { type: 'any', unread: true },
  builderFee: { type: 'any', unread: true },
  denom: { type: 'string', enum: ['usdc', 'shares'] },
  slippage_pct: number,
  clientOrderId: text,
  postOnly: flag,
  timeInForce: { type: 'string', enum: timesInForce },
  expiration: date,
  reduceOnly: flag,
  cancelOnPause: flag,
  orderGroupId: text,
} as const satisfies Fields

/** What of an open order may change; the rest of it stays. */
export const orderChanges = { amount: number, price: number } as const satisfies Fields

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
  price: number,
  amount: number,
} as const satisfies Fields

export const orderHistoryQuery = {
  marketId: text,
  since: date,
  until: date,
  limit: number,
  cursor: { ...text, unread: true },
} as const satisfies Fields

export const matchQuery = {
  query: text,
  category: text,
  market: object,
  marketId: text,
  slug: text,
  url: text,
  relation: text,
  minConfidence: number,
  limit: number,
  includePrices: flag,
  minDifference: number,
  sort: text,
} as const satisfies Fields

export const eventMatchQuery = {
  query: text,
  category: text,
  event: object,
  eventId: text,
  slug: text,
  relation: text,
  minConfidence: number,
  limit: number,
  includePrices: flag,
} as const satisfies Fields

export const pairQuery = {
  minDifference: number,
  category: text,
  limit: number,
  relations: texts,
} as const satisfies Fields
export const arbitrageQuery = {
  minSpread: number,
  category: text,
  limit: number,
  relations: texts,
} as const satisfies Fields
export const executionBook = {
  bids: { type: 'any', required: true },
  asks: { type: 'any', required: true },
  timestamp: { ...number, unread: true },
} as const satisfies Fields
