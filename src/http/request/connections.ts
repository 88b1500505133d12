import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import type { Clock } from '../../effects/clock.js'
import { createAbort, linkSignals } from '../../policy/abort.js'
import type { GuardRefusal } from '../access/host-and-origin-checks.js'

/** Limits on connections, waiting requests and unread responses, so that no caller can take the memory or the turns of others. */
export interface ConnectionLimits {
  /** Maximum number of connections that are served. Further ones only get a response to /health. */
  readonly maxConnections: number
  /** Requests on one connection that may wait for the response to an earlier one. */
  readonly maxWaiting: number
  /** Total bytes of responses that callers have not read yet, across all connections. */
  readonly maxUnsentBytes: number
  /** A connection without reads for this time is closed. */
  readonly stallMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 2_048,
  maxWaiting: 32,
  maxUnsentBytes: 256_000_000,
  stallMs: 20_000,
}

export interface Connections {
  /** Counts a new connection. */
  opened(socket: Socket): void
  /** Whether a request must be checked with {@link refusalOf}. It is almost always false, which makes requests cheap. */
  readonly isCrowded: boolean
  /** Returns why a request cannot be served now, or undefined when it can. */
  refusalOf(request: IncomingMessage): GuardRefusal | undefined
  /**
   * Lets a request wait until the earlier responses of its connection are sent and read.
   * @param refuse responds to the first request above the limit. Later requests get no response.
   */
  inTurn(
    request: IncomingMessage,
    response: ServerResponse,
    go: RequestListener,
    refuse: (request: IncomingMessage, response: ServerResponse, why: GuardRefusal) => void,
  ): void
  /** Records a finished response. Its unread bytes are counted until the caller has read them. */
  answered(response: ServerResponse): void
  /**
   * Records a response that is generated while it is read.
   * @param taken number of chunks that the caller has read
   */
  streaming(response: ServerResponse, taken: () => number): void
}

/** The operating system's own buffers hold at most this many bytes. */
const NOTICEABLE_BYTES = 65_536
/** Beyond this multiple of the limit the connection is closed immediately. */
const FLOOD_FACTOR = 4

/** Whether an earlier request of the same connection has no complete response yet. */
export function isWaiting(response: ServerResponse): boolean {
  return response.socket === null
}

export function createConnections(
  clock: Pick<Clock, 'setTimer'>,
  limits: ConnectionLimits = connectionLimits,
): Connections {
  const { maxConnections, maxWaiting, maxUnsentBytes, stallMs } = limits
  let open = 0
  const beyond = new Set<Socket>()
  const waiting = new WeakMap<Socket, number>()
  /** Unread responses, with the rest at the last check. */
  const unread = new Map<ServerResponse, { readonly left: () => number; before: number }>()
  let isWatching = false

  function watch(): void {
    isWatching = unread.size > 0
    if (!isWatching) return
    clock.setTimer(stallMs, () => {
      for (const [response, entry] of unread) {
        const left = entry.left()
        if (left >= entry.before) response.destroy()
        else entry.before = left
      }
      watch()
    })
  }

  function unreadBytes(): number {
    let sum = 0
    for (const response of unread.keys()) sum += response.writableLength
    return sum
  }

  /** @param left decreases each time the caller reads */
  function follow(response: ServerResponse, left: () => number): void {
    // A response added during a check period is not judged at its end.
    unread.set(response, { left, before: isWatching ? Number.POSITIVE_INFINITY : left() })
    response.once('close', () => unread.delete(response))
    if (!isWatching) watch()
  }

  return {
    opened(socket) {
      open++
      if (open > maxConnections) beyond.add(socket)
      socket.once('close', () => {
        open--
        beyond.delete(socket)
      })
    },
    get isCrowded() {
      return beyond.size > 0 || unread.size > 0
    },
    refusalOf(request) {
      if (request.url === '/health') return undefined
      if (beyond.has(request.socket)) {
        return crowded(
          'too_many_connections',
          `${maxConnections} connections are already open. Close some, or reuse connections.`,
        )
      }
      if (unreadBytes() <= maxUnsentBytes) return undefined
      return crowded(
        'too_many_unread',
        'The client has too much unread data from earlier responses. Read it, then retry.',
      )
    },
    inTurn(request, response, go, refuse) {
      const { socket } = request
      const count = (waiting.get(socket) ?? 0) + 1
      waiting.set(socket, count)
      if (count > maxWaiting * FLOOD_FACTOR) {
        socket.destroy()
      } else if (count > maxWaiting) {
        // The response closes the connection. Nothing more needs to be read until then.
        socket.pause()
        if (count === maxWaiting + 1) response.once('socket', () => refuse(request, response, tooManyWaiting))
      } else {
        response.once('socket', () => {
          waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
          go(request, response)
        })
      }
    },
    answered(response) {
      if (response.writableLength < NOTICEABLE_BYTES || unread.has(response)) return
      follow(response, () => response.writableLength)
    },
    streaming: (response, taken) => follow(response, () => -taken()),
  }
}

const tooManyWaiting = crowded(
  'too_many_waiting',
  'Too many requests were sent on one connection before their responses were read.',
)

function crowded(reason: GuardRefusal['reason'], message: string): GuardRefusal {
  return { status: 429, reason, message }
}

/** Values that the listener passes to the routes in addition to the request. Tests that call the routes directly pass none. */
export interface RouteEnv {
  /** Aborts when the caller cancels its call while the connection stays open. */
  readonly canceled?: AbortSignal
  readonly outgoing?: unknown
}

/**
 * Returns a signal that aborts with `stopping`, or when the caller closes the connection before its response is complete. Call
 * `release` after the response.
 */
export function createCallerSignal(
  { env, req }: Context,
  stopping: AbortSignal,
): { readonly signal: AbortSignal; release(): void } {
  const { outgoing, canceled } = (env ?? {}) as RouteEnv
  // The request's own signal is one of the platform's and costs more than the rest of a call's setup.
  if (!(outgoing instanceof ServerResponse)) return linkSignals([req.raw.signal, stopping])
  const { signal, abort } = createAbort()
  const onStop = (): void => abort(stopping.reason)
  const onClose = (): void => {
    if (!outgoing.writableFinished) abort(new Error('the client closed the connection'))
  }
  const onCancel = (): void => abort(canceled?.reason)
  if (stopping.aborted) onStop()
  else stopping.addEventListener('abort', onStop, { once: true })
  if (canceled?.aborted === true) onCancel()
  else canceled?.addEventListener('abort', onCancel, { once: true })
  if (outgoing.destroyed) onClose()
  else outgoing.on('close', onClose)
  return {
    signal,
    release() {
      stopping.removeEventListener('abort', onStop)
      canceled?.removeEventListener('abort', onCancel)
      outgoing.off('close', onClose)
    },
  }
}
