import type { MockContext } from '../../mock-kit/mock-venue.js'

/** A message of a socket subscription: the name of an event, and its payload. */
export type SocketEvent = readonly [name: string, payload: unknown]

/** A subscription; the connection polls it for updates. */
export interface Feed {
  readonly tick: (now: MockContext) => readonly SocketEvent[]
}
