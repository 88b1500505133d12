import type { Face } from '../../face.js'
import { json } from '../../reply.js'
import { bookRoutes } from './book-routes.js'
import { historyRoutes } from './history.js'
import { marketRoutes, PREFIX } from './market-routes.js'
import { bookError } from './replies.js'
import { tradeRoutes } from './trade-routes.js'

/** Probable: a host of markets and one of order books, neither of which knows the other's paths. */
export const probableFace: Face = {
  venue: 'probable',
  hosts: {
    market: {
      prefix: PREFIX,
      routes: marketRoutes,
      notFound: () => json({ detail: 'Not Found' }, 404),
    },
    orderbook: {
      prefix: PREFIX,
      routes: [...bookRoutes, ...historyRoutes, ...tradeRoutes],
      notFound: () => bookError(404, 'PAS-4040', 'route not found').reply,
    },
  },
}
