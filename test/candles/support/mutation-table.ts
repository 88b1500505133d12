import type { ErrorCode } from '../../../src/api/envelope/errors.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { MarketRow, Status, Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { ASKED_AT, type Question } from './mutation-trial.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A question, and what is known about the members of its replies. */
export interface TableRow extends Question {
  readonly name: string
  /** Members, by route, without which there can be no answer: broken in any way they are an error. */
  readonly mustBeUsed: Readonly<Record<string, readonly string[]>>
  /** Members whose breaking may end otherwise than in an upstream error or in no difference. */
  readonly exceptions?: readonly Exception[]
}

export interface Exception {
  /** Route and member: `api /markets/:ticker: market.open_time`. */
  readonly at: string
  readonly ends: ErrorCode | 'another location'
  readonly why: string
}

const optionalStart = 'tells only before when there was nothing; unknown where the venue does not say'

/** The markets of a status, newest first where the venue has such an order. */
async function rowsOf({ markets }: Venue, status: Status, ctx: VenueContext): Promise<readonly MarketRow[]> {
  const listing = { status, sort: 'newest', atMost: 100 } as const
  const rows =
    markets.listMarkets === undefined
      ? (await collect(markets.listEvents(listing, ctx).paging, 100)).flatMap((event) => event.markets)
      : await collect(markets.listMarkets(listing, ctx).paging, 100)
  return rows.filter((row) => row.status === status)
}

/** The first outcome of the first market that fits. */
function ofMarket(status: Status, fits: (row: MarketRow) => boolean): Question['outcome'] {
  return async (venue, ctx) => {
    const row = (await rowsOf(venue, status, ctx)).find(fits)
    const outcomeId = row?.market.outcomes[0]?.outcomeId
    if (outcomeId === undefined) throw new Error(`${venue.id} lists no such market`)
    return outcomeId
  }
}

const isOld = ({ startsAt = 0 }: MarketRow): boolean => ASKED_AT - startsAt > 2 * DAY
const anOpenOne = ofMarket('active', isOld)
const open = { outcome: anOpenOne, window: 'newest', resolution: '1m', candles: 12 } as const
const over = { window: 'last hour of trading', resolution: '1m', candles: 12 } as const

const gammaMarket = ['id', 'conditionId', 'clobTokenIds', 'closed'].map((name) => `markets.*.${name}`)
const olderHistory = { 'clob /prices-history': ['history', 'history.*.t', 'history.*.p'] }
const newerHistory = {
  'data /v2/prices-history': [
    'data',
    'data.*.timestamp',
    'data.*.price',
    'data.*.resolution_seconds',
    'pagination.has_more',
  ],
}
const gammaTimes = [
  {
    at: 'gamma /markets/keyset: markets.*.createdAt',
    ends: 'another location',
    why: 'absent in recordings; the start date and the first order stand in for it',
  },
] as const

const kalshiMarket = ['ticker', 'status'].map((name) => `market.${name}`)
const kalshiCandles = [
  'ticker',
  'candlesticks',
  'candlesticks.*.end_period_ts',
  'candlesticks.*.volume_fp',
  'candlesticks.*.price',
  ...['open', 'high', 'low', 'close'].map((name) => `candlesticks.*.price.${name}_dollars`),
]
const kalshiLive = {
  'api /markets/:ticker': kalshiMarket,
  'api /events/:ticker': ['event', 'event.event_ticker'],
  'api /series/:series/markets/:ticker/candlesticks': kalshiCandles,
}

/** Rows of lists that a market is looked for in, by route and path: each is read by itself. */
export const listRows: readonly string[] = [
  'api /market: result.list.*',
  'market /markets: markets.*',
  'api /info outcomeMeta: outcomes.*',
]

