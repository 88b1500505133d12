import { requireOrRefuse, toJsonReply, toTextReply } from '../../../http/reply.js'
import { type MockCall, type MockHost, type Route, route } from '../../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../../world/common/types.js'
import { findEventBySlug, findMarketBySlug } from '../ids.js'
import { tagsOf } from '../labels.js'
import { gammaWindows } from '../limits.js'
import { createNotFound } from './errors.js'
import { toGammaEvent, toShortEvent } from './event.js'
import { events, findEventById, selectEvents } from './events.js'
import { type Native, toGammaMarket } from './market.js'
import { findMarketById, markets, selectMarkets } from './markets.js'
import { selectKeysetPage, selectOffsetPage, sunsetHeadersOf } from './page.js'
import { profileRoutes } from './profiles.js'
import { searchRoutes } from './search.js'
import { seriesRoutes } from './series.js'
import { sportsRoutes } from './sports.js'
import { tagRoutes } from './tags.js'

const eventRoutes: readonly Route[] = [
  route('GET', '/events', (call) =>
    toJsonReply(
      selectOffsetPage(events, call, selectEvents(call)).rows.map((event) => toGammaEvent(call, event)),
      200,
      sunsetHeadersOf('events'),
    ),
  ),
  route('GET', '/events/pagination', (call) => {
    const { rows, more, total } = selectOffsetPage(events, call, selectEvents(call))
    return toJsonReply({
      data: rows.map((event) => toGammaEvent(call, event)),
      pagination: { hasMore: more, totalResults: total },
    })
  }),
  route('GET', '/events/keyset', (call) => {
    const { rows, next } = selectKeysetPage(events, call, selectEvents(call))
    const schema = 'https://gamma-api.polymarket.com/schemas/EventsKeysetListResponse.json'
    return toJsonReply({
      $schema: schema,
      events: rows.map((event) => toGammaEvent(call, event)),
      next_cursor: next,
    })
  }),
  route('GET', '/events/slug/:slug', (call) => toJsonReply(toGammaEvent(call, slugged(call)))),
  route('GET', '/events/:id', (call) => toJsonReply(toGammaEvent(call, identified(call)))),
]

const marketRoutes: readonly Route[] = [
  route('GET', '/markets', (call) =>
    toJsonReply(
      selectOffsetPage(markets, call, selectMarkets(call, false)).rows.map((listed) =>
        marketRow(call, listed),
      ),
      200,
      sunsetHeadersOf('markets'),
    ),
  ),
  route('GET', '/markets/keyset', (call) => {
    const { rows, next } = selectKeysetPage(markets, call, selectMarkets(call, true))
    return toJsonReply({ markets: rows.map((listed) => marketRow(call, listed)), next_cursor: next })
  }),
  route('GET', '/markets/slug/:slug', (call) => toJsonReply(marketRow(call, sluggedMarket(call)))),
  route('GET', '/markets/:id', (call) => toJsonReply(marketRow(call, identifiedMarket(call)))),
]

/** The metadata host. */
export const gammaHost: MockHost = {
  prefix: '',
  windows: gammaWindows,
  routes: [
    ...eventRoutes,
    ...marketRoutes,
    ...searchRoutes,
    ...seriesRoutes,
    ...tagRoutes,
    ...sportsRoutes,
    ...profileRoutes,
    route('GET', '/status', () => toTextReply('OK')),
  ],
  notImplemented: [
    'GET /comments',
    'GET /comments/keyset',
    'GET /comments/:id',
    'GET /comments/user_address/:address',
    'GET /events/:id/comments/count',
    'GET /events/:id/tweet-count',
    'GET /events/creators',
    'GET /events/creators/:id',
    'GET /events/results',
    'GET /events/slug/:slug/tags',
    'GET /markets/:id/description',
    'POST /markets/abridged',
    'POST /markets/information',
    'GET /profiles/user_address/:address',
    'GET /series/:id/comments/count',
    'GET /teams/:id',
  ],
  notFound: () => toJsonReply({ type: 'not found error', error: 'not found' }, 404),
}

function slugged(call: MockCall): WorldEvent {
  return requireOrRefuse(findEventBySlug(call, call.params['slug'] ?? ''), () =>
    createNotFound('slug not found'),
  )
}

function identified(call: MockCall): WorldEvent {
  return requireOrRefuse(findEventById(call, call.params['id'] ?? ''), () => createNotFound('id not found'))
}

function sluggedMarket(call: MockCall): ListedMarket {
  return requireOrRefuse(findMarketBySlug(call, call.params['slug'] ?? ''), () =>
    createNotFound('slug not found'),
  )
}

function identifiedMarket(call: MockCall): ListedMarket {
  return requireOrRefuse(findMarketById(call, call.params['id'] ?? ''), () => createNotFound('id not found'))
}

/** Returns a row of a market list: with a short event, and with tags on request. */
function marketRow(call: MockCall, { event, market }: ListedMarket): Native {
  return {
    ...toGammaMarket(call, event, market),
    events: [toShortEvent(call, event)],
    tags: call.query.flag('include_tag') === true ? tagsOf(call, event.series) : undefined,
  }
}
