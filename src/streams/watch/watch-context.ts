import type { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { PushedTrades, StreamKind, StreamSource } from '../../venue-kit/contract/stream-source.js'
import type { LiveBookRegistry } from '../books/live-books.js'
import type { Readers, WatchTarget } from '../books/watch-target.js'
import type { StreamConnection } from '../connection/stream-connection.js'
import type { StreamCounters } from '../connection/stream-counters.js'

/** What the house lends to what is watched in it. */
export interface WatchContext {
  readonly clock: Clock
  /** Now by the clock of the venue, epoch ms: as its trades are dated. */
  venueNow(venue: VenueId): number
  readonly readers: Readers
  readonly counters: StreamCounters
  /** Told of what sockets bring, in the terms of the target's outcome. */
  readonly onBook: ((target: WatchTarget, book: OrderBook) => void) | undefined
  readonly onTrades: ((target: WatchTarget, told: PushedTrades) => void) | undefined
  readonly live: LiveBookRegistry
  lineOf(target: WatchTarget, source: StreamSource): StreamConnection
  dropIfIdle(target: WatchTarget, line: StreamConnection): void
  /**
   * Polls at the venue's pace. @returns what stops it
   * @param fail told when it has ended for want of an answer
   */
  poll(
    target: WatchTarget,
    kind: StreamKind,
    work: () => Promise<void>,
    fail: (error: PmxError) => void,
  ): () => void
}
