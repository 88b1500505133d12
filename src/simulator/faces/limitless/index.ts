import type { Face } from '../../face.js'
import { json, text } from '../../reply.js'
import { bookRoutes } from './book.js'
import { eventRoutes } from './events.js'
import { historyRoutes } from './history.js'
import { marketRoutes } from './market-routes.js'
import { portfolioRoutes } from './portfolio.js'
import { siteRoutes } from './site.js'

/** Limitless: its order book markets and groups; the older pool markets are not played. */
export function createLimitlessFace(): Face {
  return {
    venue: 'limitless',
    hosts: {
      api: {
        prefix: '',
        routes: [
          ...bookRoutes,
          ...historyRoutes,
          ...eventRoutes(),
          ...siteRoutes,
          ...marketRoutes,
          ...portfolioRoutes,
        ],
        // Nameless programs are kept out (venues/limitless/README.md).
        before: ({ headers }) =>
          /^python-urllib/i.test(headers['user-agent'] ?? '') ? text('error code: 1010', 403) : undefined,
        notFound: ({ method, path }) =>
          json({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }, 404),
        // Unpublished; known clients stay at 5 to 10 a second.
        limit: {
          capacity: 20,
          perSecond: 10,
          refusal: () => json({ message: 'Too Many Requests' }, 429, { 'retry-after': '1' }),
        },
      },
    },
  }
}
