import type { Context } from 'hono'
import { PmxError } from '../../api/envelope/errors.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { Logger } from '../../observe/logger.js'
import { classifyPath, type Traffic } from '../../observe/traffic.js'
import { methodsAt } from '../access/served-methods.js'
import { readPriority } from '../request/call-terms.js'
import { logFailure } from '../request/failure-log.js'
import { REQUEST_ID } from '../request/request-id.js'
import { LOG_FIELDS, type LogFieldsOf, type RequestLog } from '../request/request-log.js'
import { createSlowRequestLog } from '../request/slow-request-log.js'
import type { Responder } from '../response/respond.js'

export interface GuardDeps {
  readonly respond: Responder
  /** Responses for clients without access: without the version. */
  readonly outside: Responder
  readonly clock: Clock
  readonly ids: Pick<Ids, 'requestId'>
  readonly log: Logger
  readonly traffic: Pick<Traffic, 'answered'>
  readonly requests: Pick<RequestLog, 'note'>
  /** Slower requests are logged. */
  readonly slowMs: number
}

/** Runs a route, see {@link createGuard}. */
export type Guarded = (
  c: Context,
  route: () => Promise<Response> | Response,
  responder?: Pick<Responder, 'failure'>,
) => Promise<Response>

/** Creates the function that every route runs in: it turns errors into responses, and counts, logs and records the request. */
export function createGuard({
  respond,
  outside,
  clock,
  ids,
  log,
  traffic,
  requests,
  slowMs,
}: GuardDeps): Guarded {
  const logSlow = createSlowRequestLog(log, clock)

  /**
   * Runs a route, turns a thrown error into a response, and logs slow and failed requests.
   * @param tells `outside` for routes without access control
   */
  async function guarded(
    c: Context,
    route: () => Promise<Response> | Response,
    tells: Pick<Responder, 'failure'> = respond,
  ): Promise<Response> {
    const { path, method } = c.req
    const startedAt = clock.monotonic()
    try {
      const reply = await route()
      const tookMs = clock.monotonic() - startedAt
      traffic.answered(classifyPath(path), tookMs)
      remember(c, reply, tookMs)
      if (tookMs >= slowMs) logSlow({ method, path, tookMs })
      return reply
    } catch (error) {
      const named: unknown = c.get(REQUEST_ID)
      const requestId = typeof named === 'string' ? named : ids.requestId()
      const tookMs = clock.monotonic() - startedAt
      traffic.answered(classifyPath(path), tookMs, codeOf(error))
      const facts = { requestId, method, path, tookMs }
      // The client has disconnected, and the error is a result of that.
      if (c.req.raw.signal.aborted && !(error instanceof PmxError))
        log.debug(facts, 'client closed the connection')
      else logFailure(log, error, facts)
      const allow = error instanceof PmxError ? servedHeaders(error.status, path) : {}
      const by = isOutsider(error) ? outside : tells
      const reply = by.failure(error, { 'x-request-id': requestId, ...allow })
      remember(c, reply, facts.tookMs, error instanceof PmxError ? error.code : 'INTERNAL_ERROR')
      return reply
    }
  }

  /** Adds a request to the list of recent requests. The dashboard's own requests to the daemon are left out. */
  function remember(c: Context, { status }: Response, tookMs: number, code?: string): void {
    const { path, url, method } = c.req
    if (!path.startsWith('/api/') && !path.startsWith('/v0/')) return
    const { headers, body }: LogFieldsOf = c.get(LOG_FIELDS) ?? {}
    requests.note({
      method,
      target: url.slice(url.indexOf('/', 8)),
      status,
      tookMs,
      client: c.req.header('user-agent'),
      byPage: c.req.header('sec-fetch-site') === 'same-origin',
      background: readPriority(c).priority === 'background',
      cache: headers?.[pmxHeaders.cache],
      calls: headers?.[pmxHeaders.upstreamRequests],
      body,
      code,
    })
  }

  return guarded
}

/** Returns the code under which metrics count a failure. */
function codeOf(error: unknown): string {
  return error instanceof PmxError ? error.code : 'BUG'
}

/** Whether the daemon itself refused access. */
function isOutsider(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === 'daemon_access'
}

/** Headers of a 405 or 426: the methods or the protocol of the path. */
function servedHeaders(status: number, path: string): Readonly<Record<string, string>> {
  if (status === 426) return { upgrade: 'websocket', connection: 'Upgrade' }
  return status === 405 ? { allow: (methodsAt(path) ?? []).join(', ') } : {}
}
