/** Payloads in the shapes that were recorded in September and October 2026; what they tell is made up. */

type Overrides = Readonly<Record<string, unknown>>

export const usd = (value: string) => ({ value, currency: 'USD' })

/** A team game as a market of its event: bid and ask stand as the prices of its sides. */
export const nativeMarket = (n = 1, overrides: Overrides = {}) => ({
  id: String(823_000 + n),
  question: `Who will win in the upcoming baseball event Velmar Larks vs Orrin Kites, game ${n}?`,
  slug: `aec-mlb-vel-orr-2026-11-2${n}`,
  endDate: '2026-12-05T00:40:00Z',
  category: 'sports',
  startDate: '2026-11-13T04:00:49Z',
  description: 'This market will settle to the winner.',
  active: true,
  marketType: 'moneyline',
  closed: false,
  createdAt: '2026-11-13T04:00:50Z',
  updatedAt: '2026-11-14T17:08:33Z',
  archived: false,
  orderPriceMinTickSize: 0.005,
  gameStartTime: '2026-11-22T00:40:00Z',
  manualActivation: false,
  sportsMarketType: 'baseball_team_full_game_winner',
  marketSides: [
    nativeSide(n, true, { description: 'Velmar Larks', price: '0.6350', quote: usd('0.6400') }),
    nativeSide(n, false, { description: 'Orrin Kites', price: '0.6400', quote: usd('0.365') }),
  ],
  outcomes: '["Velmar Larks","Orrin Kites"]',
  outcomePrices: '["0.6350","0.6400"]',
  ep3Status: 'OPEN',
  status: 'MARKET_STATUS_OPEN',
  sportsMarketTypeV2: 'SPORTS_MARKET_TYPE_MONEYLINE',
  hidden: false,
  tags: [],
  title: 'Velmar Larks vs Orrin Kites',
  feeCoefficient: 0.06,
  bestBidQuote: usd('0.6350'),
  bestAskQuote: usd('0.6400'),
  titleShort: 'VEL vs ORR',
  ep3SyncedAt: '2026-11-14T11:37:40Z',
  minimumTradeQty: 0.01,
  comboEnabled: true,
  ...overrides,
})

export function nativeSide(n: number, long: boolean, overrides: Overrides = {}) {
  return {
    id: String(1_645_000 + 2 * n + (long ? 0 : 1)),
    marketSideType: 'MARKET_SIDE_TYPE_INSTRUMENT',
    identifier: `aec-mlb-vel-orr-2026-11-2${n}`,
    createdAt: '2026-11-13T04:00:49Z',
    updatedAt: '2026-11-13T04:00:49Z',
    marketId: 823_000 + n,
    long,
    tradable: true,
    ...overrides,
  }
}

/** A leg of an event, by itself: sides have their own prices, their labels stand the other way round. */
export const nativeLeg = (overrides: Overrides = {}) => ({
  ...nativeMarket(),
  id: '7900',
  question: 'Orrin Cup Champion',
  slug: 'tec-orrin-cup-2026-12-27-atl',
  endDate: '2027-01-06T16:20:09Z',
  marketType: 'futures',
  orderPriceMinTickSize: 0.001,
  marketSides: [
    nativeSide(2, false, { description: 'No', price: '0.894', quote: usd('0.894') }),
    nativeSide(2, true, { description: 'Yes', price: '0.1070', quote: usd('0.1070') }),
  ],
  outcomes: '["No","Yes"]',
  outcomePrices: '["0.1070","0.894"]',
  title: 'Velmar Larks',
  bestBidQuote: usd('0.1060'),
  bestAskQuote: usd('0.1070'),
  minimumTradeQty: 1,
  assetPriceTerms: null,
  ...overrides,
})

/** A decided market of an earlier year: without a leg, without quotes, made anew since. */
export const nativeResolved = (overrides: Overrides = {}) => ({
  ...nativeMarket(),
  id: '1',
  question: 'Velmar vs. Orrin',
  slug: 'aec-nfl-vel-orr-2025-11-02',
  title: undefined,
  endDate: '2025-11-03T13:00:00Z',
  startDate: '2025-10-29T22:00:01Z',
  createdAt: '2026-03-07T02:30:00Z',
  closed: true,
  status: 'MARKET_STATUS_RESOLVED',
  ep3Status: 'EXPIRED',
  bestBidQuote: undefined,
  bestAskQuote: null,
  marketSides: [
    nativeSide(3, true, { description: 'Larks', price: '1' }),
    nativeSide(3, false, { description: 'Kites', price: '0' }),
  ],
  ...overrides,
})

