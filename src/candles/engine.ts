import { PmxError } from '../contract/errors.js'
import { alignDown } from '../contract/grid.js'
import type { PriceCandle } from '../contract/models.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import { createSingleFlight } from '../policy/single-flight.js'
import type { CandleSeries, CandleSource, EmptyReason, PriceBasis, Span, Venue } from '../venues/venue.js'
import { aggregateBars, mirrorBar } from './aggregate.js'
import { createCompletion } from './completion.js'
import { createFetcher, type FetchCall, type FetcherDeps, type FetchTarget, finalEnd } from './fetcher.js'
import { createLiveEdges, liveMaxAgeMs } from './live-edge.js'
import { intersect, isEmpty } from './spans.js'
import { nativeStepFor } from './steps.js'
import { type CandleStore, emptyReasonOf, type KnownSeries } from './store.js'
import { candlesText } from './text.js'
import { walkBack } from './walk-back.js'
import { assertAnswerable, type CandleQuery, type CandleWindow, toCandleWindow } from './window.js'

/** The story behind an answer. */
export interface CandleFacts {
  readonly basis: PriceBasis
  readonly stepMs: number
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Open time of the running candle, when it is among the candles. */
  readonly runningFrom?: number
  /** Why there are no candles. */
  readonly emptyReason?: EmptyReason
  /** The same question has the same answer until then (epoch ms); infinite for final windows. */
  readonly freshUntil: number
  /** The series behind the answer, for caches that must follow it. */
  readonly seriesKey: string
  /** Changes whenever the answer to the same question may have changed. */
  readonly tag: string
}

export interface CandleAnswer extends CandleFacts {
  readonly bars: readonly PriceCandle[]
}

/** The answer as the JSON list that goes onto the wire. */
interface CandleJson extends CandleFacts {
  readonly json: string
}

