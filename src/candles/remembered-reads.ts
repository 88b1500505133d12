import type { Span } from '../api/span.js'
import { createLru } from '../policy/lru.js'
import type { FileStore } from './resilient-store.js'
import { type CandleStore, type KnownSeries, type SeriesIdentity, seriesName } from './store.js'

/** Series whose last reads are at hand, and outcomes whose series are. */
const SERIES = 500
const OUTCOMES = 2_000
/** Reads of one series: its ledger and candles, once or twice each for the windows that are asked for now. */
const READS = 8
/** Candles of a longer window would take too much memory. */
const MOST_STEPS = 120

/**
 * A store that reads nothing twice while nothing was written: who asks for the newest candles every second asks for the
 * same closed ones each time, and calling SQLite is most of what they cost.
 * @param foreignChanges another number once somebody else may have written to the file: all is read anew then
 */
export function createRememberedReads(store: FileStore, foreignChanges: () => number): FileStore {
  const series = createLru<Map<string, unknown>>(SERIES)
  const outcomes = createLru<KnownSeries>(OUTCOMES)
  let foreign = foreignChanges()

  function forgetAll(): void {
    series.clear()
    outcomes.clear()
  }

  function heed(): void {
    const now = foreignChanges()
    if (now === foreign) return
    foreign = now
    forgetAll()
  }

  function readsOf(name: string): Map<string, unknown> {
    const known = series.get(name)
    if (known !== undefined && known.size < READS) return known
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
    if (what !== 'coverage' && to - from > MOST_STEPS * identity.stepMs) return read()
    const reads = readsOf(seriesName(identity))
    const key = `${what} ${from} ${to} ${most}`
    const known = reads.get(key) as ReturnType<CandleStore[What]> | undefined
    if (known !== undefined) return known
    const told = read()
    reads.set(key, told)
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
        series.delete(seriesName(identity))
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
    dropFuture(now) {
      forgetAll()
      return store.dropFuture(now)
    },
  }
}
