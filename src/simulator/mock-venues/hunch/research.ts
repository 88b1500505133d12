import { toIso } from '../../../api/times/instant.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { keyOf, type Market, onlyOf, outcomeOf } from './kinds.js'
import { marketIn } from './list.js'
import { categoryOf, deadlineOf, openMarkets, toMarketRef } from './market.js'
import { centsOf, poolOf, toWholePercents } from './pool.js'
import { metaAt, toDollars } from './replies.js'

/** `GET /markets/:id/research` */
export function answerResearch(call: MockCall): Reply {
  const market = marketIn(call, call.params['id'] ?? '')
  const { event } = market
  const { odds, stats } = poolOf(call, market)
  const isTwoSided = onlyOf(market) !== undefined
  return toJsonReply({
    meta: metaAt(call),
    research: {
      market: toMarketRef(call, market),
      resolutionRules: {
        source: 'dexscreener',
        sourceUrl: null,
        metric: categoryOf(market),
        comparator: null,
        thresholdLabel: null,
        deadlineAt: toIso(deadlineOf(market)),
        earlyResolvable: false,
        description: event.rules,
      },
      odds: isTwoSided ? odds : null,
      stats,
      ladder: isTwoSided ? null : ladderOf(market, odds, stats.totalPoolUsd),
      tokenSnapshot: null,
      oddsHistory: historyOf(call, market),
      observations: [],
      related: openMarkets(call)
        .filter((one) => one.event.series === event.series && one.id !== market.id)
        .slice(0, MAX_RELATED)
        .map((one) => toMarketRef(call, one)),
      impact: {},
      advisory: null,
      disclaimer: 'Not financial advice.',
      dataFreshness: { oddsAt: toIso(call.now), snapshotAt: null, observationsAt: null },
    },
  })
}

const MAX_RELATED = 5

/** Returns the rungs as in recorded quotes; `backedUsd` is the money on each. */
function ladderOf({ markets }: Market, odds: Readonly<Record<string, number>>, totalBackedUsd: number) {
  return {
    outcomes: markets.map((one) => ({
      ...outcomeOf(one),
      impliedPct: odds[keyOf(one)] ?? 0,
      backedUsd: toDollars((totalBackedUsd * (odds[keyOf(one)] ?? 0)) / 100),
      isCurrent: false,
    })),
    currentBucketKey: null,
    currentMarketCapUsd: null,
    totalBackedUsd,
  }
}

/** Time range of the shown bets; the venue's range is not known (README.md). */
const HISTORY_MS = 35 * DAY_MS

/**
 * Returns one point per bet, ascending: the percentage after it. For a ladder it is that of the outcome of the bet, for
 * two sides always that of YES.
 */
function historyOf({ world, now }: MockContext, market: Market) {
  const { markets } = market
  const only = onlyOf(market)
  const bets = markets.flatMap((one, index) =>
    world
      .trades(one.key, Math.max(one.opensAt, now - HISTORY_MS), now + 1)
      .map((trade) => ({ ...trade, index })),
  )
  if (only === undefined) bets.sort((a, b) => a.at - b.at)
  const start = now - HISTORY_MS - 1
  const last = markets.map(({ key, opensAt }) =>
    only === undefined && start >= opensAt ? world.lastTrade(key, start)?.price : undefined,
  )
  const keys = markets.map(keyOf)
  return bets.map(({ at, price, size, takerSide, index }) => {
    last[index] = price
    const key = keys[index] ?? ''
    const paid = only !== undefined && takerSide === 'no' ? 1 - price : price
    return {
      at: toIso(at),
      yesPct: only === undefined ? sharesOf(keys, last)[key] : centsOf(price),
      outcomeKey: only === undefined ? key : null,
      sizeUsd: toDollars(paid * size),
    }
  })
}

function sharesOf(keys: readonly string[], prices: readonly (number | undefined)[]) {
  return toWholePercents(keys.map((key, index) => [key, centsOf(prices[index])]))
}
