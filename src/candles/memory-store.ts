import type { PriceCandle } from '../contract/models.js'
import { createLru } from '../policy/lru.js'
import type { Span } from '../venues/venue.js'
import { intersect, subtract } from './spans.js'
import type { CandleStore, Coverage, KnownSeries, SeriesIdentity } from './store.js'
import { candlesText } from './text.js'

interface Kept {
  readonly bars: Map<number, PriceCandle>
  coverage: Coverage[]
}

/** The store without a file (`--no-cache`, a full disk): bounded, and gone with the process. */
export function createMemoryStore(maxSeries = 500, maxKnown = 20_000): CandleStore {
  const series = createLru<Kept>(maxSeries)
  const located = createLru<KnownSeries>(maxKnown)

  function keptOf(identity: SeriesIdentity): Kept {
    const key = [identity.venue, identity.seriesKey, identity.stepMs, identity.basis].join(' ')
    const kept = series.get(key) ?? { bars: new Map(), coverage: [] }
    series.set(key, kept)
    return kept
  }

  function read(identity: SeriesIdentity, span: Span): PriceCandle[] {
    const bars = [...keptOf(identity).bars.values()]
    return bars
      .filter((bar) => bar.timestamp >= span.from && bar.timestamp < span.to)
      .sort((a, b) => a.timestamp - b.timestamp)
  }

  return {
    coverage(identity, span) {
      return keptOf(identity).coverage.filter((entry) => intersect(entry, span) !== undefined)
    },
    read,
    readText(identity, span) {
      const bars = read(identity, span)
      return { text: candlesText(bars), last: bars.at(-1)?.timestamp }
    },
    commit(identity, commit) {
      const kept = keptOf(identity)
      const covered = kept.coverage
      for (const bar of commit.bars) {
        const isCovered = covered.some((entry) => bar.timestamp >= entry.from && bar.timestamp < entry.to)
        if (!isCovered) kept.bars.set(bar.timestamp, bar)
      }
      const added = commit.coverage.flatMap((entry) =>
        subtract(entry, covered).map((part): Coverage => ({ ...entry, ...part })),
      )
      kept.coverage = [...covered, ...added].sort((a, b) => a.from - b.from)
    },
    known: (venue, outcomeId) => located.get(`${venue} ${outcomeId}`),
    remember: (venue, outcomeId, known) => located.set(`${venue} ${outcomeId}`, known),
    close() {
      series.clear()
      located.clear()
    },
  }
}
