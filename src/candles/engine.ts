import { PmxError } from '../api/envelope/errors.js'
import type { PriceCandle } from '../api/models/models.js'
import type { Span } from '../api/times/span.js'
import { type Clock, createSetBackWatch } from '../effects/clock.js'
import type { EventLoopYield } from '../policy/event-loop-yield.js'
import { createLru } from '../policy/lru.js'
import type { PushedTrades } from '../venue-kit/contract/stream-source.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { createRights } from './fetch/access-check.js'
import { createPushedTrades } from './fetch/apply-trades.js'
import type { FetchCall, FetchTarget } from './fetch/fetch-target.js'
import { createFetcher, type FetcherDeps } from './fetch/fetcher.js'
import { type Completed, type Completion, createCompletion } from './fetch/fill-gaps.js'
import { createLiveCache } from './fetch/live-cache.js'
import { type CountedCall, countCalls } from './fetch/partial-fetch.js'
import type { Prefetcher } from './fetch/prefetch.js'
import { SeriesMoved, UnknownSeriesError } from './fetch/series-errors.js'
import { createLocator, type LocateOutcome } from './fetch/series-locator.js'
import { createLookAgain, type LookAgain } from './maintenance/second-request.js'
import { assembleCandles, renderCandlesInSlices, renderStoredCandles } from './response/assemble.js'
import { findAvailability } from './response/availability.js'
import { createMaking } from './response/derived-series.js'
import { type CandleFacts, describeFuture, describeOutside, factsOf } from './response/response-metadata.js'
import { createSamples, type Samples } from './response/sampled-bars.js'
import { createSampledAnswers } from './response/sampled-responses.js'
import { joinFound, searchBack } from './response/search-back.js'
import { createStaleAnswers } from './response/stale-responses.js'
import {
  type CandleQuery,
  type CandleWindow,
  findFirstLook,
  planWindow,
  type ShownOpenAt,
  sourceOf,
  type WindowPlan,
  type WindowRequest,
  watchedOf,
} from './response/window.js'
import { findSampledBook } from './series/sampled-basis.js'
import type { SharedHistory } from './shared/shared-history.js'
import type { CandleStore, KnownSeries } from './store/candle-store.js'
import { createSeriesGenerations } from './store/series-generations.js'

export interface CandleAnswer extends CandleFacts {
  readonly bars: readonly PriceCandle[]
}

/** The result as the response's JSON list. */
interface CandleJson extends CandleFacts {
  readonly json: string
}

