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
/** Maximum number of calls for a window, if the venue returns less than a window per call. */
const MAX_CALLS = 4

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

  /** Returns the parts of a span that can be compared: they are covered, whether contradicted or not. */
  function findStored({ identity, span }: DueSpan): readonly Coverable[] {
    const open = store.provisional(identity, span).filter(({ isContradicted }) => isContradicted === true)
    return [...store.coverage(identity, span), ...open].sort((a, b) => a.from - b.from)
  }

  /** Reads a span whose beginning may need more than one call, because the venue returns the newest part of a window. */
  async function readBackTo(
    target: FetchTarget,
    requested: Span,
    neededFrom: number,
    call: FetchCall,
  ): ReturnType<Fetcher['readAgain']> {
    let found = await fetcher.readAgain(target, requested, call)
    for (let calls = 1; found.span.from > neededFrom && calls < MAX_CALLS; calls++) {
      const rest = { from: requested.from, to: found.span.from }
      const older = await fetcher.readAgain(target, rest, call)
      // Candles of two routes cannot be compared together.
      if (older.route !== found.route) break
      found = {
        ...found,
        span: hullOf([older.span, found.span]) ?? found.span,
        bars: [...older.bars, ...found.bars],
        withheld: joinSpans([...older.withheld, ...found.withheld]),
      }
    }
    return found
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
      const requested = extendToNeighbors(store, target, hull ?? due.span, STEPS_AFTER)
      const neededFrom = hull === undefined ? due.span.from : requested.from
      const { route, span, withheld, ...rest } = await readBackTo(target, requested, neededFrom, call)
      const stored = findStored(due)
      const deleted = subtract(due.span, stored)
      const differing = due.differing.filter(({ openTime }) => isWithin(stored, openTime))
      if (deleted.length > 0 && differing.length === 0) return undefined
      const own = stored.filter((entry) => isOfRoute(entry.route, route))
      const compared = compareLook(
        store.read(due.identity, requested),
        {
          ...rest,
          span: intersect(span, due.span) ?? { from: due.span.to, to: due.span.to },
          withheld: [...withheld, ...deleted],
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

function isWithin(spans: readonly Span[], openTime: number): boolean {
  return spans.some(({ from, to }) => openTime >= from && openTime < to)
}
