import { hullOf, intersect, type Span, subtract } from '../../api/times/span.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall, FetchTarget } from '../fetch/fetch-target.js'
import type { Fetcher } from '../fetch/fetcher.js'
import type { Completion } from '../fetch/fill-gaps.js'
import { countCalls } from '../fetch/partial-fetch.js'
import type { Locator } from '../fetch/series-locator.js'
import {
  type CandleStore,
  type Coverage,
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

/** Number of intervals after a window that are fetched with it. */
const STEPS_AFTER = 60
/** Maximum number of intervals between a window and the stored candles beside it that are fetched with it. */
const STEPS_BESIDE = 1_000

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
   * Returns a span with the stored candles on both sides, which show that a response is not cut off. What follows also shows that
   * the venue's index has passed the last candle.
   */
  function widen(span: Span, { identity }: DueSpan, { stepMs, maxWindowMs }: FetchTarget['step']): Span {
    const after = span.to + STEPS_AFTER * stepMs
    const besideMs = Math.min(STEPS_BESIDE * stepMs, Math.max(0, maxWindowMs - (after - span.from)) / 2)
    const before = store.read(identity, { from: span.from - besideMs, to: span.from }).at(-1)
    const next = store.read(identity, { from: span.to, to: after + besideMs })[0]
    return {
      from: before?.timestamp ?? span.from,
      to: Math.max(after, next === undefined ? after : next.timestamp + stepMs),
    }
  }

  /** Returns the parts of a span that can be compared: they are covered, whether contradicted or not. */
  function findStored({ identity, span }: DueSpan): readonly Coverable[] {
    const open = store.provisional(identity, span).filter(({ isContradicted }) => isContradicted === true)
    return [...store.coverage(identity, span), ...open].sort((a, b) => a.from - b.from)
  }

  return {
    async confirm(venue, known, due, call) {
      const target = targetOf(venue, known, due, call)
      if (target !== undefined)
        await completion.complete({ ...target, confirmedTo: due.span.to }, due.span, countCalls(call))
    },
    async compare(venue, known, due, call) {
      const target = targetOf(venue, known, due, call)
      if (target === undefined) return { compared: compareNothing(due), route: '' }
      const { stepMs } = target.step
      // A response may be shorter than the window: what it decides, the next request leaves out.
      const undecided = due.differing.map(({ openTime }) => ({ from: openTime, to: openTime + stepMs }))
      const requested = widen(hullOf(undecided) ?? due.span, due, target.step)
      const { route, span, withheld, ...rest } = await fetcher.readAgain(target, requested, call)
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
