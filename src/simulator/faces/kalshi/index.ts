import type { Face, FaceRequest } from '../../face.js'
import type { Reply } from '../../reply.js'
import { bookRoutes } from './book-routes.js'
import { candleRoutes } from './candle-routes.js'
import { kalshiError, tooMany } from './errors.js'
import { exchangeRoutes } from './exchange.js'
import { historicalRoutes } from './historical.js'
import { listRoutes } from './lists.js'
import { tradeRoutes } from './trades.js'
import { API_PREFIX, type Variant } from './variant.js'

/** The API of Kalshi in one of its two environments. */
export function createKalshiFace(variant: Variant): Face {
  return {
    venue: variant.venue,
    hosts: {
      api: {
        prefix: API_PREFIX,
        // Fixed paths below /markets and /events stand before those with a ticker.
        routes: [
          ...tradeRoutes(variant),
          ...candleRoutes(variant),
          ...bookRoutes(variant),
          ...listRoutes(variant),
          ...historicalRoutes(variant),
          ...exchangeRoutes(variant),
        ],
        before: withoutSlash,
        notFound: () => kalshiError(404, 'not_found'),
        // Callers without a key, by observation (venues/kalshi/README.md).
        limit: {
          capacity: 40,
          perSecond: 10,
          refusal: tooMany,
        },
      },
    },
  }
}

/** A trailing slash is redirected away. */
function withoutSlash({ path, search }: FaceRequest): Reply | undefined {
  if (!path.endsWith('/') || path === '/') return undefined
  const location = path.replace(/\/+$/, '').replace(/^\/+/, '/') + (search === '' ? '' : `?${search}`)
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

export const kalshiFace: Face = createKalshiFace({
  venue: 'kalshi',
  tickerPrefix: 'KX',
  hasHistory: true,
  hasSearch: true,
  isSleepy: false,
})
