import type { Face, FaceRequest } from '../../face.js'
import type { Reply } from '../../reply.js'
import { bookRoutes } from './book-routes.js'
import { candleRoutes } from './candle-routes.js'
import { kalshiError } from './errors.js'
import { exchangeRoutes } from './exchange.js'
import { historicalRoutes } from './historical.js'
import { listRoutes } from './lists.js'
import { orderRoutes } from './order-routes.js'
import { paperCredentials } from './paper-key.js'
import { portfolioRoutes } from './portfolio-routes.js'
import { limits } from './signature.js'
import { streamHost } from './stream.js'
import { tradeRoutes } from './trades.js'
import { API_PREFIX, type Variant } from './variant.js'

/** The API of Kalshi in one of its two environments. */
export function createKalshiFace(variant: Variant): Face {
  return {
    venue: variant.venue,
    paperCredentials,
    hosts: {
      api: {
        prefix: API_PREFIX,
        // Fixed paths below /markets and /events stand before those with a ticker.
        routes: [
          ...tradeRoutes(variant),
          ...candleRoutes(variant),
          ...bookRoutes(variant),
          ...listRoutes(variant),
          ...historicalRoutes(variant),
          ...exchangeRoutes(variant),
          ...orderRoutes(variant),
          ...portfolioRoutes(variant),
        ],
        notPlayed: notPlayed.map((line) => line.replace(' /', ` ${API_PREFIX}/`)),
        before: withoutSlash,
        notFound: () => kalshiError(404, 'not_found'),
        limit: limits,
      },
      stream: streamHost(variant),
    },
  }
}

/** What needs a signature and is no order, and reads that nobody misses. */
const notPlayed = [
  'POST /portfolio/events/orders/:order/amend',
  'POST /portfolio/events/orders/:order/decrease',
  'POST /portfolio/events/orders/batched',
  'DELETE /portfolio/events/orders/batched',
  'GET /portfolio/deposits',
  'GET /portfolio/order_groups',
  'GET /portfolio/order_groups/:group',
  'POST /portfolio/order_groups/create',
  'PUT /portfolio/order_groups/:group/reset',
  'PUT /portfolio/order_groups/:group/trigger',
  'PUT /portfolio/order_groups/:group/limit',
  'DELETE /portfolio/order_groups/:group',
  'GET /portfolio/orders/queue_positions',
  'GET /portfolio/orders/:order/queue_position',
  'POST /portfolio/subaccounts',
  'GET /portfolio/subaccounts/balances',
  'GET /portfolio/subaccounts/netting',
  'GET /portfolio/subaccounts/transfers',
  'POST /portfolio/subaccounts/transfer',
  'GET /portfolio/summary/total_resting_order_value',
  'GET /portfolio/withdrawals',
  'GET /account/endpoint_costs',
  'GET /account/limits',
  'GET /events/fee_changes',
  'GET /exchange/user_data_timestamp',
  'GET /historical/positions',
  'GET /incentive_programs',
  'GET /multivariate_event_collections/:ticker',
  'POST /multivariate_event_collections/:ticker',
  'GET /series/fee_changes',
  'GET /series/:series/events/:ticker/candlesticks',
  'GET /series/:series/events/:ticker/forecast_percentile_history',
]

/** A trailing slash is redirected away. */
function withoutSlash({ path, search }: FaceRequest): Reply | undefined {
  if (!path.endsWith('/') || path === '/') return undefined
  const location = path.replace(/\/+$/, '').replace(/^\/+/, '/') + (search === '' ? '' : `?${search}`)
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

export const kalshiFace: Face = createKalshiFace({
  venue: 'kalshi',
  tickerPrefix: 'KX',
  hasHistory: true,
  hasSearch: true,
  isSleepy: false,
})
