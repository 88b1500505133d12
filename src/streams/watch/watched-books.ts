import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { StreamLocator, StreamSource } from '../../venue-kit/contract/stream-source.js'
import { complementBook, createSharedBook, type SharedBook } from '../books/outcome-book.js'
import { createStreamedBook } from '../books/streamed-book.js'
import type { WatchTarget } from '../books/watch-target.js'
import type { SharedStream } from '../connection/shared-stream.js'
import type { TopicSink } from '../connection/stream-connection.js'
import type { WatchContext } from './watch-context.js'

/** A book that gets no update from the socket for this time is polled until the socket delivers it. */
const HELP_AFTER_MS = 5_000

/** Publishes numbered books, none of them twice, and marks those that no socket confirms. */
function bookTeller({ counters, clock }: WatchContext, venue: VenueId, feed: SharedStream<SharedBook>) {
  let number = 0
  let levels = ''
  /** The socket's newest book, until one is read. */
  let last: { readonly book: OrderBook; readonly at: number } | undefined
  return {
    /** Publishes a book from the socket, which is the venue's current one. */
    pushed(book: OrderBook): void {
      last = { book, at: clock.now() }
      counters.of(venue).books++
      feed.publish(createSharedBook(++number, book))
    },
    /** Publishes a book that was read, if it has changed. */
    polled(book: OrderBook): void {
      last = undefined
      const now = JSON.stringify([book.bids, book.asks])
      const isKnown = now === levels && feed.current !== undefined
      levels = now
      const shown = withState(book, 'polled', clock.now())
      if (isKnown) feed.renew(createSharedBook(number, shown))
      else {
        counters.of(venue).books++
        feed.publish(createSharedBook(++number, shown))
      }
    },
    /** Stops, so that a dropped book is not marked as out of date. */
    close(): void {
      last = undefined
    },
    /** Marks the last book as possibly out of date. */
    doubt(): void {
      levels = ''
      const before = last
      last = undefined
      if (before === undefined) feed.markUnreliable()
      else feed.markUnreliable(createSharedBook(++number, withState(before.book, 'resyncing', before.at)))
    },
  }
}

/**
 * Returns a book that no socket confirms.
 * @param state `polled` for a polled book, `resyncing` for the last book before a gap
 * @param checkedAt last time at which it was the venue's, epoch ms
 */
function withState(book: OrderBook, state: 'polled' | 'resyncing', checkedAt: number): OrderBook {
  return { ...book, sourceMetadata: { ...book.sourceMetadata, state, checkedAt: toIso(checkedAt) } }
}

/** Watches a book on a socket for all its watchers. The book is polled while the socket does not deliver it. */
export function watchStreamedBook(
  desk: WatchContext,
  target: WatchTarget,
  source: StreamSource,
  place: StreamLocator<unknown>,
  feed: SharedStream<SharedBook>,
) {
  const { clock, readers, counters } = desk
  const { venue } = target
  const line = desk.lineOf(target, source)
  const teller = bookTeller(desk, venue.id, feed)
  const readOwn = async (): Promise<OrderBook> => {
    const book = await readers.book(target)
    return place.mirrored ? complementBook(book) : book
  }
  /** Whether the newest book came from the socket and is reliable. */
  let isPushed = false
  let hasTold = false
  let stopHelp: (() => void) | undefined
  let cancelHelp: (() => void) | undefined
  const help = (): void => {
    cancelHelp = undefined
    stopHelp ??= desk.poll(
      target,
      'book',
      async () => {
        const book = await readOwn()
        if (stopHelp === undefined) return
        hasTold = true
        teller.polled(book)
      },
      (error) => feed.end(error),
      // Watchers with a book wait for the socket: the venue is down, but the book exists.
      hasTold,
    )
  }
  const noHelp = (): void => {
    cancelHelp?.()
    cancelHelp = undefined
    stopHelp?.()
    stopHelp = undefined
  }
  const awaitHelp = (): void => {
    if (stopHelp === undefined) cancelHelp ??= clock.setTimer(HELP_AFTER_MS, help)
  }
  /** Switches to polling, because the socket does not have the book. */
  function leaveSocket(): void {
    line.remove(sink)
    sink.final()
  }
  const book = createStreamedBook({
    clock,
    counts: counters.of(venue.id),
    begins: source.begins,
    refreshMs: source.refreshMs,
    isStampedAlike: source.isStampedAlike === true,
    changeLimit: line.changeLimit,
    requestAgain: () => line.again(sink),
    mistrust: (since) => line.mistrust(sink, since),
    read: readOwn,
    publish(whole) {
      noHelp()
      isPushed = true
      hasTold = true
      teller.pushed(whole)
      desk.onBook?.(target, place.mirrored ? complementBook(whole) : whole)
    },
    markUnreliable() {
      isPushed = false
      teller.doubt()
      awaitHelp()
    },
    giveUp: source.isSilentOfUnknown === true ? leaveSocket : undefined,
  })
  const sink: TopicSink = {
    topic: { kind: 'book', key: place.key, facts: place.facts },
    subscribed: () => book.begin(),
    receive(message) {
      if (message.kind === 'book') book.book(message)
      else if (message.kind === 'changes') book.changes(message)
      else if (message.kind === 'changed') book.changed()
    },
    gap: () => book.gap(),
    lost: () => book.lost(),
    refused: (error) => feed.end(error),
    final() {
      book.lost()
      help()
    },
  }
  const best = { isMirrored: place.mirrored, depth: 1 }
  const notLive = desk.live.add(target, () => (isPushed ? feed.current?.show(best) : undefined))
  awaitHelp()
  line.add(sink)
  return {
    isStreamed: true,
    close() {
      teller.close()
      notLive()
      line.remove(sink)
      book.close()
      noHelp()
      desk.dropIfIdle(target, line)
    },
  }
}

/** Polls a book for all its watchers, and publishes its changes. */
export function watchPolledBook(desk: WatchContext, target: WatchTarget, feed: SharedStream<SharedBook>) {
  const teller = bookTeller(desk, target.venue.id, feed)
  const work = async (): Promise<void> => teller.polled(await desk.readers.book(target))
  const close = desk.poll(target, 'book', work, (error) => feed.end(error))
  return { isStreamed: false, close }
}
