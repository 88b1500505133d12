import type { PriceCandle } from '../../api/models/models.js'
import { findInsertIndex, hullOf, intersect, type Span, sortSpans, subtract } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { joinLists, renderCandles } from './candle-row.js'
import {
  type CandleCommit,
  type CandleStore,
  type Coverage,
  joinNeighbors,
  type SeriesIdentity,
  seriesNameOf,
} from './candle-store.js'

/** A store that can write after its readers already have the data. */
export interface DeferringStore {
  /**
   * Commits data about a span of which nothing is stored. Reads return it immediately. It is written after
   * {@link WRITE_AFTER_MS}, or before the next call that needs it in the file. If the process ends before, the data is missing, as
   * if it had never arrived.
   */
  commitSoon(identity: SeriesIdentity, commit: CandleCommit): void
}

/** A commit that is not written yet. */
interface Waiting {
  readonly identity: SeriesIdentity
  /** Its candles are ascending. */
  readonly commit: CandleCommit
  /** Contains everything in it. Nothing else is stored or waits there. */
  readonly hull: Span
}

/** What waits for one series. */
interface WaitingSeries {
  /** Ascending and disjoint. */
  readonly commits: readonly Waiting[]
  /** Coverage of the commits, joined with the stored entries that it touches; ascending and disjoint. */
  readonly coverage: readonly Coverage[]
}

/**
 * Time between the first waiting commit and the write, ms. A write blocks the event loop, so it does not follow each read: a
 * request for the next span would wait for it.
 */
const WRITE_AFTER_MS = 20
/** Maximum numbers of waiting commits and of their candles, which limit the time of a write. */
const MAX_COMMITS = 32
const MAX_CANDLES = 16_000

/** Calls about outcomes and about what tiers withdrew, which a commit does not change. */
const independent: ReadonlySet<string> = new Set([
  ...['known', 'lifecycle', 'withdrawn', 'forgottenAt', 'retractionCursor'],
])

/**
 * Adds deferred commits to a store. Every call other than a read of candles and coverage first writes the waiting commits, so the
 * order of writes stays the same.
 */
export function createDeferredCommits<Store extends CandleStore>(
  store: Store,
  clock: Pick<Clock, 'setTimer'>,
): Store & DeferringStore {
  /** In the order in which they came. */
  let waiting: Waiting[] = []
  let candles = 0
  const bySeries = new Map<string, WaitingSeries>()
  let cancelTimer = (): void => undefined

  function write(): void {
    if (waiting.length === 0) return
    const commits = waiting
    waiting = []
    candles = 0
    bySeries.clear()
    cancelTimer()
    for (const { identity, commit } of commits)
      try {
        store.commit(identity, commit)
      } catch {
        // The other commits are not lost, and a caller does not get the error of another one. The next write of its own reports
        // what is wrong with the file. What is not stored is requested again.
      }
  }

  const seriesOf = (identity: SeriesIdentity): WaitingSeries | undefined =>
    waiting.length === 0 ? undefined : bySeries.get(seriesNameOf(identity))

  /** Returns the commits with something in a span. */
  const commitsIn = (identity: SeriesIdentity, span: Span): readonly Waiting[] =>
    seriesOf(identity)?.commits.filter(({ hull }) => intersect(hull, span) !== undefined) ?? []

  /** Whether one commit contains everything that is known of a span, so that the file is not read. */
  const isAllWaiting = (identity: SeriesIdentity, { from, to }: Span): boolean =>
    seriesOf(identity)?.commits.some(({ hull }) => hull.from <= from && hull.to >= to) === true

  /** Returns what waits in a span, and the results of a read of the store between it, ascending. */
  function readAround<Result>(
    commits: readonly Waiting[],
    span: Span,
    readStored: (part: Span) => Result,
    readWaiting: (commit: Waiting) => Result,
  ): Result[] {
    const hulls = commits.map(({ hull }) => hull)
    const parts = subtract(span, hulls).map((part) => ({ from: part.from, read: () => readStored(part) }))
    const own = commits.map((commit) => ({ from: commit.hull.from, read: () => readWaiting(commit) }))
    return [...parts, ...own].sort((a, b) => a.from - b.from).map(({ read }) => read())
  }

  const reads: Pick<CandleStore, 'coverage' | 'provisional' | 'receipts' | 'read' | 'readText' | 'count'> = {
    coverage(identity, span) {
      const stored = isAllWaiting(identity, span) ? [] : store.coverage(identity, span)
      const own = touching(seriesOf(identity)?.coverage ?? [], span)
      if (own.length === 0) return stored
      // Stored entries that were joined are in the joined ones.
      const others = stored.filter((entry) => touching(own, entry).length === 0)
      return others.length === 0 ? own : [...others, ...own].sort((a, b) => a.from - b.from)
    },
    provisional(identity, span) {
      const stored = isAllWaiting(identity, span) ? [] : store.provisional(identity, span)
      const own = commitsIn(identity, span).flatMap(({ commit }) =>
        touching(commit.provisional?.entries ?? [], span),
      )
      return own.length === 0 ? stored : [...stored, ...own].sort((a, b) => a.from - b.from)
    },
    receipts(identity, span) {
      if (seriesOf(identity)?.commits.some((one) => mayChangeReceipts(one, span)) === true) write()
      return store.receipts(identity, span)
    },
    read(identity, span) {
      const found = commitsIn(identity, span)
      if (found.length === 0) return store.read(identity, span)
      const lists = readAround(
        found,
        span,
        (part) => store.read(identity, part),
        (one) => barsOf(one, span),
      )
      return lists.flat()
    },
    readText(identity, span) {
      const found = commitsIn(identity, span)
      if (found.length === 0) return store.readText(identity, span)
      const readWaiting = (one: Waiting) => {
        const bars = barsOf(one, span)
        return { text: renderCandles(bars), count: bars.length, last: bars.at(-1)?.timestamp }
      }
      const all = readAround(found, span, (part) => store.readText(identity, part), readWaiting)
      const texts = all.filter(({ count }) => count > 0)
      return {
        text: joinLists(texts.map(({ text }) => text)),
        count: texts.reduce((sum, { count }) => sum + count, 0),
        last: texts.at(-1)?.last,
      }
    },
    count(identity, span, most) {
      const own = commitsIn(identity, span).reduce((sum, one) => sum + barsOf(one, span).length, 0)
      const isAll = own >= most || isAllWaiting(identity, span)
      return Math.min(most, isAll ? own : own + store.count(identity, span, most))
    },
  }

  const commits: DeferringStore = {
    commitSoon(identity, given) {
      const hull = hullOf([...given.coverage, ...(given.provisional?.entries ?? [])])
      if (hull === undefined) return
      const isFull = waiting.length >= MAX_COMMITS || candles + given.bars.length > MAX_CANDLES
      // A commit can lie in a gap of another one, although nothing is known there.
      if (isFull || commitsIn(identity, hull).length > 0) write()
      const commit = { ...given, bars: sortBars(given.bars) }
      const near = reads.coverage(identity, { from: hull.from - 1, to: hull.to + 1 })
      const joined = joinNeighbors(sortSpans([...near, ...commit.coverage]))
      const known = seriesOf(identity) ?? { commits: [], coverage: [] }
      const added = { identity, commit, hull }
      bySeries.set(seriesNameOf(identity), {
        commits: [...known.commits, added].sort((a, b) => a.hull.from - b.hull.from),
        coverage: replaceNear(known.coverage, joined),
      })
      if (waiting.length === 0) cancelTimer = clock.setTimer(WRITE_AFTER_MS, write)
      waiting.push(added)
      candles += commit.bars.length
    },
  }

  return withCallBefore(store, write, { ...reads, ...commits })
}

