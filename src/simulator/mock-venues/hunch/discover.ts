import { toIso } from '../../../api/times/instant.js'
import { createNotImplemented, type Reply, toJsonReply } from '../../http/reply.js'
import { readCountOf } from '../../mock-kit/list-endpoint.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { type Market, onlyOf } from './kinds.js'
import { deadlineOf, headlineOf, openMarkets, symbolOf, toMarketRef } from './market.js'
import { poolOf } from './pool.js'
import { createRefusal, metaAt, SITE, toDollars } from './replies.js'

const limit = readCountOf('limit', {
  otherwise: 12,
  most: 50,
  refuse: (name) => createRefusal('invalid_request', `${name} must be a whole number.`),
})

/**
 * `GET /discover?q=`: cashtags name tokens, other words are searched in titles. The venue reads posts with a model;
 * that returns 501 here.
 */
export function answerDiscover(call: MockCall): Reply {
  if (call.query.text('post') !== undefined) throw createNotImplemented('discover by a post')
  const query = call.query.text('q') ?? call.query.text('query')
  if (query === undefined) throw createRefusal('invalid_request', 'q is required.')
  const words = query
    .toLowerCase()
    .split(/[^$\p{L}\p{N}]+/u)
    .filter(Boolean)
  const cashtags = words.filter((one) => one.startsWith('$')).map((one) => one.slice(1))
  const found = openMarkets(call)
    .map((market) => ({ market, ...matchOf(market, words, cashtags) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || deadlineOf(a.market) - deadlineOf(b.market))
    .slice(0, limit(call))
  const matches = found.map(({ market, score, matchedTerms }) => {
    const { odds, stats } = poolOf(call, market)
    const isExact = score >= EXACT
    return {
      market: toMarketRef(call, market),
      matchKind: isExact ? 'exact' : 'related',
      score,
      matchedCashtags: isExact ? [symbolOf(market).toLowerCase()] : [],
      matchedTerms,
      reason: isExact ? 'the cashtag is the token of the market' : 'words of the title',
      odds: onlyOf(market) === undefined ? { yesPriceCents: 50, noPriceCents: 50 } : odds,
      stats,
      headline: headlineOf(call, market),
    }
  })
  return toJsonReply({ meta: metaAt(call), query, cashtags, count: matches.length, matches })
}

const EXACT = 1000

function matchOf(market: Market, words: readonly string[], cashtags: readonly string[]) {
  const symbol = symbolOf(market).toLowerCase()
  const title = new Set(
    market.event.title
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
  const common = words.filter((one) => title.has(one))
  const overlap = common.length / (new Set([...words, ...title]).size || 1)
  if (cashtags.includes(symbol)) return { score: EXACT + overlap, matchedTerms: [`$${symbol}`, ...common] }
  return { score: overlap, matchedTerms: common }
}

/** `GET /sentiment?token=`: distribution of the money on a token. A token without a market is not an error. */
export function answerSentiment(call: MockCall): Reply {
  const asked = call.query.text('token')
  if (asked === undefined) throw createRefusal('invalid_request', 'token is required.')
  const token = asked.replace(/^\$/, '').toLowerCase()
  return toJsonReply({ meta: metaAt(call), token, intel: intelOf(call, token) })
}

function intelOf(call: MockContext, token: string) {
  const markets = openMarkets(call).filter((market) => symbolOf(market).toLowerCase() === token)
  const rows = markets.map((market) => ({ market, ...poolOf(call, market) }))
  const directional = rows.filter(({ market }) => onlyOf(market) !== undefined)
  const money = (of: typeof rows): number =>
    toDollars(of.reduce((sum, { stats }) => sum + stats.totalPoolUsd, 0))
  const pool = money(directional)
  const backed = directional.reduce((sum, { stats }) => sum + stats.yesPoolUsd, 0)
  const score = pool === 0 ? 50 : Math.round((100 * backed) / pool)
  const [top] = directional.toSorted((a, b) => b.stats.totalPoolUsd - a.stats.totalPoolUsd)
  return {
    token,
    hasSignal: pool > 0,
    marketCount: rows.length,
    sentiment: {
      score,
      lean: score - 50,
      label: score > 50 ? 'bullish' : score < 50 ? 'bearish' : 'neutral',
      basis: 'pool_weighted',
      confidence: pool === 0 ? 'none' : 'low',
      directionalMarketCount: directional.length,
      directionalPoolUsd: pool,
    },
    suggestedBet:
      top === undefined || pool === 0 ? null : suggestionOf(top.market, top.odds['yesPriceCents'] ?? 50),
    activity: {
      totalBets: rows.reduce((sum, { stats }) => sum + stats.totalBets, 0),
      totalPoolUsd: money(rows),
    },
    topMarket: top === undefined ? null : rowOf(top),
    markets: rows.map(rowOf),
    asOf: toIso(call.now),
  }
}

function suggestionOf({ id }: Market, yesCents: number) {
  const side = yesCents >= 50 ? 'yes' : 'no'
  return {
    marketId: id,
    side,
    sideLabel: side.toUpperCase(),
    impliedCents: side === 'yes' ? yesCents : 100 - yesCents,
    betUrl: `${SITE}/quick/${id}?side=${side}`,
  }
}

function rowOf({ market, odds, stats }: { readonly market: Market } & ReturnType<typeof poolOf>) {
  const isTwoSided = onlyOf(market) !== undefined
  return {
    id: market.id,
    shortTitle: market.event.title,
    kind: isTwoSided ? 'binary' : 'ladder',
    yesPriceCents: isTwoSided ? odds['yesPriceCents'] : null,
    directional: isTwoSided,
    totalPoolUsd: stats.totalPoolUsd,
    appUrl: `${SITE}/markets/${market.slug}`,
  }
}
