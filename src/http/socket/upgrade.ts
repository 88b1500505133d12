import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { PmxError } from '../../api/envelope/errors.js'
import type { Credentials } from '../../api/models/models.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { Logger } from '../../observe/logger.js'
import { createSecretSet, type SecretSet, secretsOf } from '../../policy/secrets/secret-set.js'
import type { Tickers } from '../../streams/watch/tickers.js'
import { credentialsOf } from '../access/body-credentials.js'
import { type Access, type CallerRights, challengeOf, readAuthorization } from '../access/caller-rights.js'
import { checkHead, type GuardPolicy } from '../access/host-and-origin-checks.js'
import { maskError } from '../access/masked-error.js'
import type { Connections } from '../request/connections.js'
import { firstOf } from '../response/ready-responses.js'
import { createGathering } from './gathered-writes.js'
import { createOutbox, type Pipe } from './outbox.js'
import { createSession, toSocketError } from './session.js'
import type { SocketCounts } from './socket-counters.js'
import { writeText } from './text-frame.js'

const PATH = '/ws'
/** Characters of a `User-Agent` that distinguish clients. */
const MAX_CLIENT_LENGTH = 200
/** Close codes: RFC 6455, 7.4.1. */
const GOING_AWAY = 1001
const POLICY = 1008
/** A client that does not close in return is disconnected after this time. */
const GOODBYE_MS = 100

export interface SocketServerDeps {
  readonly dispatcher: Pick<Dispatcher, 'watch'>
  readonly tickers: Pick<Tickers, 'watch'> | undefined
  readonly access: Access
  readonly policy: GuardPolicy
  readonly connections: Pick<Connections, 'isCrowded' | 'refusalOf'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly secrets: Pick<SecretSet, 'mask' | 'findIn'>
  readonly counts: SocketCounts
}

/** The WebSocket server, behind the same guards as calls. `ws` is loaded at the first upgrade. */
export interface SocketServer {
  readonly onUpgrade: (this: Server, request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Closes every socket with a close frame. */
  close(): void
}

export function createSocketServer(deps: SocketServerDeps): SocketServer {
  const { access, policy, clock, counts, log, ids } = deps
  const open = new Set<WebSocket>()
  const gather = createGathering()
  /** Sockets that have been seen before. A connection may offer another protocol with each of its requests. */
  const heardOut = new WeakSet<Duplex>()
  let server: Promise<WebSocketServer> | undefined
  let isClosing = false

  function loadServer(): Promise<WebSocketServer> {
    server ??= import('ws').then(
      ({ WebSocketServer }) =>
        new WebSocketServer({
          noServer: true,
          clientTracking: false,
          perMessageDeflate: false,
          maxPayload: policy.maxBodyBytes,
        }),
    )
    server.catch(() => {
      server = undefined
    })
    return server
  }

  function admit(request: IncomingMessage, socket: Duplex): CallerRights | undefined {
    const { method = '', url: target = '', rawHeaders } = request
    const verdict = checkHead({ method, target, rawHeaders }, policy)
    const crowded = deps.connections.isCrowded ? deps.connections.refusalOf(request) : undefined
    const refusal = verdict.ok ? crowded : verdict
    if (refusal !== undefined) {
      log.warn(
        { requestId: ids.requestId(), reason: refusal.reason, method, peer: request.socket.remoteAddress },
        'request refused by access control',
      )
      refuse(socket, `${refusal.status} ${reasonOf[refusal.status] ?? 'Refused'}`)
      return undefined
    }
    const [path, search = ''] = target.split('?')
    if (path !== PATH) {
      refuse(socket, '404 Not Found')
      return undefined
    }
    const query = new URLSearchParams(search)
    const [token, authorization] = readAuthorization((name) => firstOf(request.headers[name]))
    const key = query.get('apiKey')
    const asBearer = key === null ? undefined : `Bearer ${key}`
    try {
      return access.identify(token ?? query.get('token') ?? undefined, authorization ?? asBearer)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      refuse(socket, '401 Unauthorized', `www-authenticate: ${challengeOf(error)}`)
      return undefined
    }
  }

  function welcome(socket: WebSocket, raw: Duplex, request: IncomingMessage, caller: CallerRights): void {
    open.add(socket)
    counts.open++
    const pipe: Pipe = {
      send(parts, sent) {
        // Nothing may follow the close frame.
        if (socket.readyState !== socket.OPEN) return
        gather(raw)
        writeText(raw, parts, sent)
      },
      get bufferedBytes() {
        return raw.writableLength
      },
      refuse(reason) {
        socket.close(POLICY, reason)
        cutLater(socket)
      },
    }
    const session = createSession({
      dispatcher: deps.dispatcher,
      tickers: deps.tickers,
      clock,
      counts,
      caller,
      client: request.headers['user-agent']?.slice(0, MAX_CLIENT_LENGTH) ?? '',
      outbox: createOutbox(pipe, clock, counts),
      explain,
    })
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) socket.close(1003, 'frames must be JSON text')
      else session.receive(data.toString('utf8'))
    })
    // A client that ends without a close frame may leave pending data unread, which would hold the socket open.
    raw.once('end', () => cutLater(socket))
    // The close event reports errors too.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      counts.open--
      session.close()
    })
    if (isClosing) leave(socket)
  }

  function explain(error: unknown, body: object) {
    const own = createSecretSet()
    for (const secret of secretsOf('request', { ...readableCredentials(body) })) own.add(secret)
    const masked = maskError(maskError(error, own), deps.secrets)
    if (masked instanceof PmxError) return toSocketError(masked)
    log.error({ error: masked instanceof Error ? (masked.stack ?? masked.message) : String(masked) }, 'bug')
    return { message: 'Internal error', code: 'INTERNAL_ERROR' }
  }

  function cutLater(socket: WebSocket): void {
    clock.setTimer(GOODBYE_MS, () => socket.terminate())
  }

  function leave(socket: WebSocket): void {
    socket.close(GOING_AWAY, 'the daemon is shutting down')
    cutLater(socket)
  }

  return {
    onUpgrade(request, socket, head) {
      if (!heardOut.has(socket)) socket.on('error', () => socket.destroy())
      heardOut.add(socket)
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        asPlainRequest(this, request, socket, head)
        return
      }
      const caller = admit(request, socket)
      if (caller === undefined) return
      loadServer().then(
        (ready) =>
          ready.handleUpgrade(request, socket, head, (made) => welcome(made, socket, request, caller)),
        () => refuse(socket, '503 Service Unavailable'),
      )
    },
    close() {
      isClosing = true
      for (const socket of open) leave(socket)
    },
  }
}

/** Returns a frame's credentials, or undefined if they cannot be read. Unreadable credentials were not passed on. */
function readableCredentials(body: object): Credentials | undefined {
  try {
    return credentialsOf(body)
  } catch {
    return undefined
  }
}

const reasonOf: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
}

function refuse(socket: Duplex, status: string, ...more: readonly string[]): void {
  const head = [`HTTP/1.1 ${status}`, 'connection: close', 'content-length: 0', ...more]
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}

const upgradeHeaders = new Set(['upgrade', 'connection', 'http2-settings'])

/** Handles a request with a refused protocol offer as if it had no offer. Java's client sends such an offer with each request. */
function asPlainRequest(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = '', url = '', httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!upgradeHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
