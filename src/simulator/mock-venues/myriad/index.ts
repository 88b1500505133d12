import { toJsonReply } from '../../http/reply.js'
import type { MockLimit, MockVenue } from '../../mock-kit/mock-venue.js'
import { loadSignatures } from '../../mock-kit/verify-order.js'
import { assertKey, keyIn } from './accounts.js'
import { actionRoutes } from './actions.js'
import { authRoutes } from './auth-routes.js'
import { batchRoutes } from './batch-routes.js'
import { bookRoutes } from './book-routes.js'
import { cancelRoutes } from './cancel-routes.js'
import { refuseTooMany } from './errors.js'
import { eventRoutes } from './event-routes.js'
import { marketRoutes } from './market-routes.js'
import { orderLimit, orderRoutes } from './order-routes.js'
import { getPaperCredentials } from './paper.js'
import { questionRoutes } from './question-routes.js'
import { streamHost } from './stream.js'
import { userRoutes } from './users.js'

/** Other documented calls of the venue (README.md). */
const notPlayed = [
  'GET /questions/:id',
  'GET /topics',
  'GET /tags',
  'GET /markets/:id/holders',
  'GET /markets/:id/referrals',
  'POST /markets/quote',
  'POST /markets/quote_with_fee',
  'POST /markets/claim',
  'GET /events/:id/orderbook',
  'GET /events/:id/actions',
  'GET /users/:address/markets',
  'GET /users/:address/referrals',
]

/** Callers without a key: thirty calls in ten seconds (README.md, "Limits"). */
const readLimit: MockLimit = {
  capacity: 30,
  perSecond: 3,
  refusal: refuseTooMany,
  charge: (request) => (keyIn(request) === undefined ? { caller: '', tokens: 1 } : undefined),
}

/** Two hundred calls in a second for a key. */
const keyLimit: MockLimit = {
  capacity: 200,
  perSecond: 200,
  refusal: refuseTooMany,
  charge(request) {
    const key = keyIn(request)
    return key === undefined ? undefined : { caller: key, tokens: 1 }
  },
}

/** Mock venue of Myriad: pools on three chains and order books on one of them, in one API; the books have a socket. */
export const myriadMock: MockVenue = {
  venue: 'myriad',
  paperCredentials: getPaperCredentials,
  hosts: {
    api: {
      prefix: '',
      routes: [
        ...marketRoutes,
        ...actionRoutes,
        ...bookRoutes,
        ...eventRoutes,
        ...questionRoutes,
        ...userRoutes,
        ...orderRoutes,
        ...batchRoutes,
        ...cancelRoutes,
        ...authRoutes,
      ],
      prepare: ({ method, path }) =>
        method !== 'GET' && /^\/(orders|auth)\b/.test(path) ? loadSignatures() : undefined,
      notImplemented: notPlayed,
      before: assertKey,
      notFound: () => toJsonReply({ error: 'Not found' }, 404),
      limit: [readLimit, keyLimit, orderLimit],
    },
    stream: streamHost,
  },
}
