import type { OwnKind } from './account-rows.js'
import type { Frames, KeepAlive, StreamHandshake, StreamMessage } from './stream-source.js'
import type { VenueContext } from './venue-context.js'

/**
 * Facts about a venue's user channel: where it is, how a connection authenticates, and how its frames are read.
 * `src/streams/account` decides for all venues when to connect, ping, give up, poll and read the lists after an outage. Each
 * connection belongs to one holder of credentials.
 */
export interface OwnStreamSource {
  /** The name that the venue's `hosts.ts` gives to a `wss:` address. */
  readonly host: string
  /** Kinds that the channel reports. The rest is polled. */
  readonly brings: readonly OwnKind[]
  readonly pulse: KeepAlive
  /** Whether the venue does not acknowledge subscriptions, so that a connection that stays open counts as subscribed. */
  readonly isUnacknowledged?: true
  /**
   * Prepares a connection, with a new signature each time.
   * @throws AUTHENTICATION_ERROR for credentials that cannot be used, and connection errors of the venue
   */
  open(ctx: VenueContext): Promise<OwnOpening>
}

interface OwnOpening {
  readonly handshake: StreamHandshake
  readonly protocol: AccountProtocol
}

/** The protocol of one connection. */
export interface AccountProtocol {
  /** Authenticates, if that happens on the socket, and subscribes to all of the account's data. */
  begin(): Frames
  /**
   * Reads one text frame. `ready` means that the subscription is active.
   * @param now epoch ms
   * @throws any error: a frame that cannot be read ends the connection, and the lists are read after the next opening
   */
  read(frame: string, now: number): readonly OwnMessage[]
}

export type OwnMessage = Extract<StreamMessage, { kind: 'ready' | 'send' | 'own' | 'failed' }>
