import type { Reply } from '../../http/reply.js'
import type { MockRequest, MockVenue } from '../../mock-kit/mock-venue.js'
import { createAccountRoutes } from './account/index.js'
import { credentialsOf, getPaperCredentials } from './account/lent-keys.js'
import { limits } from './account/limits.js'
import { createBookRoutes } from './book-routes.js'
import { createCandleRoutes } from './candle-routes.js'
import { toErrorReply } from './errors.js'
import { createAnnouncementRoutes, exchangeRoutes } from './exchange.js'
import { createHistoricalRoutes } from './historical.js'
import { listRoutes } from './lists.js'
import { createLiveDataRoutes } from './live-data.js'
import { createStreamHost } from './socket/stream.js'
import { createTradeRoutes } from './trades.js'
import { API_PREFIX, type Variant } from './variant.js'

/** Creates the mock venue of Kalshi in one of its two environments. */
export function createKalshiMock(variant: Variant): MockVenue {
  return {
    venue: variant.venue,
    paperCredentials: getPaperCredentials,
    otherPaperCredentials: { ed25519: () => credentialsOf('ed25519') },
    hosts: {
      api: {
        prefix: API_PREFIX,
        // Fixed paths precede those with a ticker or an id.
        routes: [
          ...createAnnouncementRoutes(variant),
          ...createTradeRoutes(variant),
          ...createCandleRoutes(variant),
          ...createBookRoutes(variant),
          ...listRoutes(variant),
          ...createHistoricalRoutes(variant),
          ...exchangeRoutes(variant),
          ...createLiveDataRoutes(variant),
          ...createAccountRoutes(variant),
        ],
        notImplemented: notPlayed.map((line) => line.replace(' /', ` ${API_PREFIX}/`)),
        before: withoutSlash,
        notFound: () => toErrorReply(404, 'not_found'),
        limit: limits,
      },
      stream: createStreamHost(variant),
    },
  }
}

/** Other paths of OpenAPI 3.34: negotiation between members, actions of brokers, and rarely used reads. */
const notPlayed = [
  ...[
    'GET id',
    'GET block-trade-proposals',
    'POST block-trade-proposals',
    'POST block-trade-proposals/:proposal/accept',
    'GET rfqs',
    'POST rfqs',
    'GET rfqs/:rfq',
    'DELETE rfqs/:rfq',
    'GET rfqs/:rfq/quotes/:quote',
    'DELETE rfqs/:rfq/quotes/:quote',
    'PUT rfqs/:rfq/quotes/:quote/accept',
    'PUT rfqs/:rfq/quotes/:quote/confirm',
    'GET rfq_batches',
    'POST rfq_batches',
    'GET rfq_batches/:batch',
    'DELETE rfq_batches/:batch',
    'GET rfq_batches/:batch/best_quotes',
    'PUT rfq_batches/:batch/accept',
    'GET rfq_batches/:batch/quotes',
    'POST rfq_batches/:batch/quotes',
    'DELETE rfq_batches/:batch/quotes/:quote',
    'PUT rfq_batches/:batch/quotes/:quote/confirm',
    'GET quotes',
    'POST quotes',
    'GET quotes/:quote',
    'DELETE quotes/:quote',
    'PUT quotes/:quote/accept',
    'PUT quotes/:quote/confirm',
  ].map((line) => line.replace(' ', ' /communications/')),
  ...[
    'GET fills',
    'GET orders',
    'GET subtraders',
    'POST subtraders',
    'GET subtraders/event_contract_daily_cap',
    'PUT subtraders/event_contract_daily_cap',
    'DELETE subtraders/event_contract_daily_cap',
    'GET subtraders/blocked_categories',
    'PUT subtraders/blocked_categories',
    'GET positions',
    'POST positions/transfers',
  ].map((line) => line.replace(' ', ' /fcm/')),
  'GET /account/api_usage_level/volume_progress',
  'GET /live_data/events/:ticker',
  'GET /live_data/weather/:city',
  'GET /live_data/weather/:city/calibrations',
  'POST /multivariate_event_collections/:ticker',
  'GET /series/:series/events/:ticker/forecast_percentile_history',
]

/** Redirects a path with a trailing slash. */
function withoutSlash({ path, search }: MockRequest): Reply | undefined {
  if (!path.endsWith('/') || path === '/') return undefined
  const location = path.replace(/\/+$/, '').replace(/^\/+/, '/') + (search === '' ? '' : `?${search}`)
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

export const kalshiMock: MockVenue = createKalshiMock({
  venue: 'kalshi',
  tickerPrefix: 'KX',
  hasHistory: true,
  hasSearch: true,
  isSleepy: false,
})
