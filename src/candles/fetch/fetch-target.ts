import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { hullOf, joinSpans, type Span } from '../../api/times/span.js'
import type { QueueClient } from '../../policy/fair-queue.js'
import type { Urgency } from '../../policy/urgency.js'
import type { Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { CandleSeries, CandleSource, NativeStep, Venue } from '../../venue-kit/contract/venue.js'
import { computeConfirmationAge, findClosedEnd } from '../series/closed-end.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import { tradingPeriodOf } from '../series/trading-period.js'
import type { CandleStore, KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import type { FreshPart } from './live-cache.js'
import type { Freshness, WaitTerms } from './max-wait.js'

/** A series with everything needed to request more of it from its venue. */
export interface FetchTarget {
  readonly venue: Venue
  readonly source: CandleSource
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly identity: SeriesIdentity
  /** Name of the identity (`seriesNameOf`). */
  readonly key: string
  /** Maximum age of the live cache for this request, ms. */
  readonly maxAgeMs: number
  /** When cached data replaces the venue's response. Absent if the caller waits for the response. */
  readonly early?: WaitTerms
  /**
   * End of a provisional span that the daemon itself confirms, epoch ms. What follows is fetched with it, but its empty ranges
   * are not recorded: they would have to be confirmed in turn. Absent for requests of callers.
   */
  readonly confirmedTo?: number
  /** The venue does not know the outcome and is not called: stored data is returned. */
  readonly isUnknown: boolean
  /** Returns the stored facts of the outcome. */
  known(): KnownSeries
  /** Returns the current facts of the outcome from the venue. */
  relocate(call: FetchCall): Promise<KnownSeries>
}

/** Terms of a venue call. */
export type FetchTerms = Pick<FetchCall, 'signal' | 'priority' | 'secrets' | 'caller'>

/** The caller, and its wait options. */
export interface FetchCall {
  readonly signal: AbortSignal
  readonly priority: Urgency
  /** The caller in the fair queue. Absent for work of the daemon itself. */
  readonly caller?: QueueClient | undefined
  /** Credentials that the venue may be called with for the caller. */
  readonly secrets: Secrets
  /** The caller may see everything that the daemon has fetched. */
  readonly isOwner?: boolean
  /** Stored data that the caller takes when the venue is unreachable. Absent if it takes only the venue's response. */
  readonly stored?: StoredTerms
  /** How long the caller waits for the newest candles. Absent without a limit. */
  readonly freshness?: Freshness
  /** Called with the number of venue calls made for this caller. */
  onSent(calls: number): void
}

const NO_SPAN: Span = { from: 0, to: 0 }

/** Returns the part of a judged span whose empty ranges are recorded, perhaps an empty one. See `FetchTarget.confirmedTo`. */
export function findRecordedPart({ confirmedTo }: FetchTarget, judged: Span = NO_SPAN): Span {
  return { from: judged.from, to: Math.min(judged.to, confirmedTo ?? judged.to) }
}

/**
 * Records spans of which something is about to be stored for good, so that it is uploaded even if the process is killed.
 * @param route of the response
 * @returns a function that has them uploaded
 */
export type NoteFinal = (target: FetchTarget, spans: readonly Span[], route: string) => () => void

/** The series of a request, and what its venue retains of it. */
type Retained = Pick<FetchTarget, 'identity' | 'step' | 'series' | 'source'>

/** Maximum number of intervals between a span and the nearest stored candles that are fetched with it. */
const MAX_NEIGHBOR_STEPS = 1_000
/** Number of these candles on each side. One alone may not exist either. */
const NEIGHBORS = 3

/**
 * Returns the first open time of a market, epoch ms. Returns undefined if it is unknown, or if the venue deletes old candles at an
 * unknown age: then a response without the first ones is complete.
 */
function findFirstOpenTime({ source, series, step }: Retained): number | undefined {
  if (series.listedAt === undefined || source.forgets === true) return undefined
  return alignDown(series.listedAt, step.stepMs)
}

/**
 * Returns whether a response begins with the listing, and whether it ends with the close: see `createLackCount`.
 * @param completeTo open time before which indexers do not lag any more, epoch ms
 */
export function findReachedEdges(
  target: Retained & Pick<FetchTarget, 'known'>,
  span: Span,
  completeTo: number,
): { readonly isSinceListing: boolean; readonly isUntilClose: boolean } {
  const { step } = target
  const first = findFirstOpenTime(target)
  const end = findClosedEnd(target.known(), step.stepMs)
  const retainedFrom =
    completeTo + computeConfirmationAge(step) - (step.retentionMs ?? Number.POSITIVE_INFINITY)
  return {
    isSinceListing: first !== undefined && span.from <= first && first > retainedFrom,
    isUntilClose: end?.isConfirmed === true && end.to <= completeTo && span.to >= end.to,
  }
}

/** Returns how far from a span its neighbors may be, ms: one venue window must have both. */
function measureReach({ stepMs, maxWindowMs }: NativeStep, { from, to }: Span): number {
  return Math.min(MAX_NEIGHBOR_STEPS * stepMs, Math.max(0, maxWindowMs - (to - from)))
}

/**
 * Returns a span with the nearest stored candles on both sides, as many as one venue window has. They show that a response is not
 * cut off there. Before the first candle, the listing shows it, and after the last one the close.
 * @param terms.stepsAfter intervals after the span if no candle is stored there
 * @param terms.neighbors number of these candles on each side
 */
export function extendToNeighbors(
  store: Pick<CandleStore, 'read'>,
  target: Retained,
  span: Span,
  {
    stepsAfter = 0,
    neighbors = NEIGHBORS,
  }: { readonly stepsAfter?: number; readonly neighbors?: number } = {},
): Span {
  const { identity, step } = target
  const { stepMs, maxWindowMs } = step
  const reachMs = measureReach(step, span)
  const earlier = store.read(identity, { from: span.from - reachMs, to: span.from })
  const later = store.read(identity, { from: span.to, to: span.to + reachMs })
  const first = findFirstOpenTime(target)
  const isFirstNear = first !== undefined && first >= span.from - reachMs && first < span.from
  const begins = [
    ...earlier.slice(-neighbors).map(({ timestamp }) => timestamp),
    ...(isFirstNear && earlier.length < neighbors ? [first] : []),
  ].sort((a, b) => b - a)
  const closedTo = tradingPeriodOf(target.series, stepMs).to
  const isCloseNear = closedTo > span.to && closedTo <= span.to + reachMs
  const ends = [
    ...later.slice(0, neighbors).map(({ timestamp }) => timestamp + stepMs),
    ...(isCloseNear && later.length < neighbors ? [closedTo] : []),
  ]
  const lastTo = ends[0] ?? span.to + stepsAfter * stepMs
  for (let count = neighbors; count > 0; count--) {
    const from = begins.slice(0, count).at(-1) ?? span.from
    const to = ends.slice(0, count).at(-1) ?? lastTo
    if (to - from <= maxWindowMs) return { from, to }
  }
  return { from: span.from, to: Math.min(lastTo, span.from + Math.max(maxWindowMs, span.to - span.from)) }
}

/**
 * Adds the stored candles that a request about provisional spans needs. An incomplete response may have only part of the candle
 * before an empty range. Whether a contradicted candle exists, only a response with the candles around it shows.
 */
export function withNeighbors(
  store: Pick<CandleStore, 'read' | 'count'>,
  target: Retained,
  due: readonly Provisional[],
): Span[] {
  const { identity, step } = target
  return due.map(({ from, to, isContradicted }) => {
    if (isContradicted === true) return extendToNeighbors(store, target, { from, to })
    const before = { from: from - step.stepMs, to: from }
    return store.count(identity, before, 1) > 0 ? { from: before.from, to } : { from, to }
  })
}

/**
 * Returns the end of a closed market that was requested before, until the close and with the last stored candle before it: a
 * response without any row may be an outage.
 */
export function extendEnd(
  store: Pick<CandleStore, 'read'>,
  { identity, step }: Retained,
  end: Span,
  closedAt: number,
): Span {
  const { from } = end
  const to = Math.max(end.to, alignUp(closedAt, step.stepMs))
  const last = store.read(identity, { from: from - measureReach(step, { from, to }), to: from }).at(-1)
  return { from: last?.timestamp ?? from, to }
}

/**
 * Returns the pieces in which missing and provisional spans are fetched: a single piece if one call is enough. They include the
 * candle after an empty range, which shows that the venue has passed it. They also include fresh parts, which would need a call
 * of their own later.
 */
export function joinPieces(
  { step }: FetchTarget,
  missing: readonly Span[],
  due: readonly Span[],
  believed: readonly FreshPart[],
): Span[] {
  const pieces = joinSpans([
    ...missing,
    ...due.map(({ from, to }) => ({ from, to: to + step.stepMs })),
    ...believed.map(({ span, asOf }) => ({
      from: span.from,
      to: Math.min(span.to, alignDown(asOf, step.stepMs)),
    })),
  ])
  const hull = hullOf(pieces)
  return hull !== undefined && hull.to - hull.from <= step.maxWindowMs ? [hull] : pieces
}
