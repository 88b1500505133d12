import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { WatchMethod } from '../../core/watch/subscriptions.js'
import type { FailureFacts } from '../output/failure.js'

/** What is to be watched, in the words of the API. */
export interface WatchRequest {
  readonly method: WatchMethod
  /** Positional; `null` leaves one out. */
  readonly args: readonly unknown[]
}

/** Something new: a whole book, or the trades since the last ones. */
export interface WatchedUpdate {
  readonly method: WatchMethod
  /** The outcome as it was named. */
  readonly symbol: string
  readonly data: unknown
}

/**
 * Watches all of the wishes until the signal, or until one of them ends.
 * @returns why it has ended; undefined after the signal
 * @throws CommandFailed when nobody answers, or who does goes away
 */
export type WatchUntil = (
  venue: VenueId,
  wishes: readonly WatchRequest[],
  onNews: (news: WatchedUpdate) => void,
  signal: AbortSignal,
) => Promise<FailureFacts | undefined>
