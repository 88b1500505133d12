import type { Context } from 'hono'
import { PmxError } from '../../api/envelope/errors.js'
import { describeServedMethods } from '../access/host-and-origin-checks.js'
import { methodsAt } from '../access/served-methods.js'

/** Paths of the hosted service that this daemon does not serve, and paths that do not exist. */

/** Routes of the hosted service that a local daemon does not have. */
export const hostedPaths = ['trade/*', 'orders/*', 'user/*', 'escrow/*', 'account'].map(
  (path) => `/v0/${path}`,
)

/** @throws NOT_SUPPORTED for a path of {@link hostedPaths} */
export function refuseHosted(c: Context): never {
  throw new PmxError(
    'NOT_SUPPORTED',
    `${c.req.method} ${c.req.path.slice(0, 120)} is not supported by this version.`,
  )
}

/** Returns the error that the hosted service returns if no database is configured (api/README.md, "The catalog of all venues"). */
export function createNoSqlDatabaseError(): PmxError {
  const message =
    'This daemon has no database for /v0/sql. Use /v0/events and /v0/markets for the catalog, and pmx-local sql for stored data.'
  return new PmxError('NOT_SUPPORTED', message, { status: 503, detail: { kind: 'no_database' } })
}

/** Returns the error for a path without a route: it serves another method, it opens a WebSocket, or it serves nothing. */
export function createNoRouteError(c: Context): PmxError {
  const served = methodsAt(c.req.path)
  if (c.req.path === '/ws' && c.req.method === 'GET') return wantsUpgrade()
  if (served?.some((each) => each === c.req.method) === false)
    return new PmxError('BAD_REQUEST', describeServedMethods(c.req.method, served), {
      status: 405,
      detail: { kind: 'method_not_allowed' },
    })
  return new PmxError('NOT_FOUND', `Nothing is served at ${c.req.method} ${c.req.path.slice(0, 120)}`)
}

function wantsUpgrade(): PmxError {
  return new PmxError('BAD_REQUEST', 'This path is a WebSocket. Connect to it with ws://, not http://.', {
    status: 426,
    detail: { kind: 'upgrade_required' },
  })
}
