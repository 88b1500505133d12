import { toIso } from '../../../api/instant.js'
import { type Face, type FaceCall, type FaceContext, type FaceHost, route } from '../../face.js'
import { json, orRefuse, Refusal, type Reply } from '../../reply.js'
import { demoWallets } from '../../world/wallets.js'
import {
  categoryOf,
  deadlineOf,
  keyOf,
  type Market,
  marketNamed,
  marketRef,
  openMarkets,
  shelves,
  statusOf,
} from './market.js'
import { poolOf } from './pool.js'
import { positions, readiness } from './wallet.js'

const FEE = 0.02

function refusal(status: number, error: string): Refusal {
  return new Refusal(json({ error }, status))
}

function metaAt({ now }: FaceContext) {
  return {
    name: 'PlayHunch partner discovery API',
    version: 'hunch-partner-api-v1',
    generatedAt: toIso(now),
    docsUrl: 'https://www.playhunch.xyz/base-mcp',
  }
}

function catalogue(call: FaceCall): Reply {
  const open = openMarkets(call)
  const categories = Object.entries(shelves).flatMap(([category, { key, label }]) => {
    const markets = open.filter((market) => categoryOf(market) === category)
    const rows = markets.map((market) => ({
      ...marketRef(call, market),
      categoryKey: key,
      tokenSymbols: [market.event.series.ticker.toLowerCase()],
    }))
    const texts = { description: label, disclosure: 'Not financial advice.' }
    return rows.length === 0 ? [] : [{ key, label, ...texts, count: rows.length, markets: rows }]
  })
  return json({ meta: metaAt(call), count: open.length, categories })
}

/** By money and bets; the sooner one first among equals. */
function trending(call: FaceCall): Reply {
  const asked = call.query.integer('limit') ?? 6
  const limit = asked === 'bad' ? 6 : Math.min(25, Math.max(1, asked))
  const all = openMarkets(call).map((market) => ({ market, pool: poolOf(call, market) }))
  all.sort((a, b) => b.pool.heat - a.pool.heat || deadlineOf(a.market) - deadlineOf(b.market))
  const rows = all.slice(0, limit).map(({ market, pool: { odds, stats, heat } }, index) => ({
    rank: index + 1,
    heat,
    closesInHours: Math.floor((deadlineOf(market) - call.now) / 3_600_000),
    market: marketRef(call, market),
    odds: market.markets.length === 1 ? odds : null,
    outcomeOdds: market.markets.length === 1 ? null : odds,
    stats,
    headline: market.event.title,
  }))
  return json({ meta: metaAt(call), generatedAt: toIso(call.now), count: rows.length, trending: rows })
}

function asked(call: FaceCall): Market {
  const name = orRefuse(call.query.text('marketId'), () => refusal(422, 'market_id_required'))
  const market = marketNamed(call, name)
  if (market === undefined) throw new Refusal(json({ error: 'market_not_found', marketId: name }, 404))
  return market
}

function quote(call: FaceCall): Reply {
  const market = asked(call)
  const { odds, stats } = poolOf(call, market)
  const isTwoSided = market.markets.length === 1
  const side = call.query.text(isTwoSided ? 'side' : 'outcome') ?? (isTwoSided ? 'yes' : Object.keys(odds)[0])
  const priceCents = odds[isTwoSided ? `${side}PriceCents` : (side ?? '')]
  if (priceCents === undefined) throw refusal(422, 'invalid_side')
  const size = call.query.number('sizeUsd') ?? 1
  const grossUsd = size === 'bad' ? 1 : Math.max(1, size)
  const netUsd = grossUsd * (1 - FEE)
  const amounts = { grossUsd, feeUsd: grossUsd * FEE, netUsd, shares: (netUsd * 100) / priceCents }
  return json({
    meta: metaAt(call),
    market: marketRef(call, market),
    side,
    sizeUsd: grossUsd,
    odds,
    stats,
    ...(isTwoSided ? {} : { ladder: ladder(market, odds) }),
    tokenSnapshot: null,
    tags: '@playhunchxyz',
    quote: { side, priceCents, ...amounts, feeRecipient: 'Hunch market treasury' },
  })
}

function ladder({ markets }: Market, odds: Readonly<Record<string, number>>) {
  const outcomes = markets.map((one) => ({
    key: keyOf(one),
    label: one.label ?? one.question,
    impliedPct: odds[keyOf(one)],
    isCurrent: false,
  }))
  return { outcomes, currentBucketKey: null, currentMarketCapUsd: null }
}

/** Whatever is not decided is pending, and so is what was voided. */
function result(call: FaceCall): Reply {
  const market = asked(call)
  const isResolved = statusOf(call, market) === 'resolved'
  const won = isResolved ? winnerOf(market) : null
  return json({
    meta: metaAt(call),
    result: {
      marketId: market.id,
      status: isResolved ? 'resolved' : 'pending',
      resolvedOutcome: won,
      resolvedOutcomeLabel: won?.toUpperCase() ?? null,
      resolvedAt: isResolved ? toIso(market.event.resolvesAt) : null,
      source: 'dexscreener',
      sourceUrl: null,
      payoutPerShareUsd: isResolved ? 1 : null,
      poolUsd: poolOf(call, market).stats['totalPoolUsd'],
      proofUrl: null,
    },
  })
}

function winnerOf({ markets }: Market): string | null {
  const [only] = markets
  if (markets.length === 1) return only?.payout === 1 ? 'yes' : 'no'
  const winner = markets.find(({ payout }) => payout === 1)
  return winner === undefined ? null : keyOf(winner)
}

/** What else the venue documents (venues/hunch/README.md). */
const notPlayed = [
  'GET /api/partner/discover',
  'GET /api/partner/intel',
  'POST /api/partner/mint',
  'GET /api/partner/proof',
  'GET /api/partner/resolved',
  'POST /api/partner/trade',
  'POST /api/partner/verify',
]

const api: FaceHost = {
  prefix: '/api/partner',
  routes: [
    route('GET', '/api/partner/catalogue', catalogue),
    route('GET', '/api/partner/trending', trending),
    route('GET', '/api/partner/quote', quote),
    route('GET', '/api/partner/result', result),
    route('GET', '/api/partner/positions', (call) => positions(call, metaAt(call))),
  ],
  notPlayed,
  notFound: () => json({ error: 'not_found' }, 404),
}

/** The newer API, of which only what a wallet has is played. */
const agent: FaceHost = {
  prefix: '/api/agent/v1',
  routes: [route('GET', '/api/agent/v1/wallet/:wallet/readiness', readiness)],
  notPlayed: [
    'GET /api/agent/v1/markets',
    'GET /api/agent/v1/markets/:name',
    'GET /api/agent/v1/markets/:name/research',
    'GET /api/agent/v1/positions',
    'GET /api/agent/v1/quote',
    'POST /api/agent/v1/trade',
  ],
  notFound: () => json({ error: 'not_found' }, 404),
}

/** Hunch: its partner API over the demo world, and of the agent API what a wallet has. The limit of quotes is not played. */
/** A wallet is read by its address alone: the first of those that have bets here. */
const paperCredentials = () => ({ walletAddress: demoWallets[0].address })

export const hunchFace: Face = { venue: 'hunch', hosts: { api, agent }, paperCredentials }
