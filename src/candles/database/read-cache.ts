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

/** Series whose last reads are at hand, and outcomes whose series are. */
const SERIES = 500
const OUTCOMES = 2_000
/** Reads of one series: its ledger and candles, for each step back to enough of them in a market that is quiet. */
const READS = 40
/** Candles of one read: a longer list is not asked for every second. */
const MAX_CANDLES = 200
/** Candles of all reads, a hundred bytes each; beyond, all are forgotten. */
const MAX_IN_ALL = 100_000

/**
 * A store that reads nothing twice while nothing was written: who asks for the newest candles every second asks for the
 * same closed ones each time, and calling SQLite is most of what they cost.
 * @param foreignChanges another number once somebody else may have written to the file: all is read anew then
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

  /** A read of a store has one type for each of its methods, and `what` names the method. */
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
    noteLook(window, ...found) {
      try {
        store.noteLook(window, ...found)
      } finally {
        // Candles that were made of them go as well.
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
    dropFuture(now, isClockRight) {
      forgetAll()
      return store.dropFuture(now, isClockRight)
    },
  }
}

/** How many candles a read has brought; entries of the ledger weigh as much. */
function candlesIn(told: ReturnType<CandleStore['coverage' | 'read' | 'readText' | 'count']>): number {
  if (typeof told === 'number') return 0
  return 'count' in told ? told.count : told.length
}

/** Ms after which others' writes are looked for again: nobody who writes a file asks for it sooner. */
const FOREIGN_EVERY_MS = 20

/** SQLite's own count of what other connections have written, which costs a third of a read. */
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
