import type { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { PushedTrades, StreamKind, StreamSource } from '../../venue-kit/contract/stream-source.js'
import type { LiveBookRegistry } from '../books/live-books.js'
import type { Readers, WatchTarget } from '../books/watch-target.js'
import type { StreamConnection } from '../connection/stream-connection.js'
import type { StreamCounters } from '../connection/stream-counters.js'

/** The services that watched topics share. */
export interface WatchContext {
  readonly clock: Clock
  /** Returns the current time of the venue's clock, epoch ms, which dates its trades. */
  venueNow(venue: VenueId): number
  readonly readers: Readers
  readonly counters: StreamCounters
  /** Called with books from sockets, expressed for the target outcome. */
  readonly onBook: ((target: WatchTarget, book: OrderBook) => void) | undefined
  readonly onTrades: ((target: WatchTarget, told: PushedTrades) => void) | undefined
  readonly live: LiveBookRegistry
  lineOf(target: WatchTarget, source: StreamSource): StreamConnection
  dropIfIdle(target: WatchTarget, line: StreamConnection): void
  /**
   * Polls at the venue's rate. @returns a function that stops it
   * @param fail called when polling has ended because it got no response
   * @param isKnown whether the watchers had the data before, so that one refusal does not end polling
   */
  poll(
    target: WatchTarget,
    kind: StreamKind,
    work: () => Promise<void>,
    fail: (error: PmxError) => void,
    isKnown?: boolean,
  ): () => void
}
