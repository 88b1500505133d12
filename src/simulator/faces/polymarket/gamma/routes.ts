import { type FaceCall, type FaceHost, type Route, route } from '../../../face.js'
import { json, orRefuse } from '../../../reply.js'
import type { Listed } from '../../../venue-view.js'
import type { WorldEvent } from '../../../world/types.js'
import { eventBySlug, marketBySlug } from '../ids.js'
import { tagsOf } from '../labels.js'
import { gammaWindows } from '../limits.js'
import { notFound } from './errors.js'
import { gammaEvent, shortEvent } from './event.js'
import { eventById, events, eventsAsked } from './events.js'
import { gammaMarket, type Native } from './market.js'
import { marketById, markets, marketsAsked } from './markets.js'
import { keysetPage, offsetPage } from './page.js'
import { searchRoutes } from './search.js'
import { seriesRoutes } from './series.js'

const eventRoutes: readonly Route[] = [
  route('GET', '/events', (call) =>
    json(offsetPage(events, call, eventsAsked(call)).map((event) => gammaEvent(call, event))),
  ),
  route('GET', '/events/keyset', (call) => {
    const { rows, next } = keysetPage(events, call, eventsAsked(call))
    const schema = 'https://gamma-api.polymarket.com/schemas/EventsKeysetListResponse.json'
    return json({ $schema: schema, events: rows.map((event) => gammaEvent(call, event)), next_cursor: next })
  }),
  route('GET', '/events/slug/:slug', (call) => json(gammaEvent(call, slugged(call)))),
  route('GET', '/events/:id', (call) => json(gammaEvent(call, identified(call)))),
]

const marketRoutes: readonly Route[] = [
  route('GET', '/markets', (call) =>
    json(offsetPage(markets, call, marketsAsked(call, false)).map((listed) => marketRow(call, listed))),
  ),
  route('GET', '/markets/keyset', (call) => {
    const { rows, next } = keysetPage(markets, call, marketsAsked(call, true))
    return json({ markets: rows.map((listed) => marketRow(call, listed)), next_cursor: next })
  }),
  route('GET', '/markets/slug/:slug', (call) => json(marketRow(call, sluggedMarket(call)))),
  route('GET', '/markets/:id', (call) => json(marketRow(call, identifiedMarket(call)))),
]

/** The metadata host (venues/polymarket/README.md). */
export const gammaHost: FaceHost = {
  prefix: '',
  windows: gammaWindows,
  routes: [...eventRoutes, ...marketRoutes, ...searchRoutes, ...seriesRoutes],
  notPlayed: [
    'GET /comments',
    'GET /comments/:id',
    'GET /comments/user_address/:address',
    'GET /events/:id/comments/count',
    'GET /events/:id/tags',
    'GET /events/:id/tweet-count',
    'GET /events/pagination',
    'GET /events/slug/:slug/tags',
    'GET /markets/:id/description',
    'GET /markets/:id/tags',
    'POST /markets/abridged',
    'POST /markets/information',
    'GET /public-profile',
    'GET /series-summary/:id',
    'GET /series-summary/slug/:slug',
    'GET /sports',
    'GET /sports/market-types',
    'GET /status',
    'GET /tags',
    'GET /tags/:id',
    'GET /tags/:id/related-tags',
    'GET /tags/slug/:slug',
    'GET /teams',
  ],
  notFound: () => json({ type: 'not found error', error: 'not found' }, 404),
}

function slugged(call: FaceCall): WorldEvent {
  return orRefuse(eventBySlug(call, call.params['slug'] ?? ''), () => notFound('slug not found'))
}

function identified(call: FaceCall): WorldEvent {
  return orRefuse(eventById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

function sluggedMarket(call: FaceCall): Listed {
  return orRefuse(marketBySlug(call, call.params['slug'] ?? ''), () => notFound('slug not found'))
}

function identifiedMarket(call: FaceCall): Listed {
  return orRefuse(marketById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

/** A market of a market list: with its event in short, and its tags when they are asked for. */
function marketRow(call: FaceCall, { event, market }: Listed): Native {
  return {
    ...gammaMarket(call, event, market),
    events: [shortEvent(call, event)],
    tags: call.query.flag('include_tag') === true ? tagsOf(call, event.series) : undefined,
  }
}
