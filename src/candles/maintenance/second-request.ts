import type { PriceCandle } from '../../api/models/models.js'
import { hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import {
  extendToNeighbors,
  type FetchCall,
  type FetchTarget,
  findReachedEdges,
} from '../fetch/fetch-target.js'
import type { Fetcher } from '../fetch/fetcher.js'
import type { Completion } from '../fetch/fill-gaps.js'
import { countCalls } from '../fetch/partial-fetch.js'
import type { Locator } from '../fetch/series-locator.js'
import {
  type CandleStore,
  type Coverage,
  isFetched,
  isOfRoute,
  type KnownSeries,
  type SeriesIdentity,
  seriesNameOf,
} from '../store/candle-store.js'
import {
  compareLook,
  compareNothing,
  type DueSpan,
  type DueWindow,
  type RecheckComparison,
} from '../store/recheck-rows.js'

/** Requests stored data from venues again. */
export interface LookAgain {
  /** Confirms a provisional span by a later response. */
  confirm(venue: Venue, known: KnownSeries, due: DueSpan, call: FetchCall): Promise<void>
  /**
   * Compares final candles with the venue's current ones. Nothing is stored. Open times that were deleted are left out.
   * @returns undefined if the window, or all of its differences, were deleted meanwhile
   */
  compare(venue: Venue, known: KnownSeries, due: DueWindow, call: FetchCall): Promise<Found | undefined>
  /**
   * Called when candles in a span have new values or are no longer contradicted, so that earlier results are outdated, here and in
   * a shared history.
   */
  noteDecided(due: DueSpan): void
  /** Called when candles in a span are newly contradicted, so that earlier results lack their mark. */
  noteContradicted(due: DueSpan): void
}

/** Number of intervals after a window that are fetched with it: they show that the venue's index has passed its last candle. */
const STEPS_AFTER = 60
/**
 * Number of stored candles on each side that a request about differences includes: of many that do not exist either, the response
 * has none.
 */
const DECIDING_NEIGHBORS = 60
/** Maximum number of calls for a window, if the venue returns less than a window per call. */
const MAX_CALLS = 4

/** Number of venue windows on each side in which a neighbor is searched for, and of calls for neighbors that may not exist either. */
const MAX_FAR_WINDOWS = 20
const MAX_FAR_CALLS = 3

/** A response about a span, perhaps joined from several. */
type JoinedResponse = Awaited<ReturnType<Fetcher['readAgain']>>

interface Found {
  readonly compared: RecheckComparison
  /** The venue's route that responded, or '' if there is none. */
  readonly route: string
}

/** A part of a series, and where its data came from. */
type Coverable = Span & Pick<Coverage, 'route'>

interface LookAgainDeps {
  readonly store: CandleStore
  readonly fetcher: Fetcher
  readonly completion: Completion
  readonly locator: Locator
  /** Called with the key of a series with new data. */
  onChange(key: string): void
  /** Gives decided candles to the shared history, and withdraws their former values there. */
  readonly shared?: { restate(identity: SeriesIdentity, span: Span): void } | undefined
}

export function createLookAgain({
  store,
  fetcher,
  completion,
  locator,
  onChange,
  shared,
}: LookAgainDeps): LookAgain {
  function targetOf(venue: Venue, known: KnownSeries, { identity }: DueSpan, call: FetchCall) {
    const source = venue.candles
    const step = source?.steps.find(({ stepMs }) => stepMs === identity.stepMs)
    if (source === undefined || step === undefined || source.basis !== identity.basis) return undefined
    const { outcomeId } = known.series
    const target: FetchTarget = {
      venue,
      source,
      series: known.series,
      step,
      identity,
      key: seriesNameOf(identity),
      maxAgeMs: 1,
      isUnknown: false,
      known: () => store.known(venue.id, outcomeId) ?? known,
      relocate: (terms) => locator.relocate({ venue, source, outcomeId, call: { ...call, ...terms } }),
    }
    return target
  }

  /**
   * Returns the parts of a window that can be compared: the final ones, and the contradicted ones if a response is to decide about
   * its differences.
   */
  function findComparable({ identity, span, differing }: DueWindow): readonly Coverable[] {
    const final = store.coverage(identity, span)
    if (differing.length === 0) return final
    const open = store.provisional(identity, span).filter(({ isContradicted }) => isContradicted === true)
    return [...final, ...open].sort((a, b) => a.from - b.from)
  }

  /** Adds a response about an earlier or later span. Undefined if it came by another route: its candles cannot be compared. */
  function join(found: JoinedResponse, other: JoinedResponse): JoinedResponse | undefined {
    if (other.route !== found.route) return undefined
    const [first, last] = other.span.from < found.span.from ? [other, found] : [found, other]
    const between = { from: first.span.to, to: last.span.from }
    return {
      ...found,
      span: { from: first.span.from, to: Math.max(first.span.to, last.span.to) },
      bars: [...first.bars, ...last.bars],
      withheld: joinSpans([
        ...first.withheld,
        ...last.withheld,
        ...(between.from < between.to ? [between] : []),
      ]),
      isJoined: true,
    }
  }

  /** Reads a span whose beginning may need more than one call, because the venue returns the newest part of a window. */
  async function readBackTo(
    target: FetchTarget,
    requested: Span,
    neededFrom: number,
    call: FetchCall,
  ): Promise<JoinedResponse> {
    let found: JoinedResponse = await fetcher.readAgain(target, requested, call)
    for (let calls = 1; found.span.from > neededFrom && calls < MAX_CALLS; calls++) {
      const rest = { from: requested.from, to: found.span.from }
      const both = join(found, await fetcher.readAgain(target, rest, call))
      if (both === undefined) break
      found = both
    }
    return found
  }

  /**
   * Reads the nearest stored candles on both sides that one venue window does not have: without them, a response about a candle far
   * from all others is always one without rows.
   */
  async function addFarNeighbors(
    target: FetchTarget,
    found: JoinedResponse,
    undecided: Span,
    call: FetchCall,
  ): Promise<JoinedResponse> {
    let all = found
    for (const side of ['before', 'after'] as const)
      for (let calls = 0; calls < MAX_FAR_CALLS; calls++) {
        const openTime = findFarNeighbor(store, target, all, undecided, side)
        if (openTime === undefined) break
        const span = { from: openTime, to: openTime + target.step.stepMs }
        const both = join(all, await fetcher.readAgain(target, span, call))
        if (both === undefined) break
        all = both
      }
    return all
  }

  return {
    async confirm(venue, known, due, call) {
      const { identity, span } = due
      // Candles from another daemon may have made it final meanwhile.
      if (subtract(span, store.coverage(identity, span).filter(isFetched)).length === 0) {
        const nothing = { within: span, entries: [] }
        return store.commit(identity, { bars: [], coverage: [], provisional: nothing, ends: nothing })
      }
      const target = targetOf(venue, known, due, call)
      if (target !== undefined)
        await completion.complete({ ...target, confirmedTo: span.to }, span, countCalls(call))
    },
    async compare(venue, known, due, call) {
      const target = targetOf(venue, known, due, call)
      if (target === undefined) return { compared: compareNothing(due), route: '' }
      const { stepMs } = target.step
      // A response may be shorter than the window: what it decides, the next request leaves out.
      const undecided = due.differing.map(({ openTime }) => ({ from: openTime, to: openTime + stepMs }))
      const hull = hullOf(undecided)
      const requested = extendToNeighbors(store, target, hull ?? due.span, {
        stepsAfter: STEPS_AFTER,
        ...(hull === undefined ? {} : { neighbors: DECIDING_NEIGHBORS }),
      })
      const neededFrom = hull === undefined ? due.span.from : requested.from
      const before = findComparable(due)
      if (before.length === 0) return undefined
      const response = await readBackTo(target, requested, neededFrom, call)
      const { route, span, withheld, ...rest } =
        hull === undefined ? response : await addFarNeighbors(target, response, hull, call)
      const stored = findComparable(due)
      const isDeleted = before.some((part) => subtract(part, stored).length > 0)
      const differing = due.differing.filter(({ openTime }) => isWithin(stored, openTime))
      if (isDeleted && differing.length === 0) return undefined
      const own = stored.filter((entry) => isOfRoute(entry.route, route))
      const compared = compareLook(
        store.read(due.identity, hullOf([requested, span]) ?? requested),
        {
          ...rest,
          span: intersect(span, due.span) ?? { from: due.span.to, to: due.span.to },
          withheld: [...withheld, ...subtract(due.span, stored)],
          ...findReachedEdges(target, span, rest.completeTo ?? Number.NEGATIVE_INFINITY),
        },
        { ...due, differing },
        (openTime) => isWithin(own, openTime),
      )
      return { compared, route }
    },
    noteDecided({ identity, span }) {
      onChange(seriesNameOf(identity))
      shared?.restate(identity, span)
    },
    noteContradicted: ({ identity }) => onChange(seriesNameOf(identity)),
  }
}

/**
 * Returns the open time of the nearest stored candle on one side of a response, or undefined if there is none or the response has
 * a candle there itself.
 */
function findFarNeighbor(
  store: Pick<CandleStore, 'read'>,
  { identity, step, series }: FetchTarget,
  { span, bars }: Pick<JoinedResponse, 'span' | 'bars'>,
  undecided: Span,
  side: 'before' | 'after',
): number | undefined {
  const isBefore = side === 'before'
  const isOnSide = ({ timestamp }: PriceCandle): boolean =>
    isBefore ? timestamp < undecided.from : timestamp >= undecided.to
  if (bars.some(isOnSide)) return undefined
  const first = series.listedAt ?? Number.NEGATIVE_INFINITY
  let at = isBefore ? span.from : span.to
  for (let windows = 0; windows < MAX_FAR_WINDOWS && at > first; windows++) {
    const next = isBefore ? at - step.maxWindowMs : at + step.maxWindowMs
    const found = store.read(identity, isBefore ? { from: next, to: at } : { from: at, to: next })
    const nearest = isBefore ? found.at(-1) : found[0]
    if (nearest !== undefined) return nearest.timestamp
    at = next
  }
  return undefined
}

function isWithin(spans: readonly Span[], openTime: number): boolean {
  return spans.some(({ from, to }) => openTime >= from && openTime < to)
}
