import { PmxError } from '../contract/errors.js'
import type { PriceCandle } from '../contract/models.js'
import type { Clock } from '../effects/clock.js'
import { createSingleFlight } from '../policy/single-flight.js'
import type { CandleSeries, CandleSource, EmptyReason, PriceBasis, Span, Venue } from '../venues/venue.js'
import { aggregateBars, mirrorBar } from './aggregate.js'
import { createFetcher, type FetchCall, type FetcherDeps, type FetchTarget, finalEnd } from './fetcher.js'
import { alignDown } from './grid.js'
import { createLiveEdges, liveMaxAgeMs } from './live-edge.js'
import { intersect, subtract, union } from './spans.js'
import { nativeStepFor } from './steps.js'
import { type CandleStore, emptyReasonOf, type KnownSeries } from './store.js'
import { assertAnswerable, type CandleQuery, type CandleWindow, toCandleWindow } from './window.js'

/** Candles and the story behind them. */
export interface CandleAnswer {
  readonly bars: readonly PriceCandle[]
  readonly basis: PriceBasis
  readonly stepMs: number
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Open time of the running bar, when it is among the bars. */
  readonly runningFrom?: number
  /** Why there are no bars. */
  readonly emptyReason?: EmptyReason
  /** The same question has the same answer until then (epoch ms); infinite for final windows. */
  readonly freshUntil: number
  /** Names of the series behind the answer, for caches that must follow it. */
  readonly seriesKey: string
}

