import { toChecksumAddress } from '../../../src/signing/address.js'
import { token } from '../../support/chain-ids.js'

/** Native payloads after the documented shapes (src/venues/opinion/README.md); people and places are invented. */

/** A condition or question id of the real length, without 0x as the venue writes them. */
export function hash(n: number): string {
  return `${String(n).padStart(4, '0')}${'be'.repeat(30)}`
}

export const created = 1_790_000_000

/** The envelope of a success. */
export function answer(result: unknown) {
  return { errmsg: '', errno: 0, result }
}

/** The envelope of a refusal, with status 200 as recorded. */
export function refusal(errno: number, errmsg: string) {
  return { errmsg, errno, result: null }
}

export const notFound = refusal(10_200, 'Topic ID does not exist')

type Overrides = Record<string, unknown>

/** An open child of a categorical market, as lists show it; its tokens follow from its number. */
export function nativeChild(marketId = 7001, overrides: Overrides = {}) {
  return {
    chainId: '56',
    conditionId: '',
    createdAt: created,
    cutoffAt: 0,
    isResolvableByAI: true,
    marketId,
    marketTitle: 'Ines Calloway',
    noLabel: 'NO',
    noTokenId: token(marketId * 10 + 2),
    questionId: hash(marketId),
    quoteToken: '0x55d398326f99059fF775485246999027B3197955',
    rebate: { maker: 0.5 },
    resolvedAt: 0,
    resultTokenId: '',
    rules: '',
    slug: `who-wins-ostrava-bay-ines-calloway${marketId === 7001 ? '' : `-${marketId}`}`,
    status: 2,
    statusEnum: 'Activated',
    volume: '120.5',
    yesLabel: 'YES',
    yesTokenId: token(marketId * 10 + 1),
    ...overrides,
  }
}

/** A child whose yes side has won. */
export function resolvedChild(marketId = 7002, overrides: Overrides = {}) {
  return nativeChild(marketId, {
    marketTitle: 'Tomas Rell',
    slug: `who-wins-ostrava-bay-tomas-rell${marketId === 7002 ? '' : `-${marketId}`}`,
    conditionId: hash(1),
    status: 4,
    statusEnum: 'Resolved',
    resolvedAt: created + 86_400,
    resultTokenId: token(marketId * 10 + 1),
    volume: '79.5',
    ...overrides,
  })
}

/** A categorical market with an open and a resolved child, counted once as in its own answer. */
export function nativeEvent(marketId = 801, overrides: Overrides = {}) {
  return {
    chainId: '56',
    childMarkets: [nativeChild(), resolvedChild()],
    conditionId: '',
    coverUrl: '',
    createdAt: created,
    cutoffAt: created + 9_000_000,
    isResolvableByAI: false,
    labelIds: [100_007, 1],
    labels: ['Hot', 'Politics'],
    marketId,
    marketTitle: 'Who wins Ostrava Bay?',
    marketType: 1,
    noLabel: '',
    noTokenId: '',
    questionId: '',
    quoteToken: '0x55d398326f99059fF775485246999027B3197955',
    rebate: { maker: 0.5 },
    resolvedAt: 0,
    resultTokenId: '',
    rules: 'Resolves to the candidate who is sworn in.',
    slug: 'who-wins-ostrava-bay',
    status: 2,
    statusEnum: 'Activated',
    thumbnailUrl: 'https://images.example/bay.png',
    volume: '200',
    volume24h: '30',
    volume7d: '90',
    yesLabel: '',
    yesTokenId: '',
    ...overrides,
  }
}

/** A binary market that stands alone. */
export function nativeBinary(marketId = 7101, overrides: Overrides = {}) {
  return nativeChild(marketId, {
    marketTitle: 'Will the Port Ellery bridge open in March?',
    marketType: 0,
    slug: `will-the-port-ellery-bridge-open-${marketId}`,
    rules: 'Resolves to Yes when the first car has crossed.',
    cutoffAt: created + 5_000_000,
    labels: ['Business'],
    labelIds: [6],
    coverUrl: 'https://images.example/bridge.png',
    thumbnailUrl: '',
    volume: '1000.25',
    volume24h: '17.125',
    volume7d: '100',
    ...overrides,
  })
}

