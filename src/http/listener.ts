import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { toFailure } from '../api/envelope/envelope.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import type { Logger } from '../observe/logger.js'
import type { Traffic } from '../observe/traffic.js'
import {
  checkHead,
  describeAccepted,
  type GuardPolicy,
  type GuardRefusal,
  isJson,
  tooLargeBody,
} from './access/host-and-origin-checks.js'
import { toRefusalError } from './access/refusal-body.js'
import { methodsAt, serverMethods } from './access/served-methods.js'
import { type Connections, isWaiting, type RouteEnv } from './request/connections.js'
import { createReadyNote, type RequestLog } from './request/request-log.js'
import { compressReply, takesGzip } from './response/compression.js'
import { createPostShortcut } from './response/post-shortcut.js'
import type { ReadyPages } from './response/ready-pages.js'
import type { ReadyAnswer, ReadyResponses } from './response/ready-responses.js'
import { sendReady } from './response/ready-responses.js'
import { StreamedReply, sendStreamed } from './response/streamed-response.js'
import type { SocketServer } from './socket/upgrade.js'

export interface ListenerDeps {
  readonly fetch: (request: Request, env?: RouteEnv) => Response | Promise<Response>
  readonly policy: GuardPolicy
  readonly ids: Ids
  readonly log: Logger
  readonly readyResponses: ReadyResponses
  readonly pages: Pick<ReadyPages, 'find'>
  readonly connections: Connections
  readonly clock: Pick<Clock, 'monotonic'>
  readonly traffic: Traffic
  /** Called for each connection. */
  readonly arrived?: () => void
  /** Counts cached responses. */
  readonly requests: Pick<RequestLog, 'ready'>
  /** Opens sockets. If absent, no socket is opened. */
  readonly sockets?: SocketServer
}

/** Handlers for a server's events. */
export interface ConnectionListener {
  readonly onRequest: RequestListener
  readonly onConnection: (socket: Socket) => void
  /** Handles a request with an `Expect` header that is not supported. */
  readonly onExpectation: RequestListener
  /** Whether a response is being written on a connection. */
  readonly isAnswering: (socket: Duplex) => boolean
  /** Handles a request for another protocol. */
  readonly onUpgrade?: SocketServer['onUpgrade']
}

