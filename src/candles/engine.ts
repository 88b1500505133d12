import { PmxError } from '../api/errors.js'
import { alignDown } from '../api/grid.js'
import type { PriceCandle } from '../api/models.js'
import { HOUR_MS } from '../api/resolution.js'
import { intersect, type Span } from '../api/span.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import type { Turn } from '../policy/turns.js'
import type { CandleSource, Venue } from '../venue-kit/venue.js'
import { assembled } from './assemble.js'
import { type Completed, createCompletion } from './completion.js'
import type { CandleFacts } from './facts.js'
import { createFetcher, type FetcherDeps } from './fetcher.js'
import { type Found, joined } from './found.js'
import { SeriesForgotten, SeriesMoved } from './gone.js'
import { isOver, lifeLastsUntil, lifeOf, reachOf, tellsLife } from './life.js'
import { builtMaxAgeMs, createLiveEdges, liveMaxAgeMs } from './live-edge.js'
import { createLocator, type LocateOutcome } from './locator.js'
import { futureAnswer, reasonOutside, toldSpan } from './reach.js'
import { createRights } from './rights.js'
import { createSetBackWatch } from './set-back.js'
import { createStaleAnswers } from './stale.js'
import { nativeStepFor } from './steps.js'
import { type CandleStore, emptyReasonOf, type KnownSeries, seriesName } from './store.js'
import type { FetchCall, FetchTarget } from './target.js'
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
   * bad window or resolution, and whatever stands in the way to the venue, unless what is stored is taken in its place
   * (`FetchCall.stored`)
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
  readonly locateOutcome: LocateOutcome
  /** Waited for before stored candles are read and put together; see `policy/turns.ts`. */
  readonly turn: Turn
}

/** Series whose changes are counted; one that falls out starts at a number never used before. */
const COUNTED_SERIES = 10_000

/** A question with its series found and its window settled. */
interface Plan {
  readonly window: CandleWindow
  readonly target: FetchTarget
  readonly known: KnownSeries
  /** Undefined when the market did not live in the window. */
  readonly span: Span | undefined
  readonly life: Span
  readonly now: number
}

