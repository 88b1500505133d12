import { wallet } from '../../support/chain-ids.js'

/** Native payloads after the documented shapes (src/venues/myriad/README.md); people and places are invented. */

const DOLLARS = {
  name: 'Bridged Dollar',
  address: `0x${'d0'.repeat(20)}`,
  symbol: 'USDC.e',
  decimals: 6,
}
const noFee = { fee: 0, treasury_fee: 0, distributor_fee: 0 }

/** Prices of a pool with these reserves, as the venue rounds them. */
function pricesOf(reserves: readonly number[]): number[] {
  const total = reserves.reduce((sum, reserve) => sum + 1 / reserve, 0)
  return reserves.map((reserve) => Math.round(1e8 / reserve / total) / 1e8)
}

export function nativeOutcome(id: number, overrides: Record<string, unknown> = {}) {
  return {
    id,
    title: id === 0 ? 'Yes' : 'No',
    shares: 1000,
    sharesHeld: 500,
    price: 0.5,
    closingPrice: null,
    priceChange24h: 0.25,
    bestBid: null,
    bestAsk: null,
    imageUrl: null,
    holders: 12,
    tokenId: String(1402 + id),
    ...overrides,
  }
}

/** An open market of a pool, as `GET /markets` shows it. */
export function nativeMarket(overrides: Record<string, unknown> = {}) {
  const [yes, no] = pricesOf([800, 1250])
  return {
    id: 701,
    networkId: 2741,
    slug: 'will-the-ostrava-bay-bridge-open-in-2026',
    title: 'Will the Ostrava Bay bridge open in 2026?',
    shortName: null,
    ctaName: null,
    description: 'Resolves to **Yes** when the first car has crossed it.',
    publishedAt: '2026-11-02T11:02:20.000Z',
    expiresAt: '2026-12-31T23:59:00.000Z',
    resolvesAt: null,
    fees: {
      buy: { fee: 0.01, treasury_fee: 0, distributor_fee: 0.01 },
      sell: noFee,
      treasury: `0x${'aa'.repeat(20)}`,
      distributor: `0x${'bb'.repeat(20)}`,
    },
    state: 'open',
    voided: false,
    resolvedOutcomeId: -1,
    topics: ['Politics'],
    tags: ['bridges', 'Politics'],
    resolutionSource: 'https://bridges.example/ostrava-bay',
    resolutionTitle: 'Bridges',
    token: DOLLARS,
    imageUrl: 'https://images.example/bridge.png',
    liquidity: 1000,
    liquidityPrice: 0.97,
    volume: 5123.5,
    volume24h: 120.25,
    volumeNotional: 9000,
    volumeNotional24h: 250,
    users: 77,
    shares: 2050,
    perpetual: false,
    executionMode: 0,
    tradingModel: 'amm',
    outcomes: [nativeOutcome(0, { shares: 800, price: yes }), nativeOutcome(1, { shares: 1250, price: no })],
    eventId: null,
    outcomeIndex: null,
    negRisk: false,
    ...overrides,
  }
}

/** The market with another number and slug. */
export function marketNumber(n: number, overrides: Record<string, unknown> = {}) {
  return nativeMarket({ id: 5000 + n, slug: `question-${n}`, title: `Question ${n}?`, ...overrides })
}

const names = ['Ines Calloway', 'Tomas Reyl', 'Mara Quill']

/** A pool of three candidates. */
export function candidatesMarket(overrides: Record<string, unknown> = {}) {
  const reserves = [500, 1000, 2000]
  const prices = pricesOf(reserves)
  return nativeMarket({
    id: 601,
    slug: 'who-will-win-the-ostrava-bay-election',
    title: 'Who will win the Ostrava Bay election?',
    outcomes: names.map((title, id) =>
      nativeOutcome(id, { title, shares: reserves[id], price: prices[id], tokenId: '1202' }),
    ),
    ...overrides,
  })
}

export const eventUuid = '2cfe87e8-12df-4671-b9a9-0758898fd54b'

