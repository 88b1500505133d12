import type { SourceId } from '../api/envelope/source-ids.js'
import type { ProxyUse } from './proxy.js'

/** Which socket of a venue it is, by the names that its `hosts.ts` and its handshake give. */
export interface SocketEndpoint {
  readonly venue: SourceId
  readonly host: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
}

/** Where a socket is opened, and with which words. */
export interface SocketCall {
  /** Absent for a socket that is no venue's. */
  readonly place?: SocketEndpoint
  /** A `ws:` or `wss:` address. */
  readonly url: URL
  /** Sent with the opening request, and into nothing that is written. */
  readonly secretHeaders: Readonly<Record<string, string>>
  readonly proxy?: ProxyUse | undefined
  /** Most bytes of one message. */
  readonly maxBytes: number
  /** Time the opening may take, ms. */
  readonly timeoutMs: number
}

/** Why a socket ended. */
export interface SocketEnd {
  /** Close code; 1006 where there was none. */
  readonly code: number
  /** In words for a log; holds no address with its query. */
  readonly reason: string
  /** The venue's status where it did not let the socket be opened. */
  readonly status?: number
}

/** Told in the order of what happens; nothing after `closed`. */
export interface SocketEvents {
  opened(): void
  /** One whole text message. */
  text(message: string): void
  /** A ping or a pong of the protocol has come. */
  alive(): void
  closed(end: SocketEnd): void
}

export interface OpenSocket {
  /** Nothing happens once it is closed. */
  send(message: string): void
  /** A ping of the protocol. */
  ping(): void
  /** Ends it at once; `closed` is told. */
  cut(reason: string): void
}

/** Sockets to venues: over the network, or what a test or a recording has in its place. */
export interface SocketWire {
  open(call: SocketCall, events: SocketEvents): OpenSocket
}
