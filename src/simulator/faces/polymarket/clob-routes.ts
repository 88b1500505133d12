import type { FaceHost, Route } from '../../face.js'
import { route } from '../../face.js'
import { json } from '../../reply.js'
import { bookRoutes } from './clob-book.js'
import { clobError } from './clob-errors.js'
import { historyRoutes } from './clob-history.js'
import { clobMarketRoutes } from './clob-markets.js'

/** Calls that need credentials, none of which the demo venue issues. */
const privatePaths: readonly (readonly [string, string])[] = [
  ['POST', '/order'],
  ['DELETE', '/order'],
  ['POST', '/orders'],
  ['DELETE', '/orders'],
  ['DELETE', '/cancel-all'],
  ['DELETE', '/cancel-market-orders'],
  ['GET', '/data/orders'],
  ['GET', '/data/order/:id'],
  ['GET', '/data/trades'],
  ['GET', '/balance-allowance'],
  ['GET', '/balance-allowance/update'],
  ['GET', '/notifications'],
  ['GET', '/auth/api-keys'],
  ['GET', '/auth/ban-status/closed-only'],
]

const privateRoutes: readonly Route[] = [
  ...privatePaths.map(([method, path]) =>
    route(method, path, () => {
      throw clobError(401, 'Unauthorized/Invalid api key')
    }),
  ),
  ...['/auth/api-key', '/auth/derive-api-key'].map((path) =>
    route(path.endsWith('derive-api-key') ? 'GET' : 'POST', path, () => {
      throw clobError(401, 'Invalid L1 Request headers')
    }),
  ),
]

/** The order book host (venues/polymarket/README.md). */
export const clobHost: FaceHost = {
  prefix: '',
  routes: [
    route('GET', '/', () => json('OK')),
    route('GET', '/ok', () => json('OK')),
    route('GET', '/time', ({ now }) => json(Math.floor(now / 1000))),
    route('GET', '/version', () => json({ version: 2 })),
    ...bookRoutes,
    ...clobMarketRoutes,
    ...historyRoutes,
    ...privateRoutes,
  ],
  notFound: () => json({ error: 'not found' }, 404),
}
