import { loadCurve } from '../../../curve.js'
import { type FaceHost, route } from '../../../face.js'
import { json } from '../../../reply.js'
import { clobWindows } from '../limits.js'
import { accountRoutes } from './account.js'
import { allowanceRoutes } from './allowances.js'
import { authRoutes } from './auth.js'
import { bookRoutes } from './book.js'
import { historyRoutes } from './history.js'
import { clobMarketRoutes } from './markets.js'
import { orderRoutes } from './orders.js'

/** The order book host. */
export const clobHost: FaceHost = {
  prefix: '',
  // What is signed by a key is looked at with the curve; signatures of API keys are not.
  prepare: ({ method, path }) => (method === 'POST' || path.startsWith('/auth/') ? loadCurve() : undefined),
  windows: clobWindows,
  routes: [
    route('GET', '/', () => json('OK')),
    route('GET', '/ok', () => json('OK')),
    route('GET', '/time', ({ now }) => json(Math.floor(now / 1000))),
    ...bookRoutes,
    ...clobMarketRoutes,
    ...historyRoutes,
    route('GET', '/version', ({ switches }) => json({ version: switches.polymarket.orderVersion })),
    ...authRoutes,
    ...orderRoutes,
    ...accountRoutes,
    ...allowanceRoutes,
  ],
  notPlayed: [
    'GET /tick-size/:token',
    // Dead at the venue too: they answer 400 whatever they are asked.
    'GET /books',
    'GET /last-trades-prices',
    'GET /midpoints',
    'GET /prices',
    'GET /spreads',
    'DELETE /auth/api-key',
    'GET /auth/readonly-api-key',
    'POST /auth/readonly-api-key',
    'DELETE /auth/readonly-api-key',
    'GET /notifications',
    'DELETE /notifications',
    'GET /order-scoring',
    'POST /orders-scoring',
    'POST /v1/heartbeats',
  ],
  notFound: () => json({ error: 'not found' }, 404),
}