export interface CandleEngine {
  /**
   * Candles of one outcome.
   * @throws NOT_SUPPORTED when the venue has no candles, NOT_FOUND for an unknown outcome, VALIDATION_ERROR for a
   * bad window or resolution, and whatever stands in the way to the venue
   */
  candles(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<CandleAnswer>
  /** The same as JSON; read straight from the store's ready text where the question allows. */
  candlesJson(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<CandleJson>
  /** Grows with every change of what is known about a series. */
  generation(seriesKey: string): number
}

export interface EngineDeps {
  readonly store: CandleStore
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
}

/** While a market trades, its closing may be learned this much late. */
const RELOCATE_AFTER_MS = 10 * 60_000

/** Series whose changes are counted; one that falls out starts at a number never used before. */
const COUNTED_SERIES = 10_000

/** A question with its series found and its window settled. */
interface Plan {
  readonly window: CandleWindow
  readonly target: FetchTarget
  /** Undefined when the market did not live in the window. */
  readonly span: Span | undefined
  readonly life: Span
  readonly now: number
  readonly askedEnd: boolean
}

/** Plans what is missing, has it fetched, and assembles the answer from what is known (design: section 6). */
export function createCandleEngine({ store, clock, openContext }: EngineDeps): CandleEngine {
  const live = createLiveEdges()
  const generations = createLru<number>(COUNTED_SERIES)
  let changes = 0
  const fetcher = createFetcher({
    store,
    live,
    clock,
    openContext,
    onChange: (key) => generations.set(key, ++changes),
  })
  const { complete, unsettledBars } = createCompletion({ store, live, clock, fetcher })
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
      const ctx = openContext(venue, { ...call, signal })
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

  async function plan(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<Plan> {
    const source = venue.candles
    if (source === undefined) {
      throw new PmxError(
        'NOT_SUPPORTED',
        `${venue.id} offers no price history; GET /api/${venue.id}/has lists what it offers.`,
        { exchange: venue.id },
      )
    }
    const now = clock.now()
    const window = toCandleWindow(query, now)
    const step = nativeStepFor(window.stepMs, source.steps)
    const series = await locate(venue, source, outcomeId, window, call)
    const identity = {
      venue: venue.id,
      seriesKey: series.seriesKey,
      stepMs: step.stepMs,
      basis: source.basis,
    }
    const key = `${venue.id} ${series.seriesKey} ${step.stepMs} ${source.basis}`
    const life = lifeOf(series, window.stepMs)
    const span = intersect(window.span, life)
    if (span !== undefined) assertAnswerable(window, span)
    const target = { venue, source, series, step, identity, key }
    return { window, target, span, life, now, askedEnd: query.end !== undefined }
  }

  /** What is known of the span, in candles of the asked step and side; the live edge fills what is not settled. */
  function assemble(
    target: FetchTarget,
    window: CandleWindow,
    span: Span,
    edge: readonly PriceCandle[],
  ): PriceCandle[] {
    const native = [...store.read(target.identity, span), ...unsettledBars(target, span, edge)]
    const bars = target.step.stepMs === window.stepMs ? native : aggregateBars(native, window.stepMs)
    return target.series.mirrored ? bars.map(mirrorBar) : bars
  }

  /** The facts of an answer whose last candle opened at `last`. */
  function factsOf(asked: Plan, cache: CandleFacts['cache'], last: number | undefined): CandleFacts {
    const { window, target, span, life, now } = asked
    const common = {
      basis: target.source.basis,
      stepMs: window.stepMs,
      seriesKey: target.key,
      cache,
      tag: `${generations.get(target.key) ?? 0}.${window.span.from}.${window.span.to}`,
    }
    if (span === undefined) {
      const emptyReason = reasonOutside(window.span, life)
      return { ...common, emptyReason, freshUntil: now + liveMaxAgeMs(window.stepMs) }
    }
    const runningFrom = alignDown(now, window.stepMs)
    const nextOpening = runningFrom + window.stepMs
    const isFinal = span.to <= finalEnd(target, now)
    const settled = asked.askedEnd ? Number.POSITIVE_INFINITY : nextOpening
    return {
      ...common,
      ...(last === runningFrom && target.series.closedAt === undefined ? { runningFrom } : {}),
      ...(last === undefined ? { emptyReason: emptyReasonOf(store.coverage(target.identity, span)) } : {}),
      freshUntil: isFinal ? settled : Math.min(nextOpening, now + liveMaxAgeMs(target.step.stepMs)),
    }
  }

  async function candles(
    venue: Venue,
    outcomeId: string,
    query: CandleQuery,
    call: FetchCall,
  ): Promise<CandleAnswer> {
    const asked = await plan(venue, outcomeId, query, call)
    if (asked.span === undefined) return { ...factsOf(asked, 'hit', undefined), bars: [] }
    const { target, window, span } = asked
    const { bars, cache } = await walkBack({ complete, assemble }, { target, window, span }, call)
    return { ...factsOf(asked, cache, bars.at(-1)?.timestamp), bars }
  }

  return {
    candles,
    generation: (key) => generations.get(key) ?? 0,
    async candlesJson(venue, outcomeId, query, call) {
      const asked = await plan(venue, outcomeId, query, call)
      const { target, window, span } = asked
      const isStoredForm =
        span !== undefined &&
        target.step.stepMs === window.stepMs &&
        !target.series.mirrored &&
        (span.to - span.from) / window.stepMs <= window.limit
      if (!isStoredForm) {
        const { bars, ...facts } = await candles(venue, outcomeId, query, call)
        return { ...facts, json: candlesText(bars) }
      }
      const { cache, edge } = await complete(target, span, call)
      const stored = store.readText(target.identity, span)
      const running = unsettledBars(target, span, edge)
      const json = joinLists(stored.text, candlesText(running))
      return { ...factsOf(asked, cache, running.at(-1)?.timestamp ?? stored.last), json }
    },
  }
}

/** Why a window that lies outside a market's life is empty; one wholly in the future is so for want of trades. */
function reasonOutside(asked: Span, life: Span): EmptyReason {
  if (isEmpty(asked)) return 'no_trades'
  return asked.to <= life.from ? 'before_listing' : 'after_close'
}

/** Two JSON lists as one. */
function joinLists(first: string, second: string): string {
  if (first === '[]') return second
  return second === '[]' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}

/** Open times at which the market can have candles. */
function lifeOf(series: CandleSeries, stepMs: number): Span {
  const { listedAt, closedAt } = series
  return {
    from: listedAt === undefined ? 0 : alignDown(listedAt, stepMs),
    to: closedAt === undefined ? Number.POSITIVE_INFINITY : alignDown(closedAt, stepMs) + stepMs,
  }
}
