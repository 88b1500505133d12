import type { Reply } from '../../http/reply.js'
import type { MockRequest, MockVenue } from '../../mock-kit/mock-venue.js'
import { accountRoutes } from './account-routes.js'
import { contractRoutes } from './contract-routes.js'
import { toErrorReply } from './errors.js'
import { quotas } from './limits.js'
import { readRoutes, routesNotImplemented } from './routes.js'
import { getPaperCredentials, sessionRoutes } from './sessions.js'

/**
 * Mock venue of Smarkets, API v3 (README.md). It implements neither delayed quotes nor the repeated pages that one
 * client reported.
 */
export const smarketsMock: MockVenue = {
  venue: 'smarkets',
  paperCredentials: getPaperCredentials,
  hosts: {
    api: {
      prefix: '/v3',
      routes: [...readRoutes, ...contractRoutes, ...sessionRoutes, ...accountRoutes],
      notImplemented: routesNotImplemented,
      quotas,
      before: withSlash,
      notFound: () => toErrorReply(404, 'NOT_FOUND', 'no such route'),
    },
  },
}

/** Redirects a path without a trailing slash, as the venue does (venues/smarkets/README.md). */
function withSlash({ path, search }: MockRequest): Reply | undefined {
  if (path.endsWith('/')) return undefined
  const location = `${path}/${search === '' ? '' : `?${search}`}`
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}
