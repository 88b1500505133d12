/** Payloads after the documented shapes (src/venues/limitless/README.md), with fictional content. */

export const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A token id of market `n`: 77 digits. */
export const token = (n: number, side: 'yes' | 'no' = 'yes'): string =>
  `${side === 'yes' ? '4' : '7'}${'0'.repeat(66)}${String(n).padStart(10, '0')}`

const usdc = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6, symbol: 'USDC' }

/** Best YES bid and ask as list rows show them. */
export const quotes = (bid: number, ask: number) => ({
  buy: { market: [ask, 1 - bid], limit: [bid, 1 - ask] },
  sell: { market: [bid, 1 - ask], limit: [ask, 1 - bid] },
})

/** A stand-alone market of the order book, as lists show it. */
export const nativeMarket = (overrides: Record<string, unknown> = {}) => ({
  id: 51001,
  slug: 'will-the-velmar-bridge-open-1790000000001',
  stableSlug: null,
  title: 'Will the Velmar bridge open in 2026?',
  proxyTitle: null,
  description: '<p>Resolves YES if the bridge opens.</p>',
  automationType: 'manual',
  marketType: 'single',
  tradeType: 'clob',
  conditionId: `0x${'1'.repeat(64)}`,
  negRiskRequestId: null,
  groupId: null,
  collateralToken: usdc,
  startAt: null,
  expirationDate: 'Dec 31, 2026',
  expirationTimestamp: Date.UTC(2026, 11, 31, 23, 59),
  createdAt: '2026-09-01T08:00:00.250Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  expired: false,
  hidden: false,
  status: 'FUNDED',
  winningOutcomeIndex: null,
  categories: ['Infrastructure', 'Velmar'],
  tags: ['Manual'],
  creator: { name: 'Nobody', imageURI: 'https://images.example/nobody.svg' },
  volume: '290091252',
  volumeFormatted: '290.091252',
  prices: [0.164, 0.836],
  tokens: { yes: token(1), no: token(1, 'no') },
  tradePrices: quotes(0.16, 0.168),
  venue: { exchange: `0x${'e'.repeat(40)}`, adapter: null },
  metadata: { fee: true, openPrice: null },
  imageUrl: null,
  logo: 'https://images.example/bridge.svg',
  ...overrides,
})

/** A child as a group shows it. */
export const nativeChild = (n: number, overrides: Record<string, unknown> = {}) => {
  const { categories: _categories, tags: _tags, ...rest } = nativeMarket()
  return {
    ...rest,
    id: 52000 + n,
    slug: `option-${n}-17900000000${10 + n}`,
    title: `Option ${n}`,
    marketType: 'group',
    groupId: 9001,
    conditionId: `0x${String(n).repeat(64)}`,
    tokens: { yes: token(10 + n), no: token(10 + n, 'no') },
    volumeFormatted: `${n}.5`,
    orderInGroup: n,
    logo: null,
    ...overrides,
  }
}

/** A group row: no tokens, prices, description or condition of its own. */
export const nativeGroup = (overrides: Record<string, unknown> = {}) => ({
  id: 9001,
  slug: 'who-wins-the-orrin-cup-1790000000009',
  title: 'Who wins the Orrin Cup?',
  outcomeTokens: ['Yes', 'No'],
  ogImageURI: '',
  imageUrl: 'https://images.example/cup.png',
  automationType: 'manual',
  marketType: 'group',
  tradeType: 'clob',
  collateralToken: usdc,
  expirationDate: 'Dec 1, 2026',
  expirationTimestamp: Date.UTC(2026, 11, 1),
  createdAt: '2026-10-01T00:00:00.000Z',
  expired: false,
  status: 'FUNDED',
  categories: ['Sports'],
  tags: ['Cup', 'Orrin'],
  volume: '6000000',
  volumeFormatted: '6.000000',
  venue: { exchange: `0x${'e'.repeat(40)}`, adapter: `0x${'a'.repeat(40)}` },
  markets: [
    nativeChild(1),
    nativeChild(2),
    nativeChild(3, { status: 'RESOLVED', expired: true, winningOutcomeIndex: 1, prices: [0.4995, 0.5005] }),
  ],
  ...overrides,
})

