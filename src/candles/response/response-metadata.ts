import { computeAgeSeconds } from '../../api/arguments/stored-terms.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp, HOUR_MS } from '../../api/times/resolution.js'
import { createSpanTest, intersect, isEmpty, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { EmptyReason, PriceBasis } from '../../venue-kit/contract/venue.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import { refusedOnceIn } from '../fetch/lasting-refusals.js'
import { computeLiveMaxAge } from '../fetch/live-cache.js'
import type { CachedPart } from '../fetch/max-wait.js'
import {
  isCloseUnconfirmed,
  isOver,
  latestCloseOf,
  RELOCATE_AFTER_MS,
  tradingPeriodExpiresAt,
} from '../series/trading-period.js'
import { type CandleStore, emptyReasonOf, findKnownSpans } from '../store/candle-store.js'
import type { FoundCandles } from './search-back.js'
import { findFirstLook, toCandleWindow, type WindowPlan, type WindowRequest } from './window.js'

export const NEVER = Number.NEGATIVE_INFINITY

type OpenTime = Pick<PriceCandle, 'timestamp'>

/** Metadata of a result that may be outdated. */
export interface StaleFacts {
  /** Why the venue is unreachable, in one word. */
  readonly reason: string
  /** Age of the newest part of the result in seconds. */
  readonly ageS: number
  /** Open times in the window for which nothing is stored, ascending and disjoint, epoch ms. */
  readonly missing: readonly Span[]
}

/** Metadata of a result that did not wait for the newest candles. */
export interface MaxWaitFacts extends Pick<CachedPart, 'completeUntil'> {
  /** Age of the oldest part that may still change, since its request, ms. */
  readonly ageMs: number
}

/** Metadata of a result. */
export interface CandleFacts {
  readonly basis: PriceBasis
  readonly stepMs: number
  /** Whether the venue was called for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Open time of the open candle, if it is among the candles. */
  readonly runningFrom?: number
  /** Why there are no candles. */
  readonly emptyReason?: EmptyReason | 'in_future' | 'not_sampled'
  /**
   * The oldest open time that was searched, epoch ms. Present when a request without a start had to search back beyond its
   * limit, or found fewer candles than that.
   */
  readonly searchedFrom?: number
  /** Time until which the same request has the same result, epoch ms. Infinite for final windows. */
  readonly freshUntil: number
  /** The series of the result, for caches that depend on it. */
  readonly seriesKey: string
  /** Generation of the series before the result was assembled. */
  readonly generation: number
  /** Whether the market has ended: it is decided, or has been closed for a long time. */
  readonly isOver: boolean
  /** When the venue listed and closed the market, epoch ms, if it reports these times. */
  readonly period?: { readonly listedAt?: number; readonly closedAt?: number }
  /** For samples: open times of the window without a sample, or without one in every part; ascending and disjoint. */
  readonly unsampled?: readonly Span[]
  /** The request has a start, and `limit` left out the candles between it and the first one. */
  readonly isCut?: true
  /** Open times outside of the result that the venue does not retain, or retains only in part; ascending and disjoint. */
  readonly unkept?: readonly Span[]
  /** Open times of candles and empty ranges that only one response confirms; ascending and disjoint. */
  readonly provisional?: readonly Span[]
  /** Number of candles that have ended and are not final. Absent for none. */
  readonly provisionalCandles?: number
  /** Open times of candles that have ended and are not final, or are built from a part that is not; ascending and disjoint. */
  readonly notFinal?: readonly Span[]
  /** When the provisional part may be final, epoch ms. Absent without one. */
  readonly finalAfter?: number
  /** Time since the request of the newest part that may still change, ms. Absent if nothing may change. */
  readonly liveAgeMs?: number
  /** Whether the request did not wait for the newest candles. */
  readonly early?: MaxWaitFacts
  /** The venue is unreachable: the result has stored candles only. */
  readonly stale?: StaleFacts
  /** The venue does not know the outcome now: the result has stored candles only, and may be incomplete. */
  readonly isUnknown?: true
}

/**
 * Returns the metadata of a result with the given number of candles, the last of which opened at `last`. A full result
 * begins at `from`.
 * @param bars candles of the result, ascending, with all that are not final
 * @param at now, by the monotonic clock
 */
export function factsOf(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  asked: WindowPlan,
  found: FoundCandles,
  {
    bars,
    count,
    last,
    from = Number.NEGATIVE_INFINITY,
    searchedFrom,
    isCut,
    at,
  }: {
    bars: readonly OpenTime[]
    count: number
    last?: number | undefined
    from?: number | undefined
    searchedFrom: number
    isCut: boolean
    at: number
  },
): CandleFacts {
  const { window, target, span, now } = asked
  const early = found.early && earlyIn(found.early, window.stepMs, at)
  const runningFrom = alignDown(now - found.aheadMs, window.stepMs)
  const partialFrom = runningIn(target, last, runningFrom, early)
  const isSearch =
    span !== undefined &&
    window.open &&
    (count < window.limit || searchedFrom < findFirstLook(window, span).from)
  const looked = { from: searchedFrom, to: span?.to ?? searchedFrom }
  const isUnconfirmed = target.source.isUnconfirmed?.(target.known().series) === true
  // An empty history looks like one that the venue does not retain.
  const refusedOnce =
    found.unkept.length === 0
      ? []
      : refusedOnceIn(store.coverage(target.identity, looked), looked, target.step, now)
  const open = isUnconfirmed ? [looked] : [...found.provisional, ...refusedOnce]
  const spans = describeProvisional([...open, ...unconfirmedEnd(asked)], window.stepMs, runningFrom)
  const ended = {
    from,
    to: Math.min(partialFrom ?? Number.POSITIVE_INFINITY, (last ?? NEVER) + window.stepMs),
  }
  const emptyReason = count === 0 ? emptyReasonOf(store.coverage(target.identity, looked)) : undefined
  return {
    ...commonFacts(asked, found.generation),
    cache: found.cache,
    ...(partialFrom === undefined ? {} : { runningFrom: partialFrom }),
    ...(early === undefined ? {} : { early }),
    ...(found.liveRequestedAt === undefined ? {} : { liveAgeMs: Math.max(0, at - found.liveRequestedAt) }),
    ...spans,
    ...(found.finalAfter === undefined ? {} : { finalAfter: found.finalAfter }),
    ...(isUnconfirmed
      ? describeUnconfirmed(
          intersect(looked, ended),
          count - (partialFrom === undefined ? 0 : 1),
          target.known().checkedAt,
        )
      : findNotFinal(asked, { ...found, ...spans }, ended, bars)),
    ...(isSearch ? { searchedFrom } : {}),
    ...(isCut ? { isCut } : {}),
    ...(emptyReason === 'beyond_retention' ? {} : unkeptFacts(found.unkept, window.stepMs, from)),
    ...(emptyReason === undefined ? {} : { emptyReason }),
    freshUntil: Math.min(
      found.until,
      changesAt(asked),
      isUnconfirmed ? lifeBelievedUntil(asked) : Number.POSITIVE_INFINITY,
    ),
    ...(target.isUnknown ? forgottenFacts(store, asked, looked) : {}),
  }
}

/** Describes candles in a series that only one response assigns to the outcome. None of them is final. */
export function describeUnconfirmed(
  span: Span | undefined,
  provisionalCandles: number,
  checkedAt: number,
): Pick<CandleFacts, 'notFinal' | 'provisionalCandles' | 'finalAfter'> {
  if (span === undefined || provisionalCandles <= 0) return {}
  return { notFinal: [span], provisionalCandles, finalAfter: checkedAt + RELOCATE_AFTER_MS }
}

/** Returns the span after a closing that only one lookup confirms. */
function unconfirmedEnd({ window, tradingPeriod, known }: WindowPlan): Span[] {
  const { from, to } = { from: Math.max(window.span.from, tradingPeriod.to), to: window.span.to }
  return isCloseUnconfirmed(known) && from < to ? [{ from, to }] : []
}

/**
 * Returns provisional spans as whole candles of the requested resolution, without the open candle, which is reported separately.
 */
export function describeProvisional(
  spans: readonly Span[],
  stepMs: number,
  runningFrom: number,
): Pick<CandleFacts, 'provisional'> {
  const provisional = joinSpans(
    spans
      .map(({ from, to }) => ({
        from: alignDown(from, stepMs),
        to: Math.min(runningFrom, alignUp(to, stepMs)),
      }))
      .filter((span) => !isEmpty(span)),
  )
  return provisional.length === 0 ? {} : { provisional }
}

/**
 * Returns the open times of a result's ended candles that are not final. Candles from the venue are final even between
 * provisional empty ranges. A candle built from finer candles is final when all its parts are.
 * @param bars candles of the result, ascending, with all that are not final: these are counted
 */
export function findNotFinal(
  { window: { stepMs }, target }: Pick<WindowPlan, 'window'> & { readonly target: Pick<FetchTarget, 'step'> },
  {
    provisional = [],
    openTimes,
    contradicted,
  }: Pick<CandleFacts, 'provisional'> & Pick<FoundCandles, 'openTimes' | 'contradicted'>,
  ended: Span,
  bars: readonly OpenTime[],
): Pick<CandleFacts, 'notFinal' | 'provisionalCandles'> {
  const own = [
    ...openTimes.map((at) => ({ from: alignDown(at, stepMs), to: alignDown(at, stepMs) + stepMs })),
    ...contradicted.map(({ from, to }) => ({ from: alignDown(from, stepMs), to: alignUp(to, stepMs) })),
  ]
  const parts = target.step.stepMs === stepMs ? [] : provisional
  const notFinal = joinSpans([...own, ...parts].flatMap((part) => intersect(part, ended) ?? []))
  if (notFinal.length === 0) return {}
  const isOpen = createSpanTest(notFinal)
  const provisionalCandles = bars.filter(({ timestamp }) => isOpen(timestamp)).length
  return { notFinal, ...(provisionalCandles === 0 ? {} : { provisionalCandles }) }
}

/** Returns spans that the venue does not retain, as whole candles of a resolution. A partial candle is not returned. */
function unkeptFacts(spans: readonly Span[], stepMs: number, since: number): Pick<CandleFacts, 'unkept'> {
  const whole = spans.map(({ from, to }) => ({
    from: Math.max(since, alignDown(from, stepMs)),
    to: alignUp(to, stepMs),
  }))
  const unkept = joinSpans(whole.filter((span) => !isEmpty(span)))
  return unkept.length === 0 ? {} : { unkept }
}

/** Returns the metadata for an outcome that the venue does not know: the age of its stored data, and what is missing. */
function forgottenFacts(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  { target: { identity }, known, now }: WindowPlan,
  looked: Span,
): Pick<CandleFacts, 'stale' | 'freshUntil'> | object {
  // An outcome that was decided long ago is complete.
  if (isOver(known)) return {}
  const fetchedAt = store.coverage(identity, looked).at(-1)?.fetchedAt ?? 0
  const missing = subtract(looked, findKnownSpans(store, identity, looked))
  return {
    stale: { reason: 'not_found', ageS: computeAgeSeconds(fetchedAt, now), missing },
    freshUntil: Number.NEGATIVE_INFINITY,
  }
}

/** Converts times to candles in the requested resolution. */
function earlyIn({ requestedAt, completeUntil }: CachedPart, stepMs: number, at: number): MaxWaitFacts {
  return { ageMs: at - requestedAt, completeUntil: alignDown(completeUntil, stepMs) }
}

/** Returns the open time from which a result's candles may still change. */
function runningIn(
  { series }: WindowPlan['target'],
  last: number | undefined,
  runningFrom: number,
  early: MaxWaitFacts | undefined,
): number | undefined {
  if (last === undefined) return undefined
  if (early !== undefined && last >= early.completeUntil) return early.completeUntil
  return last === runningFrom && latestCloseOf(series) === undefined ? runningFrom : undefined
}

function commonFacts({ window, target, known }: WindowPlan, generation: number) {
  return {
    basis: target.source.basis,
    stepMs: window.stepMs,
    seriesKey: target.key,
    generation,
    isOver: isOver(known),
    ...periodOf(known),
    ...(known.isUnknown === true ? { isUnknown: true as const } : {}),
  }
}

function periodOf({ series: { listedAt, closedAt } }: WindowPlan['known']): Pick<CandleFacts, 'period'> {
  if (listedAt === undefined && closedAt === undefined) return {}
  const period = {
    ...(listedAt === undefined ? {} : { listedAt }),
    ...(closedAt === undefined ? {} : { closedAt }),
  }
  return { period }
}

/** Returns the metadata of a result for times without candles. */
export function describeOutside(asked: WindowPlan, generation: number): CandleFacts {
  const { window, tradingPeriod, now } = asked
  return {
    ...commonFacts(asked, generation),
    cache: 'hit',
    emptyReason: explainOutside(window.span, tradingPeriod),
    ...describeProvisional(unconfirmedEnd(asked), window.stepMs, alignDown(now, window.stepMs)),
    freshUntil: Math.min(
      now + Math.max(computeLiveMaxAge(window.stepMs), window.stepMs / 60),
      lifeBelievedUntil(asked),
    ),
  }
}

/** Returns why a window outside of a market's available times is empty. */
export function explainOutside(asked: Span, life: Span): EmptyReason {
  if (asked.to <= life.from) return 'before_listing'
  return asked.from >= life.to ? 'after_close' : 'beyond_retention'
}

/** Returns the metadata of a result for future times, without a venue call, or undefined for other times. */
export function describeFuture({
  venue,
  source,
  outcomeId,
  query,
  now,
}: WindowRequest): CandleFacts | undefined {
  const { stepMs, span } = toCandleWindow(query, now)
  if (query.start === undefined || !isEmpty(span)) return undefined
  return {
    basis: source.basis,
    stepMs,
    cache: 'hit',
    emptyReason: 'in_future',
    freshUntil: alignDown(query.start, stepMs),
    seriesKey: `${venue.id} ${outcomeId}`,
    generation: 0,
    isOver: false,
  }
}

/** Returns when something other than candles may change a result: the next opening, or the assumed closing. */
function changesAt(asked: WindowPlan): number {
  const { window, target, tradingPeriod, now } = asked
  const isOpen = window.span.to > now
  const opens = isOpen ? alignDown(now, window.stepMs) + window.stepMs : Number.POSITIVE_INFINITY
  const isClipped = window.span.to > tradingPeriod.to || target.isUnknown
  return Math.min(opens, isClipped ? lifeBelievedUntil(asked) : Number.POSITIVE_INFINITY)
}

/** Returns the time until which cached facts about a listing and closing are used. It is slightly later if they are already old. */
function lifeBelievedUntil({ window, known, now }: WindowPlan): number {
  return Math.max(now + computeLiveMaxAge(Math.min(window.stepMs, HOUR_MS)), tradingPeriodExpiresAt(known))
}
