import { json, orRefuse, textReply } from '../../../http/reply.js'
import { type MockCall, type MockHost, type Route, route } from '../../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../../world/common/types.js'
import { eventBySlug, marketBySlug } from '../ids.js'
import { tagsOf } from '../labels.js'
import { gammaWindows } from '../limits.js'
import { notFound } from './errors.js'
import { gammaEvent, shortEvent } from './event.js'
import { eventById, events, requestedEvents } from './events.js'
import { gammaMarket, type Native } from './market.js'
import { marketById, markets, requestedMarkets } from './markets.js'
import { keysetPage, offsetPage, sunset } from './page.js'
import { profileRoutes } from './profiles.js'
import { searchRoutes } from './search.js'
import { seriesRoutes } from './series.js'
import { sportsRoutes } from './sports.js'
import { tagRoutes } from './tags.js'

const eventRoutes: readonly Route[] = [
  route('GET', '/events', (call) =>
    json(
      offsetPage(events, call, requestedEvents(call)).rows.map((event) => gammaEvent(call, event)),
      200,
      sunset('events'),
    ),
  ),
  route('GET', '/events/pagination', (call) => {
    const { rows, more, total } = offsetPage(events, call, requestedEvents(call))
    return json({
      data: rows.map((event) => gammaEvent(call, event)),
      pagination: { hasMore: more, totalResults: total },
    })
  }),
  route('GET', '/events/keyset', (call) => {
    const { rows, next } = keysetPage(events, call, requestedEvents(call))
    const schema = 'https://gamma-api.polymarket.com/schemas/EventsKeysetListResponse.json'
    return json({ $schema: schema, events: rows.map((event) => gammaEvent(call, event)), next_cursor: next })
  }),
  route('GET', '/events/slug/:slug', (call) => json(gammaEvent(call, slugged(call)))),
  route('GET', '/events/:id', (call) => json(gammaEvent(call, identified(call)))),
]

const marketRoutes: readonly Route[] = [
  route('GET', '/markets', (call) =>
    json(
      offsetPage(markets, call, requestedMarkets(call, false)).rows.map((listed) => marketRow(call, listed)),
      200,
      sunset('markets'),
    ),
  ),
  route('GET', '/markets/keyset', (call) => {
    const { rows, next } = keysetPage(markets, call, requestedMarkets(call, true))
    return json({ markets: rows.map((listed) => marketRow(call, listed)), next_cursor: next })
  }),
  route('GET', '/markets/slug/:slug', (call) => json(marketRow(call, sluggedMarket(call)))),
  route('GET', '/markets/:id', (call) => json(marketRow(call, identifiedMarket(call)))),
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
    route('GET', '/status', () => textReply('OK')),
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
  notFound: () => json({ type: 'not found error', error: 'not found' }, 404),
}

function slugged(call: MockCall): WorldEvent {
  return orRefuse(eventBySlug(call, call.params['slug'] ?? ''), () => notFound('slug not found'))
}

function identified(call: MockCall): WorldEvent {
  return orRefuse(eventById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

function sluggedMarket(call: MockCall): ListedMarket {
  return orRefuse(marketBySlug(call, call.params['slug'] ?? ''), () => notFound('slug not found'))
}

function identifiedMarket(call: MockCall): ListedMarket {
  return orRefuse(marketById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

/** Returns a row of a market list: with a short event, and with tags on request. */
function marketRow(call: MockCall, { event, market }: ListedMarket): Native {
  return {
    ...gammaMarket(call, event, market),
    events: [shortEvent(call, event)],
    tags: call.query.flag('include_tag') === true ? tagsOf(call, event.series) : undefined,
  }
}
