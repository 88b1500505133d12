import { toJsonReply } from '../../../http/reply.js'
import type { MockHost } from '../../../mock-kit/mock-venue.js'
import { dataWindows } from '../limits.js'
import { walletRoutes } from './accounts.js'
import { boardRoutes } from './boards.js'
import { dataHistoryRoutes } from './history.js'
import { figureRoutes } from './markets.js'
import { positionRoutes } from './positions.js'
import { tokenRoutes } from './tokens.js'
import { tradeRoutes } from './trades.js'
import { dataV1Routes } from './v1.js'

/**
 * The data API: the second generation, and the calls of the first that clients still use (../README.md, "Data API").
 */
export const dataHost: MockHost = {
  prefix: '',
  windows: dataWindows,
  routes: [
    ...dataV1Routes,
    ...tradeRoutes,
    ...positionRoutes,
    ...tokenRoutes,
    ...figureRoutes,
    ...walletRoutes,
    ...boardRoutes,
    ...dataHistoryRoutes,
  ],
  notImplemented: [
    'GET /activity',
    'GET /closed-positions',
    'GET /holders',
    'GET /live-volume',
    'GET /traded',
    'GET /value',
    'GET /v1/accounting/snapshot',
    'GET /v1/activity/combos',
    'GET /v1/builders/leaderboard',
    'GET /v1/builders/volume',
    'GET /v1/leaderboard',
    'GET /v1/market-positions',
    'GET /v1/positions/combos',
    'GET /v2/status',
  ],
  notFound: ({ path }) =>
    path.startsWith('/v2/')
      ? toJsonReply({ error: 'not found', code: 'not_found', retryable: false, trace_id: '0' }, 404)
      : toJsonReply({ error: 'not found' }, 404),
  wrongMethod: ({ path }) =>
    path.startsWith('/v2/')
      ? toJsonReply(
          { error: 'method not allowed', code: 'method_not_allowed', retryable: false, trace_id: '0' },
          405,
        )
      : toJsonReply({ error: 'method not allowed' }, 405),
}
