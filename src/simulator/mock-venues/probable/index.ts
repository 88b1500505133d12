import { toJsonReply } from '../../http/reply.js'
import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { loadSignatures } from '../../mock-kit/verify-order.js'
import { accountRoutes, getPaperCredentials } from './accounts.js'
import { bookRoutes } from './book-routes.js'
import { historyRoutes } from './history.js'
import { marketRoutes, marketsNotImplemented, PREFIX } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { createBookError } from './replies.js'
import { streamHost } from './stream.js'
import { tradeRoutes } from './trade-routes.js'

/** Other documented calls of the order book host (README.md). */
const booksNotPlayed = [
  'GET /price',
  'GET /midpoint',
  'GET /position/closed',
  'GET /position/value',
  'GET /activity',
  'POST /orders/:chain',
  'DELETE /orders/:chain',
  'DELETE /orders/:chain/all',
  'GET /info/token-ids-event',
  'GET /auth/nonce',
  'POST /auth/login',
  'DELETE /auth/api-key/:chain',
  'POST /auth/verify/l1',
  'POST /auth/verify/l2',
].map((line) => line.replace(' ', ` ${PREFIX}`))

/** Mock venue of Probable: a host of markets and one of order books, with separate paths, and one of sockets. */
export const probableMock: MockVenue = {
  venue: 'probable',
  paperCredentials: getPaperCredentials,
  hosts: {
    market: {
      prefix: PREFIX,
      routes: marketRoutes,
      notImplemented: marketsNotImplemented,
      notFound: () => toJsonReply({ detail: 'Not Found' }, 404),
    },
    orderbook: {
      prefix: PREFIX,
      routes: [...accountRoutes, ...orderRoutes, ...bookRoutes, ...historyRoutes, ...tradeRoutes],
      prepare: ({ path }) => (/\/(order|api-key)\//.test(path) ? loadSignatures() : undefined),
      notImplemented: booksNotPlayed,
      notFound: () => createBookError(404, 'PAS-4040', 'route not found').reply,
    },
    stream: streamHost,
  },
}
