import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { batchRoutes } from './batch-routes.js'
import { bookRoutes } from './book.js'
import { comboRoutes } from './combos.js'
import { historyRoutes } from './history.js'
import { listRoutes } from './lists.js'
import { orderRoutes } from './order-routes.js'
import { portfolioRoutes } from './portfolio-routes.js'
import { privateSocket } from './private-stream.js'
import { createRefusal, refuseTooMany } from './replies.js'
import { accountLimit, comboLimit, getPaperCredentials } from './signature.js'
import { sportsRoutes } from './sports.js'
import { marketsSocket } from './stream.js'

/** Calls apart from the markets, and calls that the adapter does not need. */
const notPlayed = [
  'GET /v1/asset-prices/history',
  'GET /v1/incentives',
  'GET /v1/partners/:key/events/:id',
  'GET /v2/leagues',
  'GET /v2/leagues/:slug',
  'GET /v2/leagues/:slug/events',
  'GET /v2/sports',
  'GET /v2/sports/:slug',
  'GET /v2/sports/:slug/events',
]

const notPlayedWithKeys = [
  'GET /v1/rfqs',
  'POST /v1/rfqs',
  'DELETE /v1/rfqs/:rfq',
  'GET /v1/rfqs/quotes',
  'POST /v1/rfqs/quotes',
  'DELETE /v1/rfqs/:rfq/quotes/:quote',
  'PUT /v1/rfqs/:rfq/quotes/:quote/accept',
  'PUT /v1/rfqs/:rfq/quotes/:quote/confirm',
  'GET /v1/rfqs/trades',
  'GET /v1/rfqs/user-id',
]

/** Mock venue of Polymarket US: the public gateway, and the host of orders and accounts. */
export const polymarketUsMock: MockVenue = {
  venue: 'polymarket_us',
  paperCredentials: getPaperCredentials,
  hosts: {
    gateway: {
      prefix: '',
      routes: [...listRoutes, ...bookRoutes, ...historyRoutes, ...sportsRoutes],
      notImplemented: notPlayed,
      notFound: () => createRefusal(404, 'Not Found').reply,
      // Documented: 20 a second.
      limit: { capacity: 20, perSecond: 20, refusal: refuseTooMany },
    },
    api: {
      prefix: '',
      routes: [...orderRoutes, ...batchRoutes, ...comboRoutes, ...portfolioRoutes],
      notImplemented: notPlayedWithKeys,
      notFound: () => createRefusal(404, 'Not Found').reply,
      limit: [accountLimit, comboLimit],
      socket: marketsSocket,
      otherSockets: [privateSocket],
    },
    // The same host under the separate name of the socket.
    stream: {
      prefix: '',
      routes: [],
      notFound: () => createRefusal(404, 'Not Found').reply,
      socket: marketsSocket,
      otherSockets: [privateSocket],
    },
  },
}
