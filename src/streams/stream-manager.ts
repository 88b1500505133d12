import type { PmxError } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { OrderBook } from '../api/models/models.js'
import type { Clock } from '../effects/clock.js'
import type { Random } from '../effects/random.js'
import type { Logger } from '../observe/logger.js'
import type { OpenSocket, SocketEvents } from '../transport/socket.js'
import { holderOf, noSecrets, type Secrets } from '../venue-kit/contract/account-secrets.js'
import type { PushedTrades, StreamKind, StreamSource } from '../venue-kit/contract/stream-source.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { createLiveBooks, type LiveBooks } from './books/live-books.js'
import type { SharedBook } from './books/outcome-book.js'
import { connectionKeyOf, locateStream, type Readers, type WatchTarget } from './books/watch-target.js'
import type { FeedListener } from './connection/shared-stream.js'
import { createStreamConnection, type StreamConnection } from './connection/stream-connection.js'
import { createStreamCounters, type StreamCounters } from './connection/stream-counters.js'
import type { StreamLoad } from './connection/stream-load.js'
import { createEntries, type TopicEntry } from './connection/topic-entries.js'
import { endWhenClosed, markOfBook } from './watch/closed-markets.js'
import { createPoller, type Poller } from './watch/polling.js'
import type { TradeUpdate } from './watch/trade-updates.js'
import type { WatchContext } from './watch/watch-context.js'
import { watchPolledBook, watchStreamedBook } from './watch/watched-books.js'
import { watchPolledTrades, watchStreamedTrades } from './watch/watched-trades.js'

/** A socket that the venue refuses permanently is retried after this time. */
const FINAL_MS = 10 * 60_000

/** A watched topic and its view. */
export interface WatchedTopic<Item> {
  /** Whether the view is the items' complement: see `SharedBook.show` and `seenBy`. */
  readonly isMirrored: boolean
  /** Whether one of the venue's sockets delivers it. Otherwise it is polled. */
  readonly isStreamed: boolean
  /** The newest item, as long as it is reliable. */
  readonly current: Item | undefined
  stop(): void
}

/** All watched topics. Each topic is shared by its watchers. */
export interface StreamManager {
  book(target: WatchTarget, listener: FeedListener<SharedBook>): WatchedTopic<SharedBook>
  trades(target: WatchTarget, listener: FeedListener<TradeUpdate>): WatchedTopic<TradeUpdate>
  readonly counters: StreamCounters
  readonly live: LiveBooks
  /** Returns sockets, their topics, and polled topics by venue. */
  status(): Readonly<Record<string, StreamLoad>>
  close(): void
}

export interface StreamManagerDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly readers: Readers
  /** Returns the current time of the venue's clock, epoch ms. This machine's time by default. */
  readonly venueNow?: (venue: VenueId) => number
  /** Opens a socket to a venue after a fresh handshake. @throws the error of either */
  openSocket(venue: Venue, source: StreamSource, secrets: Secrets, events: SocketEvents): Promise<OpenSocket>
  /** Returns the calls per second that the venue's limits allow. */
  ratePerSecond(venue: VenueId): number
  /** Called with every book from a socket, expressed for the outcome that was requested first. */
  readonly onBook?: (target: WatchTarget, book: OrderBook) => void
  readonly onTrades?: (target: WatchTarget, told: PushedTrades) => void
}

interface Source<Item> extends TopicEntry<Item> {
  readonly isStreamed: boolean
}

