import type { Face } from '../../face.js'
import { loadSignatures } from '../../sent-order.js'
import { keyOf, paperCredentials } from './accounts.js'
import { httpFailure } from './envelope.js'
import { marketRoutes } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { streamHost } from './stream.js'
import { tableRoutes } from './table-routes.js'
import { tokenRoutes } from './token-routes.js'
import { walletRoutes } from './wallet-routes.js'

/** Requests a second of one key (venues/opinion/README.md). */
const PER_SECOND = 15

/** What else the venue documents (venues/opinion/README.md). */
const notPlayed = [
  'GET /openapi/token/fee-rates',
  'GET /openapi/auth/api-key',
  'POST /openapi/auth/api-key',
  'DELETE /openapi/auth/api-key',
]

/** Opinion: one gateway for everything; reads of markets and tokens need no key. */
export const opinionFace: Face = {
  venue: 'opinion',
  paperCredentials,
  hosts: {
    api: {
      prefix: '/openapi',
      routes: [...marketRoutes, ...tokenRoutes, ...tableRoutes, ...walletRoutes, ...orderRoutes],
      prepare: ({ method, path }) =>
        method === 'POST' && path === '/openapi/order' ? loadSignatures() : undefined,
      notPlayed,
      notFound: () => httpFailure(404, 'Not Found'),
      wrongMethod: () => httpFailure(405, 'Method Not Allowed'),
      limit: {
        capacity: PER_SECOND,
        perSecond: PER_SECOND,
        charge: (request) => ({ caller: keyOf(request), tokens: 1 }),
        refusal: () => httpFailure(429, 'Too Many Requests'),
      },
    },
    stream: streamHost,
  },
}
