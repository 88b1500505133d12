import { hunch } from '../../../src/venues/hunch/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/** Payloads after the recorded and documented shapes (src/venues/hunch/README.md), with invented tokens. */

export const metaOf = {
  name: 'PlayHunch partner discovery API',
  version: 'hunch-partner-api-v1',
  generatedAt: '2026-11-21T12:00:00.000Z',
  docsUrl: 'https://docs.example/partner',
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
  links: {
    app: 'https://www.playhunch.xyz/markets/lark-50m',
    quote: 'https://www.playhunch.xyz/api/partner/quote?marketId=lark-50m-mcap-2026-12-15',
    trade: 'https://www.playhunch.xyz/api/partner/trade',
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

/** A ladder of three bands around the price that it opened with. */
export const nativeLadder = (overrides: Record<string, unknown> = {}) =>
  nativeMarket({
    id: 'wren-mcap-ladder-2026-11-16',
    slug: 'wren-mcap-ladder',
    question: 'Which market-cap band will $WREN close in this week?',
    category: 'recurring_mcap_range',
    tokenSymbol: 'WREN',
    targetMarketCapUsd: null,
    outcomes: [
      rung('le-n9', '-9% or lower', null, -0.09),
      rung('n9-p9', '-9% to +9%', -0.09, 0.09),
      rung('ge-p9', '+9% or higher', 0.09, null),
    ],
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

export const odds = { yesPriceCents: 92, noPriceCents: 8 }
export const evenOdds = { yesPriceCents: 50, noPriceCents: 50 }
export const ladderOdds = { 'le-n9': 1, 'n9-p9': 96, 'ge-p9': 3 }

export const nativeQuote = (overrides: Record<string, unknown> = {}) => ({
  meta: metaOf,
  market: nativeMarket(),
  side: 'yes',
  sizeUsd: 1,
  odds,
  stats: stats(),
  tokenSnapshot: null,
  tags: '@playhunchxyz',
  quote: { side: 'yes', priceCents: 92, grossUsd: 1, feeUsd: 0.02, netUsd: 0.98, shares: 1.065217 },
  ...overrides,
})

export const nativeTrend = (overrides: Record<string, unknown> = {}) => ({
  rank: 1,
  heat: 15,
  closesInHours: 587,
  market: nativeMarket(),
  odds,
  outcomeOdds: null,
  stats: stats(),
  headline: '$LARK $50M by Dec 15',
  ...overrides,
})

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

export const catalogueOf = (markets: readonly unknown[]) => ({
  meta: metaOf,
  count: markets.length,
  categories: [{ key: 'token-milestone', label: 'Token milestone', count: markets.length, markets }],
})

const trendingOf = (trends: readonly unknown[]) => ({ meta: metaOf, count: trends.length, trending: trends })

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(hunch, answers, clock)
}

export const lists = (markets: readonly unknown[], trends: readonly unknown[] = []): Answers => ({
  'GET api/catalogue': catalogueOf(markets),
  'GET api/trending': trendingOf(trends),
})
