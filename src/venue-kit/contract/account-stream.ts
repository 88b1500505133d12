import type { OwnKind } from './account-rows.js'
import type { Frames, KeepAlive, StreamHandshake, StreamMessage } from './stream-source.js'
import type { VenueContext } from './venue-context.js'

/**
 * A venue's user channel, as facts: where it is, how a connection proves whose it is, how its frames are read. When to
 * connect, ping, give up, read the lists after an outage and poll is `src/streams/own`, the same for all venues. Each
 * connection belongs to one holder of credentials.
 */
export interface OwnStreamSource {
  /** The name that the venue's `hosts.ts` gives to a `wss:` address. */
  readonly host: string
  /** What it brings; the rest is polled. */
  readonly brings: readonly OwnKind[]
  readonly pulse: KeepAlive
  /** The venue acknowledges no subscription: a connection that stays open is taken to be subscribed. */
  readonly isUnacknowledged?: true
  /**
   * Prepares a connection, with a fresh proof for each.
   * @throws AUTHENTICATION_ERROR for credentials that cannot be used, and what stands in the way to the venue
   */
  open(ctx: VenueContext): Promise<OwnOpening>
}

interface OwnOpening {
  readonly handshake: StreamHandshake
  readonly speech: AccountProtocol
}

/** The conversation of one connection. */
export interface AccountProtocol {
  /** Proves whose it is, where that is sent on the socket, and subscribes to everything of the account. */
  begin(): Frames
  /**
   * Reads one text frame. `ready` means that the subscription stands.
   * @param now epoch ms
   * @throws whatever: a frame that cannot be read ends the connection, and the lists are read after the next opening
   */
  read(frame: string, now: number): readonly OwnMessage[]
}

export type OwnMessage = Extract<StreamMessage, { kind: 'ready' | 'send' | 'own' | 'failed' }>
