import { toIso } from '../../../api/times/instant.js'
import type { Query } from '../../http/query.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { whereAtLeast, whereAtMost, wherePhrase } from '../../mock-kit/list-filters.js'
import { type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedEvents } from '../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../world/common/types.js'
import { createBadParams } from './errors.js'
import { imageOf, type MarketRow, type Native, toMarketRow } from './market-row.js'
import { nativeMarkets } from './native-market.js'
import { answerPage, paged } from './paging.js'

/** Routes of questions across chains (README.md). */
export const questionRoutes: readonly Route[] = [
  route('GET', '/questions', (call) => {
    // Not a catalog: the list contains little except the micro-markets (README.md).
    const micro = findListedEvents(call, 'myriad').filter(({ shape }) => shape === 'up-down')
    return answerPage(pageOf(questions, call, micro), (event) => questionRow(call, event))
  }),
]

function markets(query: Query, name: string): number | undefined {
  const value = query.integer(name)
  if (value === 'bad') throw createBadParams('min_markets and max_markets must be numbers')
  return value
}

const questions: ListSpec<WorldEvent> = {
  ...paged,
  filters: {
    keyword: wherePhrase(({ title }) => title),
    min_markets: whereAtLeast(markets, (event) => event.markets.length),
    max_markets: whereAtMost(markets, (event) => event.markets.length),
  },
}

function questionRow(context: MockContext, event: WorldEvent): Native {
  const pools = nativeMarkets(event, context.world.seed)
  return {
    id: event.number,
    title: event.title,
    expiresAt: toIso(event.endsAt),
    marketCount: pools.length,
    markets: pools.map((market) => shortRow(toMarketRow(context, market))),
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
