import { hunch } from '../../../src/venues/hunch/index.js'
import type { FakeClock } from '../../support/clock.js'
import { now, setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/**
 * Payloads of the agent API after its documented shapes (src/venues/hunch/README.md), with invented tokens: the market of
 * two sides has what its client's schemas name, and the rest of it is as recorded of the partner API.
 */

export const metaOf = {
  name: 'Hunch agent platform API',
  version: 'hunch-agent-api-v1',
  generatedAt: '2026-11-21T12:00:00.000Z',
  docsUrl: 'https://docs.example/llms-full.txt',
}

/** A market of two sides. */
export const nativeMarket = (overrides: Record<string, unknown> = {}) => ({
  id: 'lark-50m-mcap-2026-12-15',
  slug: 'lark-50m',
  question: 'Will $LARK reach $50M market cap by December 15, 2026 at 11:59 PM UTC?',
  shortTitle: '$LARK $50M by Dec 15',
  summary: 'A native Hunch YES/NO market for the $LARK run to $50M.',
  category: 'market_cap',
  tokenSymbol: 'LARK',
  chainId: 'base',
  deadlineAt: '2026-12-15T23:59:00.000Z',
  deadlineLabel: 'Dec 15',
  status: 'open',
  feeBps: 200,
  feeRecipientLabel: 'Hunch market treasury',
  defaultTicketUsd: 1,
  virtualLiquidityUsd: 10000,
  targetMarketCapUsd: 50000000,
  outcomes: null,
  odds: { yesPriceCents: 92, noPriceCents: 8 },
  volumeUsd: 12,
  volume24hUsd: 2,
  totalBets: 3,
  headline: '$LARK $50M by Dec 15 · YES 92¢ / NO 8¢',
  links: {
    app: 'https://www.playhunch.xyz/markets/lark-50m',
    quote: 'https://www.playhunch.xyz/api/agent/v1/quote?marketId=lark-50m-mcap-2026-12-15',
    trade: 'https://www.playhunch.xyz/api/agent/v1/trade',
    research: 'https://www.playhunch.xyz/api/agent/v1/markets/lark-50m-mcap-2026-12-15/research',
  },
  ...overrides,
})

const rung = (key: string, label: string, lowerUsd: number | null, upperUsd: number | null) => ({
  key,
  label,
  shortLabel: label,
  lowerUsd,
  upperUsd,
})

const bands = [
  rung('le-n9', '-9% or lower', null, -0.09),
  rung('n9-p9', '-9% to +9%', -0.09, 0.09),
  rung('ge-p9', '+9% or higher', 0.09, null),
]

/** A ladder of three bands around the price that it opened with. */
export const nativeLadder = (overrides: Record<string, unknown> = {}) =>
  nativeMarket({
    id: 'wren-mcap-ladder-2026-11-16',
    slug: 'wren-mcap-ladder',
    question: 'Which market-cap band will $WREN close in this week?',
    category: 'recurring_mcap_range',
    tokenSymbol: 'WREN',
    targetMarketCapUsd: null,
    odds: null,
    volumeUsd: 9,
    outcomes: bands,
    links: { app: 'https://www.playhunch.xyz/markets/wren-mcap-ladder' },
    ...overrides,
  })

/** 11 of 12 dollars are on yes. */
export const stats = (overrides: Record<string, unknown> = {}) => ({
  totalBets: 3,
  totalPoolUsd: 12,
  yesPoolUsd: 11,
  noPoolUsd: 1,
  feeUsd: 0.24,
  ...overrides,
})
export const noBets = { totalBets: 0, totalPoolUsd: 0, yesPoolUsd: 0, noPoolUsd: 0, feeUsd: 0 }

export const evenOdds = { yesPriceCents: 50, noPriceCents: 50 }

const cents: Readonly<Record<string, unknown>> = { 'le-n9': 1, 'n9-p9': 96, 'ge-p9': 3 }

/** What the bands of the ladder cost. */
export const ladder = (changes: Readonly<Record<string, unknown>> = {}) => ({
  outcomes: bands.map((one) => ({
    ...one,
    impliedPct: { ...cents, ...changes }[one.key],
    backedUsd: 3,
    isCurrent: false,
  })),
  currentBucketKey: 'n9-p9',
  currentMarketCapUsd: 7_128_564.89,
  totalBackedUsd: 9,
})

/** A bet that was made so many minutes before noon, and the odds of yes after it. */
export const bet = (minutesAgo: number, yesPct: unknown, more: Record<string, unknown> = {}) => ({
  at: new Date(now - minutesAgo * 60_000).toISOString(),
  yesPct,
  outcomeKey: null,
  sizeUsd: 5,
  ...more,
})

export const nativeResearch = (overrides: Record<string, unknown> = {}) => ({
  meta: metaOf,
  research: {
    market: nativeMarket(),
    resolutionRules: {
      source: 'DexScreener',
      sourceUrl: null,
      metric: 'market_cap',
      comparator: null,
      thresholdLabel: '$50M',
      deadlineAt: '2026-12-15T23:59:00.000Z',
      earlyResolvable: true,
      description: 'YES when it touches $50M.',
    },
    odds: { yesPriceCents: 92, noPriceCents: 8 },
    stats: stats(),
    ladder: null,
    tokenSnapshot: null,
    oddsHistory: [bet(30, 50), bet(20, 60), bet(10, 92)],
    observations: [],
    related: [],
    impact: [],
    advisory: null,
    ...overrides,
  },
})

export const nativeReply = (market: unknown = nativeMarket()) => ({ meta: metaOf, market })

export const nativeResult = (overrides: Record<string, unknown> = {}) => ({
  meta: metaOf,
  result: {
    marketId: 'lark-50m-mcap-2026-12-15',
    status: 'resolved',
    resolvedOutcome: 'no',
    resolvedOutcomeLabel: 'NO',
    resolvedAt: '2026-11-20T00:00:00.000Z',
    source: 'dexscreener',
    sourceUrl: 'https://prices.example/lark',
    observedMarketCapUsd: 142000,
    payoutPerShareUsd: 1.04,
    poolUsd: 12,
    winningShares: 11,
    proofUrl: 'https://www.playhunch.xyz/markets/lark-50m',
    ...overrides,
  },
})

export const page = (markets: readonly unknown[], nextCursor?: unknown) => ({
  meta: metaOf,
  count: markets.length,
  markets,
  ...(nextCursor === undefined ? {} : { nextCursor }),
})

export const lists = (markets: readonly unknown[]): Answers => ({ 'GET agent/markets': page(markets) })

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(hunch, answers, clock)
}
