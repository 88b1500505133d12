import { type Face, type FaceHost, route } from '../../face.js'
import { json } from '../../reply.js'
import { paperCredentials } from './clob/auth.js'
import { clobHost } from './clob/routes.js'
import { dataHistoryRoutes } from './data/history.js'
import { dataV1Routes } from './data/v1.js'
import { dataV2Routes } from './data/v2.js'
import { gammaHost } from './gamma/routes.js'
import { dataWindows } from './limits.js'
import { streamHost } from './stream.js'

const dataHost: FaceHost = {
  prefix: '',
  windows: dataWindows,
  routes: [
    // The demo's accounts have no profile on the site.
    route('GET', '/profiles/:address', () => json({ error: 'profile not found' }, 404)),
    ...dataV1Routes,
    ...dataV2Routes,
    ...dataHistoryRoutes,
  ],
  notPlayed: [
    'GET /activity',
    'GET /closed-positions',
    'GET /holders',
    'GET /live-volume',
    'GET /oi',
    'GET /traded',
    'GET /v1/accounting/snapshot',
    'GET /v1/leaderboard',
    'GET /v1/market-positions',
    'GET /value',
    'GET /v2/live-volume',
    'GET /v2/oi',
    'GET /v2/resolutions',
    'GET /v2/status',
    'GET /v2/value',
  ],
  notFound: ({ path }) =>
    path.startsWith('/v2/')
      ? json({ error: 'not found', code: 'not_found', retryable: false, trace_id: '0' }, 404)
      : json({ error: 'not found' }, 404),
  wrongMethod: ({ path }) =>
    path.startsWith('/v2/')
      ? json(
          { error: 'method not allowed', code: 'method_not_allowed', retryable: false, trace_id: '0' },
          405,
        )
      : json({ error: 'method not allowed' }, 405),
}

/** Polymarket: metadata, order books, and the data API in both generations. */
export const polymarketFace: Face = {
  venue: 'polymarket',
  paperCredentials,
  hosts: { gamma: gammaHost, clob: clobHost, data: dataHost, stream: streamHost },
}