/** A pooled market of 2025: percent, no tokens. */
export const nativePool = (overrides: Record<string, unknown> = {}) => {
  const {
    tokens: _tokens,
    venue: _venue,
    tradePrices: _tradePrices,
    createdAt: _createdAt,
    ...rest
  } = nativeMarket()
  return {
    ...rest,
    slug: 'coin-above-2-1756724413009',
    tradeType: 'amm',
    address: '0x76d3e2098be66aa7e15138f467390f0eb7349b9b',
    prices: [42.8, 57.2],
    liquidityFormatted: '50.000000',
    openInterestFormatted: '48.310707',
    ...overrides,
  }
}

/** A page of open markets. */
export const activePage = (data: readonly unknown[], total = data.length) => ({
  data,
  totalMarketsCount: total,
})

/** Stand-alone markets `from` and on. */
export const nativeMarkets = (count: number, from = 100) =>
  Array.from({ length: count }, (_unused, index) =>
    nativeMarket({
      slug: `market-${from + index}-1790000000100`,
      tokens: { yes: token(from + index), no: token(from + index, 'no') },
    }),
  )

export const nativeBook = (overrides: Record<string, unknown> = {}) => ({
  bids: [
    { price: 0.16, size: 12360330000, side: 'BUY' },
    { price: 0.1, size: 1000000, side: 'BUY' },
  ],
  asks: [{ price: 0.168, size: 222000500, side: 'SELL' }],
  tokenId: token(1),
  adjustedMidpoint: 0.164,
  midpoint: 0.164,
  maxSpread: '0.035',
  minSize: '100000000',
  lastTradePrice: 0.161,
  ...overrides,
})

/** The n-th fill of market 1 since listing, one a minute; even ones of NO. */
export const nativeFill = (n: number, overrides: Record<string, unknown> = {}) => ({
  createdAt: new Date(Date.UTC(2026, 10, 1) + n * 60_000 + 617).toISOString(),
  makerAmount: '19996200',
  matchedSize: String(n * 1_000_000 + 500_000),
  price: n % 2 === 0 ? 0.8 : 0.332,
  profile: { account: wallet },
  side: n % 3 === 0 ? 1 : 0,
  takerAmount: '830000',
  title: '',
  tokenId: n % 2 === 0 ? token(1, 'no') : token(1),
  txHash: `0x${String(Math.ceil(n / 2)).padStart(64, '0')}`,
  ...overrides,
})

/** A page of a history of `total` fills, newest first. */
export const fillPage = (page: number, limit: number, total: number) => ({
  events: Array.from({ length: limit }, (_unused, index) => total - (page - 1) * limit - index)
    .filter((n) => n > 0)
    .map((n) => nativeFill(n)),
  limit,
  page,
  totalPages: Math.ceil(total / limit),
  totalRows: total,
})

export const nativePosition = (overrides: Record<string, unknown> = {}) => ({
  market: {
    slug: 'will-the-velmar-bridge-open-1790000000001',
    status: 'FUNDED',
    title: 'Will the Velmar bridge open in 2026?',
    closed: false,
    winningOutcomeIndex: null,
    yesPositionId: token(1),
    noPositionId: token(1, 'no'),
    collateralToken: { id: 7, decimals: 6, symbol: 'USDC' },
    group: {},
  },
  latestTrade: { outcomeTokenPrice: 0.161, latestNoPrice: 0.839, latestYesPrice: 0.161 },
  orders: { liveOrders: [], totalCollateralLocked: '0' },
  positions: {
    yes: {
      cost: '2000000',
      fillPrice: '200000',
      marketValue: '1610000',
      realisedPnl: '500000',
      unrealizedPnl: '-390000',
    },
    no: { cost: '0', fillPrice: '0', marketValue: '0', realisedPnl: '0', unrealizedPnl: '0' },
  },
  tokensBalance: { yes: '10000000', no: '0' },
  ...overrides,
})

export const portfolio = (clob: readonly unknown[], overrides: Record<string, unknown> = {}) => ({
  rewards: {},
  points: '0.00000000',
  amm: [],
  group: [],
  clob,
  ...overrides,
})

export const unknownSlug = (slug: string) => ({ message: `Market not found for slug: ${slug}` })
