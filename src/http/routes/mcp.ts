import type { Context } from 'hono'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { AssistantDeps, Guide } from '../../mcp/server.js'
import type { McpSessions } from '../../mcp/sessions.js'
import { type Access, readAuthorization } from '../access/caller-rights.js'
import type { RouteEnv } from '../request/connections.js'
import { parseRequestBody, readBody } from '../request/request-body.js'
import type { BaseHeaders } from '../response/respond.js'

export interface AssistantRouteDeps {
  readonly access: Access
  readonly version: string
  readonly guide: Guide
  readonly trading: boolean
  readonly maxBodyBytes: number
  readonly clock: Clock
  readonly ids: Pick<Ids, 'secret'>
  readonly base: BaseHeaders
  readonly stopping: AbortSignal
  /** Sends a request to the routes. A tool runs a normal call with the rights of its caller. */
  readonly fetch: (request: Request, env: RouteEnv) => Response | Promise<Response>
}

/** Headers that a tool's call takes from the request that carried it. */
const passedOn = ['x-pmxt-access-token', 'authorization', 'x-api-key', 'user-agent'] as const

/**
 * Creates `/mcp`: MCP over streamable HTTP. The guards have run, and the caller is identified as for every route. The protocol
 * code is loaded at the first request.
 */
export function createAssistantRoute(deps: AssistantRouteDeps): (c: Context) => Promise<Response> {
  const { access, clock, stopping } = deps
  let opened: Promise<McpSessions> | undefined

  const call: AssistantDeps['call'] = async (venue, method, args, { headers = {}, signal, connection }) => {
    const sent = new Headers({ 'content-type': 'application/json' })
    for (const name of passedOn) {
      const value = headers[name]
      if (typeof value === 'string') sent.set(name, value)
    }
    const body = JSON.stringify({ args })
    const url = `http://localhost/api/${venue}/${method}`
    // Delivery of an order's response is observed on the connection of the tool's call.
    const env = { outgoing: connection, canceled: signal }
    const reply = await deps.fetch(new Request(url, { method: 'POST', headers: sent, body, signal }), env)
    return { headers: Object.fromEntries(reply.headers), body: await reply.json() }
  }

  async function open(): Promise<McpSessions> {
    const { createMcpSessions } = await import('../../mcp/sessions.js')
    const sessions = createMcpSessions({
      ...deps,
      call,
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      sessionId: () => deps.ids.secret(),
    })
    stopping.addEventListener('abort', () => void sessions.close(), { once: true })
    return sessions
  }

  return async (c) => {
    access.identify(...readAuthorization((name) => c.req.header(name)))
    const body = c.req.method === 'POST' ? await readBody(c.req, deps.maxBodyBytes) : undefined
    const message = body?.kind === 'text' ? parseRequestBody(body.text) : undefined
    opened ??= open()
    const sessions = await opened
    const reply = await sessions.handle(c.req.raw, message, (c.env as RouteEnv | undefined)?.outgoing)
    const { status, headers } = reply
    return new Response(reply.body, { status, headers: { ...deps.base, ...Object.fromEntries(headers) } })
  }
}
