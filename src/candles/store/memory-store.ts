import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import {
  createSpanTest,
  findInsertIndex,
  hullOf,
  intersect,
  type Span,
  subtract,
} from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import {
  type Provisional,
  type ProvisionalCandles,
  withEnds,
  withProvisional,
} from '../series/empty-range-confirmation.js'
import { findNewFacts, type LifecycleFact, lifecycleOf } from '../series/lifecycle-facts.js'
import {
  finalizeReceipts,
  findReceipts,
  type Receipt,
  type Restated,
  subtractSpan,
  withReceipt,
} from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { renderCandles } from './candle-row.js'
import {
  type CandleStore,
  type Coverage,
  factsIn,
  findUnknownParts,
  joinCoverage,
  joinNeighbors,
  type KnownSeries,
  leftOf,
  type SeriesIdentity,
  seriesNameOf,
} from './candle-store.js'

/** A series in memory: candles and coverage ascending. */
interface Kept {
  readonly identity: SeriesIdentity
  bars: readonly PriceCandle[]
  coverage: readonly Coverage[]
  unproven: readonly Provisional[]
  ends: readonly ProvisionalCandles[]
  /** By their ends. */
  receipts: readonly Receipt[]
  /** By open time. */
  restated: readonly Restated[]
}

interface Located {
  readonly venue: VenueId
  readonly outcomeId: string
  /** Undefined if only facts were reported. */
  readonly known: KnownSeries | undefined
  readonly facts: readonly LifecycleFact[]
}

/** A store whose content can be moved to another. */
export interface MemoryStore extends CandleStore {
  /** Returns all stored series, the least recently used first. */
  series(): readonly Kept[]
  located(): readonly Located[]
  forget(identity: SeriesIdentity): void
  forgetLocated(venue: VenueId, outcomeId: string): void
  /** Number of stored candles of venues. */
  readonly size: number
  readonly isEmpty: boolean
}

/** A series' weight is its number of candles, but at least this many, so that memory is bounded for series of any length. */
const MIN_WEIGHT = 4_000

/**
 * Creates the store without a file (`--no-cache`, a full disk): bounded, and lost at the end of the process. `join` decides
 * which coverage entries are merged.
 */
