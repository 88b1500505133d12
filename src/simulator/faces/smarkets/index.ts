import type { Face, FaceRequest } from '../../face.js'
import type { Reply } from '../../reply.js'
import { smarketsError } from './errors.js'
import { privateRoutes, readRoutes } from './routes.js'

/**
 * The API v3 of Smarkets over the demo world. Not played: sessions and orders, the request limit of the quotes,
 * their delay, and the repeated pages that one client reported.
 */
export const smarketsFace: Face = {
  venue: 'smarkets',
  hosts: {
    api: {
      prefix: '/v3',
      routes: [...readRoutes, ...privateRoutes],
      before: withSlash,
      notFound: () => smarketsError(404, 'NOT_FOUND', 'no such route'),
    },
  },
}

/** Every path ends with a slash; without it the venue redirects (venues/smarkets/README.md). */
function withSlash({ path, search }: FaceRequest): Reply | undefined {
  if (path.endsWith('/')) return undefined
  const location = `${path}/${search === '' ? '' : `?${search}`}`
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}
