import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { failure } from '../contract/envelope.js'
import type { Ids } from '../effects/ids.js'
import type { Logger } from '../observe/logger.js'
import { checkHead, type GuardPolicy, type Refusal, tooLargeBody } from './guards.js'
import { createPostShortcut, isCandlePost } from './post-shortcut.js'
import { type ReadyAnswers, sendReady } from './ready-answers.js'
import { refusalError } from './refuse.js'

export interface ListenerDeps {
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly policy: GuardPolicy
  readonly ids: Ids
  readonly log: Logger
  /** Answers that may be sent to anybody without asking who he is; undefined where callers must identify. */
  readonly ready: ReadyAnswers | undefined
}

/** The server's request listener: the guards first, on the raw head; only what passes reaches the routes. */
export function createListener({ fetch, policy, ids, log, ready }: ListenerDeps): RequestListener {
  // The adapter's light Request and Response take the globals' place: with the platform's own a reply costs thrice.
  const routes = getRequestListener(fetch)

  const shortcut =
    ready && createPostShortcut({ ready, fetch, maxBytes: policy.maxBodyBytes, tooLarge: refuseBody })

  return (request, response) => {
    const { method = '', url: target = '', rawHeaders } = request
    const verdict = checkHead({ method, target, rawHeaders }, policy)
    if (!verdict.ok) return refuse(request, response, verdict)
    const known = method === 'GET' ? ready?.get(target) : undefined
    const origin = request.headers.origin
    if (origin !== undefined && policy.otherOrigins.has(origin.toLowerCase())) allowOrigin(response, origin)
    if (known !== undefined) return sendReady(request, response, known)
    if (method === 'OPTIONS') return preflight(request, response)
    if (method === 'POST' && shortcut !== undefined && isCandlePost(request))
      return shortcut(request, response)
    void routes(request, response)
  }

  function refuseBody(request: IncomingMessage, response: ServerResponse): void {
    refuse(request, response, tooLargeBody)
  }

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const requestId = ids.requestId()
    const { method, socket } = request
    log.warn(
      { requestId, reason: refusal.reason, method, peer: socket.remoteAddress },
      'request refused by a guard',
    )
    const { status, body } = failure(refusalError(refusal))
    const bytes = Buffer.from(JSON.stringify(body))
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
      'x-request-id': requestId,
      // What is left of the body is not read, so the connection cannot be used again.
      connection: 'close',
      ...(status === 405 ? { allow: 'GET, POST' } : {}),
    })
    response.end(bytes)
  }
}

function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'origin')
}

/** Answers for configured origins; `allowOrigin` has set theirs. Others get no CORS headers, so a browser stops. */
function preflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers']
  response.writeHead(204, {
    allow: 'GET, POST',
    ...(response.hasHeader('access-control-allow-origin')
      ? {
          'access-control-allow-methods': 'GET, POST',
          ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
        }
      : {}),
  })
  response.end()
}
