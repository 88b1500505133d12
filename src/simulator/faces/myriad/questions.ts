import { toIso } from '../../../api/instant.js'
import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { listedEvents, visible } from '../../venue-view.js'
import type { WorldEvent } from '../../world/types.js'
import { apiError, badParams } from './errors.js'
import { listedMarkets } from './lookup.js'
import { imageOf, type MarketRow, marketRow, type Native } from './market-row.js'
import { type NativeMarket, nativeMarkets } from './native-market.js'
import { pageAsked, pageOf } from './paging.js'

/** Questions across chains, and the words that lists can be narrowed by (venues/myriad/README.md). */
export const questionRoutes: readonly Route[] = [
  route('GET', '/questions', listQuestions),
  route('GET', '/questions/:id', oneQuestion),
  route('GET', '/topics', (call) => json(wordsOf(call, ({ event }) => [event.series.category]))),
  route('GET', '/tags', (call) => json(wordsOf(call, ({ event }) => event.series.tags))),
]

/** No catalogue: the list holds next to nothing but the micro-markets (venues/myriad/README.md). */
function listQuestions(call: FaceCall): Reply {
  const at = pageAsked(call)
  const words = call.query.text('keyword')?.toLowerCase()
  const least = call.query.integer('min_markets') ?? 0
  const most = call.query.integer('max_markets') ?? Number.POSITIVE_INFINITY
  if (least === 'bad' || most === 'bad') throw badParams('min_markets and max_markets must be numbers')
  const found = listedEvents(call, 'myriad').filter(
    ({ shape, title }) =>
      shape === 'up-down' && least <= 1 && most >= 1 && title.toLowerCase().includes(words ?? ''),
  )
  return json(pageOf(found, at, (event) => questionRow(call, event)))
}

/** Any pool's question, by its number. */
function oneQuestion(call: FaceCall): Reply {
  const key = call.params['id'] ?? ''
  const event = /^\d{1,15}$/.test(key)
    ? visible(call, 'myriad', call.world.eventByNumber(Number(key)))
    : undefined
  if (event === undefined || poolsOf(call, event).length === 0) throw apiError(404, 'Question not found')
  return json({ ...questionRow(call, event), shares: 0, fees: 0 })
}

function poolsOf({ world }: FaceContext, event: WorldEvent): readonly NativeMarket[] {
  return nativeMarkets(event, world.seed).filter(({ model }) => model === 'amm')
}

function questionRow(context: FaceContext, event: WorldEvent): Native {
  const pools = poolsOf(context, event)
  return {
    id: event.number,
    title: event.title,
    expiresAt: toIso(event.endsAt),
    marketCount: pools.length,
    markets: pools.map((market) => shortRow(marketRow(context, market))),
    imageUrl: imageOf(event.series),
  }
}

const shortNames = [
  'id',
  'slug',
  'title',
  'description',
  'state',
  'networkId',
  'liquidity',
  'volume',
  'volume24h',
  'imageUrl',
  'expiresAt',
  'topics',
] as const

const shortOutcomeNames = ['id', 'title', 'price', 'shares'] as const

function shortRow(row: MarketRow): Native {
  return { ...only(row, shortNames), outcomes: row.outcomes.map((one) => only(one, shortOutcomeNames)) }
}

function only(row: Native, names: readonly string[]): Native {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function wordsOf(context: FaceContext, read: (market: NativeMarket) => readonly string[]): readonly string[] {
  return [...new Set(listedMarkets(context).flatMap(read))].sort()
}
