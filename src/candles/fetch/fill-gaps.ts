import type { PmxError } from '../../api/envelope/errors.js'
import { alignUp } from '../../api/times/resolution.js'
import { clipSpans, hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock, type Moment, momentOf } from '../../effects/clock.js'
import { computeDateOffset } from '../../effects/request-dates.js'
import { outlasts } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { findFinalAfter } from '../series/closed-end.js'
import { answerableSpansAt, type Provisional } from '../series/empty-range-confirmation.js'
import { latestCloseOf } from '../series/trading-period.js'
import type { CandleStore, Coverage } from '../store/candle-store.js'
import { extendEnd, type FetchTarget, joinPieces, withNeighbors } from './fetch-target.js'
import type { Fetcher, FetcherDeps } from './fetcher.js'
import { lastingAt, unkeptIn } from './lasting-refusals.js'
import { type FreshPart, findOpenEnds, findStoredEnds, type LiveCache } from './live-cache.js'
import { type CachedPart, type CachedResult, findCachedResult } from './max-wait.js'
import {
  type CountedCall,
  createInterruptedReads,
  createUnfinishedError,
  isOutOfTime,
  MAX_VENUE_CALLS,
  type SeriesRead,
  sumLengths,
} from './partial-fetch.js'
import type { Prefetcher } from './prefetch.js'
import { createTooSlowError } from './series-errors.js'

/** Completes spans of native series, so that requests can be served from them. */
export interface Completion {
  /**
   * Ensures that the span is known, and returns how much of it was known already. A shared fetch may fail, or return data that is
   * too old for this caller, so its result is checked again. The generation is valid for data that the caller reads before its
   * next `await`.
   * @param goesOn the caller holds candles of other spans already; see `policy/event-loop-yield.ts`
   * @throws the failure to reach the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) when time or calls ran out after a part of
   * it was stored
   */
  complete(target: FetchTarget, span: Span, call: CountedCall, goesOn?: boolean): Promise<Completed>
}

export interface Completed {
  /** Whether the venue was called for none, part or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Parts that the store serves; ascending and disjoint. */
  readonly settled: readonly Span[]
  /** Their parts that only one response confirms, ascending and disjoint; fetched again when due. */
  readonly provisional: readonly Provisional[]
  /** When the parts that the venue does not retain are requested again, epoch ms; infinite without such a part. */
  readonly refusedUntil?: number
  /** Parts that the venue does not retain, with or without candles; ascending and disjoint. */
  readonly unkept?: readonly Span[]
  /** When all of it that is not final and has ended may be final, epoch ms. Absent if everything is. */
  readonly finalAfter?: number
  /** Parts between them that are fresh for a while. */
  readonly live: readonly FreshPart[]
  /** Generation of the series at the lookup: another generation may mean another result. */
  readonly generation: number
  /** The request did not wait for the newest candles, so the data is older or ends before the span does. */
  readonly early?: CachedPart
}

export interface CompletionDeps extends Pick<FetcherDeps, 'isClockConfirmed' | 'venueNow'> {
  /** The prefetcher. Without it, each request fetches for itself. */
  readonly watch?: Prefetcher | undefined
  readonly store: CandleStore
  readonly live: LiveCache
  readonly clock: Clock
  readonly fetcher: Pick<Fetcher, 'fetch'>
  generation(key: string): number
  /** See `EngineDeps`. */
  readonly turn: EventLoopYield
}

/** Maximum number of consecutive shared fetches without new data. Usually the second one has it. */
const MAX_ROUNDS = 5

/**
 * Intervals after the end of a span that are fetched with it, if its end was not final the first time. Few, because venues
 * without candles fetch all trades of them.
 */
const STEPS_AFTER = 12

/** Known parts of a span. */
interface Known extends Pick<Completed, 'settled' | 'provisional' | 'refusedUntil' | 'unkept' | 'live'> {
  /** Parts that only one response confirms and that are due now; ascending and disjoint. */
  readonly due: readonly Provisional[]
  /** Parts to be fetched; ascending and disjoint. */
  readonly missing: readonly Span[]
}

/** Time of a round, and the read to which it belongs. */
interface Round {
  readonly at: Moment
  readonly read: SeriesRead
  /** See `Completion.complete`. */
  readonly goesOn: boolean
  /** Whether only the missing parts are requested: a longer request may return its newest part alone, which is known. */
  readonly isExact: boolean
}