export function nativeBook(overrides: Overrides = {}) {
  return {
    asks: [
      { price: '0.199', size: '42.896379525593005' },
      { price: '0.2', size: '60' },
    ],
    bids: [{ price: '0.057', size: '1146.48' }],
    market: hash(7001),
    timestamp: 1_791_499_342_901,
    tokenId: token(70_011),
    ...overrides,
  }
}

export function nativePrice(tokenId: string, overrides: Overrides = {}) {
  return {
    price: '0.31',
    side: 'buy-limit',
    size: '205.03',
    timestamp: 1_791_499_000_000,
    tokenId,
    ...overrides,
  }
}

export function nativePosition(n = 1, overrides: Overrides = {}) {
  return {
    avgEntryPrice: '0.0276320808878794',
    claimStatus: 0,
    conditionId: hash(1),
    currentValueInQuoteToken: '1.75',
    dailyPnlChange: '',
    dailyPnlChangePercent: '',
    marketId: 7000 + n,
    outcome: 'YES',
    outcomeSide: 1,
    sharesFrozen: '0',
    sharesOwned: '59.5',
    tokenId: token(n),
    unrealizedPnl: '-0.25',
    ...overrides,
  }
}

/** Whose money is traded, by the key. */
export const SAFE = toChecksumAddress(`0x${'cd'.repeat(20)}`)

export const userAuth = {
  apiKey: 'k-1',
  walletAddress: '0xababababababababababababababababababab00',
  walletUsers: { '56': SAFE.toLowerCase() },
}

export const quoteTokens = {
  total: 1,
  list: [
    {
      id: 4,
      chainId: '56',
      quoteTokenAddress: '0x55d398326f99059fF775485246999027B3197955',
      quoteTokenName: 'USDT',
      symbol: 'USDT',
      decimal: 18,
      ctfExchangeAddress: '0x5f45344126d6488025b0b84a3a8189f2487a7246',
      createdAt: 0,
    },
  ],
}

/** A limit order that waits, as recorded in August 2026. */
export function nativeOrder(overrides: Overrides = {}) {
  return {
    createdAt: created,
    expiresAt: 0,
    filledAmount: '0',
    filledShares: '0',
    marketId: 7101,
    marketTitle: 'Will the Port Ellery bridge open in March?',
    orderAmount: '2.5',
    orderId: '101d4cdd-8d03-11f1-934a-0a58a9feac02',
    orderShares: '5',
    outcome: 'YES',
    outcomeSide: 1,
    outcomeSideEnum: 'Yes',
    postOnly: false,
    price: '0.5',
    profit: '',
    quoteToken: '0x55d398326f99059fF775485246999027B3197955',
    rootMarketId: 0,
    rootMarketTitle: '',
    side: 1,
    sideEnum: 'Buy',
    status: 1,
    statusEnum: 'Pending',
    trades: [],
    tradingMethod: 2,
    tradingMethodEnum: 'Limit',
    tradingUnit: 1,
    tradingUnitEnum: 'quote',
    transNo: '101d4cdd-8d03-11f1-934a-0a58a9feac02',
    ...overrides,
  }
}

/** A purchase whose fee was taken from its shares, as recorded. */
export function nativeTrade(n = 1, overrides: Overrides = {}) {
  return {
    amount: '0.798776',
    chainId: '56',
    createdAt: created,
    fee: '0.250000000000000001',
    marketId: 7101,
    outcome: 'YES',
    outcomeSide: 1,
    outcomeSideEnum: 'Yes',
    price: '0.029000000000000000',
    profit: '0.000000000000000000',
    quoteToken: '0x55d398326f99059fF775485246999027B3197955',
    quoteTokenUsdPrice: '1.000000000000000000',
    rootMarketId: 0,
    shares: '18.9233103448275862',
    side: 'Buy',
    status: 2,
    statusEnum: 'Finished',
    txHash: `0x${hash(n)}`,
    usdAmount: '798776000000000000.000000000000000000',
    ...overrides,
  }
}
