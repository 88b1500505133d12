import { MAX_CANDLES } from '../../api/arguments/bounds.js'
import { computeAgeSeconds, takesStored } from '../../api/arguments/stored-terms.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp, renderResolution } from '../../api/times/resolution.js'
import { hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { Rights } from '../fetch/access-check.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { FetcherDeps } from '../fetch/fetcher.js'
import { unkeptIn } from '../fetch/lasting-refusals.js'
import { toUnreachable } from '../fetch/unreachable.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import { coversTradingPeriod, isOver, tradingPeriodOf } from '../series/trading-period.js'
import { type CandleStore, type Coverage, emptyReasonOf, seriesNameOf } from '../store/candle-store.js'
import { assembleCandles } from './assemble.js'
import {
  type CandleFacts,
  describeProvisional,
  describeUnconfirmed,
  findNotFinal,
  NEVER,
} from './response-metadata.js'
import {
  assertAnswerable,
  type CandleWindow,
  nativeStepFor,
  toCandleWindow,
  type WindowRequest,
} from './window.js'

export interface StaleDeps {
  readonly store: CandleStore
  readonly clock: Pick<Clock, 'now'>
  readonly rights: Rights
  /** See `EngineDeps`: all requests that waited for an unreachable venue fail at the same time. */
  readonly turn: EventLoopYield
  /** See `EngineDeps`: with a slow clock, recently stored data looks as if it were from the future. */
  readonly isClockConfirmed?: FetcherDeps['isClockConfirmed']
}

export interface StaleAnswers {
  /**
   * Returns stored data instead of the failure to reach the venue.
   * @throws the failure: for a caller that does not take stored data, with what is stored in `detail.stored`
   */
  inPlaceOf(
    error: unknown,
    question: WindowRequest,
  ): Promise<CandleFacts & { readonly bars: readonly PriceCandle[] }>
}

/** Covered data within a window. */
interface Stored {
  readonly target: Pick<FetchTarget, 'identity' | 'series' | 'step'>
  readonly window: CandleWindow
  /** Known parts, ascending and disjoint; at least one. */
  readonly settled: readonly Span[]
  /** Parts that only one response confirms. */
  readonly provisional: readonly Provisional[]
  /** Ascending. */
  readonly coverage: readonly Coverage[]
  /** The open times in the window at which candles are possible, as far as confirmed. */
  readonly openTimes: Span
  readonly isOver: boolean
  /** Time of the lookup that alone assigns the series to the outcome, epoch ms. Absent if two lookups agree. */
  readonly unconfirmedAt?: number
  /** Time of the request, epoch ms. */
  readonly now: number
}

/**
 * Creates results only from the store, for an unreachable venue. They contain covered data, regardless of the age of the
 * series' facts. Everything else in the window is reported as missing, including the open candle.
 */
export function createStaleAnswers({
  store,
  clock,
  rights,
  turn,
  isClockConfirmed,
}: StaleDeps): StaleAnswers {
  function lookUp({ venue, source, outcomeId, query, now }: WindowRequest): Stored | undefined {
    const window = toCandleWindow(query, now)
    const step = nativeStepFor(window.stepMs, source.steps)
    const known = store.known(venue.id, outcomeId)
    const series = known?.series ?? store.remnant(venue.id, outcomeId)
    if (series === undefined) return undefined
    const { seriesKey } = series
    const identity = { venue: venue.id, seriesKey, stepMs: step.stepMs, basis: source.basis }
    const latest = isClockConfirmed?.() === false ? Number.POSITIVE_INFINITY : now + CLOCK_TOLERANCE_MS
    const ledger = store.coverage(identity, window.span).filter(({ fetchedAt }) => fetchedAt <= latest)
    const provisional = store.provisional(identity, window.span)
    const settled = joinSpans([...ledger, ...provisional]).flatMap(
      (part) => intersect(part, window.span) ?? [],
    )
    if (settled.length === 0) return undefined
    const life = known === undefined ? undefined : tradingPeriodOf(series, window.stepMs)
    // An expired closing may have been undone.
    const isBelieved = known !== undefined && coversTradingPeriod(known, window.span, window.stepMs, now)
    const wanted = {
      from: Math.max(window.span.from, life?.from ?? 0),
      to: isBelieved ? Math.min(window.span.to, life?.to ?? window.span.to) : window.span.to,
    }
    return {
      target: { identity, series, step },
      window,
      settled,
      provisional: provisional.flatMap((part) =>
        subtract(part, ledger).flatMap((open) => {
          const inside = intersect(open, window.span)
          return inside === undefined ? [] : [{ ...part, ...inside }]
        }),
      ),
      coverage: ledger,
      openTimes: wanted,
      isOver: known !== undefined && isOver(known),
      ...(source.isUnconfirmed?.(series) === true ? { unconfirmedAt: known?.checkedAt ?? now } : {}),
      now,
    }
  }

  /** Returns the newest stored candles, up to the limit. */
  function newest({ target, window, settled }: Stored): PriceCandle[] {
    const { stepMs, limit } = window
    const reach = wholeSteps(hullOf(settled) ?? { from: 0, to: 0 }, stepMs)
    assertAnswerable(window, reach)
    let bars: PriceCandle[] = []
    let sizeMs = limit * stepMs
    for (let to = reach.to; to > reach.from && bars.length < limit; ) {
      const look = { from: Math.max(reach.from, alignDown(to - sizeMs, stepMs)), to }
      const parts = settled.flatMap((part) => intersect(part, look) ?? [])
      bars = [...assembleCandles(store, target, stepMs, { settled: parts, live: [] }), ...bars]
      const older = settled.findLast((part) => part.from < look.from)
      to = older === undefined ? reach.from : Math.min(look.from, alignUp(older.to, stepMs))
      // Quiet ranges are long; one read stays bounded.
      sizeMs = Math.min(4 * sizeMs, MAX_CANDLES * stepMs)
    }
    return bars.slice(-limit)
  }

  function answerOf(stored: Stored, reason: string, ageS: number) {
    const { target, window, settled, coverage, openTimes, unconfirmedAt, now } = stored
    const { identity } = target
    const { stepMs } = window
    const bars = newest(stored)
    const [oldest] = bars
    const isFull = oldest !== undefined && bars.length === window.limit
    const looked = { from: isFull ? oldest.timestamp : openTimes.from, to: openTimes.to }
    const holes = subtract(looked, settled)
    // As in a response of the venue, times that it refused are missing, unless nothing else is requested.
    const refused = bars.length === 0 && holes.length === 0 ? [] : unkeptIn(coverage, looked)
    const missing = joinSpans([...holes, ...refused].map((hole) => wholeSteps(hole, stepMs)))
    const open = unconfirmedAt === undefined ? stored.provisional : settled
    const spans = describeProvisional(open, stepMs, alignDown(now, stepMs))
    const ended = { from: oldest?.timestamp ?? 0, to: (bars.at(-1)?.timestamp ?? NEVER) + stepMs }
    return {
      bars,
      basis: identity.basis,
      stepMs,
      cache: 'hit' as const,
      stale: { reason, ageS, missing },
      ...spans,
      ...(unconfirmedAt === undefined
        ? findNotFinal(
            stored,
            {
              ...spans,
              openTimes: [],
              contradicted: stored.provisional.filter(({ isContradicted }) => isContradicted === true),
            },
            ended,
            bars,
          )
        : describeUnconfirmed(intersect(looked, ended), bars.length, unconfirmedAt)),
      // A missing span is not a reason.
      ...(bars.length === 0 && missing.length === 0 ? { emptyReason: emptyReasonOf(coverage) } : {}),
      freshUntil: Number.NEGATIVE_INFINITY,
      seriesKey: seriesNameOf(identity),
      generation: 0,
      isOver: stored.isOver,
    }
  }

  /** Returns the failure with a description of the stored data. */
  function toldBeside(error: PmxError, { target, window, settled }: Stored, ageSeconds: number): PmxError {
    const { identity, step } = target
    const hull = hullOf(settled)
    if (hull === undefined) return error
    const most = Math.min(MAX_CANDLES, Math.ceil((window.limit * window.stepMs) / step.stepMs))
    const candles = store.count(identity, hull, most)
    const resolution = renderResolution(step.stepMs)
    const until = new Date(hull.to).toISOString()
    return error.with({
      message:
        `${error.message} The cache contains ${candles} ${resolution} candles up to ${until}. ` +
        'To get them, add ?stale=ok or the header Cache-Control: stale-if-error to the request.',
      detail: {
        ...error.detail,
        stored: { candles, resolution, from: hull.from, until: hull.to, ageSeconds, switch: 'stale=ok' },
      },
    })
  }

  return {
    async inPlaceOf(thrown, question) {
      const { venue, outcomeId, call } = question
      const trouble = toUnreachable(thrown, venue, call)
      // Without proof of access, the existence of stored data is not reported either.
      if (trouble === undefined || !rights.isShown(venue, outcomeId, call)) throw thrown
      const { error, reason } = trouble
      await turn()
      const stored = lookUp(question)
      if (stored === undefined) {
        if (call.stored?.unasked === undefined) throw thrown
        throw error.with({ message: `${error.message} No stored data matches the request.` })
      }
      // The newest part shows the age of the result: an older one may have been fetched at any time.
      const fetchedAt = stored.coverage.at(-1)?.fetchedAt ?? 0
      const ageS = computeAgeSeconds(fetchedAt, clock.now())
      if (takesStored(call.stored, ageS)) return answerOf(stored, reason, ageS)
      throw toldBeside(error, stored, ageS)
    },
  }
}

/** Returns the intervals that a span touches. Weeks open on Mondays, and none opens before the epoch. */
function wholeSteps({ from, to }: Span, stepMs: number): Span {
  return { from: Math.max(0, alignDown(from, stepMs)), to: alignUp(to, stepMs) }
}