/** An open market of the order book; with `event`, the part of one. */
export function bookMarket(overrides: Record<string, unknown> = {}) {
  return nativeMarket({
    id: 827,
    networkId: 56,
    slug: 'ines-calloway-wins',
    title: 'Ines Calloway',
    tradingModel: 'ob',
    executionMode: 1,
    token: { name: 'World Dollar', address: `0x${'d1'.repeat(20)}`, symbol: 'USD1', decimals: 18 },
    outcomes: [
      nativeOutcome(0, { shares: null, price: 0.62, bestBid: 0.61, bestAsk: 0.63, tokenId: null }),
      nativeOutcome(1, { shares: null, price: 0.385, bestBid: 0.37, bestAsk: 0.4, tokenId: null }),
    ],
    eventId: eventUuid,
    outcomeIndex: 0,
    negRisk: true,
    ...overrides,
  })
}

/** An event of the order book. */
export function nativeEvent(overrides: Record<string, unknown> = {}) {
  return {
    type: 'event',
    id: eventUuid,
    networkId: 56,
    slug: 'ostrava-bay-mayor',
    title: 'Who will be mayor of Ostrava Bay?',
    description: 'One of them will.',
    imageUrl: 'https://images.example/mayor.png',
    state: 'open',
    resolvedOutcomeIndex: null,
    expiresAt: '2026-12-05T00:00:00.000Z',
    publishedAt: '2026-06-01T00:00:00.000Z',
    negRisk: true,
    negRiskId: `0x${'0e'.repeat(32)}`,
    volume: 123456.75,
    volume24h: 1234.5,
    volumeNotional: 234567.75,
    volumeNotional24h: 2345.5,
    liquidity: 9876.5,
    users: 1234,
    markets: [
      bookMarket(),
      bookMarket({ id: 828, slug: 'tomas-reyl-wins', title: 'Tomas Reyl', outcomeIndex: 1 }),
    ],
    ...overrides,
  }
}

/** A list with its pagination, as all lists are. */
export function pageOf(data: readonly unknown[], page = 1, hasNext = false, total = data.length) {
  return {
    data,
    pagination: { page, limit: 100, total, totalPages: page + (hasNext ? 1 : 0), hasNext, hasPrev: page > 1 },
  }
}

/** A transaction hash that `n` makes another. */
export function hash(n: number): string {
  return `0x${String(n).padStart(6, '0')}${'ef'.repeat(29)}`
}

/** A purchase of 10 Yes for 4 dollars. */
export function nativeAction(overrides: Record<string, unknown> = {}) {
  return {
    user: wallet,
    action: 'buy',
    marketTitle: 'Will the Ostrava Bay bridge open in 2026?',
    marketSlug: 'will-the-ostrava-bay-bridge-open-in-2026',
    marketId: 701,
    networkId: 2741,
    outcomeTitle: 'Yes',
    outcomeId: 0,
    imageUrl: null,
    shares: 10,
    value: 4,
    timestamp: Date.UTC(2026, 10, 21, 10) / 1000,
    blockNumber: 68248304,
    token: DOLLARS.address,
    txId: hash(1),
    ...overrides,
  }
}

/** A trade of the order book: a purchase of one share at 0.5. */
export function nativeTrade(overrides: Record<string, unknown> = {}) {
  return {
    price: '0.5',
    priceAfterFees: '0.51',
    amount: '1000000000000000000',
    side: 'buy',
    outcome: 0,
    txHash: hash(1),
    timestamp: Date.UTC(2026, 10, 21, 10) / 1000,
    fees: {
      total: '10000000000000000',
      lp: '0',
      treasury: '5000000000000000',
      distributor: '5000000000000000',
    },
    ...overrides,
  }
}

/** A holding as `GET /users/{address}/portfolio` shows it. */
export function nativePosition(overrides: Record<string, unknown> = {}) {
  return {
    marketId: 701,
    marketTitle: 'Will the Ostrava Bay bridge open in 2026?',
    marketSlug: 'will-the-ostrava-bay-bridge-open-in-2026',
    outcomeId: 0,
    outcomeTitle: 'Yes',
    networkId: 2741,
    token: '0x84A71ccD554Cc1b02749b35d22F684CC8ec987e1',
    tokenId: null,
    shares: 8,
    price: 0.125,
    value: 2,
    profit: 1,
    roi: 1,
    status: 'ongoing',
    claimed: false,
    executionMode: 0,
    expiresAt: '2026-12-31 23:59:00',
    eventId: null,
    ...overrides,
  }
}
