import type { SourceId } from '../api/envelope/source-ids.js'
import type { ProxyUse } from './proxy.js'

/** Identifies a venue's socket by the names in its `hosts.ts` and its handshake. */
export interface SocketEndpoint {
  readonly venue: SourceId
  readonly host: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
}

/** The address and the handshake of a socket. */
export interface SocketCall {
  /** Absent for a socket that does not belong to a venue. */
  readonly place?: SocketEndpoint
  /** A `ws:` or `wss:` address. */
  readonly url: URL
  /** Sent with the opening request, and never logged or stored. */
  readonly secretHeaders: Readonly<Record<string, string>>
  readonly proxy?: ProxyUse | undefined
  /** Maximum size of a message, bytes. */
  readonly maxBytes: number
  /** Time limit for opening the socket, ms. */
  readonly timeoutMs: number
}

/** Why a socket ended. */
export interface SocketEnd {
  /** Close code, 1006 without a close frame. */
  readonly code: number
  /** Text for logs, without an address's query. */
  readonly reason: string
  /** The venue's status, if it refused the opening request. */
  readonly status?: number
}

/** Called in the order of events, never after `closed`. */
export interface SocketEvents {
  opened(): void
  /** Called with each complete text message. */
  text(message: string): void
  /** Called after a protocol ping or pong. */
  alive(): void
  closed(end: SocketEnd): void
}

export interface OpenSocket {
  /** Has no effect after the end. */
  send(message: string): void
  /** Sends a protocol ping. */
  ping(): void
  /** Ends it immediately and calls `closed`. */
  cut(reason: string): void
}

/** Opens sockets to venues: over the network, or in a test or a recording. */
export interface SocketWire {
  open(call: SocketCall, events: SocketEvents): OpenSocket
}
