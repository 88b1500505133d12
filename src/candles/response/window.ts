import { assertWithin, MAX_CANDLES } from '../../api/arguments/bounds.js'
import { candleQuery } from '../../api/arguments/fields.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import {
  alignDown,
  commonResolutions,
  defaultResolution,
  parseResolution,
  renderResolution,
} from '../../api/times/resolution.js'
import { hullOf, intersect, type Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { holderOf, noSecrets } from '../../venue-kit/contract/account-secrets.js'
import type { CandleSource, NativeStep, Venue } from '../../venue-kit/contract/venue.js'
import type { Rights } from '../fetch/access-check.js'
import type { FetchCall, FetchTarget } from '../fetch/fetch-target.js'
import type { Completion } from '../fetch/fill-gaps.js'
import { computeBuiltMaxAge } from '../fetch/live-cache.js'
import { limitLiveAge, waitTermsOf } from '../fetch/max-wait.js'
import { countCalls } from '../fetch/partial-fetch.js'
import type { PrefetchedSeries } from '../fetch/prefetch.js'
import { UnknownSeriesError } from '../fetch/series-errors.js'
import type { Locator } from '../fetch/series-locator.js'
import {
  clipToTradingPeriod,
  coversTradingPeriod,
  isOver,
  latestCloseOf,
  mayBeReopened,
  RELOCATE_AFTER_MS,
  tradingPeriodOf,
} from '../series/trading-period.js'
import {
  type CandleStore,
  findKnownSpans,
  type KnownSeries,
  type SeriesIdentity,
  seriesNameOf,
} from '../store/candle-store.js'

/** Number of candles in a request with neither a start nor a limit. */
export const DEFAULT_CANDLES = 100

/** A candle request as the caller sends it. Times are in epoch ms. */
export interface CandleQuery {
  readonly resolution?: string
  readonly start?: number
  readonly end?: number
  readonly limit?: number
}

/** The same request with all defaults applied. */
export interface CandleWindow {
  readonly stepMs: number
  /**
   * The requested open times: aligned, with `to` exclusive, and from 0 if there is no start. Empty if the window is entirely in
   * the future.
   */
  readonly span: Span
  /** Whether only the limit bounds how far back the window reaches. */
  readonly open: boolean
  /** Maximum number of candles, the newest first. */
  readonly limit: number
  /** Whether the caller gave both bounds, so that only the window limits how far back it reaches. */
  readonly bounded: boolean
}

/**
 * Applies the rules for windows. `start` is aligned down and inclusive; `end` is inclusive and clipped to now, by default now.
 * Without `start`, the window contains the newest `limit` candles before the end, however old they are, 100 by default.
 * @throws VALIDATION_ERROR for a limit outside 1..50,000, for start after end, and for unknown resolutions
 */
export function toCandleWindow(query: CandleQuery, now: number): CandleWindow {
  const stepMs = parseResolution(query.resolution ?? defaultResolution)
  const { start, end, limit } = query
  assertWithin('limit', candleQuery.limit, limit)
  if (start !== undefined && end !== undefined && start > end) {
    throw createValidationError(
      'start',
      `start (${new Date(start).toISOString()}) is after end (${new Date(end).toISOString()}). ` +
        'Use an earlier start.',
    )
  }
  const to = alignDown(Math.min(end ?? now, now), stepMs) + stepMs
  if (start === undefined) {
    const span = { from: 0, to: Math.max(0, to) }
    return { stepMs, span, open: true, limit: limit ?? DEFAULT_CANDLES, bounded: false }
  }
  const from = Math.min(alignDown(start, stepMs), to)
  const bounded = limit === undefined
  return { stepMs, span: { from, to }, open: false, limit: limit ?? MAX_CANDLES, bounded }
}

/**
 * Checks that a window bounded only by its times does not have more candles than one response may. The window is clipped to the
 * trading period first, so that `start: 0` means "from the listing".
 * @throws VALIDATION_ERROR with the alternatives
 */
export function assertAnswerable(window: CandleWindow, span: Span): void {
  const count = (span.to - span.from) / window.stepMs
  if (!window.bounded || count <= MAX_CANDLES) return
  throw createValidationError(
    'start',
    `The window has ${Math.ceil(count)} candles, and the maximum is ${MAX_CANDLES}. ` +
      'Shorten it, use a coarser resolution, or pass a limit to get the newest ones.',
  )
}

/**
 * Returns the native interval for a resolution: its own if the venue has it, otherwise the coarsest that divides it.
 * @throws VALIDATION_ERROR with the available resolutions
 */
export function nativeStepFor(stepMs: number, natives: readonly NativeStep[]): NativeStep {
  const best = natives
    .filter((native) => stepMs % native.stepMs === 0)
    .reduce<NativeStep | undefined>(
      (coarsest, native) => (coarsest === undefined || native.stepMs > coarsest.stepMs ? native : coarsest),
      undefined,
    )
  if (best !== undefined) return best
  const works = commonResolutions.filter((name) =>
    natives.some((native) => parseResolution(name) % native.stepMs === 0),
  )
  throw createValidationError(
    'resolution',
    `${renderResolution(stepMs)} candles cannot be computed exactly here. Available resolutions: ${works.join(', ') || 'none'}`,
  )
}

/** A request, its venue, and its terms. */
export interface WindowRequest {
  readonly venue: Venue
  readonly source: CandleSource
  readonly outcomeId: string
  readonly query: CandleQuery
  readonly call: FetchCall
  /** Time of the request, epoch ms. */
  readonly now: number
}

/** A request with its series and the final bounds of its window. */
export interface WindowPlan {
  readonly window: CandleWindow
  readonly target: FetchTarget
  readonly known: KnownSeries
  /** Undefined if the market did not trade in the window. */
  readonly span: Span | undefined
  readonly tradingPeriod: Span
  readonly now: number
}

export interface PlanDeps {
  readonly store: CandleStore
  readonly locator: Locator
  readonly rights: Rights
  readonly shownOpenAt?: ShownOpenAt | undefined
}

/** Returns when a list or a lookup last showed the market of an outcome trading, epoch ms, or undefined if none has. */
export type ShownOpenAt = (venue: VenueId, outcomeId: string) => number | undefined

/**
 * Finds the series of a request and the bounds of its window, before any candles are requested.
 * @param forgotten stored facts of an outcome that its venue does not know
 * @throws UnknownSeriesError if the venue does not know the outcome and nothing of that time is stored; otherwise as
 * `CandleEngine.candles`
 */
export async function planWindow(
  { store, locator, rights, shownOpenAt }: PlanDeps,
  { venue, source, outcomeId, query, call, now }: WindowRequest,
  forgotten: KnownSeries | undefined,
): Promise<WindowPlan> {
  const window = toCandleWindow(query, now)
  const step = nativeStepFor(window.stepMs, source.steps)
  await rights.assertShown(venue, source, outcomeId, call)
  const wanted = { venue, source, outcomeId, call }
  const isGood = (found: KnownSeries) =>
    coversTradingPeriod(found, window.span, window.stepMs, now) &&
    (now - found.checkedAt < RELOCATE_AFTER_MS || source.isUnconfirmed?.(found.series) !== true)
  const before = store.known(venue.id, outcomeId)
  const isReopened =
    before !== undefined &&
    mayBeReopened(before, window.span, window.stepMs, now, () => shownOpenAt?.(venue.id, outcomeId))
  const identityOf = ({ series: { seriesKey } }: KnownSeries): SeriesIdentity => ({
    venue: venue.id,
    seriesKey,
    stepMs: step.stepMs,
    basis: source.basis,
  })
  const isStored = (found: KnownSeries) => findKnownSpans(store, identityOf(found), window.span).length > 0
  // Stored data of an outcome that the venue does not know confirms nothing about other times, and one lookup that does not find it
  // decides nothing.
  const isLost = (found: KnownSeries) => found.isUnknown === true && !isOver(found) && !isStored(found)
  const located =
    forgotten ?? (isReopened ? await locator.relocate(wanted) : await locator.locate(wanted, isGood))
  const known = forgotten === undefined && isLost(located) ? await locator.relocate(wanted) : located
  if (isLost(known)) throw new UnknownSeriesError(venue, known)
  const { series } = known
  const identity = identityOf(known)
  const tradingPeriod = tradingPeriodOf(series, window.stepMs)
  const early = waitTermsOf(call.freshness, window.stepMs)
  const target: FetchTarget = {
    venue,
    source,
    series,
    step,
    identity,
    key: seriesNameOf(identity),
    maxAgeMs: limitLiveAge(computeBuiltMaxAge(window.stepMs, step.stepMs), call.freshness),
    ...(early === undefined ? {} : { early }),
    isUnknown: known.isUnknown === true && isStored(known),
    known: () => store.known(venue.id, outcomeId) ?? known,
    relocate: (terms) => locator.relocate({ ...wanted, call: terms }),
  }
  const alive = clipToTradingPeriod(window.span, tradingPeriod, window.stepMs, (part) => {
    const stored = store.read(identity, part)
    const [first, last] = [stored[0], stored.at(-1)]
    return first && last && { from: first.timestamp, to: last.timestamp }
  })
  const span =
    alive === undefined
      ? undefined
      : intersect(alive, findAvailableSpan(store, target, alive, window.stepMs, now))
  if (span !== undefined) assertAnswerable(window, span)
  return { window, target, known, span, tradingPeriod, now }
}

/**
 * Returns the open times of a span that are available: the venue retains them, or candles are stored. One window more
 * than the venue documents is included, because some venues count candles instead of time.
 */
export function findAvailableSpan(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  { identity, step }: FetchTarget,
  span: Span,
  stepMs: number,
  now: number,
): Span {
  const to = Number.POSITIVE_INFINITY
  if (step.retentionMs === undefined) return { from: span.from, to }
  const reachFrom = alignDown(now - step.retentionMs - step.maxWindowMs, stepMs)
  if (span.from >= reachFrom) return { from: span.from, to }
  const old = { from: span.from, to: reachFrom }
  const oldest = hullOf([...store.coverage(identity, old), ...store.provisional(identity, old)])
  return { from: alignDown(Math.min(reachFrom, oldest?.from ?? reachFrom), stepMs), to }
}

/** @throws NOT_SUPPORTED if a venue has no candles */
export function sourceOf(venue: Venue): CandleSource {
  if (venue.candles !== undefined) return venue.candles
  throw new PmxError(
    'NOT_SUPPORTED',
    `${venue.id} has no price history. GET /api/${venue.id}/has lists what it supports.`,
    { exchange: venue.id },
  )
}

/** Returns the first window of a search: the newest intervals, as many as the limit. */
export function findFirstLook(window: CandleWindow, span: Span): Span {
  const from = alignDown(span.to - window.limit * window.stepMs, window.stepMs)
  return { from: Math.max(span.from, from), to: span.to }
}

/** Maximum length of watched windows. Longer windows are in the store, and only their end may change. */
const MAX_STEPS = 500

/**
 * Returns the series of a request for the prefetcher. Returns undefined for past windows, for callers that wait for the
 * venue or set a maximum age, and if the venue is called with a caller's credentials.
 */
export function watchedOf(
  { target, window, span, tradingPeriod, now }: WindowPlan,
  { secrets, freshness, priority }: FetchCall,
  complete: Completion['complete'],
  clock: Pick<Clock, 'now'>,
): PrefetchedSeries | undefined {
  const { venue, source, step, series } = target
  const isLive =
    span !== undefined && span.to > now && latestCloseOf(series) === undefined && !target.isUnknown
  const isForAnybody = venue.isPrivate !== true && holderOf(secrets) === ''
  const isDefault = freshness?.waitMs !== undefined && priority === 'interactive'
  if (!isLive || !isForAnybody || !isDefault) return undefined
  const look = findFirstLook(window, span)
  const steps = Math.min(MAX_STEPS, Math.ceil((look.to - look.from) / step.stepMs))
  const { early: _early, ...patient } = target
  // Everything that may have changed is fetched.
  const asked: FetchTarget = { ...patient, maxAgeMs: 1 }
  return {
    venue: venue.id,
    key: target.key,
    maxAgeMs: target.maxAgeMs,
    perCall: seriesACall(source, steps),
    place: source.manyAt,
    async refresh({ signal, urgency }) {
      let calls = 0
      const to = alignDown(clock.now(), step.stepMs) + step.stepMs
      const newest = intersect({ from: to - steps * step.stepMs, to }, tradingPeriod)
      const terms = {
        signal,
        priority: urgency,
        secrets: noSecrets,
        onSent: (sent: number) => (calls += sent),
      }
      if (newest !== undefined) await complete(asked, newest, countCalls(terms))
      return calls
    },
  }
}

/** Returns how many such series the venue returns in one call. */
function seriesACall(
  { fetchMany, mostSeriesACall = 1, mostBarsACall }: FetchTarget['source'],
  steps: number,
): number {
  if (fetchMany === undefined) return 1
  const most = Math.min(mostSeriesACall, Math.floor((mostBarsACall ?? Number.POSITIVE_INFINITY) / steps))
  return Math.max(1, most)
}
