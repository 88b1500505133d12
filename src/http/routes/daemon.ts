import type { Context } from 'hono'
import type { Clock } from '../../effects/clock.js'
import type { ServerMetrics } from '../../observe/metrics.js'
import type { Traffic } from '../../observe/traffic.js'
import type { Identity } from '../response/identity.js'
import type { ReadyAnswers } from '../response/ready-responses.js'
import type { Responder } from '../response/respond.js'

export interface DaemonRouteDeps {
  readonly identity: Identity
  readonly clock: Pick<Clock, 'now'>
  readonly ready: Pick<ReadyAnswers, 'bytes'>
  readonly traffic: Pick<Traffic, 'families'>
  readonly respond: Responder
  /** Responses for clients without access: without the version. */
  readonly outside: Responder
  /** Returns the long form of /health. */
  status(): Readonly<Record<string, unknown>>
  /** Returns the metrics as Prometheus text. */
  metrics(door: ServerMetrics): string
  /** @throws AUTHENTICATION_ERROR where the request has no access token and needs one */
  tokenOnly(c: Context): void
}

/** Creates the daemon's own routes: `GET /health`, `GET /metrics` and `GET /` for programs. */
export function createDaemonRoutes(deps: DaemonRouteDeps) {
  const { identity, clock, ready, traffic, respond, outside, tokenOnly } = deps
  return {
    health(c: Context): Response {
      const { instanceId, apiVersion, mode } = identity
      const short = { status: 'ok', timestamp: clock.now(), instanceId, apiVersion, mode }
      if (c.req.query('verbose') === undefined) return outside.plain(short)
      tokenOnly(c)
      return respond.plain({ ...short, ...deps.status() })
    },
    metrics(c: Context): Response {
      tokenOnly(c)
      return respond.text(
        deps.metrics({ readyBytes: ready.bytes, traffic: traffic.families() }),
        'text/plain; version=0.0.4; charset=utf-8',
      )
    },
    root(c: Context): Response {
      tokenOnly(c)
      const { version, mode } = identity
      return respond.plain({ name: 'pmx-local', version, mode, try: firstCalls }, { vary: 'accept' })
    },
  }
}

const firstCalls = [
  '/health',
  '/api/polymarket/fetchMarkets?limit=3',
  '/api/kalshi/fetchEvents?limit=3',
  '/api/kalshi/has',
]
