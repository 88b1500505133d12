import type { PriceCandle } from '../api/models.js'
import { hullOf, memberOf, placeIn, type Span } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import { CLOCK_TOLERANCE_MS } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import { candlesText } from './candle-row.js'
import { SAMPLED_ROUTE } from './sampled.js'
import {
  type CandleCommit,
  type CandleStore,
  type Coverage,
  joined,
  type KnownSeries,
  type SeriesIdentity,
  seriesName,
  tidied,
  unknownParts,
} from './store.js'

/** A series as it is kept: candles and ledger ascending. */
interface Kept extends CandleCommit {
  readonly identity: SeriesIdentity
  bars: readonly PriceCandle[]
  coverage: readonly Coverage[]
}

interface Located {
  readonly venue: VenueId
  readonly outcomeId: string
  readonly known: KnownSeries
}

/** A store whose content can be taken over by another. */
export interface MemoryStore extends CandleStore {
  /** All that is kept, the series unused for longest first. */
  series(): readonly (CandleCommit & { readonly identity: SeriesIdentity })[]
  located(): readonly Located[]
  forget(identity: SeriesIdentity): void
  forgetLocated(venue: VenueId, outcomeId: string): void
  /** Candles of venues that are kept. */
  readonly size: number
  readonly isEmpty: boolean
}

/** A series weighs its candles, and this many at least: memory is bounded however long the series are. */
const LEAST_WEIGHT = 4_000

/**
 * The store without a file (`--no-cache`, a full disk): bounded, and gone with the process. `join` says which
 * coverage entries become one.
 */
export function createMemoryStore(maxSeries = 500, maxKnown = 20_000, join = joined): MemoryStore {
  const series = createLru<Kept>(maxSeries * LEAST_WEIGHT, ({ bars }) => Math.max(LEAST_WEIGHT, bars.length))
  const located = createLru<Located>(maxKnown)

  function read(identity: SeriesIdentity, { from, to }: Span): readonly PriceCandle[] {
    const bars = series.get(seriesName(identity))?.bars ?? []
    const begin = placeIn(bars, ({ timestamp }) => timestamp < from)
    return bars.slice(begin, begin + countBefore(bars, begin, to))
  }

  function remember(venue: VenueId, outcomeId: string, known: KnownSeries): void {
    located.set(`${venue} ${outcomeId}`, { venue, outcomeId, known })
  }

  return {
    coverage(identity, { from, to }) {
      const ledger = series.get(seriesName(identity))?.coverage ?? []
      const begin = placeIn(ledger, (entry) => entry.to <= from)
      const end = placeIn(ledger, (entry) => entry.from < to)
      return ledger.slice(begin, end)
    },
    read: (identity, span) => [...read(identity, span)],
    readText(identity, span) {
      const bars = read(identity, span)
      return { text: candlesText(bars), count: bars.length, last: bars.at(-1)?.timestamp }
    },
    extents: ({ venue, seriesKey, basis }) =>
      series
        .values()
        .filter(
          ({ identity: own }) =>
            own.venue === venue &&
            own.seriesKey === seriesKey &&
            own.basis === basis &&
            own.madeFromMs === undefined,
        )
        .flatMap(({ identity: { stepMs }, coverage }) => {
          const hull = hullOf(coverage)
          return hull === undefined ? [] : [{ stepMs, ...hull }]
        })
        .sort((a, b) => a.stepMs - b.stepMs),
    count: (identity, span, most) => Math.min(most, read(identity, span).length),
    commit(identity, commit) {
      if (commit.coverage.length === 0) return
      const key = seriesName(identity)
      const kept: Kept = series.get(key) ?? { identity, bars: [], coverage: [] }
      const added = unknownParts(commit.coverage, kept.coverage)
      const isNew = memberOf(added)
      const bars = ascending(commit.bars).filter(
        ({ timestamp }, at, all) => isNew(timestamp) && timestamp !== all[at - 1]?.timestamp,
      )
      kept.bars = merged(kept.bars, bars)
      kept.coverage = tidied(
        [...kept.coverage, ...added].sort((a, b) => a.from - b.from),
        join,
      )
      // Set again, so that it is weighed again.
      series.set(key, kept)
    },
    dropFuture(now) {
      const latest = now + CLOCK_TOLERANCE_MS
      for (const { venue, outcomeId, known } of located.values())
        if (known.checkedAt > latest) remember(venue, outcomeId, { ...known, checkedAt: 0 })
      // Our own samples prove nothing about the time, and could not be asked for again.
      const all = series
        .values()
        .filter(({ coverage }) => coverage.every(({ route }) => route !== SAMPLED_ROUTE))
      if (all.some(({ bars }) => (bars.at(-1)?.timestamp ?? 0) > latest)) return true
      for (const kept of all) {
        const isFuture = memberOf(kept.coverage.filter(({ fetchedAt }) => fetchedAt > latest))
        kept.bars = kept.bars.filter(({ timestamp }) => !isFuture(timestamp))
        kept.coverage = kept.coverage.filter(({ fetchedAt }) => fetchedAt <= latest)
      }
      return true
    },
    known: (venue, outcomeId) => located.get(`${venue} ${outcomeId}`)?.known,
    remember,
    // Nothing in memory is older than what the venue was asked in this very process.
    remnant: () => undefined,
    close() {
      series.clear()
      located.clear()
    },
    series: () => series.values(),
    located: () => located.values(),
    forget: (identity) => series.delete(seriesName(identity)),
    forgetLocated: (venue, outcomeId) => located.delete(`${venue} ${outcomeId}`),
    get isEmpty() {
      return series.size + located.size === 0
    },
    get size() {
      const told = series.values().filter(({ identity }) => identity.madeFromMs === undefined)
      return told.reduce((sum, { bars }) => sum + bars.length, 0)
    },
  }
}

function countBefore(bars: readonly PriceCandle[], begin: number, to: number): number {
  return Math.max(0, placeIn(bars, ({ timestamp }) => timestamp < to) - begin)
}

function ascending(bars: readonly PriceCandle[]): readonly PriceCandle[] {
  return [...bars].sort((a, b) => a.timestamp - b.timestamp)
}

/** Two ascending lists as one; nearly always the second simply follows the first. */
function merged(kept: readonly PriceCandle[], added: readonly PriceCandle[]): readonly PriceCandle[] {
  const [first] = added
  const last = kept.at(-1)
  if (first === undefined) return kept
  if (last === undefined || last.timestamp < first.timestamp) return [...kept, ...added]
  return ascending([...kept, ...added])
}
