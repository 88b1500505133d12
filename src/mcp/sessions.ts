import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Clock } from '../effects/clock.js'
import { type AssistantDeps, createAssistantServer } from './server.js'

/** The sessions of assistants over HTTP, with a maximum number and a maximum idle time. */
export interface McpSessions {
  /**
   * Handles an HTTP request of an assistant.
   * @param body of a POST, already parsed
   * @param connection of the reply, passed on to tool calls (`AskedBy`)
   */
  handle(request: Request, body: unknown, connection?: unknown): Promise<Response>
  readonly size: number
  close(): Promise<void>
}

export interface McpSessionsDeps extends AssistantDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  sessionId(): string
  readonly limits?: SessionLimits
}

interface SessionLimits {
  readonly most: number
  readonly idleMs: number
}

const sessionLimits: SessionLimits = { most: 32, idleMs: 15 * 60_000 }

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  close(): Promise<void>
  usedAt: number
}

export function createMcpSessions(deps: McpSessionsDeps): McpSessions {
  const { clock, limits = sessionLimits } = deps
  /** Ordered by last use, oldest first. */
  const sessions = new Map<string, Session>()
  let cancelSweep: (() => void) | undefined

  function drop(id: string): void {
    const session = sessions.get(id)
    sessions.delete(id)
    void session?.close()
  }

  function sweep(): void {
    cancelSweep = undefined
    for (const [id, { usedAt }] of sessions) if (clock.monotonic() - usedAt >= limits.idleMs) drop(id)
    watch()
  }

  function watch(): void {
    if (sessions.size > 0) cancelSweep ??= clock.setTimer(limits.idleMs, sweep)
  }

  function used(id: string, session: Session): Session {
    session.usedAt = clock.monotonic()
    sessions.delete(id)
    sessions.set(id, session)
    return session
  }

  /** Creates a session, which is stored after the assistant has initialized it. */
  async function begin(): Promise<Session> {
    const server = createAssistantServer(deps)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: deps.sessionId,
      onsessioninitialized(id) {
        const [oldest] = sessions.keys()
        if (sessions.size >= limits.most && oldest !== undefined) drop(oldest)
        used(id, session)
        watch()
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const session: Session = { transport, usedAt: clock.monotonic(), close: () => server.close() }
    await server.connect(transport)
    return session
  }

  return {
    get size() {
      return sessions.size
    },
    async handle(request, body, connection) {
      const id = request.headers.get('mcp-session-id') ?? undefined
      const known = id === undefined ? undefined : sessions.get(id)
      // With this status the protocol makes the client start a new session.
      if (id !== undefined && known === undefined) return refusal(404, 'Session not found')
      const session = id === undefined || known === undefined ? await begin() : used(id, known)
      return session.transport.handleRequest(request, {
        ...(body === undefined ? {} : { parsedBody: body }),
        authInfo: { token: '', clientId: '', scopes: [], extra: { connection } },
      })
    },
    async close() {
      cancelSweep?.()
      const all = [...sessions.values()]
      sessions.clear()
      await Promise.all(all.map((session) => session.close()))
    },
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_001, message }, id: null }, { status })
}
