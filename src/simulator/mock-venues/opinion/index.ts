import type { MockLimit, MockVenue } from '../../mock-kit/mock-venue.js'
import { loadSignatures } from '../../mock-kit/verify-order.js'
import { getPaperCredentials, keyOf } from './accounts.js'
import { toFailureReply } from './envelope.js'
import { marketRoutes } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { streamHost } from './stream.js'
import { tableRoutes } from './table-routes.js'
import { tokenRoutes } from './token-routes.js'
import { walletRoutes } from './wallet-routes.js'

/** Requests per second of one key, and of a caller without a key (README.md, "Limits"). */
const PER_SECOND = 15
const PER_SECOND_KEYLESS = 5

/** Other calls that the venue documents or its clients use: API keys by signature, and calls for platforms. */
const notPlayed = [
  'GET /openapi/auth/api-key',
  'POST /openapi/auth/api-key',
  'DELETE /openapi/auth/api-key',
  'POST /openapi/builder/order',
  'POST /openapi/builder/user/:wallet',
  'GET /openapi/builder/user/:wallet',
  'POST /openapi/builder/user/:wallet/regenerate-apikey',
  'POST /openapi/builder/safe/:wallet/tx',
]

/** Mock venue of Opinion: one gateway for all calls; reads of markets and tokens need no key. */
export const opinionMock: MockVenue = {
  venue: 'opinion',
  paperCredentials: getPaperCredentials,
  hosts: {
    api: {
      prefix: '/openapi',
      routes: [...marketRoutes, ...tokenRoutes, ...tableRoutes, ...walletRoutes, ...orderRoutes],
      prepare: ({ method, path }) =>
        method === 'POST' && path === '/openapi/order' ? loadSignatures() : undefined,
      notImplemented: notPlayed,
      notFound: () => toFailureReply(404, 'Not Found'),
      wrongMethod: () => toFailureReply(405, 'Method Not Allowed'),
      limit: [limitOf(PER_SECOND, (key) => key !== ''), limitOf(PER_SECOND_KEYLESS, (key) => key === '')],
    },
    stream: streamHost,
  },
}

/** @param counts whether the limit applies to a key; the key is '' for callers without one */
function limitOf(perSecond: number, counts: (key: string) => boolean): MockLimit {
  return {
    capacity: perSecond,
    perSecond,
    charge: (request) => (counts(keyOf(request)) ? { caller: keyOf(request), tokens: 1 } : undefined),
    refusal: () => toFailureReply(429, 'Too Many Requests'),
  }
}