/** Returns the entries that touch a span. @param entries ascending and disjoint */
function touching<Entry extends Span>(entries: readonly Entry[], { from, to }: Span): Entry[] {
  return entries.slice(
    findInsertIndex(entries, (entry) => entry.to <= from),
    findInsertIndex(entries, (entry) => entry.from < to),
  )
}

/** Replaces the entries between the first and the last newer one. Both are ascending and disjoint. */
function replaceNear(known: readonly Coverage[], newer: readonly Coverage[]): readonly Coverage[] {
  const hull = hullOf(newer)
  if (hull === undefined) return known
  const first = findInsertIndex(known, ({ to }) => to <= hull.from)
  const last = findInsertIndex(known, ({ from }) => from < hull.to)
  return [...known.slice(0, first), ...newer, ...known.slice(last)]
}

/** Returns candles by their open time. Nearly all lists are ascending already, which is faster to see than to sort. */
function sortBars(bars: readonly PriceCandle[]): readonly PriceCandle[] {
  let previous = Number.NEGATIVE_INFINITY
  for (const { timestamp } of bars) {
    if (timestamp < previous) return [...bars].sort((a, b) => a.timestamp - b.timestamp)
    previous = timestamp
  }
  return bars
}

function barsOf({ commit: { bars } }: Waiting, { from, to }: Span) {
  const first = findInsertIndex(bars, ({ timestamp }) => timestamp < from)
  return bars.slice(
    first,
    findInsertIndex(bars, ({ timestamp }) => timestamp < to),
  )
}

/** Whether a commit may change the receipts of a span, also by the extension of a neighboring one. */
function mayChangeReceipts({ commit: { receipts }, hull }: Waiting, span: Span): boolean {
  if (receipts === undefined || intersect(hull, span) !== undefined) return true
  return receipts.some((one) => one.withinMs !== undefined || intersect(one, span) !== undefined)
}

/** Returns a copy of an object whose other methods first make a call; its other members stay up to date. */
function withCallBefore<Target extends object, Added extends object>(
  target: Target,
  call: () => void,
  added: Added,
): Target & Added {
  const copy: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(target)
  for (const [name, { value }] of Object.entries(copy)) {
    if (typeof value !== 'function' || name in added || independent.has(name)) continue
    copy[name] = {
      enumerable: true,
      value: (...values: unknown[]) => {
        call()
        return value.apply(target, values)
      },
    }
  }
  return Object.assign(Object.create(Object.prototype, copy) as Target, added)
}