/** Creates the server's listener. The guards check the raw head first, and only accepted requests reach the routes. */
export function createListener({
  fetch,
  policy,
  ids,
  log,
  readyResponses,
  pages,
  connections,
  clock,
  traffic,
  arrived,
  requests,
  sockets,
}: ListenerDeps): ConnectionListener {
  // The adapter's light Request and Response replace the globals: a response with the platform's own costs three times as much.
  const routes = getRequestListener(async (request, { outgoing }) => {
    const reply = await fetch(request, { outgoing })
    const takes = takesGzip(request.headers.get('accept-encoding') ?? undefined)
    if (!(reply instanceof StreamedReply && outgoing instanceof ServerResponse))
      return takes && request.method !== 'HEAD' ? compressReply(reply) : reply
    await stream(reply, outgoing, takes)
    return RESPONSE_ALREADY_SENT
  })
  const answering = new WeakMap<Duplex, ServerResponse>()
  /** A connection is passed again with each request on it that offered another protocol (`socket/upgrade.ts`). */
  const connected = new WeakSet<Socket>()
  const hasOtherOrigins = policy.otherOrigins.size > 0

  const { answered } = connections
  const noteReady = createReadyNote({ log: requests, traffic, clock })
  const shortcut = createPostShortcut({
    readyResponses,
    fetch,
    maxBytes: policy.maxBodyBytes,
    tooLarge: refuseBody,
    answered,
    clock,
    noteReady,
  })

  const answer: RequestListener = (request, response) => {
    const begunAt = clock.monotonic()
    const { method = '', url: target = '', rawHeaders } = request
    const verdict = checkHead({ method, target, rawHeaders }, policy)
    if (!verdict.ok) return refuse(request, response, verdict)
    const crowded = connections.isCrowded ? connections.refusalOf(request) : undefined
    if (crowded !== undefined) return refuse(request, response, crowded)
    if (hasOtherOrigins) tellOrigin(response, request.headers.origin)
    const isKept = readyResponses.holds(target)
    const isRead = method === 'GET' || method === 'HEAD'
    const known = isRead ? found(isKept, request, response) : undefined
    if (known !== undefined) {
      sendReady(request, response, known)
      noteReady(request, begunAt)
      return answered(response)
    }
    // A page of a configured origin gets the 404 of the path itself.
    const isPreflight = method === 'OPTIONS' && response.hasHeader('access-control-allow-origin')
    if (isPreflight || (method === 'OPTIONS' && (target === '*' || methodsAt(target) !== undefined)))
      return preflight(request, response)
    answering.set(request.socket, response)
    if (isKept && method === 'POST' && isJson(request.headers['content-type']))
      return shortcut(request, response)
    void routes(request, response).then(() => answered(response))
  }

  function found(
    isKept: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): ReadyAnswer | undefined {
    return isKept ? readyResponses.find(request.url ?? '', request) : pages.find(request, response)
  }

  const lastReplies = new WeakMap<Duplex, ServerResponse>()

  const onRequest: RequestListener = (request, response) => {
    lastReplies.set(request.socket, response)
    if (isWaiting(response)) connections.inTurn(request, response, answer, refuse)
    else answer(request, response)
  }

  async function stream(reply: StreamedReply, response: ServerResponse, takes: boolean): Promise<void> {
    let taken = 0
    connections.streaming(response, () => taken)
    try {
      await sendStreamed(reply, response, () => taken++, takes)
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE') return
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'a response was cut off')
    }
  }

  function tellOrigin(response: ServerResponse, origin: string | undefined): void {
    response.setHeader('vary', 'origin')
    if (origin === undefined || !policy.otherOrigins.has(origin.toLowerCase())) return
    response.setHeader('access-control-allow-origin', origin)
    // All of them: calls of pages carry no cookies here, so the asterisk is valid.
    response.setHeader('access-control-expose-headers', '*')
  }

  function refuseBody(request: IncomingMessage, response: ServerResponse): void {
    refuse(request, response, tooLargeBody)
  }

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: GuardRefusal): void {
    const requestId = ids.requestId()
    const { method, socket } = request
    traffic.refused(refusal.reason)
    log.warn(
      { requestId, reason: refusal.reason, method, peer: socket.remoteAddress },
      'request refused by access control',
    )
    const { status, body } = toFailure(toRefusalError(refusal))
    const bytes = Buffer.from(JSON.stringify(body))
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
      'x-request-id': requestId,
      // The rest of the body is not read, so the connection cannot be used again.
      connection: 'close',
      ...describeAccepted(status, refusal.reason),
      ...(status === 405 ? { allow: (methodsAt(request.url ?? '') ?? []).join(', ') } : {}),
      ...(status === 429 ? { 'retry-after': '1' } : {}),
    })
    response.end(bytes)
  }

  return {
    onRequest,
    onConnection(socket) {
      if (connected.has(socket)) return
      connected.add(socket)
      arrived?.()
      connections.opened(socket)
      traffic.connected(socket)
    },
    onExpectation: (request, response) =>
      refuse(request, response, {
        status: 417,
        reason: 'expectation',
        message: 'The only supported Expect header is 100-continue.',
      }),
    ...(sockets === undefined
      ? {}
      : {
          onUpgrade(request, socket, head) {
            const before = lastReplies.get(socket)
            const begin = (): void => {
              if (!socket.destroyed) sockets.onUpgrade.call(this, request, socket, head)
            }
            // The connection is busy while an earlier request on it is served: later requests would wait forever.
            if (before === undefined || before.closed) begin()
            else before.once('close', begin)
          },
        }),
    isAnswering(socket) {
      const response = answering.get(socket)
      return response?.headersSent === true && !response.writableEnded
    },
  }
}

/**
 * Responds to a preflight request from a configured origin, whose headers `tellOrigin` has set. Others get no CORS headers, so
 * the browser blocks the call.
 */
function preflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers']
  const served = request.url === '*' ? serverMethods : methodsAt(request.url ?? '')
  response.writeHead(204, {
    ...(served === undefined ? {} : { allow: served.join(', ') }),
    ...(response.hasHeader('access-control-allow-origin')
      ? {
          'access-control-allow-methods': (served ?? serverMethods).join(', '),
          ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
        }
      : {}),
  })
  response.end()
}