/** Plans what is missing, has it fetched, and assembles the answer from what is known. */
export function createCandleEngine({
  store,
  clock,
  openContext,
  locateOutcome,
  turn,
}: EngineDeps): CandleEngine {
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
  const generation = (key: string): number => generations.get(key) ?? 0
  const { complete } = createCompletion({ store, live, clock, fetcher, generation, turn })
  const locator = createLocator({ store, clock, openContext, locateOutcome })
  const rights = createRights({ clock, openContext, locateOutcome })
  const stale = createStaleAnswers({ store, clock, rights, turn })
  const timeBeforeSetBack = createSetBackWatch(clock)

  /** The time of a question; what came of a clock that has been set back since the last one is dropped first. */
  function now(): number {
    const before = timeBeforeSetBack()
    if (before !== undefined) store.dropFuture(before)
    return clock.now()
  }

  async function plan(
    venue: Venue,
    source: CandleSource,
    outcomeId: string,
    query: CandleQuery,
    now: number,
    call: FetchCall,
    forgotten: KnownSeries | undefined,
  ): Promise<Plan> {
    const window = toCandleWindow(query, now)
    const step = nativeStepFor(window.stepMs, source.steps)
    await rights.assertShown(venue, source, outcomeId, call)
    const wanted = { venue, source, outcomeId, call }
    const isGood = (found: KnownSeries) => tellsLife(found, window.span, window.stepMs, now)
    const known = forgotten ?? (await locator.locate(wanted, isGood))
    const { series } = known
    const identity = {
      venue: venue.id,
      seriesKey: series.seriesKey,
      stepMs: step.stepMs,
      basis: source.basis,
    }
    const life = lifeOf(series, window.stepMs)
    const target: FetchTarget = {
      venue,
      source,
      series,
      step,
      identity,
      key: seriesName(identity),
      maxAgeMs: builtMaxAgeMs(window.stepMs, step.stepMs),
      isForgotten: known.isForgotten === true && store.coverage(identity, window.span).length > 0,
      known: () => store.known(venue.id, outcomeId) ?? known,
      relocate: (terms) => locator.relocate({ ...wanted, call: terms }),
    }
    const alive = reachOf(window.span, life, window.stepMs, (part) => {
      const stored = store.read(identity, part)
      const [first, last] = [stored[0], stored.at(-1)]
      return first && last && { from: first.timestamp, to: last.timestamp }
    })
    const span =
      alive === undefined ? undefined : intersect(alive, toldSpan(store, target, alive, window.stepMs, now))
    // What is stored of an outcome that the venue does not know says nothing of other times.
    if (span === undefined && known.isForgotten === true && !isOver(known))
      throw new SeriesForgotten(venue, known)
    if (span !== undefined) assertAnswerable(window, span)
    return { window, target, known, span, life, now }
  }

  /** Answers; once more where the venue turns out to keep the candles under another name, or not at all. */
  async function answering<Answer>(
    answer: (forgotten: KnownSeries | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await answer(undefined)
    } catch (error) {
      if (error instanceof SeriesForgotten) return answer(error.known)
      if (error instanceof SeriesMoved) return answer(undefined)
      throw error
    }
  }

  /** The facts of an answer with so many candles, the last of which opened at `last`. */
  function factsOf(
    asked: Plan,
    found: Found,
    { count, last, searchedFrom }: { count: number; last?: number | undefined; searchedFrom: number },
  ): CandleFacts {
    const { window, target, span, now } = asked
    const runningFrom = alignDown(now - found.aheadMs, window.stepMs)
    const isSearch =
      span !== undefined &&
      window.open &&
      (count < window.limit || searchedFrom < firstLook(window, span).from)
    const looked = { from: searchedFrom, to: span?.to ?? searchedFrom }
    return {
      ...commonFacts(asked, found.generation),
      cache: found.cache,
      ...(last === runningFrom && target.series.closedAt === undefined ? { runningFrom } : {}),
      ...(isSearch ? { searchedFrom } : {}),
      ...(count === 0 ? { emptyReason: emptyReasonOf(store.coverage(target.identity, looked)) } : {}),
      freshUntil: Math.min(found.until, changesAt(asked)),
    }
  }

  function commonFacts({ window, target, known }: Plan, generation: number) {
    const { closedAt, listedAt } = target.series
    return {
      basis: target.source.basis,
      stepMs: window.stepMs,
      seriesKey: target.key,
      generation,
      tag: [generation, window.span.from, window.span.to, window.limit, listedAt, closedAt].join('.'),
      isOver: isOver(known),
      ...(known.isForgotten === true ? { isForgotten: true as const } : {}),
    }
  }

  /** The facts of an answer about times in which there can be nothing. */
  function factsOutside(asked: Plan): CandleFacts {
    const { window, target, life, now } = asked
    return {
      ...commonFacts(asked, generation(target.key)),
      cache: 'hit',
      emptyReason: reasonOutside(window.span, life),
      freshUntil: Math.min(now + liveMaxAgeMs(window.stepMs), lifeBelievedUntil(asked)),
    }
  }

  async function walk(asked: Plan, span: Span, call: CountedCall, begun?: Completed): Promise<CandleAnswer> {
    const { target, window } = asked
    const ground = { target, window, span }
    const assemble = (part: FetchTarget, { stepMs }: CandleWindow, known: Completed) =>
      assembled(store, part, stepMs, known)
    const { bars, found, searchedFrom } = await walkBack({ store, complete, assemble }, ground, call, begun)
    const facts = factsOf(asked, found, { count: bars.length, last: bars.at(-1)?.timestamp, searchedFrom })
    return { ...facts, bars }
  }

  /**
   * The answer in the stored text, where one look is enough and the store keeps the very candles that were asked for.
   */
  function storedJson(asked: Plan, span: Span, look: Span, begun: Completed): CandleJson | undefined {
    const { target, window } = asked
    const [settled, ...more] = begun.settled
    if (more.length > 0 || (settled !== undefined && settled.from !== look.from)) return undefined
    const stored = settled === undefined ? nothingStored : store.readText(target.identity, settled)
    const running = begun.live.flatMap(({ bars }) => bars)
    const count = stored.count + running.length
    if (look.from !== span.from && count < window.limit) return undefined
    const last = running.at(-1)?.timestamp ?? stored.last
    const json = joinLists(stored.text, candlesText(running))
    return { ...factsOf(asked, joined(begun), { count, last, searchedFrom: look.from }), json }
  }

  async function answerJson(asked: Plan, span: Span, call: CountedCall): Promise<CandleJson> {
    const { target, window } = asked
    let begun: Completed | undefined
    if (target.step.stepMs === window.stepMs && !target.series.mirrored) {
      const look = firstLook(window, span)
      begun = await complete(target, look, call)
      const json = storedJson(asked, span, look, begun)
      if (json !== undefined) return json
    }
    const { bars, ...facts } = await walk(asked, span, call, begun)
    return { ...facts, json: candlesText(bars) }
  }

  return {
    async candles(venue, outcomeId, query, call) {
      const source = sourceOf(venue)
      const askedAt = now()
      const future = futureAnswer(venue, source, outcomeId, query, askedAt)
      if (future !== undefined) return { ...future, bars: [] }
      return answering(async (forgotten) => {
        const asked = await plan(venue, source, outcomeId, query, askedAt, call, forgotten)
        if (asked.span === undefined) return { ...factsOutside(asked), bars: [] }
        return walk(asked, asked.span, counted(call))
      }).catch((error: unknown) =>
        stale.inPlaceOf(error, { venue, source, outcomeId, query, call, now: askedAt }),
      )
    },
    async candlesJson(venue, outcomeId, query, call) {
      const source = sourceOf(venue)
      const askedAt = now()
      const future = futureAnswer(venue, source, outcomeId, query, askedAt)
      if (future !== undefined) return { ...future, json: '[]' }
      return answering(async (forgotten) => {
        const asked = await plan(venue, source, outcomeId, query, askedAt, call, forgotten)
        if (asked.span === undefined) return { ...factsOutside(asked), json: '[]' }
        return answerJson(asked, asked.span, counted(call))
      }).catch(async (error: unknown) => {
        const question = { venue, source, outcomeId, query, call, now: askedAt }
        const { bars, ...facts } = await stale.inPlaceOf(error, question)
        return { ...facts, json: candlesText(bars) }
      })
    },
    generation,
  }
}

const nothingStored = { text: '[]', last: undefined, count: 0 }

/**
 * When something beside the candles that were found may change an answer: the next opening, or what is believed of a
 * closing.
 */
function changesAt(asked: Plan): number {
  const { window, target, life, now } = asked
  const isOpen = window.span.to > now
  const opens = isOpen ? alignDown(now, window.stepMs) + window.stepMs : Number.POSITIVE_INFINITY
  const isClipped = window.span.to > life.to || target.isForgotten
  return Math.min(opens, isClipped ? lifeBelievedUntil(asked) : Number.POSITIVE_INFINITY)
}

/** Until when what is known of a listing and closing is answered from; a little longer where it is old already. */
function lifeBelievedUntil({ window, known, now }: Plan): number {
  return Math.max(now + liveMaxAgeMs(Math.min(window.stepMs, HOUR_MS)), lifeLastsUntil(known))
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
