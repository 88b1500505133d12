import type { Face } from '../../face.js'
import { json, text } from '../../reply.js'
import { loadSignatures } from '../../sent-order.js'
import { paperCredentials } from './accounts.js'
import { bookRoutes } from './book.js'
import { eventRoutes } from './events.js'
import { marketRoutes } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { ownRoutes } from './own-portfolio.js'
import { portfolioRoutes } from './portfolio.js'
import { streamHost } from './stream.js'

/** What the site shows beside the markets, and of accounts what no order needs. */
const notPlayed = [
  'GET /auth/api-keys',
  'GET /auth/signing-message',
  'GET /categories',
  'GET /comments/markets/:slug',
  'GET /maintenance/status',
  'GET /market-pages/:id/markets',
  'GET /market-pages/by-path',
  'GET /markets/:slug/get-feed-events',
  'GET /markets/:slug/historical-price',
  'GET /markets/:slug/holders',
  'GET /markets/:slug/locked-balance',
  'GET /markets/:slug/oracle-candles',
  'GET /markets/:slug/timeline',
  'GET /markets/active/:category',
  'GET /markets/active/slugs',
  'GET /markets/categories/count',
  'GET /markets/stable/:slug',
  'GET /markets/timeline',
  'POST /orders/cancel',
  'GET /portfolio/:account/history',
  'GET /portfolio/:account/pnl-chart',
  'GET /portfolio/:account/traded-volume',
  'GET /portfolio/trades',
  'GET /portfolio/trading/allowance',
  'GET /property-keys',
]

/** Limitless: its order book markets and groups; the older pool markets are not played. */
export function createLimitlessFace(): Face {
  return {
    venue: 'limitless',
    paperCredentials,
    hosts: {
      api: {
        prefix: '',
        routes: [
          ...orderRoutes,
          ...ownRoutes,
          ...bookRoutes,
          ...eventRoutes(),
          ...marketRoutes,
          ...portfolioRoutes,
        ],
        prepare: ({ method, path }) =>
          method === 'POST' && path === '/orders' ? loadSignatures() : undefined,
        notPlayed,
        // Nameless programs are kept out (venues/limitless/README.md).
        before: ({ headers }) =>
          /^python-urllib/i.test(headers['user-agent'] ?? '') ? text('error code: 1010', 403) : undefined,
        notFound: ({ method, path }) =>
          json({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }, 404),
        // Unpublished; known clients stay at 5 to 10 a second.
        limit: {
          capacity: 20,
          perSecond: 10,
          refusal: () => json({ message: 'Too Many Requests' }, 429, { 'retry-after': '1' }),
        },
      },
      stream: streamHost,
    },
  }
}
