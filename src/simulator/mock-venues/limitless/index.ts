import { type Reply, toJsonReply, toTextReply } from '../../http/reply.js'
import type { MockRequest, MockVenue } from '../../mock-kit/mock-venue.js'
import { loadSignatures } from '../../mock-kit/verify-order.js'
import { getPaperCredentials } from './accounts.js'
import { bookRoutes } from './book.js'
import { cancelRoutes } from './cancel-routes.js'
import { createEventRoutes } from './events.js'
import { ownHistoryRoutes } from './history.js'
import { marketRoutes } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { ownRoutes } from './own-portfolio.js'
import { portfolioRoutes } from './portfolio.js'
import { historyRoutes } from './price-history.js'
import { propertyRoutes } from './property-keys.js'
import { streamHost } from './stream.js'

/** Content of the website, and account calls that orders do not need. */
const notPlayed = [
  'DELETE /auth/api-tokens/:token',
  'GET /auth/api-keys',
  'GET /auth/api-tokens',
  'GET /auth/api-tokens/capabilities',
  'GET /auth/signing-message',
  'GET /categories',
  'GET /comments/markets/:slug',
  'GET /maintenance/status',
  'GET /market-pages/:id/markets',
  'GET /market-pages/by-path',
  'GET /markets/:slug/get-feed-events',
  'GET /markets/:slug/holders',
  'GET /markets/:slug/oracle-candles',
  'GET /markets/:slug/timeline',
  'GET /markets/active/:category',
  'GET /markets/active/slugs',
  'GET /markets/categories/count',
  'GET /markets/stable/:slug',
  'GET /markets/timeline',
  'GET /orders/status/:id',
  'GET /parlay/:account/positions',
  'GET /parlay/packs',
  'GET /parlay/packs/:id',
  'GET /parlay/packs/search',
  'GET /parlay/partner/positions',
  'GET /parlay/partner/positions/:id',
  'GET /portfolio/:account/history',
  'GET /portfolio/:account/pnl-chart',
  'GET /portfolio/:account/realized-pnl',
  'GET /portfolio/:account/traded-volume',
  'GET /portfolio/pnl-chart',
  'GET /portfolio/points',
  'GET /profiles/partner-accounts',
  'GET /profiles/partner-accounts/:id/allowances',
  'GET /v2/orders/status/:id',
  'POST /amm/allowances/approve',
  'POST /amm/allowances/check',
  'POST /amm/buy',
  'POST /amm/sell',
  'POST /auth/api-keys',
  'POST /auth/api-tokens/derive',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /heartbeats',
  'POST /orders/cancel-replace',
  'POST /orders/cancel-replace/batch',
  'POST /parlay/partner/buy',
  'POST /parlay/partner/positions/:id/claim',
  'POST /parlay/partner/positions/:id/claim/confirm',
  'POST /parlay/partner/quote',
  'POST /portfolio/merge',
  'POST /portfolio/redeem',
  'POST /portfolio/split',
  'POST /portfolio/withdraw',
  'POST /portfolio/withdrawal-addresses',
  'POST /profiles/partner-accounts',
  'POST /profiles/partner-accounts/:id/allowances/retry',
  'POST /v2/orders',
  'PUT /profiles',
]

/** Creates the mock venue of Limitless: order book markets and groups. The older pool markets are not implemented. */
export function createLimitlessMock(): MockVenue {
  return {
    venue: 'limitless',
    paperCredentials: getPaperCredentials,
    hosts: {
      api: {
        prefix: '',
        routes: [
          ...orderRoutes,
          ...cancelRoutes,
          ...ownRoutes,
          ...ownHistoryRoutes,
          ...historyRoutes,
          ...propertyRoutes,
          ...bookRoutes,
          ...createEventRoutes(),
          ...marketRoutes,
          ...portfolioRoutes,
        ],
        prepare: ({ method, path }) =>
          method === 'POST' && path === '/orders' ? loadSignatures() : undefined,
        notImplemented: notPlayed,
        // Rejects requests without a user agent (README.md).
        before: ({ headers }) =>
          /^python-urllib/i.test(headers['user-agent'] ?? '')
            ? toTextReply('error code: 1010', 403)
            : undefined,
        notFound: ({ method, path }) =>
          toJsonReply({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }, 404),
        // Two at a time and 300 ms between calls with a token. Others have no published limit; clients use 5 to 10.
        limit: [
          {
            capacity: 2,
            perSecond: 1000 / 300,
            refusal: tooMany,
            charge: (request) =>
              keyIn(request) === undefined ? undefined : { caller: keyIn(request) ?? '', tokens: 1 },
          },
          {
            capacity: 20,
            perSecond: 10,
            refusal: tooMany,
            charge: (request) => (keyIn(request) === undefined ? { caller: '', tokens: 1 } : undefined),
          },
        ],
      },
      stream: streamHost,
    },
  }
}

/** Returns the token of a call, or the older key. */
function keyIn({ headers }: MockRequest): string | undefined {
  return headers['lmts-api-key'] ?? headers['x-api-key']
}

function tooMany(): Reply {
  return toJsonReply({ message: 'Too Many Requests' }, 429, { 'retry-after': '1' })
}