/** Result of a round. */
interface Brought {
  readonly known: Known
  readonly isNew: boolean
  /** The cached result to return. */
  readonly early?: CachedResult | undefined
}

export function createCompletion(deps: CompletionDeps): Completion {
  const { store, live, clock, fetcher, turn } = deps
  const interrupted = createInterruptedReads()

  /** Returns the coverage of a span without entries that a fast clock wrote. */
  function ledgerOf({ identity }: FetchTarget, span: Span): Coverage[] {
    const entries = store.coverage(identity, span)
    const present = clock.now() + CLOCK_TOLERANCE_MS
    if (!entries.some(({ fetchedAt }) => fetchedAt > present)) return entries
    // Our clock may be slow: venues date final candles, and no candle is dropped for an unconfirmed clock.
    if (deps.isClockConfirmed?.() === false) return entries
    const isDropped = store.dropFuture(clock.now())
    const left = store.coverage(identity, span)
    // Entries from the future that remain are right: our clock is slow.
    return isDropped ? left : left.filter(({ fetchedAt }) => fetchedAt <= present)
  }

  /** Returns the covered parts of a span. */
  function settledOf(target: FetchTarget, span: Span): Span[] {
    return partsIn(ledgerOf(target, span), span)
  }

  /** Returns the parts that are final, provisional, fresh, due or missing for a read that began at or before this time. */
  function lookUp(
    target: FetchTarget,
    span: Span,
    { at, read: { begun, isGoingOn }, isExact }: Round,
  ): Known {
    const aheadMs = Math.max(0, clock.now() - (deps.venueNow?.(target.venue.id) ?? clock.now()))
    const lasting = lastingAt(ledgerOf(target, span), target.step, begun.now - aheadMs)
    const final = partsIn(lasting.entries, span)
    const open = openOf(target, span, final)
    const offsetMs = computeDateOffset(deps, deps.venueNow?.(target.venue.id))
    const provisional = answerableSpansAt(open, begun.now + offsetMs, clock.now() + offsetMs)
    const settled = joinSpans([...final, ...provisional])
    // A response about a part of it is compared with what is stored between: it is fetched in one piece.
    const due = open.filter((entry) => !provisional.includes(entry))
    const { step, source, maxAgeMs, known } = target
    const finality = { stepMs: step.stepMs, finalAfterMs: source.finalAfterMs, maxAgeMs }
    const ends = findOpenEnds(
      findStoredEnds(store, target, span),
      { span, settled },
      begun,
      momentOf(clock),
      offsetMs,
    )
    const parts = subtract(span, settled).map((part) => {
      // What the live cache has of an end is older than the stored response, or the same.
      const others = subtract(part, ends.all).flatMap((rest) =>
        live.fresh(target.key, rest, finality, at, begun),
      )
      const own = ends.fresh.filter(({ span: end }) => intersect(end, part) !== undefined)
      const believed = [...others, ...own].sort((a, b) => a.span.from - b.span.from)
      const fresh = believed.map((one) => one.span)
      const unknown = subtract(part, fresh)
      // Fragments of one gap are fetched in one piece, and the end of a closed market as a whole: it is judged as one. A read that
      // continues fetches none of it a second time.
      const closedAt = unknown.length > 0 && part.to === span.to ? latestCloseOf(known().series) : undefined
      const end =
        closedAt !== undefined && ends.all.length > 0 ? extendEnd(store, target, part, closedAt) : part
      return {
        believed,
        missing: isGoingOn ? unknown : closedAt === undefined || isExact ? (hullOf(unknown) ?? []) : [end],
      }
    })
    const missing = parts.flatMap((part) => part.missing)
    return {
      settled,
      provisional,
      refusedUntil: lasting.until + aheadMs,
      unkept: unkeptIn(lasting.entries, span),
      due,
      live: parts.flatMap(({ believed }) => believed),
      missing:
        due.length === 0 || missing.length === 0
          ? missing
          : joinPieces(
              target,
              missing,
              isExact ? [] : withNeighbors(store, target, due),
              isExact ? [] : parts.flatMap(({ believed }) => believed),
            ),
    }
  }

  /** Returns the provisional spans that the coverage does not finalize. */
  function openOf({ identity }: FetchTarget, span: Span, final: readonly Span[]): Provisional[] {
    return store.provisional(identity, span).flatMap((entry) => {
      const part = intersect(entry, span)
      return part === undefined || subtract(part, final).length === 0 ? [] : [{ ...entry, ...part }]
    })
  }

  /** Returns the next round. A round without new data is followed by requests for the missing parts alone. */
  function followUp(
    target: FetchTarget,
    span: Span,
    round: Round,
    { known, isNew }: Brought,
  ): { readonly known: Known; readonly round: Round } {
    if (isNew || round.isExact) return { known, round }
    const exact = { ...round, isExact: true }
    return { known: lookUp(target, span, exact), round: exact }
  }

  async function complete(
    target: FetchTarget,
    span: Span,
    call: CountedCall,
    goesOn = false,
  ): Promise<Completed> {
    await turn(goesOn)
    call.signal.throwIfAborted()
    const at = momentOf(clock)
    if (target.isUnknown) return storedOf(target, span)
    const read = call.read ?? interrupted.begin(target.key, span, at)
    call.read = read
    let round: Round = { at, read, goesOn, isExact: false }
    let known = lookUp(target, span, round)
    const cache = cacheOf(known, span)
    for (let barren = 0; known.missing.length > 0; ) {
      if (call.spent >= MAX_VENUE_CALLS) throw brokenOff(target, span, known, read, call)
      if (barren === MAX_ROUNDS) throw createTooSlowError(target.venue.id)
      const early = target.early?.isAtOnce === true ? earlyOf(target, span, known, goesOn, call) : undefined
      if (early !== undefined) return answeredEarly(target, early, known, 'hit', call)
      const brought = await fetchOnce(target, span, known, round, call)
      if (brought.early !== undefined) return answeredEarly(target, brought.early, brought.known, cache, call)
      barren = brought.isNew ? 0 : barren + 1
      ;({ known, round } = followUp(target, span, round, brought))
    }
    interrupted.done(target.key, span)
    const { due: _due, missing: _missing, ...told } = known
    return { cache, ...told, ...findFinalAfter(target, known), generation: deps.generation(target.key) }
  }

  /** Returns the cached result that replaces the venue's response, by the options of the caller. */
  function earlyOf(
    { early: terms, key, step }: FetchTarget,
    span: Span,
    { settled: stored, due, live: believed }: Known,
    isOlder: boolean,
    { isEarly = false }: CountedCall,
  ): CachedResult | undefined {
    if (terms === undefined || (isOlder && !isEarly)) return undefined
    const at = momentOf(clock)
    const settled = due.length === 0 ? stored : joinSpans([...stored, ...due])
    const known = joinSpans([...settled, ...believed.map((one) => one.span)])
    const older = subtract(span, known).flatMap((part) => live.cached(key, part, at, terms.mostAgeMs))
    const answer = findCachedResult({ span, settled, live: believed, older }, step.stepMs, at)
    if (answer === undefined || at.monotonic - answer.requestedAt > terms.mostAgeMs) return undefined
    // Later candles are returned already.
    return isOlder && answer.completeUntil < span.to ? undefined : answer
  }

  function answeredEarly(
    { key }: FetchTarget,
    { settled, live: believed, requestedAt, completeUntil }: CachedResult,
    { provisional: open, due, missing: _missing, ...others }: Known,
    cache: Completed['cache'],
    call: CountedCall,
  ): Completed {
    call.isEarly = true
    const early = { requestedAt, completeUntil }
    // Only one response confirms the due parts too, although they were not requested again.
    const provisional = [...open, ...due].sort((a, b) => a.from - b.from)
    return { ...others, cache, settled, provisional, live: believed, generation: deps.generation(key), early }
  }

  /** Returns all stored data of a span of an outcome that the venue does not know. */
  function storedOf(target: FetchTarget, span: Span): Completed {
    const final = settledOf(target, span)
    const provisional = openOf(target, span, final)
    const settled = joinSpans([...final, ...provisional])
    return { cache: 'hit', settled, provisional, live: [], generation: deps.generation(target.key) }
  }

  /** Waits for the prefetcher within the caller's time. Returns undefined if it does not fetch enough. */
  async function broughtByWatch(
    target: FetchTarget,
    span: Span,
    before: Known,
    round: Round,
    call: CountedCall,
  ): Promise<Brought | undefined> {
    const { early: terms, key } = target
    if (round.goesOn || terms === undefined || terms.isAtOnce || clock.monotonic() >= terms.from)
      return undefined
    if (earlyOf(target, span, before, false, call) === undefined) return undefined
    const next = deps.watch?.next(key, call.priority)
    if (next === undefined) return undefined
    await outlasts(next, terms.from, clock)
    await turn()
    call.signal.throwIfAborted()
    const known = lookUp(target, span, round)
    const early = known.missing.length === 0 ? undefined : earlyOf(target, span, known, false, call)
    return known.missing.length === 0 || early !== undefined ? { known, isNew: true, early } : undefined
  }

  /**
   * Returns the pieces to be fetched. Adds intervals after the span if its end was fetched before: its last candles are final
   * only where the same response has a later one.
   */
  function withStepsAfter(target: FetchTarget, span: Span, missing: readonly Span[], at: Moment): Span[] {
    const { key, step, confirmedTo = span.to - step.stepMs } = target
    const others = missing.slice(0, -1)
    const newest = missing.at(-1)
    if (newest === undefined || newest.to < span.to) return [...missing]
    const end = { from: span.to - step.stepMs, to: confirmedTo + step.stepMs }
    const endTo = Math.max(newest.to, ...findStoredEnds(store, target, end).map((stored) => stored.to))
    if (live.cached(key, end, at, Number.POSITIVE_INFINITY).length === 0)
      return [...others, { from: newest.from, to: endTo }]
    const to = Math.min(
      newest.to + STEPS_AFTER * step.stepMs,
      newest.from + step.maxWindowMs,
      alignUp(Math.min(at.now, latestCloseOf(target.known().series) ?? at.now), step.stepMs),
    )
    return [...others, { from: newest.from, to: Math.max(to, endTo) }]
  }

  /** Runs one round: fetches the missing data, and then looks up what is known. */
  async function fetchOnce(
    target: FetchTarget,
    span: Span,
    before: Known,
    round: Round,
    call: CountedCall,
  ): Promise<Brought> {
    const byWatch = await broughtByWatch(target, span, before, round, call)
    if (byWatch !== undefined) return byWatch
    const { at, read, goesOn } = round
    const lookAgain = () => {
      const known = lookUp(target, span, round)
      const broughtMs = Math.max(0, sumLengths(before.missing) - sumLengths(known.missing))
      call.knownMs += broughtMs
      return { known, isNew: broughtMs > 0 }
    }
    try {
      const fetching = fetcher.fetch(target, withStepsAfter(target, span, before.missing, at), call)
      if (target.early !== undefined && (await outlasts(fetching, target.early.from, clock))) {
        await turn(goesOn)
        call.signal.throwIfAborted()
        const { known, isNew } = lookAgain()
        const early = earlyOf(target, span, known, goesOn, call)
        // The started fetch continues for the next request.
        if (early !== undefined || known.missing.length === 0) return { known, isNew, early }
      }
      await fetching
      await turn(goesOn)
      call.signal.throwIfAborted()
    } catch (error) {
      const { known } = lookAgain()
      if (!isOutOfTime(error)) throw error
      if (known.missing.length === 0) return { known, isNew: true }
      const early = earlyOf(target, span, known, goesOn, call)
      if (early !== undefined) return { known, isNew: false, early }
      throw call.knownMs > 0 ? brokenOff(target, span, known, read, call, error) : error
    }
    return lookAgain()
  }

  /** Creates the error of an unfinished read; the next request continues with its results. */
  function brokenOff(
    target: FetchTarget,
    span: Span,
    { missing }: Known,
    { begun, first }: SeriesRead,
    call: CountedCall,
    cause?: unknown,
  ): PmxError {
    interrupted.note(target.key, { begun, first, ended: momentOf(clock), missing })
    return createUnfinishedError(target.venue, span, missing, call, cause)
  }

  return { complete }
}

/** Returns the covered parts of a span; ascending and disjoint. */
function partsIn(entries: readonly Span[], span: Span): Span[] {
  return clipSpans(joinSpans(entries), span)
}

function cacheOf({ missing: [only, ...others] }: Known, span: Span): Completed['cache'] {
  if (only === undefined) return 'hit'
  return others.length === 0 && only.from === span.from && only.to === span.to ? 'miss' : 'partial'
}