export function createStreamManager(deps: StreamManagerDeps): StreamManager {
  const { clock, readers, onBook, onTrades, venueNow = () => clock.now() } = deps
  const counters = createStreamCounters()
  const live = createLiveBooks()
  const entries = createEntries(clock)
  const lines = new Map<string, StreamConnection>()
  const pollers = new Map<string, Poller>()
  const polled = new Map<VenueId, number>()
  /** Connections that venues refuse, with the end of the pause (monotonic ms). */
  const refused = new Map<string, number>()
  let isClosed = false

  function lineOf(target: WatchTarget, source: StreamSource): StreamConnection {
    const { venue } = target
    const name = lineName(target)
    const known = lines.get(name)
    if (known !== undefined) return known
    const secrets = source.needs === undefined ? noSecrets : target.secrets
    const line = createStreamConnection({
      ...deps,
      source,
      counts: counters.of(venue.id),
      open: (events) => deps.openSocket(venue, source, secrets, events),
      onFinal({ reason }) {
        deps.log.warn(
          { venue: venue.id, reason },
          'a venue refuses to open a socket, so watched topics are polled',
        )
        refused.set(name, clock.monotonic() + FINAL_MS)
        lines.delete(name)
      },
    })
    lines.set(name, line)
    return line
  }

  function pollerOf({ venue, secrets }: WatchTarget, kind: StreamKind): Poller {
    const name = `${venue.id} ${holderOf(secrets)} ${kind}`
    const known = pollers.get(name)
    if (known !== undefined) return known
    const { book } = venue
    const isJoined = kind === 'book' && book?.fetchMany !== undefined && book.manyAt !== undefined
    const poller = createPoller({
      clock,
      ratePerSecond: () => deps.ratePerSecond(venue.id),
      jobsACall: isJoined ? (book.mostBooksACall ?? 20) : 1,
    })
    pollers.set(name, poller)
    return poller
  }

  function poll(
    target: WatchTarget,
    kind: StreamKind,
    work: () => Promise<void>,
    fail: (error: PmxError) => void,
    isKnown = false,
  ) {
    const { id } = target.venue
    polled.set(id, (polled.get(id) ?? 0) + 1)
    let isOver = false
    const over = (): void => {
      if (!isOver) polled.set(id, (polled.get(id) ?? 1) - 1)
      isOver = true
    }
    const stop = pollerOf(target, kind).add({
      isKnown,
      poll() {
        counters.of(id).polls++
        return work()
      },
      fail(error) {
        over()
        fail(error)
      },
    })
    return () => {
      over()
      stop()
    }
  }

  function dropIfIdle(target: WatchTarget, line: StreamConnection): void {
    if (line.topics > 0) return
    line.close()
    if (lines.get(lineName(target)) === line) lines.delete(lineName(target))
  }

  /** Returns the locator on a socket, unless the venue recently refused to open one. */
  function streamed(target: WatchTarget, kind: StreamKind) {
    const { stream } = target.venue
    const until = refused.get(lineName(target)) ?? Number.NEGATIVE_INFINITY
    if (stream === undefined || clock.monotonic() < until) return undefined
    const place = locateStream(target, kind)
    return place && { stream, place, name: `${kind} by ${lineName(target)} ${place.key}` }
  }

  function watched<Item>(
    entry: Source<Item>,
    isMirrored: boolean,
    listener: FeedListener<Item>,
  ): WatchedTopic<Item> {
    const stop = entry.feed.listen(listener)
    return {
      isMirrored,
      isStreamed: entry.isStreamed,
      get current() {
        return entry.feed.current
      },
      stop,
    }
  }

  const desk: WatchContext = {
    clock,
    venueNow,
    readers,
    counters,
    onBook,
    onTrades,
    live,
    lineOf,
    dropIfIdle,
    poll,
  }

  const polledName = (kind: StreamKind, { venue, located, secrets }: WatchTarget): string =>
    `${kind} of ${venue.id} ${holderOf(secrets)} ${located.outcomeId}`

  return {
    counters,
    live,
    book(target, listener) {
      const by = streamed(target, 'book')
      if (by === undefined) {
        const entry = entries.of<SharedBook, Source<SharedBook>>(polledName('book', target), (feed) =>
          endWhenClosed(desk, target, feed, markOfBook, watchPolledBook(desk, target, feed)),
        )
        return watched(entry, false, listener)
      }
      const entry = entries.of<SharedBook, Source<SharedBook>>(by.name, (feed) =>
        endWhenClosed(
          desk,
          target,
          feed,
          markOfBook,
          watchStreamedBook(desk, target, by.stream, by.place, feed),
        ),
      )
      return watched(entry, by.place.mirrored, listener)
    },
    trades(target, listener) {
      const by = streamed(target, 'trades')
      if (by === undefined) {
        const name = polledName('trades', target)
        const entry = entries.of<TradeUpdate, Source<TradeUpdate>>(name, (feed) =>
          endWhenClosed(desk, target, feed, (news) => news, watchPolledTrades(desk, target, feed)),
        )
        return watched(entry, false, listener)
      }
      const entry = entries.of<TradeUpdate, Source<TradeUpdate>>(by.name, (feed) =>
        endWhenClosed(
          desk,
          target,
          feed,
          (news) => news,
          watchStreamedTrades(desk, target, by.stream, by.place, feed),
        ),
      )
      return watched(entry, by.place.mirrored, listener)
    },
    status() {
      const rows: Record<string, { sockets: number; topics: number; polled: number }> = {}
      const rowOf = (venue: string) => {
        rows[venue] ??= { sockets: 0, topics: 0, polled: 0 }
        return rows[venue]
      }
      for (const [name, line] of lines) {
        const row = rowOf(name.split(' ')[0] ?? name)
        row.sockets += line.connections
        row.topics += line.topics
      }
      for (const [venue, count] of polled) if (count > 0) rowOf(venue).polled = count
      return rows
    },
    close() {
      if (isClosed) return
      isClosed = true
      entries.close()
      for (const line of lines.values()) line.close()
      for (const poller of pollers.values()) poller.close()
    },
  }
}

function lineName(target: WatchTarget): string {
  return `${target.venue.id} ${connectionKeyOf(target)}`
}
