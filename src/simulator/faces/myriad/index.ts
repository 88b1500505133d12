import type { Face, FaceRequest } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { actionRoutes } from './action-routes.js'
import { bookRoutes } from './book-routes.js'
import { tooMany } from './errors.js'
import { eventRoutes } from './event-routes.js'
import { holderRoutes } from './holders.js'
import { marketRoutes } from './market-routes.js'
import { questionRoutes } from './questions.js'
import { quoteRoutes } from './quote.js'
import { userRoutes } from './users.js'

/** Myriad: pools on three chains and order books on one of them, behind one API. */
export const myriadFace: Face = {
  venue: 'myriad',
  hosts: {
    api: {
      prefix: '',
      routes: [
        ...quoteRoutes,
        ...marketRoutes,
        ...actionRoutes,
        ...bookRoutes,
        ...holderRoutes,
        ...eventRoutes,
        ...questionRoutes,
        ...userRoutes,
      ],
      before: unsigned,
      notFound: () => json({ error: 'Not found' }, 404),
      // Callers without a key (venues/myriad/README.md).
      limit: { capacity: 30, perSecond: 3, refusal: tooMany },
    },
  },
}

/** Since August 2026 a key must come with a signature; without a key nothing is asked (venues/myriad/README.md). */
function unsigned({ headers, search }: FaceRequest): Reply | undefined {
  const hasKey = headers['x-api-key'] !== undefined || new URLSearchParams(search).has('api_key')
  const isSigned = headers['x-api-signature'] !== undefined && headers['x-api-timestamp'] !== undefined
  return hasKey && !isSigned ? json({ code: 'SIGNATURE_REQUIRED' }, 401) : undefined
}