export function createMemoryStore(maxSeries = 500, maxKnown = 20_000, join = joinCoverage): MemoryStore {
  const series = createLru<Kept>(maxSeries * MIN_WEIGHT, ({ bars }) => Math.max(MIN_WEIGHT, bars.length))
  const located = createLru<Located>(maxKnown)

  function read(identity: SeriesIdentity, { from, to }: Span): readonly PriceCandle[] {
    const bars = series.get(seriesNameOf(identity))?.bars ?? []
    const begin = findInsertIndex(bars, ({ timestamp }) => timestamp < from)
    return bars.slice(begin, begin + countBefore(bars, begin, to))
  }

  function keepKnown(
    venue: VenueId,
    outcomeId: string,
    known: KnownSeries | undefined,
    facts: readonly LifecycleFact[] = [],
  ): void {
    const key = `${venue} ${outcomeId}`
    const before = located.get(key)?.facts ?? []
    // As rows of the database are sorted.
    const all = [...before, ...findNewFacts(before, facts)].sort((a, b) => a.knownAt - b.knownAt)
    located.set(key, { venue, outcomeId, known, facts: all })
  }

  return {
    coverage(identity, { from, to }) {
      const ledger = series.get(seriesNameOf(identity))?.coverage ?? []
      const begin = findInsertIndex(ledger, (entry) => entry.to <= from)
      const end = findInsertIndex(ledger, (entry) => entry.from < to)
      return ledger.slice(begin, end)
    },
    provisional: (identity, span) => touching(series.get(seriesNameOf(identity))?.unproven ?? [], span),
    ends: (identity, span) => touching(series.get(seriesNameOf(identity))?.ends ?? [], span),
    receipts: (identity, span) => touching(series.get(seriesNameOf(identity))?.receipts ?? [], span),
    restated: (identity, { from, to }) =>
      (series.get(seriesNameOf(identity))?.restated ?? []).filter(
        ({ openTime }) => openTime >= from && openTime < to,
      ),
    read: (identity, span) => [...read(identity, span)],
    readText(identity, span) {
      const bars = read(identity, span)
      return { text: renderCandles(bars), count: bars.length, last: bars.at(-1)?.timestamp }
    },
    extents: ({ venue, seriesKey, basis }) =>
      series
        .values()
        .filter(
          ({ identity: own }) =>
            own.venue === venue &&
            own.seriesKey === seriesKey &&
            own.basis === basis &&
            own.derivedFromMs === undefined,
        )
        .flatMap(({ identity: { stepMs }, coverage }) => {
          const hull = hullOf(coverage)
          return hull === undefined ? [] : [{ stepMs, ...hull }]
        })
        .sort((a, b) => a.stepMs - b.stepMs),
    count: (identity, span, most) => Math.min(most, read(identity, span).length),
    commit(identity, commit) {
      const { provisional, ends } = commit
      if (commit.coverage.length === 0 && provisional === undefined && ends === undefined) return
      const key = seriesNameOf(identity)
      const kept: Kept = series.get(key) ?? {
        identity,
        bars: [],
        coverage: [],
        unproven: [],
        ends: [],
        receipts: [],
        restated: [],
      }
      const before = provisional === undefined ? [] : touching(kept.unproven, provisional.within)
      if (provisional !== undefined)
        kept.unproven = withProvisional(kept.unproven, provisional.entries, provisional.within)
      if (ends !== undefined) kept.ends = withEnds(kept.ends, ends.entries, ends.within)
      const added = findUnknownParts(commit.coverage, kept.coverage)
      const isNew = createSpanTest(added)
      const bars = ascending(commit.bars).filter(
        ({ timestamp }, at, all) => isNew(timestamp) && timestamp !== all[at - 1]?.timestamp,
      )
      kept.bars = merged(kept.bars, bars)
      kept.coverage = joinNeighbors(
        [...kept.coverage.flatMap((entry) => leftOf(entry, added)), ...added].sort((a, b) => a.from - b.from),
        join,
      )
      if (identity.derivedFromMs === undefined) {
        const after = provisional?.entries ?? []
        const facts = factsIn(added)
        const receipts =
          commit.receipts ?? findReceipts({ added: facts, bars, before, after }, identity.stepMs)
        kept.receipts = receipts.reduce(withReceipt, kept.receipts)
        const at = Math.max(...facts.map(({ fetchedAt }) => fetchedAt))
        if (provisional !== undefined && before.length > 0 && facts.length > 0)
          kept.receipts = finalizeReceipts(kept.receipts, provisional.within, kept.unproven, at)
      }
      kept.restated = withRestated(kept.restated, commit.restated ?? [])
      // Set again, so that its weight is updated.
      series.set(key, kept)
    },
    remove(identity, span) {
      for (const [name, kept] of [...series.values()].map(
        (one) => [seriesNameOf(one.identity), one] as const,
      )) {
        const own = ownPart(kept.identity, identity, span)
        if (own === undefined) continue
        kept.bars = kept.bars.filter(({ timestamp }) => timestamp < own.from || timestamp >= own.to)
        kept.coverage = kept.coverage.flatMap((entry) =>
          subtract(entry, [own]).map((part) => ({ ...entry, ...part })),
        )
        kept.unproven = withProvisional(kept.unproven, [], own)
        // Ends of closed markets are judged as a whole.
        kept.ends = kept.ends.filter((end) => intersect(end, own) === undefined)
        kept.receipts = kept.receipts.flatMap((receipt) => subtractSpan(receipt, own))
        kept.restated = kept.restated.filter(({ openTime }) => openTime < own.from || openTime >= own.to)
        series.set(name, kept)
      }
      return true
    },
    dropFuture(now, isClockRight = true) {
      const latest = now + CLOCK_TOLERANCE_MS
      for (const { venue, outcomeId, known, facts } of located.values()) {
        const isFuture = known !== undefined && known.checkedAt > latest
        located.set(`${venue} ${outcomeId}`, {
          venue,
          outcomeId,
          known: isFuture ? { ...known, checkedAt: 0 } : known,
          facts: isClockRight ? facts.filter(({ knownAt }) => knownAt <= latest) : facts,
        })
      }
      if (!isClockRight) return true
      // Our own samples confirm nothing about the time, and cannot be fetched again.
      const all = series
        .values()
        .filter(({ coverage }) => coverage.every(({ route }) => route !== SAMPLED_ROUTE))
      if (all.some(({ bars }) => (bars.at(-1)?.timestamp ?? 0) > latest)) return true
      for (const kept of all) {
        const future = kept.coverage.filter(({ fetchedAt }) => fetchedAt > latest)
        const isFuture = createSpanTest(future)
        kept.bars = kept.bars.filter(({ timestamp }) => !isFuture(timestamp))
        // A deleted candle within an empty range would look as if it had never been there.
        kept.unproven = kept.unproven.flatMap((entry) =>
          entry.requestedAt > latest ? [] : subtract(entry, future).map((part) => ({ ...entry, ...part })),
        )
        kept.ends = kept.ends.filter(
          (end) => end.requestedAt <= latest && future.every((span) => intersect(end, span) === undefined),
        )
        kept.coverage = kept.coverage.filter(({ fetchedAt }) => fetchedAt <= latest)
        kept.receipts = kept.receipts.filter(({ knownAt }) => knownAt <= latest)
      }
      return true
    },
    known: (venue, outcomeId) => located.get(`${venue} ${outcomeId}`)?.known,
    remember(venue, outcomeId, known) {
      const before = located.get(`${venue} ${outcomeId}`)?.known
      keepKnown(venue, outcomeId, known, lifecycleOf(before, known))
    },
    dropShared(venue) {
      for (const { known, ...outcome } of [...located.values()])
        if (outcome.venue === venue && known?.isShared) keepKnown(venue, outcome.outcomeId, undefined)
      return true
    },
    lifecycle: (venue, outcomeId) => [...(located.get(`${venue} ${outcomeId}`)?.facts ?? [])],
    noteLifecycle(venue, outcomeId, facts) {
      keepKnown(venue, outcomeId, located.get(`${venue} ${outcomeId}`)?.known, facts)
    },
    // Nothing in memory is older than the lookups of this process.
    remnant: () => undefined,
    close() {
      series.clear()
      located.clear()
    },
    series: () => series.values(),
    located: () => located.values(),
    forget: (identity) => series.delete(seriesNameOf(identity)),
    forgetLocated: (venue, outcomeId) => located.delete(`${venue} ${outcomeId}`),
    get isEmpty() {
      return series.size + located.size === 0
    },
    get size() {
      const told = series.values().filter(({ identity }) => identity.derivedFromMs === undefined)
      return told.reduce((sum, { bars }) => sum + bars.length, 0)
    },
  }
}