/** Of a market's facts candles need neither its opening nor its series: there is a route without the series. */
function kalshiFacts(path: string): readonly Exception[] {
  const noSeries = 'the candles come by the route that names the market alone'
  return [
    { at: `api /${path}/:ticker: market.open_time`, ends: 'another location', why: optionalStart },
    { at: `api /${path}/:ticker: market.event_ticker`, ends: 'another location', why: noSeries },
    { at: 'api /events/:ticker: event.series_ticker', ends: 'another location', why: noSeries },
  ]
}

export const mutationTable: readonly TableRow[] = [
  {
    ...open,
    name: 'polymarket, an open market',
    venue: 'polymarket',
    mustBeUsed: { 'gamma /markets/keyset': gammaMarket, ...olderHistory },
    exceptions: gammaTimes,
  },
  {
    ...open,
    name: 'polymarket, an open market of which the older route has nothing',
    venue: 'polymarket',
    shortenings: [{ route: 'clob /prices-history', list: 'history', keep: 0 }],
    mustBeUsed: { 'gamma /markets/keyset': gammaMarket, ...newerHistory },
    exceptions: gammaTimes,
  },
  {
    ...over,
    name: 'polymarket, a market that closed before the newer route reaches back',
    venue: 'polymarket',
    outcome: async (_venue, ctx) => {
      const query = { closed: true, end_date_max: new Date(ASKED_AT - 20 * DAY).toISOString(), limit: 1 }
      const { json } = await ctx.http.send({ host: 'gamma', path: '/markets/keyset', query })
      return String(JSON.parse(Object(json).markets[0].clobTokenIds)[0])
    },
    mustBeUsed: {
      'gamma /markets/keyset': gammaMarket,
      ...olderHistory,
    },
    exceptions: [
      ...gammaTimes,
      {
        at: 'gamma /markets/keyset: markets.*.closedTime',
        ends: 'another location',
        why: 'absent in recordings of closed markets: the end is unknown then',
      },
      {
        at: 'gamma /markets/keyset: markets.*.outcomePrices',
        ends: 'another location',
        why: 'the payout, by which a settlement point is told from a price; absent where not priced (docs, 3.3)',
      },
    ],
  },
  {
    ...open,
    name: 'kalshi, an open market',
    venue: 'kalshi',
    mustBeUsed: kalshiLive,
    exceptions: kalshiFacts('markets'),
  },
  {
    ...over,
    name: 'kalshi, a market in the archive',
    venue: 'kalshi',
    outcome: async (_venue, ctx) => {
      const { json } = await ctx.http.send({ host: 'api', path: '/historical/markets', query: { limit: 1 } })
      return String(Object(json).markets[0].ticker)
    },
    mustBeUsed: {
      'api /historical/markets/:ticker': kalshiMarket,
      'api /historical/markets/:ticker/candlesticks': kalshiCandles.map((name) =>
        name.replace('_dollars', '').replace('_fp', ''),
      ),
    },
    exceptions: [
      ...kalshiFacts('historical/markets'),
      {
        at: 'api /historical/markets/:ticker: market.close_time',
        ends: 'another location',
        why: 'without it the venue is asked about hours after the close as well, which are empty',
      },
      {
        at: 'api /historical/markets/:ticker: market.settlement_ts',
        ends: 'another location',
        why: 'absent on most rows (recordings); it says only which tier is asked first',
      },
    ],
  },
  {
    ...open,
    name: 'kalshi-demo, an open market',
    venue: 'kalshi-demo',
    mustBeUsed: kalshiLive,
    exceptions: kalshiFacts('markets'),
  },
  {
    ...open,
    name: 'limitless, an open market',
    venue: 'limitless',
    shortenings: [{ route: 'api /markets/:slug/events', list: 'events', keep: 30 }],
    // A restart knows the market of a token by what is stored: no list is read.
    mustBeUsed: {
      'api /markets/:slug': ['slug', 'tokens', 'tokens.yes', 'tokens.no', 'collateralToken.decimals'],
      'api /markets/:slug/events': [
        'events',
        ...['createdAt', 'tokenId', 'price', 'matchedSize'].map((name) => `events.*.${name}`),
        ...['page', 'limit', 'totalPages', 'totalRows'],
      ],
    },
    exceptions: [{ at: 'api /markets/:slug: createdAt', ends: 'another location', why: optionalStart }],
  },
  {
    ...open,
    name: 'opinion, an open market',
    venue: 'opinion',
    resolution: '1h',
    shortenings: [
      { route: 'api /market', list: 'result.list.*.childMarkets', keep: 2 },
      { route: 'api /market', list: 'result.list', keep: -4, count: 'result.total' },
    ],
    mustBeUsed: {
      'api /market': ['errno', 'result.list', 'result.list.*.childMarkets.*.yesTokenId'],
      'api /market/:id': ['errno', 'result.data.yesTokenId', 'result.data.createdAt'],
      'api /token/price-history': ['errno', 'result.history', 'result.history.*.t', 'result.history.*.p'],
    },
  },
  {
    ...open,
    name: 'probable, an open market',
    venue: 'probable',
    shortenings: [
      { route: 'market /markets', list: 'markets', keep: -6, more: 'pagination.hasMore' },
      { route: 'orderbook /trades', list: '', keep: 30 },
    ],
    mustBeUsed: {
      'market /markets': ['markets', 'markets.*.id', 'markets.*.condition_id', 'markets.*.clobTokenIds'],
      'orderbook /trades': ['timestamp', 'asset', 'conditionId', 'side', 'price', 'size'].map(
        (name) => `*.${name}`,
      ),
    },
  },
  {
    ...open,
    name: 'myriad, a pool',
    venue: 'myriad',
    outcome: ofMarket(
      'active',
      (row) => isOld(row) && !row.market.marketId.includes(':ob') && row.market.outcomes.length === 2,
    ),
    shortenings: [{ route: 'api /markets/:id', list: 'outcomes.*.price_charts', keep: 0 }],
    mustBeUsed: {
      'api /markets/:id': ['id', 'networkId', 'slug', 'state', 'tradingModel', 'outcomes', 'outcomes.*.id'],
      'api /markets/:id/events': [
        ...['action', 'marketId', 'networkId', 'outcomeId', 'shares', 'value', 'timestamp'].map(
          (name) => `data.*.${name}`,
        ),
        'pagination.hasNext',
      ],
    },
    exceptions: [{ at: 'api /markets/:id: publishedAt', ends: 'another location', why: optionalStart }],
  },
  {
    ...open,
    name: 'myriad, an order book',
    venue: 'myriad',
    outcome: ofMarket('active', (row) => isOld(row) && row.market.marketId.includes(':ob')),
    shortenings: [
      { route: 'api /markets/:id', list: 'outcomes.*.price_charts', keep: 0 },
      { route: 'api /markets/:id/trades', list: '', keep: 30 },
    ],
    mustBeUsed: {
      'api /markets/:id': ['id', 'networkId', 'slug', 'state', 'tradingModel', 'outcomes', 'outcomes.*.id'],
      'api /markets/:id/trades': ['outcome', 'timestamp', 'price', 'amount', 'side'].map(
        (name) => `*.${name}`,
      ),
    },
    exceptions: [{ at: 'api /markets/:id: publishedAt', ends: 'another location', why: optionalStart }],
  },
  {
    ...open,
    name: 'gemini-titan, an open market',
    venue: 'gemini-titan',
    shortenings: [{ route: 'api /v1/prediction-markets/events/:ticker', list: 'contracts', keep: 2 }],
    // Klines are lists of numbers without names: test/venues/gemini-titan has what each of them must be.
    mustBeUsed: {
      'api /v1/prediction-markets/events/:ticker': ['ticker', 'status', 'contracts.*.status'],
    },
  },
  {
    ...open,
    name: 'hyperliquid, an open market',
    venue: 'hyperliquid',
    shortenings: [
      { route: 'api /info outcomeMeta', list: 'outcomes', keep: 6 },
      { route: 'api /info outcomeMeta', list: 'questions', keep: 3 },
    ],
    mustBeUsed: {
      'api /info outcomeMeta': ['outcomes', 'outcomes.*.outcome', 'outcomes.*.sideSpecs'],
      'api /info candleSnapshot': ['t', 's', 'i', 'o', 'h', 'l', 'c', 'v', 'n'].map((name) => `*.${name}`),
    },
  },
  {
    ...over,
    name: 'hyperliquid, a settled market',
    venue: 'hyperliquid',
    foundBeforeMs: 3 * HOUR,
    outcome: ofMarket(
      'active',
      ({ market }) => Date.parse(market.resolutionDate ?? '') < ASKED_AT - HOUR / 4,
    ),
    shortenings: [
      { route: 'api /info outcomeMeta', list: 'outcomes', keep: -80 },
      { route: 'api /info outcomeMeta', list: 'questions', keep: 0 },
    ],
    mustBeUsed: { 'api /info settledOutcome': ['spec', 'spec.outcome', 'spec.sideSpecs'] },
  },
  {
    ...open,
    name: 'polymarket_us, an open market',
    venue: 'polymarket_us',
    mustBeUsed: {
      'gateway /v1/market/slug/:slug': ['market', 'market.slug'],
      'gateway /v1/price-history': [
        'history',
        ...['timestamp', 'longPrice', 'shortPrice'].map((name) => `history.*.${name}`),
      ],
    },
  },
  {
    ...open,
    name: 'rain, a pool of two',
    venue: 'rain',
    outcome: ofMarket('active', (row) => isOld(row) && row.market.marketId.split(':').length === 2),
    mustBeUsed: {
      'api /pools/pool/:id': ['data._id', 'data.status', 'data.options', 'data.contractAddress'],
      'subgraph /:id': [
        ...['enterOptions', 'executeBuyOrders', 'executeSellOrders'].flatMap((kind) =>
          ['poolAddress', 'blockTimestamp', 'optionAmount'].map((name) => `data.${kind}.*.${name}`),
        ),
        'data.enterOptions.*.option',
        'data.enterOptions.*.baseAmount',
        'data.executeBuyOrders.*.orderOption',
        'data.executeBuyOrders.*.orderPrice',
      ],
    },
    exceptions: [{ at: 'api /pools/pool/:id: data.createdAt', ends: 'another location', why: optionalStart }],
  },
  {
    ...open,
    name: 'hunch, a pool of two',
    venue: 'hunch',
    outcome: ofMarket('active', ({ market }) => market.outcomes.length === 2),
    mustBeUsed: {
      'agent /markets/:id': ['market', 'market.id', 'market.question', 'market.status'],
      'agent /markets/:id/research': ['research', 'research.oddsHistory', 'research.oddsHistory.*.at'],
    },
  },
  {
    ...open,
    name: 'metaculus, a choice with another method than the usual one',
    venue: 'metaculus',
    outcome: ofMarket(
      'active',
      (row) => isOld(row) && row.market.outcomes[0]?.outcomeId.endsWith('-0') === true,
    ),
    shortenings: [{ route: 'api /posts/:id/', list: 'question.aggregations.*.history', keep: -40 }],
    mustBeUsed: {
      'api /questions/:id/post/': ['question_id', 'post_id'],
      'api /posts/:id/': [
        ...['id', 'question', 'question.id', 'question.type', 'question.status', 'question.options'],
        ...['question.aggregations', 'question.default_aggregation_method'],
        ...['start_time', 'centers'].map((name) => `question.aggregations.unweighted.history.*.${name}`),
      ],
    },
    exceptions: [
      { at: 'api /posts/:id/: question.open_time', ends: 'another location', why: optionalStart },
      ...['', '.history', '.history.*.centers'].map(
        (member): Exception => ({
          at: `api /posts/:id/: question.aggregations.unweighted${member}`,
          ends: 'PERMISSION_DENIED',
          why: 'left out, it is what the venue shows to a token that may not see it (docs, 1.1)',
        }),
      ),
    ],
  },
]
