import type { StreamPlace, StreamSource, StreamTrade } from '../venue-kit/stream.js'
import type { Desk } from './desk.js'
import type { Feed } from './feed.js'
import type { TopicSink } from './line.js'
import type { WatchTarget } from './target.js'
import { createKnownTrades, seenBy } from './trades.js'

/** Trades are read from a little before the newest known one on: some come late, and several at the same instant. */
const OVERLAP_MS = 120_000
/** A venue takes a moment to do what a subscription says: trades before may be missing. */
const SUBSCRIBED_AFTER_MS = 1_000

/** Reads trades again and again; what was there before the first reading is not new. */
function tradeReading(
  { clock, counters, readers }: Desk,
  target: WatchTarget,
  feed: Feed<readonly StreamTrade[]>,
  known = createKnownTrades(),
) {
  const from = clock.now()
  return async (): Promise<void> => {
    const isFirst = known.newestAt === undefined
    const rows = await readers.trades(target, (known.newestAt ?? from) - OVERLAP_MS)
    const fresh = known.fresh(rows).filter(({ timestamp }) => !isFirst || timestamp >= from)
    if (fresh.length === 0) return
    counters.of(target.venue.id).trades += fresh.length
    feed.publish(fresh)
  }
}

/** Polls the trades of an outcome for all who watch them. */
export function polledTrades(desk: Desk, target: WatchTarget, feed: Feed<readonly StreamTrade[]>) {
  const close = desk.poll(target, 'trades', tradeReading(desk, target, feed), (error) => feed.end(error))
  return { isStreamed: false, close }
}

/** Tells the trades of a socket to all who watch them. */
export function streamedTrades(
  desk: Desk,
  target: WatchTarget,
  source: StreamSource,
  place: StreamPlace<unknown>,
  feed: Feed<readonly StreamTrade[]>,
) {
  const { counters, clock } = desk
  const line = desk.lineOf(target, source)
  const known = createKnownTrades()
  const from = clock.now()
  let stopPolling: (() => void) | undefined
  /** No trade is missing since then, by the monotonic clock. */
  let intactSince = Number.POSITIVE_INFINITY
  const miss = (since: number): void => {
    intactSince = since
    desk.onTrades?.(target, { kind: 'missed' })
  }
  const sink: TopicSink = {
    topic: { kind: 'trades', key: place.key, facts: place.facts },
    subscribed() {
      intactSince = clock.monotonic() + SUBSCRIBED_AFTER_MS
    },
    heard(message) {
      if (message.kind !== 'trades') return
      const unknown = known.fresh(message.trades)
      const fresh =
        message.mayBePast === true ? unknown.filter(({ timestamp }) => timestamp >= from) : unknown
      if (fresh.length === 0) return
      counters.of(target.venue.id).trades += fresh.length
      feed.publish(fresh)
      const { outcomeId } = target.located
      const trades = seenBy(fresh, { outcomeId, isMirrored: place.mirrored })
      desk.onTrades?.(target, { kind: 'trades', trades, intactSince })
    },
    gap: () => miss(clock.monotonic()),
    lost: () => miss(Number.POSITIVE_INFINITY),
    refused: (error) => feed.end(error),
    final() {
      stopPolling ??= desk.poll(target, 'trades', tradeReading(desk, target, feed, known), (error) =>
        feed.end(error),
      )
    },
  }
  line.add(sink)
  return {
    isStreamed: true,
    close() {
      miss(Number.POSITIVE_INFINITY)
      stopPolling?.()
      line.remove(sink)
      desk.dropIfIdle(target, line)
    },
  }
}