/**
 * Returns the part of a stored series that a span of another series corresponds to, or undefined if they are neither the same nor
 * derived from each other.
 */
function ownPart(own: SeriesIdentity, of: SeriesIdentity, { from, to }: Span): Span | undefined {
  if (seriesNameOf(own) === seriesNameOf(of)) return { from, to }
  const { derivedFromMs, ...native } = own
  if (derivedFromMs !== of.stepMs || seriesNameOf({ ...native, stepMs: derivedFromMs }) !== seriesNameOf(of))
    return undefined
  return { from: alignDown(from, own.stepMs), to: alignUp(to, own.stepMs) }
}

/** Adds replaced values, as the database does: one per open time and time of the replacement. */
function withRestated(known: readonly Restated[], added: readonly Restated[]): readonly Restated[] {
  if (added.length === 0) return known
  const fresh = added.filter((one) =>
    known.every(({ openTime, until }) => openTime !== one.openTime || until !== one.until),
  )
  return [...known, ...fresh].sort((a, b) => a.openTime - b.openTime || a.until - b.until)
}

function touching<Part extends Span>(parts: readonly Part[], span: Span): Part[] {
  return parts.filter(({ from, to }) => from < span.to && to > span.from)
}

function countBefore(bars: readonly PriceCandle[], begin: number, to: number): number {
  return Math.max(0, findInsertIndex(bars, ({ timestamp }) => timestamp < to) - begin)
}

function ascending(bars: readonly PriceCandle[]): readonly PriceCandle[] {
  return [...bars].sort((a, b) => a.timestamp - b.timestamp)
}

/** Merges two ascending lists. The second almost always follows the first. */
function merged(kept: readonly PriceCandle[], added: readonly PriceCandle[]): readonly PriceCandle[] {
  const [first] = added
  const last = kept.at(-1)
  if (first === undefined) return kept
  if (last === undefined || last.timestamp < first.timestamp) return [...kept, ...added]
  return ascending([...kept, ...added])
}
