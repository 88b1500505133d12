import type { FaceHost } from '../../face.js'
import { route } from '../../face.js'
import { json } from '../../reply.js'
import { bookRoutes } from './clob-book.js'
import { historyRoutes } from './clob-history.js'
import { clobMarketRoutes } from './clob-markets.js'
import { clobWindows } from './limits.js'

/** The order book host (venues/polymarket/README.md). */
export const clobHost: FaceHost = {
  prefix: '',
  windows: clobWindows,
  routes: [
    route('GET', '/', () => json('OK')),
    route('GET', '/ok', () => json('OK')),
    route('GET', '/time', ({ now }) => json(Math.floor(now / 1000))),
    ...bookRoutes,
    ...clobMarketRoutes,
    ...historyRoutes,
  ],
  notPlayed: [
    'GET /markets-by-token/:token',
    'GET /tick-size/:token',
    'GET /version',
    // Dead at the venue too: they answer 400 whatever they are asked.
    'GET /books',
    'GET /last-trades-prices',
    'GET /midpoints',
    'GET /prices',
    'GET /spreads',
    // What needs credentials, none of which the demo venue issues.
    'POST /auth/api-key',
    'DELETE /auth/api-key',
    'GET /auth/api-keys',
    'GET /auth/ban-status/closed-only',
    'GET /auth/derive-api-key',
    'GET /balance-allowance',
    'GET /balance-allowance/update',
    'DELETE /cancel-all',
    'DELETE /cancel-market-orders',
    'GET /data/order/:id',
    'GET /data/orders',
    'GET /data/trades',
    'GET /notifications',
    'POST /order',
    'DELETE /order',
    'POST /orders',
    'DELETE /orders',
  ],
  notFound: () => json({ error: 'not found' }, 404),
}
