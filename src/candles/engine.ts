import { PmxError } from '../contract/errors.js'
import { alignDown } from '../contract/grid.js'
import type { PriceCandle } from '../contract/models.js'
import type { VenueId } from '../contract/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import type { Urgency } from '../policy/priority.js'
import { createSingleFlight } from '../policy/single-flight.js'
import { holderOf } from '../venues/secrets.js'
import { mirrorBar } from '../venues/unify.js'
import type { CandleSeries, CandleSource, Span, Venue } from '../venues/venue.js'
import { aggregateBars } from './aggregate.js'
import { type Completed, createCompletion } from './completion.js'
import type { CandleFacts } from './facts.js'
import { createFetcher, type FetchCall, type FetcherDeps, type FetchTarget, finalEnd } from './fetcher.js'
import { builtMaxAgeMs, createLiveEdges, liveMaxAgeMs } from './live-edge.js'
import { futureAnswer, lifeOf, reasonOutside, toldSpan } from './reach.js'
import { intersect } from './spans.js'
import { nativeStepFor } from './steps.js'
import { type CandleStore, emptyReasonOf, type KnownSeries } from './store.js'
import { candlesText } from './text.js'
import { type CountedCall, counted } from './unfinished.js'
import { firstLook, walkBack } from './walk-back.js'
import { assertAnswerable, type CandleQuery, type CandleWindow, toCandleWindow } from './window.js'

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

  /** What is stored of an outcome that the venue does not know, such as an import; nothing is remembered of it. */
  function kept(error: unknown, venue: VenueId, outcomeId: string): { readonly remnant: CandleSeries } {
    const isUnknown = error instanceof PmxError && error.code === 'NOT_FOUND'
    const remnant = isUnknown ? store.remnant(venue, outcomeId) : undefined
    if (remnant === undefined) throw error
    return { remnant }
  }

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
    const { secrets } = call
    const ask = async (signal: AbortSignal, priority: Urgency): Promise<KnownSeries> => {
      const ctx = openContext(venue, { secrets, signal, priority })
      try {
        const located = await source
          .locate(outcomeId, ctx)
          .catch((error: unknown) => kept(error, venue.id, outcomeId))
        if ('remnant' in located) return { series: located.remnant, checkedAt: clock.now() }
        const fresh = { series: located, checkedAt: clock.now() }
        store.remember(venue.id, outcomeId, fresh)
        return fresh
      } finally {
        call.onSent(ctx.http.sent)
        ctx.release()
      }
    }
    const flight = `${venue.id} ${outcomeId} ${holderOf(secrets)}`
    const found = await locating.run(flight, call.signal, ask, call.priority)
    return found.series
  }

  async function plan(
    venue: Venue,
    source: CandleSource,
    outcomeId: string,
    query: CandleQuery,
    now: number,
    call: FetchCall,
  ): Promise<Plan> {
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
    const maxAgeMs = builtMaxAgeMs(window.stepMs, step.stepMs)
    const target = { venue, source, series, step, identity, key, maxAgeMs }
    const alive = intersect(window.span, life)
    const span =
      alive === undefined ? undefined : intersect(alive, toldSpan(store, target, alive, window.stepMs, now))
    if (span !== undefined) assertAnswerable(window, span)
    return { window, target, span, life, now, askedEnd: query.end !== undefined }
  }

  /** A candle built from finer ones of which the venue has forgotten some is not the candle of its step. */
  function isWhole({ identity }: FetchTarget, { stepMs }: CandleWindow, span: Span) {
    const forgotten = store.coverage(identity, span).filter(({ kind }) => kind === 'beyond_retention')
    return ({ timestamp }: PriceCandle): boolean =>
      forgotten.every(({ from, to }) => timestamp >= to || timestamp + stepMs <= from)
  }

  /** What is known of the span, in candles of the asked step and side; the live edge fills what is not settled. */
  function assemble(
    target: FetchTarget,
    window: CandleWindow,
    span: Span,
    edge: readonly PriceCandle[],
  ): PriceCandle[] {
    const native = [...store.read(target.identity, span), ...unsettledBars(target, span, edge)]
    const isNative = target.step.stepMs === window.stepMs
    const bars = isNative
      ? native
      : aggregateBars(native, window.stepMs).filter(isWhole(target, window, span))
    return target.series.mirrored ? bars.map(mirrorBar) : bars
  }

  /** The facts of an answer with so many candles, the last of which opened at `last`. */
  function factsOf(
    asked: Plan,
    cache: CandleFacts['cache'],
    { count, last, searchedFrom }: { count: number; last?: number | undefined; searchedFrom?: number },
  ): CandleFacts {
    const { window, target, span, now } = asked
    const common = {
      basis: target.source.basis,
      stepMs: window.stepMs,
      seriesKey: target.key,
      cache,
      tag: [generations.get(target.key) ?? 0, window.span.from, window.span.to, window.limit].join('.'),
    }
    if (span === undefined) {
      return {
        ...common,
        emptyReason: reasonOutside(window.span, asked.life),
        freshUntil: now + liveMaxAgeMs(window.stepMs),
      }
    }
    const runningFrom = alignDown(now, window.stepMs)
    const nextOpening = runningFrom + window.stepMs
    const isFinal = span.to <= finalEnd(target, now)
    const settled = asked.askedEnd ? Number.POSITIVE_INFINITY : nextOpening
    const from = searchedFrom ?? span.from
    const isSearch = window.open && (count < window.limit || from < firstLook(window, span).from)
    return {
      ...common,
      ...(last === runningFrom && target.series.closedAt === undefined ? { runningFrom } : {}),
      ...(isSearch ? { searchedFrom: from } : {}),
      ...(count === 0
        ? { emptyReason: emptyReasonOf(store.coverage(target.identity, { from, to: span.to })) }
        : {}),
      freshUntil: isFinal ? settled : Math.min(nextOpening, now + target.maxAgeMs),
    }
  }

  async function walk(asked: Plan, span: Span, call: CountedCall, begun?: Completed): Promise<CandleAnswer> {
    const { target, window } = asked
    const ground = { target, window, span }
    const { bars, cache, searchedFrom } = await walkBack({ store, complete, assemble }, ground, call, begun)
    return {
      ...factsOf(asked, cache, { count: bars.length, last: bars.at(-1)?.timestamp, searchedFrom }),
      bars,
    }
  }

  /** The answer in the stored text, where one look is enough and the store keeps the very candles that were asked for. */
  async function answerJson(asked: Plan, span: Span, call: CountedCall): Promise<CandleJson> {
    const { target, window } = asked
    let begun: Completed | undefined
    if (target.step.stepMs === window.stepMs && !target.series.mirrored) {
      const look = firstLook(window, span)
      begun = await complete(target, look, call)
      const stored = store.readText(target.identity, look)
      const running = unsettledBars(target, look, begun.edge)
      const count = stored.count + running.length
      if (look.from === span.from || count >= window.limit) {
        const last = running.at(-1)?.timestamp ?? stored.last
        const json = joinLists(stored.text, candlesText(running))
        return { ...factsOf(asked, begun.cache, { count, last, searchedFrom: look.from }), json }
      }
    }
    const { bars, ...facts } = await walk(asked, span, call, begun)
    return { ...facts, json: candlesText(bars) }
  }

  return {
    async candles(venue, outcomeId, query, call) {
      const source = sourceOf(venue)
      const now = clock.now()
      const future = futureAnswer(venue, source, outcomeId, query, now)
      if (future !== undefined) return { ...future, bars: [] }
      const asked = await plan(venue, source, outcomeId, query, now, call)
      if (asked.span === undefined) return { ...factsOf(asked, 'hit', { count: 0 }), bars: [] }
      return walk(asked, asked.span, counted(call))
    },
    async candlesJson(venue, outcomeId, query, call) {
      const source = sourceOf(venue)
      const now = clock.now()
      const future = futureAnswer(venue, source, outcomeId, query, now)
      if (future !== undefined) return { ...future, json: '[]' }
      const asked = await plan(venue, source, outcomeId, query, now, call)
      if (asked.span === undefined) return { ...factsOf(asked, 'hit', { count: 0 }), json: '[]' }
      return answerJson(asked, asked.span, counted(call))
    },
    generation: (key) => generations.get(key) ?? 0,
  }
}

function sourceOf(venue: Venue): CandleSource {
  if (venue.candles !== undefined) return venue.candles
  throw new PmxError(
    'NOT_SUPPORTED',
    `${venue.id} offers no price history; GET /api/${venue.id}/has lists what it offers.`,
    { exchange: venue.id },
  )
}

/** Two JSON lists as one. */
function joinLists(first: string, second: string): string {
  if (first === '[]') return second
  return second === '[]' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}