export const nativeEvent = (n = 1, overrides: Overrides = {}) => ({
  id: String(111_000 + n),
  ticker: `mlb-vel-orr-2026-11-2${n}`,
  slug: `mlb-vel-orr-2026-11-2${n}`,
  title: 'Velmar Larks vs. Orrin Kites',
  description: 'Velmar Larks vs. Orrin Kites',
  startDate: '2026-11-22T00:40:00Z',
  endDate: '2026-11-22T23:59:00Z',
  image: 'https://images.example/game.png',
  active: true,
  closed: false,
  archived: false,
  category: 'sports',
  createdAt: '2026-11-13T04:00:49Z',
  updatedAt: '2026-11-14T17:08:33Z',
  startTime: '2026-11-22T00:40:00Z',
  seriesSlug: 'mlb-2026',
  period: 'NS',
  markets: [nativeMarket(n)],
  gameId: 10_079_570,
  sportradarGameId: 'c6c0eb1a-39f8-4d71-be9f-b3b44cb3c77b',
  participants: [],
  hidden: false,
  tags: [
    { id: '2', label: 'Sports', slug: 'sports', subtags: [], hub: null },
    { id: '4', label: 'MLB', slug: 'mlb', subtags: [], hub: null },
  ],
  teams: [],
  sortType: 'price',
  marketGroups: [],
  streamProvider: '',
  combos: { enabled: true, numMarkets: 5 },
  marketCounts: { numMarkets: 5 },
  ...overrides,
})

export const nativeSeries = (n = 29, overrides: Overrides = {}) => ({
  id: String(n),
  slug: `cup-${n}`,
  title: `Cup ${n}`,
  createdAt: '2026-04-08T00:00:01Z',
  updatedAt: '2026-04-08T00:00:01Z',
  ...overrides,
})

export const nativeBook = (overrides: Overrides = {}) => ({
  marketData: {
    marketSlug: 'aec-mlb-vel-orr-2026-11-21',
    bids: [
      { px: usd('0.6000'), qty: '2670704.6200' },
      { px: usd('0.5950'), qty: '12.5000' },
    ],
    offers: [{ px: usd('0.6050'), qty: '1559.0000' }],
    state: 'MARKET_STATE_OPEN',
    stats: {
      lastTradePx: usd('0.6000'),
      sharesTraded: '454803.6400',
      notionalTraded: usd('27288218.4000'),
      openInterest: '482843.2100',
      closePx: usd('0.5800'),
      openSetTime: '2026-11-20T22:00:03.469777722Z',
      settlementPx: usd('0.5800'),
    },
    transactTime: '2026-11-21T11:45:17.002418222Z',
    ...overrides,
  },
})

/** Best ask and one minus best bid of a moment, epoch seconds. */
export const nativePoint = (timestamp: number, ask: number, bid: number) => ({
  timestamp,
  longPrice: ask,
  shortPrice: Math.round((1 - bid) * 10_000) / 10_000,
})

/** An order in the documented shape. */
export const nativeOrder = (overrides: Overrides = {}) => ({
  id: 'ORDER-1',
  marketSlug: nativeMarket().slug,
  side: 'ORDER_SIDE_SELL',
  type: 'ORDER_TYPE_LIMIT',
  price: usd('0.6000'),
  quantity: 20,
  cumQuantity: 5.5,
  leavesQuantity: 14.5,
  tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
  goodTillTime: null,
  intent: 'ORDER_INTENT_BUY_SHORT',
  state: 'ORDER_STATE_PARTIALLY_FILLED',
  avgPx: usd('0.6000'),
  insertTime: '2026-11-20T10:00:00.002418222Z',
  createTime: '2026-11-20T10:00:00.002418222Z',
  commissionNotionalTotalCollected: usd('0.0792'),
  ...overrides,
})
