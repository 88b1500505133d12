import type { Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { Database } from '../../storage/driver.js'
import {
  type CandleStore,
  type KnownSeries,
  type SeriesIdentity,
  seriesNameOf,
} from '../store/candle-store.js'
import type { FileStore } from './fallback-store.js'

/** Number of series whose last reads are cached. The same limit applies to outcomes. */
const SERIES = 500
const OUTCOMES = 2_000
/** Number of cached reads per series: its coverage and candles, for each lookup of older candles in a quiet market. */
const READS = 40
/** Maximum number of candles in one cached read. Longer lists are not requested every second. */
const MAX_CANDLES = 200
/** Maximum number of candles in all cached reads, a hundred bytes each. Above it, the cache is cleared. */
const MAX_IN_ALL = 100_000

/**
 * Creates a store that repeats a read only if something was written. A client that polls the newest candles requests the same
 * closed candles each time, and the SQLite call is most of the cost.
 * @param foreignChanges another number once another process may have written to the file: then everything is read again
 */
export function createRememberedReads(store: FileStore, foreignChanges: () => number): FileStore {
  const series = createLru<Map<string, unknown>>(SERIES)
  const outcomes = createLru<KnownSeries>(OUTCOMES)
  let foreign = foreignChanges()
  let held = 0

  function forgetAll(): void {
    series.clear()
    outcomes.clear()
    held = 0
  }

  function heed(): void {
    const now = foreignChanges()
    if (now === foreign) return
    foreign = now
    forgetAll()
  }

  function readsOf(name: string): Map<string, unknown> {
    const known = series.get(name)
    if (known !== undefined) return known
    const reads = new Map<string, unknown>()
    series.set(name, reads)
    return reads
  }

  /** Each method of the store has one type of result, and `what` names the method. */
  function once<What extends 'coverage' | 'read' | 'readText' | 'count'>(
    what: What,
    identity: SeriesIdentity,
    { from, to }: Span,
    read: () => ReturnType<CandleStore[What]>,
    most: number | '' = '',
  ): ReturnType<CandleStore[What]> {
    heed()
    const reads = readsOf(seriesNameOf(identity))
    const key = `${what} ${from} ${to} ${most}`
    const known = reads.get(key) as ReturnType<CandleStore[What]> | undefined
    if (known !== undefined) return known
    const told = read()
    const weight = candlesIn(told)
    if (weight > MAX_CANDLES) return told
    if (reads.size >= READS) reads.clear()
    reads.set(key, told)
    held += weight
    if (held > MAX_IN_ALL) forgetAll()
    return told
  }

  return {
    ...store,
    coverage: (identity, span) => once('coverage', identity, span, () => store.coverage(identity, span)),
    read: (identity, span) => once('read', identity, span, () => store.read(identity, span)),
    readText: (identity, span) => once('readText', identity, span, () => store.readText(identity, span)),
    count: (identity, span, most) =>
      once('count', identity, span, () => store.count(identity, span, most), most),
    commit(identity, commit) {
      try {
        store.commit(identity, commit)
      } finally {
        series.delete(seriesNameOf(identity))
      }
    },
    remove(identity, span) {
      // Candles that were derived from them are deleted as well.
      forgetAll()
      return store.remove(identity, span)
    },
    noteLook(window, ...found) {
      try {
        store.noteLook(window, ...found)
      } finally {
        // Candles that were derived from them are dropped as well.
        forgetAll()
      }
    },
    known(venue, outcomeId) {
      heed()
      const name = `${venue} ${outcomeId}`
      const known = outcomes.get(name) ?? store.known(venue, outcomeId)
      if (known !== undefined) outcomes.set(name, known)
      return known
    },
    remember(venue, outcomeId, known) {
      try {
        store.remember(venue, outcomeId, known)
      } finally {
        outcomes.delete(`${venue} ${outcomeId}`)
      }
    },
    dropShared(venue) {
      outcomes.clear()
      return store.dropShared(venue)
    },
    dropFuture(now, isClockRight) {
      forgetAll()
      return store.dropFuture(now, isClockRight)
    },
  }
}

/** Returns the number of candles in the result of a read; a coverage entry counts as one. */
function candlesIn(told: ReturnType<CandleStore['coverage' | 'read' | 'readText' | 'count']>): number {
  if (typeof told === 'number') return 0
  return 'count' in told ? told.count : told.length
}

/** Interval between checks for writes by other processes, ms. No process that writes the file needs its data back sooner. */
const FOREIGN_EVERY_MS = 20

/** Returns SQLite's own count of writes by other connections, which costs a third of a read. */
export function watchForeignChanges(database: Database, clock: Pick<Clock, 'monotonic'>): () => number {
  const version = database.prepare('PRAGMA data_version')
  let known = Number.NaN
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.monotonic()
    if (now - askedAt < FOREIGN_EVERY_MS) return known
    askedAt = now
    known = Number(version.rows()[0]?.[0])
    return known
  }
}
