import { toJsonReply } from '../../http/reply.js'
import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { poolRoutes } from './routes.js'
import { subgraphRoutes } from './subgraph.js'

/** Other documented calls of the venue (venues/rain/README.md). */
const notPlayed = [
  'POST /auth/login-or-register-with-walletAddress',
  'GET /users/users-total-count',
  'GET /investments/user-invested-pools',
  'GET /orders/get-user-order-by-poolId/:id',
]

/** Mock venue of Rain: pools of two or more options, and the index of their contracts. */
export const rainMock: MockVenue = {
  venue: 'rain',
  hosts: {
    api: {
      prefix: '',
      routes: poolRoutes,
      notImplemented: notPlayed,
      notFound: ({ method, path }) =>
        toJsonReply({ statusCode: 404, message: `Cannot ${method} ${path}` }, 404),
      // No limit is published; this one allows the rate of another client.
      limit: {
        capacity: 20,
        perSecond: 5,
        refusal: () => toJsonReply({ statusCode: 429, message: 'Too many requests' }, 429),
      },
    },
    subgraph: {
      prefix: '/api/subgraphs/id',
      routes: subgraphRoutes,
      notFound: () => toJsonReply({ errors: [{ message: 'subgraph not found' }] }, 404),
    },
  },
}
