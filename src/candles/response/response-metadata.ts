import { computeAgeSeconds } from '../../api/arguments/stored-terms.js'
import { alignDown, alignUp, HOUR_MS } from '../../api/times/resolution.js'
import { isEmpty, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { EmptyReason, PriceBasis } from '../../venue-kit/contract/venue.js'
import { computeLiveMaxAge } from '../fetch/live-cache.js'
import type { CachedPart } from '../fetch/max-wait.js'
import { isCloseUnconfirmed, isOver, tradingPeriodExpiresAt } from '../series/trading-period.js'
import { type CandleStore, emptyReasonOf, findKnownSpans } from '../store/candle-store.js'
import type { FoundCandles } from './search-back.js'
import { findFirstLook, toCandleWindow, type WindowPlan, type WindowRequest } from './window.js'

/** The story behind an answer that may be out of date. */
export interface StaleFacts {
  /** Why the venue was not asked to any avail, in one word. */
  readonly reason: string
  /** Seconds since the newest part of what the answer rests on was fetched. */
  readonly ageS: number
  /** Open times that belong to the answer and of which nothing is stored; ascending and disjoint, epoch ms. */
  readonly missing: readonly Span[]
}

/** The story behind an answer that did not wait for the newest. */
export interface MaxWaitFacts extends Pick<CachedPart, 'completeUntil'> {
  /** Since the venue was asked for the oldest part of what may still change, ms. */
  readonly ageMs: number
}

/** The story behind an answer. */
export interface CandleFacts {
  readonly basis: PriceBasis
  readonly stepMs: number
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Open time of the running candle, when it is among the candles. */
  readonly runningFrom?: number
  /** Why there are no candles. */
  readonly emptyReason?: EmptyReason | 'in_future' | 'not_sampled'
  /**
   * The oldest open time that was looked at, epoch ms: when a question without a start had to look further back than
   * its limit of steps, or found fewer candles than that.
   */
  readonly searchedFrom?: number
  /** The same question has the same answer until then (epoch ms); infinite for final windows. */
  readonly freshUntil: number
  /** The series behind the answer, for caches that must follow it. */
  readonly seriesKey: string
  /** Of the series, from before the answer was put together. */
  readonly generation: number
  /** Whether nothing more will come of the market: decided, or closed for long. */
  readonly isOver: boolean
  /** Of samples: open times of the window at which none was taken, or not in every part; ascending and disjoint. */
  readonly unsampled?: readonly Span[]
  /**
   * Open times that the venue does not keep, or of a part of which it keeps nothing, beside what is answered; ascending and
   * disjoint.
   */
  readonly unkept?: readonly Span[]
  /** Open times of candles, and of silence, that one response alone tells; ascending and disjoint. */
  readonly provisional?: readonly Span[]
  /** Since the venue was asked for the newest of what may still change, ms; absent where nothing of the answer may. */
  readonly liveAgeMs?: number
  /** The venue's newest was not waited for. */
  readonly early?: MaxWaitFacts
  /** The venue could not be asked: this is what is stored, and no more. */
  readonly stale?: StaleFacts
  /** The venue does not know the outcome now: what is stored is told, and there may be more. */
  readonly isForgotten?: true
}

/**
 * The facts of an answer with so many candles, the last of which opened at `last`; where there are as many as were wanted,
 * from `from` on.
 * @param at now, by the monotonic clock
 */
export function factsOf(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  asked: WindowPlan,
  found: FoundCandles,
  {
    count,
    last,
    from = Number.NEGATIVE_INFINITY,
    searchedFrom,
    at,
  }: {
    count: number
    last?: number | undefined
    from?: number | undefined
    searchedFrom: number
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
  const emptyReason = count === 0 ? emptyReasonOf(store.coverage(target.identity, looked)) : undefined
  return {
    ...commonFacts(asked, found.generation),
    cache: found.cache,
    ...(partialFrom === undefined ? {} : { runningFrom: partialFrom }),
    ...(early === undefined ? {} : { early }),
    ...(found.liveAskedAt === undefined ? {} : { liveAgeMs: Math.max(0, at - found.liveAskedAt) }),
    ...provisionalFacts([...found.provisional, ...unconfirmedEnd(asked)], window.stepMs, runningFrom),
    ...(isSearch ? { searchedFrom } : {}),
    ...(emptyReason === 'beyond_retention' ? {} : unkeptFacts(found.unkept, window.stepMs, from)),
    ...(emptyReason === undefined ? {} : { emptyReason }),
    freshUntil: Math.min(found.until, changesAt(asked)),
    ...(target.isForgotten ? forgottenFacts(store, asked, looked) : {}),
  }
}

/** What lies behind a closing of which one lookup alone tells. */
function unconfirmedEnd({ window, life, known }: WindowPlan): Span[] {
  const { from, to } = { from: Math.max(window.span.from, life.to), to: window.span.to }
  return isCloseUnconfirmed(known) && from < to ? [{ from, to }] : []
}

/** In whole candles of the asked step, before the running one, which is told by itself. */
function provisionalFacts(
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

/** In whole candles of the asked step: one that lacks a part is not answered. */
function unkeptFacts(spans: readonly Span[], stepMs: number, since: number): Pick<CandleFacts, 'unkept'> {
  const whole = spans.map(({ from, to }) => ({
    from: Math.max(since, alignDown(from, stepMs)),
    to: alignUp(to, stepMs),
  }))
  const unkept = joinSpans(whole.filter((span) => !isEmpty(span)))
  return unkept.length === 0 ? {} : { unkept }
}

/** That the venue does not know the outcome now, how old is what is stored of it, and what of it is not. */
function forgottenFacts(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  { target: { identity }, known, now }: WindowPlan,
  looked: Span,
): Pick<CandleFacts, 'stale' | 'freshUntil'> | object {
  // What was decided long ago and is kept no more is whole.
  if (isOver(known)) return {}
  const fetchedAt = store.coverage(identity, looked).at(-1)?.fetchedAt ?? 0
  const missing = subtract(looked, findKnownSpans(store, identity, looked))
  return {
    stale: { reason: 'not_found', ageS: computeAgeSeconds(fetchedAt, now), missing },
    freshUntil: Number.NEGATIVE_INFINITY,
  }
}

/** In candles of the asked step. */
function earlyIn({ askedAt, completeUntil }: CachedPart, stepMs: number, at: number): MaxWaitFacts {
  return { ageMs: at - askedAt, completeUntil: alignDown(completeUntil, stepMs) }
}

/** From where on the candles of an answer may still change. */
function runningIn(
  { series }: WindowPlan['target'],
  last: number | undefined,
  runningFrom: number,
  early: MaxWaitFacts | undefined,
): number | undefined {
  if (last === undefined) return undefined
  if (early !== undefined && last >= early.completeUntil) return early.completeUntil
  return last === runningFrom && series.closedAt === undefined ? runningFrom : undefined
}

function commonFacts({ window, target, known }: WindowPlan, generation: number) {
  return {
    basis: target.source.basis,
    stepMs: window.stepMs,
    seriesKey: target.key,
    generation,
    isOver: isOver(known),
    ...(known.isForgotten === true ? { isForgotten: true as const } : {}),
  }
}

/** The facts of an answer about times in which there can be nothing. */
export function describeOutside(asked: WindowPlan, generation: number): CandleFacts {
  const { window, life, now } = asked
  return {
    ...commonFacts(asked, generation),
    cache: 'hit',
    emptyReason: explainOutside(window.span, life),
    ...provisionalFacts(unconfirmedEnd(asked), window.stepMs, alignDown(now, window.stepMs)),
    freshUntil: Math.min(
      now + Math.max(computeLiveMaxAge(window.stepMs), window.stepMs / 60),
      lifeBelievedUntil(asked),
    ),
  }
}

/** Why a window that lies outside of what can be told of a market is empty. */
export function explainOutside(asked: Span, life: Span): EmptyReason {
  if (asked.to <= life.from) return 'before_listing'
  return asked.from >= life.to ? 'after_close' : 'beyond_retention'
}

/** The facts of an answer about times that have not come: nobody needs to be asked. Undefined for any other. */
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

/**
 * When something beside the candles that were found may change an answer: the next opening, or what is believed of a
 * closing.
 */
function changesAt(asked: WindowPlan): number {
  const { window, target, life, now } = asked
  const isOpen = window.span.to > now
  const opens = isOpen ? alignDown(now, window.stepMs) + window.stepMs : Number.POSITIVE_INFINITY
  const isClipped = window.span.to > life.to || target.isForgotten
  return Math.min(opens, isClipped ? lifeBelievedUntil(asked) : Number.POSITIVE_INFINITY)
}

/** Until when what is known of a listing and closing is answered from; a little longer where it is old already. */
function lifeBelievedUntil({ window, known, now }: WindowPlan): number {
  return Math.max(now + computeLiveMaxAge(Math.min(window.stepMs, HOUR_MS)), tradingPeriodExpiresAt(known))
}