export interface CandleEngine {
  /**
   * Candles of one outcome.
   * @throws NOT_SUPPORTED when the venue has no candles, NOT_FOUND for an unknown outcome, VALIDATION_ERROR for a
   * bad window or resolution, and whatever stands in the way to the venue
   */
  candles(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<CandleAnswer>
}

export interface EngineDeps {
  readonly store: CandleStore
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
}

/** While a market trades, its closing may be learned this much late. */
const RELOCATE_AFTER_MS = 10 * 60_000

/** Plans what is missing, has it fetched, and assembles the answer from what is known (design: section 6). */
export function createCandleEngine({ store, clock, openContext }: EngineDeps): CandleEngine {
  const live = createLiveEdges()
  const fetcher = createFetcher({ store, live, clock, openContext })
  const locating = createSingleFlight<KnownSeries>()

  async function locate(
    venue: Venue,
    source: CandleSource,
    outcomeId: string,
    window: CandleWindow,
    call: FetchCall,
  ) {
    const known = store.known(venue.id, outcomeId)
    const settled =
      known !== undefined && (known.series.closedAt !== undefined || window.span.to <= known.checkedAt)
    if (known !== undefined && (settled || clock.now() - known.checkedAt < RELOCATE_AFTER_MS))
      return known.series
    const found = await locating.run(`${venue.id} ${outcomeId}`, call.signal, async (signal) => {
      const ctx = openContext(venue, call.priority, signal)
      try {
        const fresh = { series: await source.locate(outcomeId, ctx), checkedAt: clock.now() }
        store.remember(venue.id, outcomeId, fresh)
        return fresh
      } finally {
        call.onSent(ctx.http.sent)
        ctx.release()
      }
    })
    return found.series
  }

  function targetOf(
    venue: Venue,
    source: CandleSource,
    series: CandleSeries,
    window: CandleWindow,
  ): FetchTarget {
    const step = nativeStepFor(window.stepMs, source.steps)
    const identity = {
      venue: venue.id,
      seriesKey: series.seriesKey,
      stepMs: step.stepMs,
      basis: source.basis,
    }
    const key = `${venue.id} ${series.seriesKey} ${step.stepMs} ${source.basis}`
    return { venue, source, series, step, identity, key }
  }

  /** Makes sure the span is known, and says how much of it was known already. */
  async function complete(
    target: FetchTarget,
    span: Span,
    call: FetchCall,
  ): Promise<'hit' | 'partial' | 'miss'> {
    const now = clock.now()
    const finalTo = finalEnd(target, now)
    const final = intersect(span, { from: Number.NEGATIVE_INFINITY, to: finalTo })
    const open = intersect(span, { from: finalTo, to: Number.POSITIVE_INFINITY })
    const gaps = final === undefined ? [] : subtract(final, store.coverage(target.identity, final))
    const edge = open === undefined ? undefined : live.fresh(target.key, open, target.step.stepMs, now)
    const missing = union(open !== undefined && edge === undefined ? [...gaps, open] : gaps)
    if (missing.length === 0) return 'hit'
    await fetcher.fetch(target, missing, call)
    return missing.length === 1 && missing[0]?.from === span.from && missing[0].to === span.to
      ? 'miss'
      : 'partial'
  }

  /** What is known of the span, in candles of the asked step and side; the live edge fills what is not settled. */
  function assemble(target: FetchTarget, window: CandleWindow, span: Span): PriceCandle[] {
    const stored = store.read(target.identity, span)
    const unsettled = subtract(span, store.coverage(target.identity, span))
    const running = (live.last(target.key)?.bars ?? []).filter((bar) =>
      unsettled.some((part) => bar.timestamp >= part.from && bar.timestamp < part.to),
    )
    const native = [...stored, ...running]
    const bars = target.step.stepMs === window.stepMs ? native : aggregateBars(native, window.stepMs)
    return target.series.mirrored ? bars.map(mirrorBar) : bars
  }

  /** Walks back from the newest chunk until there are enough bars or the window is used up. */
  async function newest(target: FetchTarget, window: CandleWindow, span: Span, call: FetchCall) {
    const chunkMs = Math.max(window.stepMs, alignDown(target.step.maxWindowMs, window.stepMs))
    let bars: PriceCandle[] = []
    let cache: CandleAnswer['cache'] | undefined
    for (let to = span.to; to > span.from && bars.length < window.limit; ) {
      const count = Math.max(1, window.limit - bars.length)
      const from = Math.max(
        span.from,
        alignDown(to - Math.max(chunkMs, count * window.stepMs), window.stepMs),
      )
      const chunk = { from, to }
      const known = await complete(target, chunk, call)
      cache = cache === undefined || cache === known ? known : 'partial'
      bars = [...assemble(target, window, chunk), ...bars]
      to = from
    }
    return { bars: bars.slice(-window.limit), cache: cache ?? 'hit' }
  }

  return {
    async candles(venue, outcomeId, query, call) {
      const source = venue.candles
      if (source === undefined) {
        throw new PmxError('NOT_SUPPORTED', `${venue.id} offers no price history.`, { exchange: venue.id })
      }
      const now = clock.now()
      const window = toCandleWindow(query, now)
      nativeStepFor(window.stepMs, source.steps)
      const series = await locate(venue, source, outcomeId, window, call)
      const target = targetOf(venue, source, series, window)
      const life = lifeOf(series, window.stepMs)
      const span = intersect(window.span, life)
      const facts = { basis: source.basis, stepMs: window.stepMs, seriesKey: target.key }
      if (span === undefined) {
        const emptyReason = window.span.to <= life.from ? 'before_listing' : 'after_close'
        return {
          ...facts,
          bars: [],
          cache: 'hit',
          emptyReason,
          freshUntil: now + liveMaxAgeMs(window.stepMs),
        }
      }
      assertAnswerable(window, span)
      const { bars, cache } = await newest(target, window, span, call)
      const runningFrom = alignDown(now, window.stepMs)
      const isFinal = span.to <= finalEnd(target, now)
      const nextOpening = runningFrom + window.stepMs
      return {
        ...facts,
        bars,
        cache,
        ...(bars.at(-1)?.timestamp === runningFrom && series.closedAt === undefined ? { runningFrom } : {}),
        ...(bars.length === 0 ? { emptyReason: emptyReasonOf(store.coverage(target.identity, span)) } : {}),
        freshUntil: isFinal
          ? query.end === undefined
            ? nextOpening
            : Number.POSITIVE_INFINITY
          : Math.min(nextOpening, now + liveMaxAgeMs(target.step.stepMs)),
      }
    },
  }
}

/** Open times at which the market can have candles. */
function lifeOf(series: CandleSeries, stepMs: number): Span {
  const { listedAt, closedAt } = series
  return {
    from: listedAt === undefined ? 0 : alignDown(listedAt, stepMs),
    to: closedAt === undefined ? Number.POSITIVE_INFINITY : alignDown(closedAt, stepMs) + stepMs,
  }
}
