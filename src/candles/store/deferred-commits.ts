import { hullOf, intersect, type Span, subtract } from '../../api/times/span.js'
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
   * Commits data about a span of which nothing is stored. It is read at once, and written after the current work or before the
   * next call that needs it in the file. If the process ends before, the data is missing, as if it had never arrived.
   */
  commitSoon(identity: SeriesIdentity, commit: CandleCommit): void
}

interface Waiting {
  readonly name: string
  readonly identity: SeriesIdentity
  readonly commit: CandleCommit
  readonly hull: Span
  /** Its entries, joined with the stored ones that they touch, and the span of all these. */
  readonly coverage: readonly Coverage[]
  readonly coverageHull: Span
}

/** Calls about outcomes, which a commit does not change. */
const independent: ReadonlySet<string> = new Set(['known', 'lifecycle'])

/**
 * Adds deferred commits to a store. Every call other than a read of candles and coverage first writes the waiting commit, so the
 * order of writes stays the same.
 * @param later runs a task after the current work
 */
export function createDeferredCommits<Store extends CandleStore>(
  store: Store,
  later: (task: () => void) => void,
): Store & DeferringStore {
  let waiting: Waiting | undefined

  function write(): void {
    if (waiting === undefined) return
    const { identity, commit } = waiting
    waiting = undefined
    store.commit(identity, commit)
  }

  function waitingFor(identity: SeriesIdentity, span: Span): Waiting | undefined {
    if (waiting === undefined || intersect(waiting.coverageHull, span) === undefined) return undefined
    return waiting.name === seriesNameOf(identity) ? waiting : undefined
  }

  const barsOf = ({ commit: { bars } }: Waiting, { from, to }: Span) =>
    bars.filter(({ timestamp }) => timestamp >= from && timestamp < to)

  /** Splits a span at the waiting commit, whose part of it has nothing stored. */
  function around({ hull }: Waiting, span: Span): { readonly before: Span[]; readonly after: Span[] } {
    const rest = subtract(span, [hull])
    return {
      before: rest.filter(({ from }) => from < hull.from),
      after: rest.filter(({ from }) => from >= hull.from),
    }
  }

  const reads: Pick<CandleStore, 'coverage' | 'provisional' | 'read' | 'readText' | 'count'> = {
    coverage(identity, span) {
      const found = waitingFor(identity, span)
      const stored = store.coverage(identity, span)
      if (found === undefined) return stored
      const others = stored.filter((entry) => intersect(entry, found.coverageHull) === undefined)
      const own = found.coverage.filter((entry) => intersect(entry, span) !== undefined)
      return [...others, ...own].sort((a, b) => a.from - b.from)
    },
    provisional(identity, span) {
      const found = waitingFor(identity, span)
      const stored = store.provisional(identity, span)
      const own = found?.commit.provisional?.entries.filter((entry) => intersect(entry, span) !== undefined)
      return own === undefined ? stored : [...stored, ...own].sort((a, b) => a.from - b.from)
    },
    read(identity, span) {
      const found = waitingFor(identity, span)
      if (found === undefined) return store.read(identity, span)
      const { before, after } = around(found, span)
      const stored = (spans: Span[]) => spans.flatMap((part) => store.read(identity, part))
      return [...stored(before), ...barsOf(found, span), ...stored(after)]
    },
    readText(identity, span) {
      const found = waitingFor(identity, span)
      if (found === undefined) return store.readText(identity, span)
      const { before, after } = around(found, span)
      const stored = (spans: Span[]) => spans.map((part) => store.readText(identity, part))
      const bars = barsOf(found, span)
      const own = { text: renderCandles(bars), count: bars.length, last: bars.at(-1)?.timestamp }
      const texts = [...stored(before), own, ...stored(after)].filter(({ count }) => count > 0)
      return {
        text: joinLists(texts.map(({ text }) => text)),
        count: texts.reduce((sum, { count }) => sum + count, 0),
        last: texts.at(-1)?.last,
      }
    },
    count(identity, span, most) {
      const found = waitingFor(identity, span)
      if (found === undefined) return store.count(identity, span, most)
      const { before, after } = around(found, span)
      const own = barsOf(found, span).length
      const stored = [...before, ...after].reduce((sum, part) => sum + store.count(identity, part, most), 0)
      return Math.min(most, own + stored)
    },
  }

  const commits: DeferringStore = {
    commitSoon(identity, commit) {
      write()
      const bars = [...commit.bars].sort((a, b) => a.timestamp - b.timestamp)
      const hull = hullOf([...commit.coverage, ...(commit.provisional?.entries ?? [])])
      if (hull === undefined) return
      const near = store.coverage(identity, { from: hull.from - 1, to: hull.to + 1 })
      const coverage = joinNeighbors([...near, ...commit.coverage].sort((a, b) => a.from - b.from))
      const coverageHull = hullOf([...coverage, hull]) ?? hull
      const own = { name: seriesNameOf(identity), identity, hull, coverage, coverageHull }
      waiting = { ...own, commit: { ...commit, bars } }
      later(() => {
        try {
          write()
        } catch {
          // The next write reports what is wrong with the file. What is not stored is requested again.
        }
      })
    },
  }

  return withCallBefore(store, write, { ...reads, ...commits })
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
