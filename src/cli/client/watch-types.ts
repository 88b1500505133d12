import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { WatchMethod } from '../../core/watch/subscriptions.js'
import type { FailureFacts } from '../output/failure.js'

/** A subscription request. */
export interface WatchRequest {
  readonly method: WatchMethod
  /** Positional arguments. `null` omits one. */
  readonly args: readonly unknown[]
}

/** An update: a full order book, or the trades since the last update. */
export interface WatchedUpdate {
  readonly method: WatchMethod
  /** The outcome as named in the request. */
  readonly symbol: string
  readonly data: unknown
}

/**
 * Watches all subscriptions until the signal, or until one of them ends.
 * @returns the reason of the end, or undefined after the signal
 * @throws CommandFailed without a daemon, or when the daemon disconnects
 */
export type WatchUntil = (
  venue: VenueId,
  wishes: readonly WatchRequest[],
  onNews: (news: WatchedUpdate) => void,
  signal: AbortSignal,
) => Promise<FailureFacts | undefined>
