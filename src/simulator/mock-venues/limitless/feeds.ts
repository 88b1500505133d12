import type { MockContext } from '../../mock-kit/mock-venue.js'

/** What a subscription of the socket tells: an event by name, and its payload. */
export type SocketEvent = readonly [name: string, payload: unknown]

/** A subscription; the connection looks for its news. */
export interface Feed {
  readonly tick: (now: MockContext) => readonly SocketEvent[]
}
