import { toJsonReply } from '../../../http/reply.js'
import { type MockHost, route } from '../../../mock-kit/mock-venue.js'
import { loadCurve } from '../../../mock-kit/recover-signer.js'
import { clobWindows } from '../limits.js'
import { accountRoutes } from './account.js'
import { allowanceRoutes } from './allowances.js'
import { authRoutes } from './auth.js'
import { bookRoutes } from './book.js'
import { builderRoutes } from './builders.js'
import { heartbeatRoutes } from './heartbeats.js'
import { historyRoutes } from './history.js'
import { clobMarketRoutes } from './markets.js'
import { notificationRoutes } from './notifications.js'
import { orderRoutes } from './orders.js'
import { rewardRoutes } from './rewards.js'
import { clobStates } from './states.js'

/** The order book host. */
export const clobHost: MockHost = {
  prefix: '',
  // Signatures of keys are verified with the curve; those of API keys are not.
  prepare: ({ method, path }) => (method === 'POST' || path.startsWith('/auth/') ? loadCurve() : undefined),
  windows: clobWindows,
  errors: clobStates,
  routes: [
    route('GET', '/', () => toJsonReply('OK')),
    route('GET', '/ok', () => toJsonReply('OK')),
    route('GET', '/time', ({ now }) => toJsonReply(Math.floor(now / 1000))),
    ...bookRoutes,
    ...clobMarketRoutes,
    ...historyRoutes,
    route('GET', '/version', ({ switches }) => toJsonReply({ version: switches.polymarket.orderVersion })),
    ...authRoutes,
    ...orderRoutes,
    ...accountRoutes,
    ...allowanceRoutes,
    ...notificationRoutes,
    ...heartbeatRoutes,
    ...builderRoutes,
    ...rewardRoutes,
  ],
  notImplemented: [
    // Also dead at the venue, which always returns 400.
    'GET /books',
    'GET /last-trades-prices',
    'GET /midpoints',
    'GET /prices',
    'GET /spreads',
    'GET /auth/ban-status/cert-required',
    'GET /auth/readonly-api-key',
    'GET /auth/validate-readonly-api-key',
    'POST /heartbeats',
    'POST /markets/live-activity',
    'GET /ohlc',
    'GET /orderbook-history',
    'POST /rfq/request',
    'DELETE /rfq/request',
    'POST /rfq/request/accept',
    'POST /rfq/quote',
    'DELETE /rfq/quote',
    'POST /rfq/quote/approve',
    'GET /rfq/config',
    'GET /rfq/data/requests',
    'GET /rfq/data/requester/quotes',
    'GET /rfq/data/quoter/quotes',
    'GET /rfq/data/best-quote',
  ],
  notFound: () => toJsonReply({ error: 'not found' }, 404),
}