export interface CandleEngine {
  /**
   * Returns candles of one outcome.
   * @throws NOT_SUPPORTED when the venue has no candles; NOT_FOUND for an unknown outcome; VALIDATION_ERROR for a bad window or
   * resolution; the failure to reach the venue, unless the caller takes stored candles (`FetchCall.stored`)
   */
  candles(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<CandleAnswer>
  /** Returns the same as JSON, directly from the stored text if the request allows it. */
  candlesJson(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): Promise<CandleJson>
  /**
   * Returns when candles of an outcome became available, by their open times, epoch ms; see `series/available-at.ts`.
   * @param stepMs interval of the candles
   */
  availability(venue: Venue, outcomeId: string, stepMs: number, span: Span): (openTime: number) => number
  /** Returns a number that grows with every change to a series' data. */
  generation(seriesKey: string): number
}

/** An engine that also stores samples, and serves them for venues without a price history. */
export interface SampledEngine extends CandleEngine {
  readonly samples: Samples
  /** Receives an outcome's trades from the venue's socket; see `fetch/apply-trades.ts`. */
  applyTrades(venue: Venue, outcomeId: string, told: PushedTrades): void
  /** Requests stored data from venues again; see `recheck.ts`. */
  readonly again: LookAgain
}

export interface EngineDeps {
  readonly store: CandleStore
  readonly clock: Clock
  readonly openContext: FetcherDeps['openContext']
  readonly readWindow?: FetcherDeps['readWindow']
  readonly locateOutcome: LocateOutcome
  /** Awaited before stored candles are read and assembled; see `policy/event-loop-yield.ts`. */
  readonly turn: EventLoopYield
  /** See {@link ShownOpenAt}. Without it, only lookups of series show that a market was reopened. */
  readonly shownOpenAt?: ShownOpenAt | undefined
  /** See `FetcherDeps`. */
  readonly isClockConfirmed?: FetcherDeps['isClockConfirmed']
  /** See `FetcherDeps`. */
  readonly venueNow?: FetcherDeps['venueNow']
  /** See `createSettling`. */
  readonly onLaterResponse?: FetcherDeps['onLaterResponse']
  /** Keeps the live caches of frequently requested series fresh. If absent, nothing is prefetched. */
  readonly watch?: Prefetcher | undefined
  /** A history that several daemons share. If absent, only the venues are called. */
  readonly shared?: SharedHistory | undefined
}

/** Number of series of which the ends of fruitless searches are known. */
const SEARCHED_SERIES = 10_000

/** Creates an engine that plans and fetches missing candles, and assembles the result. */
export function createCandleEngine({
  store,
  clock,
  openContext,
  readWindow,
  locateOutcome,
  turn,
  watch,
  shownOpenAt,
  isClockConfirmed,
  venueNow,
  onLaterResponse,
  shared,
}: EngineDeps): SampledEngine {
  const live = createLiveCache()
  const generations = createSeriesGenerations()
  const blankTo = createLru<number>(SEARCHED_SERIES)
  const { note: onChange, of: generation } = generations
  const direct = createFetcher({
    store,
    live,
    clock,
    openContext,
    readWindow,
    onChange,
    isClockConfirmed,
    venueNow,
    onLaterResponse,
    noteFinal: shared?.noteFinal,
  })
  const fetcher = shared?.connect(direct, onChange, generations.noteVenue) ?? direct
  const completion = createCompletion({
    store,
    live,
    clock,
    fetcher,
    generation,
    turn,
    watch,
    isClockConfirmed,
    venueNow,
  })
  const making = createMaking({ store, turn })
  const locator = createLocator({
    store,
    clock,
    openContext,
    locateOutcome,
    shared: shared?.outcomes,
    onReopened: (identity, span) => again.noteDecided({ identity, span }),
  })
  const again = createLookAgain({ store, fetcher, completion, locator, onChange, shared })
  const rights = createRights({ clock, openContext, locateOutcome })
  const stale = createStaleAnswers({ store, clock, rights, turn, isClockConfirmed })
  const samples = createSamples({
    store,
    clock,
    onChange,
    shared: shared?.samples,
    sharedOutcomes: shared?.outcomes,
  })
  const sampled = createSampledAnswers({
    store,
    samples,
    shared: shared?.samples,
    sharedOutcomes: shared?.outcomes,
    clock,
    turn,
    openContext,
    locateOutcome,
    generation,
  })
  const timeBeforeSetBack = createSetBackWatch(clock)
  /** Whether data from a fast clock must still be deleted, once a venue confirms the current clock. */
  let hasToDrop = isClockConfirmed !== undefined

  /** Returns the time of a request. If the clock has been set back since the last request, its data is deleted first. */
  function now(): number {
    const before = timeBeforeSetBack()
    const isRight = isClockConfirmed?.() !== false
    if (before !== undefined) store.dropFuture(before, isRight)
    else if (hasToDrop && isRight) store.dropFuture(clock.now())
    hasToDrop = !isRight && (hasToDrop || before !== undefined)
    return clock.now()
  }

  function questionOf(venue: Venue, outcomeId: string, query: CandleQuery, call: FetchCall): WindowRequest {
    return { venue, source: sourceOf(venue), outcomeId, query, call, now: now() }
  }

  /** Runs a request, and repeats it once if the venue now has the candles under a different name or not at all. */
  async function answering<Answer>(
    question: WindowRequest,
    answer: (asked: WindowPlan) => Promise<Answer>,
  ): Promise<Answer> {
    const planned = async (forgotten?: KnownSeries) => {
      const plan = await planWindow({ store, locator, rights, shownOpenAt }, question, forgotten)
      const watched = watch && watchedOf(plan, question.call, completion.complete, clock)
      if (watched !== undefined) watch?.note(watched)
      return answer(plan)
    }
    try {
      return await planned()
    } catch (error) {
      if (error instanceof UnknownSeriesError) return planned(error.known)
      if (error instanceof SeriesMoved) return planned()
      throw error
    }
  }

  /** Completes spans, and derives coarser candles from their final ones if none are stored yet. */
  function completing(stepMs: number): Completion['complete'] {
    return async (target, span, call, goesOn) => {
      const known = await completion.complete(target, span, call, goesOn)
      if (target.step.stepMs === stepMs) return known
      const isOld = await making.make(target, stepMs, known.settled, call.signal)
      return isOld ? { ...(await completion.complete(target, span, call, true)), cache: known.cache } : known
    }
  }

  async function walk(
    asked: WindowPlan,
    span: Span,
    call: CountedCall,
    begun?: Completed,
  ): Promise<CandleAnswer> {
    const { target, window } = asked
    const ground = { target, window, span }
    const assemble = (part: FetchTarget, { stepMs }: CandleWindow, known: Completed) =>
      assembleCandles(store, part, stepMs, known)
    const complete = completing(window.stepMs)
    const { bars, found, searchedFrom, isCut } = await searchBack(
      { store, blankTo, complete, assemble },
      ground,
      call,
      begun,
    )
    const at = clock.monotonic()
    // The request waited for older candles, and the cached newest candles have become too old.
    const { early, ...patient } = target
    if (early !== undefined && at - (found.early?.requestedAt ?? at) > early.mostAgeMs)
      return walk({ ...asked, target: patient }, span, call)
    const facts = factsOf(store, asked, found, {
      bars,
      count: bars.length,
      last: bars.at(-1)?.timestamp,
      ...(bars.length < asked.window.limit ? {} : { from: bars[0]?.timestamp }),
      searchedFrom,
      isCut,
      at,
    })
    return { ...facts, bars }
  }

  /** Returns stored text if one lookup is enough and the store has all requested candles. */
  async function storedJson(
    asked: WindowPlan,
    span: Span,
    look: Span,
    begun: Completed,
  ): Promise<CandleJson | undefined | 'changed'> {
    const { target, window } = asked
    // If these are too few, there may be older ones.
    const least = look.from === span.from ? 0 : window.limit
    const known = await renderStoredCandles(store, target, window.stepMs, look, begun, least, turn)
    if (known === undefined || known === 'changed') return known
    if (known.count > window.limit) return undefined
    const { json, bars, count, last } = known
    return {
      ...factsOf(store, asked, joinFound(begun), {
        bars,
        count,
        last,
        searchedFrom: look.from,
        isCut: !window.open && look.from > span.from,
        at: clock.monotonic(),
      }),
      json,
    }
  }

  async function answerJson(asked: WindowPlan, span: Span, call: CountedCall): Promise<CandleJson> {
    const { target, window } = asked
    const look = findFirstLook(window, span)
    for (let goesOn = false; ; goesOn = true) {
      const begun = await completing(window.stepMs)(target, look, call, goesOn)
      const json = await storedJson(asked, span, look, begun)
      if (json === 'changed') continue
      if (json !== undefined) return json
      const { bars, ...facts } = await walk(asked, span, call, begun)
      return { ...facts, json: await renderCandlesInSlices(bars, turn) }
    }
  }

  return {
    async candles(...asked) {
      const [venue, outcomeId, query, call] = asked
      if (findSampledBook(venue) !== undefined)
        return sampled.answer({ venue, outcomeId, query, call, now: now() })
      const question = questionOf(...asked)
      const future = describeFuture(question)
      if (future !== undefined) return { ...future, bars: [] }
      return answering(question, async (plan) => {
        const { span, target } = plan
        if (span === undefined) return { ...describeOutside(plan, generation(target.key)), bars: [] }
        return walk(plan, span, countCalls(question.call))
      }).catch((error: unknown) => stale.inPlaceOf(error, question))
    },
    async candlesJson(...asked) {
      const [venue, outcomeId, query, call] = asked
      if (findSampledBook(venue) !== undefined) {
        const { bars, ...facts } = await sampled.answer({ venue, outcomeId, query, call, now: now() })
        return { ...facts, json: await renderCandlesInSlices(bars, turn) }
      }
      const question = questionOf(...asked)
      const future = describeFuture(question)
      if (future !== undefined) return { ...future, json: '[]' }
      return answering(question, async (plan) => {
        const { span, target } = plan
        if (span === undefined) return { ...describeOutside(plan, generation(target.key)), json: '[]' }
        return answerJson(plan, span, countCalls(question.call))
      }).catch(async (error: unknown) => {
        const { bars, ...facts } = await stale.inPlaceOf(error, question)
        return { ...facts, json: await renderCandlesInSlices(bars, turn) }
      })
    },
    availability: (...series) => findAvailability(store, ...series),
    generation,
    applyTrades: createPushedTrades({ store, live, onChange }),
    samples,
    again,
  }
}

/** Each loss removes its span from the coverage, so the next attempt requests it from the venue. */
const MAX_TRIES = 3

/**
 * Creates an engine over a store that can lose covered data, for example because of a damaged page. A result assembled
 * during a loss would look like a market without trades, so it is assembled again.
 * @param store counts its losses
 */
export function createSteadyEngine(engine: CandleEngine, store: { readonly losses: number }): CandleEngine {
  async function steadily<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = store.losses
      const answer = await ask()
      if (store.losses === before) return answer
    }
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'Stored candles could not be read. Try again. GET /health?verbose shows the state of the candle store.',
      { retryable: true },
    )
  }
  return {
    ...engine,
    candles: (...question) => steadily(() => engine.candles(...question)),
    candlesJson: (...question) => steadily(() => engine.candlesJson(...question)),
  }
}
