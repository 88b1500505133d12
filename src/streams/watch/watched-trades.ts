import type { StreamLocator, StreamSource, StreamTrade } from '../../venue-kit/contract/stream-source.js'
import type { WatchTarget } from '../books/watch-target.js'
import type { SharedStream } from '../connection/shared-stream.js'
import type { TopicSink } from '../connection/stream-connection.js'
import { createMissedTrades, HISTORY_OVERLAP_MS, SUBSCRIBED_AFTER_MS, venueTimeOf } from './missed-trades.js'
import { createKnownTrades, seenBy, type TradeUpdate, tradesFromSide } from './trade-updates.js'
import type { WatchContext } from './watch-context.js'

/** Polls the trades of an outcome for all its watchers. */
export function watchPolledTrades(desk: WatchContext, target: WatchTarget, feed: SharedStream<TradeUpdate>) {
  const { clock, counters, readers } = desk
  const known = createKnownTrades()
  const begunAt = clock.monotonic()
  const ownBegin = clock.now()
  const from = (): number => venueTimeOf(desk, target, begunAt)
  // The venue's clock and this machine's may be wrong, so the earlier time is used.
  const earliest = (): number => Math.min(from(), ownBegin)
  /** The newest trade before the last reading. Only that reading's trades are read once more. */
  let newestBefore: number | undefined
  let isFirst = true
  // Trades from before the first reading are not new.
  const read = async (): Promise<void> => {
    const { trades, isTooMany } = await readers.trades(
      target,
      (newestBefore ?? earliest()) - HISTORY_OVERLAP_MS,
    )
    newestBefore = known.newestAt
    const begin = isFirst ? from() : known.newestAt === undefined ? earliest() : Number.NEGATIVE_INFINITY
    const fresh = known.fresh(trades).filter(({ timestamp }) => timestamp >= begin)
    counters.of(target.venue.id).trades += fresh.length
    const missed = isTooMany && !isFirst ? { missed: TOO_MANY } : {}
    isFirst = false
    if (fresh.length > 0) feed.publish({ trades: fresh, ...missed })
  }
  const close = desk.poll(target, 'trades', read, (error) => feed.end(error))
  return { isStreamed: false, close }
}

const TOO_MANY = 'Some trades are missing, because one poll cannot read so many.'

/** If the first subscription took longer than this, ms, there was an outage, and trades may have happened in the meantime. */
const SLOW_SUBSCRIPTION_MS = 5_000

/** Publishes a socket's trades to all their watchers. */
export function watchStreamedTrades(
  context: WatchContext,
  target: WatchTarget,
  source: StreamSource,
  place: StreamLocator<unknown>,
  feed: SharedStream<TradeUpdate>,
) {
  const { counters, clock, readers } = context
  const line = context.lineOf(target, source)
  const known = createKnownTrades()
  const begunAt = clock.monotonic()
  const from = (): number => venueTimeOf(context, target, begunAt)
  let wasSubscribed = false
  const publish = (news: TradeUpdate): void => {
    counters.of(target.venue.id).trades += news.trades.length
    feed.publish(news)
  }
  const repair = createMissedTrades({ context, target, known, isMirrored: place.mirrored, publish })
  let stopPolling: (() => void) | undefined
  /** The newest trade before the last poll. Only that poll's trades are read once more. */
  let newestBefore: number | undefined
  /** Time since which no trades are missing, by the monotonic clock. */
  let intactSince = Number.POSITIVE_INFINITY
  const miss = (since: number): void => {
    intactSince = since
    context.onTrades?.(target, { kind: 'missed' })
  }
  const poll = async (): Promise<void> => {
    const begin = repair.since ?? newestBefore ?? from()
    const start = begin - HISTORY_OVERLAP_MS
    const { trades, isTooMany } = await readers.trades(target, start)
    newestBefore = known.newestAt
    const rows = tradesFromSide<StreamTrade>(trades, place.mirrored)
    const fresh = known.fresh(known.missing(rows, start).filter(({ timestamp }) => timestamp >= from()))
    if (fresh.length > 0) publish({ trades: fresh, ...(isTooMany ? { missed: TOO_MANY } : {}) })
  }
  const sink: TopicSink = {
    topic: { kind: 'trades', key: place.key, facts: place.facts },
    subscribed() {
      intactSince = clock.monotonic() + SUBSCRIBED_AFTER_MS
      // Venues limit subscriptions: one of many waits for its turn, and connections may be slow.
      if (!wasSubscribed && clock.monotonic() - begunAt > SLOW_SUBSCRIPTION_MS) repair.missed()
      wasSubscribed = true
      repair.subscribed()
    },
    receive(message) {
      if (message.kind !== 'trades') return
      const { trades, mayBePast } = message
      // Trades that are sent again after a loss may have been read meanwhile.
      const oldest = Math.min(...trades.map(({ timestamp }) => timestamp))
      const past = () =>
        known.missing(trades.toReversed(), oldest).filter(({ timestamp }) => timestamp >= from())
      const fresh = known.fresh(mayBePast === true ? past() : trades)
      if (fresh.length === 0) return
      publish({ trades: fresh })
      const { outcomeId } = target.located
      const seen = seenBy(fresh, { outcomeId, isMirrored: place.mirrored })
      context.onTrades?.(target, { kind: 'trades', trades: seen, intactSince })
    },
    gap() {
      miss(clock.monotonic())
      repair.missed()
      // The socket stays connected.
      repair.subscribed()
    },
    lost() {
      miss(Number.POSITIVE_INFINITY)
      repair.missed()
    },
    refused: (error) => feed.end(error),
    final() {
      repair.close()
      newestBefore ??= known.newestAt
      stopPolling ??= context.poll(target, 'trades', poll, (error) => feed.end(error), wasSubscribed)
    },
  }
  line.add(sink)
  return {
    isStreamed: true,
    close() {
      miss(Number.POSITIVE_INFINITY)
      repair.close()
      stopPolling?.()
      line.remove(sink)
      context.dropIfIdle(target, line)
    },
  }
}
