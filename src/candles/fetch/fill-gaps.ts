import { PmxError } from '../../api/envelope/errors.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock, type Moment, momentOf } from '../../effects/clock.js'
import { outlasts } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { answerableSpansAt, type Provisional } from '../series/provisional.js'
import type { CandleStore, Coverage } from '../store/candle-store.js'
import type { FetchTarget } from './fetch-target.js'
import type { Fetcher, FetcherDeps } from './fetcher.js'
import { lastingAt, unkeptIn } from './lasting-refusals.js'
import type { FreshPart, LiveEdges } from './live-cache.js'
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

/** Brings spans of native series to where they can be answered from. */
export interface Completion {
  /**
   * Makes sure the span is known, and says how much of it was known already. A fetch that another caller began may
   * fail, or may bring a live edge that is too old for this one, so what came is looked at again. The caller has a turn
   * when this returns: what he reads then, before he waits for anything, is of the generation that is told.
   * @param goesOn the caller holds candles of other spans already; see `policy/event-loop-yield.ts`
   * @throws what stands in the way to the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) when time or calls ran out
   * after a part of it was stored
   */
  complete(target: FetchTarget, span: Span, call: CountedCall, goesOn?: boolean): Promise<Completed>
}

export interface Completed {
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Parts that the store answers; ascending and disjoint. */
  readonly settled: readonly Span[]
  /** What of them one response alone says, ascending and disjoint; to be asked for again at its time. */
  readonly provisional: readonly Provisional[]
  /** From then on the venue is asked again for what it said that it does not keep, epoch ms; infinite without such a part. */
  readonly refusedUntil?: number
  /** Parts that the venue does not keep, of which nobody knows whether there were candles; ascending and disjoint. */
  readonly unkept?: readonly Span[]
  /** Parts that may be believed for a while, between them. */
  readonly live: readonly FreshPart[]
  /** Of the series when this was looked up: another one means that the answer may be another one. */
  readonly generation: number
  /** The newest was not waited for: what is told of it is older, or ends before the span does. */
  readonly early?: CachedPart
}

export interface CompletionDeps {
  /** Brings what is watched; without one everybody asks for himself. */
  readonly watch?: Prefetcher | undefined
  readonly store: CandleStore
  readonly live: LiveEdges
  readonly clock: Clock
  readonly fetcher: Pick<Fetcher, 'fetch'>
  generation(key: string): number
  /** See `EngineDeps`. */
  readonly turn: EventLoopYield
  readonly isClockConfirmed?: FetcherDeps['isClockConfirmed']
}

/** Times in a row that what callers share may bring nothing new: the second time nearly always does. */
const MAX_ROUNDS = 5

/**
 * Steps after the end of a span that are read with it, where its end was not final the first time. Few: venues that have
 * no candles are asked for the trades of all of them.
 */
const STEPS_AFTER = 12

/** What is known of a span. */
interface Known extends Pick<Completed, 'settled' | 'provisional' | 'refusedUntil' | 'unkept' | 'live'> {
  /** What one response alone says, and is to be asked for again now; ascending and disjoint. */
  readonly due: readonly Span[]
  /** To be fetched; ascending and disjoint. */
  readonly missing: readonly Span[]
}

/** When and for which read a round is. */
interface Round {
  readonly at: Moment
  readonly read: SeriesRead
  /** See `Completion.complete`. */
  readonly goesOn: boolean
}

/** What a round has brought. */
interface Brought {
  readonly known: Known
  readonly isNew: boolean
  /** It is to be answered with this. */
  readonly early?: CachedResult | undefined
}

export function createCompletion(deps: CompletionDeps): Completion {
  const { store, live, clock, fetcher, turn } = deps
  const interrupted = createInterruptedReads()

  /** The ledger of a span, without entries that a clock which ran ahead has made. */
  function ledgerOf({ identity }: FetchTarget, span: Span): Coverage[] {
    const entries = store.coverage(identity, span)
    const present = clock.now() + CLOCK_TOLERANCE_MS
    if (!entries.some(({ fetchedAt }) => fetchedAt > present)) return entries
    // It may be our clock that is behind: venues date what is final, and no candle is given up for a clock that none confirms.
    if (deps.isClockConfirmed?.() === false) return entries
    const isDropped = store.dropFuture(clock.now())
    const left = store.coverage(identity, span)
    // What is kept of the future all the same is right: it is our clock that is behind.
    return isDropped ? left : left.filter(({ fetchedAt }) => fetchedAt <= present)
  }

  /** The parts of a span that the ledger knows. */
  function settledOf(target: FetchTarget, span: Span): Span[] {
    return partsIn(ledgerOf(target, span), span)
  }

  /** What of a span is neither settled nor to be believed at a moment by a read that began then or earlier. */
  function lookUp(target: FetchTarget, span: Span, at: Moment, { begun, isGoingOn }: SeriesRead): Known {
    const lasting = lastingAt(ledgerOf(target, span), target.step, begun.now)
    const final = partsIn(lasting.entries, span)
    const open = openOf(target, span, final)
    const provisional = answerableSpansAt(open, begun.now, clock.now())
    const settled = joinSpans([...final, ...provisional])
    // A response about a part of it is compared with what is stored between: it is asked for in one piece.
    const due = open.filter((entry) => !provisional.includes(entry))
    const finality = {
      stepMs: target.step.stepMs,
      settleLagMs: target.source.settleLagMs,
      maxAgeMs: target.maxAgeMs,
    }
    const parts = subtract(span, settled).map((part) => {
      const believed = live.believed(target.key, part, finality, at, begun)
      const unknown = subtract(
        part,
        believed.map((one) => one.span),
      )
      // Fragments of one gap are asked for in one piece; a read that goes on asks for none of it a second time.
      return { believed, missing: isGoingOn ? unknown : (hullOf(unknown) ?? []) }
    })
    const missing = parts.flatMap((part) => part.missing)
    return {
      settled,
      provisional,
      refusedUntil: lasting.until,
      unkept: unkeptIn(lasting.entries, span),
      due,
      live: parts.flatMap(({ believed }) => believed),
      missing:
        due.length === 0 || missing.length === 0
          ? missing
          : askedTogether(
              target,
              missing,
              withCandleBefore(target, due),
              parts.flatMap(({ believed }) => believed),
            ),
    }
  }

  /**
   * With the candle that silence follows, where one is stored: if the response lacked something, it may have a part of that
   * candle only.
   */
  function withCandleBefore({ identity, step: { stepMs } }: FetchTarget, due: readonly Span[]): Span[] {
    return due.map(({ from, to }) => {
      const before = { from: from - stepMs, to: from }
      return store.count(identity, before, 1) > 0 ? { from: before.from, to } : { from, to }
    })
  }

  /** What of a span one response alone says and the ledger does not settle. */
  function openOf({ identity }: FetchTarget, span: Span, final: readonly Span[]): Provisional[] {
    return store.provisional(identity, span).flatMap((entry) => {
      const part = intersect(entry, span)
      return part === undefined || subtract(part, final).length === 0 ? [] : [{ ...entry, ...part }]
    })
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
    if (target.isForgotten) return storedOf(target, span)
    const read = call.read ?? interrupted.begin(target.key, span, at)
    call.read = read
    let known = lookUp(target, span, at, read)
    const cache = cacheOf(known, span)
    for (let barren = 0; known.missing.length > 0; ) {
      if (call.spent >= MAX_VENUE_CALLS) throw brokenOff(target, span, known, read, call)
      if (barren === MAX_ROUNDS) throw neverWhole(target)
      const early = target.early?.isAtOnce === true ? earlyOf(target, span, known, goesOn, call) : undefined
      if (early !== undefined) return answeredEarly(target, early, 'hit', call)
      const brought = await fetchOnce(target, span, known, { at, read, goesOn }, call)
      if (brought.early !== undefined) return answeredEarly(target, brought.early, cache, call)
      known = brought.known
      barren = brought.isNew ? 0 : barren + 1
    }
    interrupted.done(target.key, span)
    const { due: _due, missing: _missing, ...told } = known
    return { cache, ...told, generation: deps.generation(target.key) }
  }

  /** What does in place of the venue's answer, by what the caller takes. */
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
    const older = subtract(span, known).flatMap((part) => live.told(key, part, at, terms.mostAgeMs))
    const answer = findCachedResult({ span, settled, live: believed, older }, step.stepMs, at)
    if (answer === undefined || at.monotonic - answer.askedAt > terms.mostAgeMs) return undefined
    // Later candles are told already.
    return isOlder && answer.completeUntil < span.to ? undefined : answer
  }

  function answeredEarly(
    { key }: FetchTarget,
    { settled, live: believed, askedAt, completeUntil }: CachedResult,
    cache: Completed['cache'],
    call: CountedCall,
  ): Completed {
    call.isEarly = true
    const early = { askedAt, completeUntil }
    // It is asked again at once, whatever is provisional.
    return { cache, settled, provisional: [], live: believed, generation: deps.generation(key), early }
  }

  /** All that there is of a span that nobody can tell more of. */
  function storedOf(target: FetchTarget, span: Span): Completed {
    const final = settledOf(target, span)
    const provisional = openOf(target, span, final)
    const settled = joinSpans([...final, ...provisional])
    return { cache: 'hit', settled, provisional, live: [], generation: deps.generation(target.key) }
  }

  /** What the watch brings in the time that the caller has; undefined where it is not, or not enough. */
  async function broughtByWatch(
    target: FetchTarget,
    span: Span,
    before: Known,
    { at, read, goesOn }: Round,
    call: CountedCall,
  ): Promise<Brought | undefined> {
    const { early: terms, key } = target
    if (goesOn || terms === undefined || terms.isAtOnce || clock.monotonic() >= terms.from) return undefined
    if (earlyOf(target, span, before, false, call) === undefined) return undefined
    const next = deps.watch?.next(key, call.priority)
    if (next === undefined) return undefined
    await outlasts(next, terms.from, clock)
    await turn()
    call.signal.throwIfAborted()
    const known = lookUp(target, span, at, read)
    const early = known.missing.length === 0 ? undefined : earlyOf(target, span, known, false, call)
    return known.missing.length === 0 || early !== undefined ? { known, isNew: true, early } : undefined
  }

  /**
   * Pieces to be fetched, the newest with steps after the span where the venue was asked for its end before: its last
   * candles are final only where the same response has a later one.
   */
  function withStepsAfter(target: FetchTarget, span: Span, missing: readonly Span[], at: Moment): Span[] {
    const { key, step, series } = target
    const others = missing.slice(0, -1)
    const newest = missing.at(-1)
    if (newest === undefined || newest.to < span.to) return [...missing]
    const end = { from: span.to - step.stepMs, to: span.to }
    if (live.told(key, end, at, Number.POSITIVE_INFINITY).length === 0) return [...missing]
    const { closedAt = at.now } = series
    const to = Math.min(
      newest.to + STEPS_AFTER * step.stepMs,
      newest.from + step.maxWindowMs,
      alignUp(Math.min(at.now, closedAt), step.stepMs),
    )
    return [...others, { from: newest.from, to: Math.max(newest.to, to) }]
  }

  /** One round: what is missing is fetched, and what is known then is looked up. */
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
      const known = lookUp(target, span, at, read)
      const broughtMs = Math.max(0, sumLengths(before.missing) - sumLengths(known.missing))
      call.keptMs += broughtMs
      return { known, isNew: broughtMs > 0 }
    }
    try {
      const fetching = fetcher.fetch(target, withStepsAfter(target, span, before.missing, at), call)
      if (target.early !== undefined && (await outlasts(fetching, target.early.from, clock))) {
        await turn(goesOn)
        call.signal.throwIfAborted()
        const { known, isNew } = lookAgain()
        const early = earlyOf(target, span, known, goesOn, call)
        // What was begun goes on: the next one has it.
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
      throw call.keptMs > 0 ? brokenOff(target, span, known, read, call, error) : error
    }
    return lookAgain()
  }

  /** The error of a read that is not whole yet; whoever asks again goes on with what it has brought. */
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

/**
 * The pieces in which missing spans and provisional ones are asked for: one where a call can bring them all. The candle
 * behind silence is asked for with it: it shows that the venue has passed it. So is what is believed, and would be asked
 * for by itself later.
 */
function askedTogether(
  { step }: FetchTarget,
  missing: readonly Span[],
  due: readonly Span[],
  believed: readonly FreshPart[],
): Span[] {
  const pieces = joinSpans([
    ...missing,
    ...due.map(({ from, to }) => ({ from, to: to + step.stepMs })),
    ...believed.map(({ span, asOf }) => ({
      from: span.from,
      to: Math.min(span.to, alignDown(asOf, step.stepMs)),
    })),
  ])
  const hull = hullOf(pieces)
  return hull !== undefined && hull.to - hull.from <= step.maxWindowMs ? [hull] : pieces
}

/** The parts of a span that are covered; ascending and disjoint. */
function partsIn(entries: readonly Span[], span: Span): Span[] {
  return joinSpans(entries).flatMap((entry) => intersect(entry, span) ?? [])
}

function cacheOf({ missing: [only, ...others] }: Known, span: Span): Completed['cache'] {
  if (only === undefined) return 'hit'
  return others.length === 0 && only.from === span.from && only.to === span.to ? 'miss' : 'partial'
}

/** The live edge ages faster than the venue answers, or every caller it is shared with fails. */
function neverWhole({ venue }: FetchTarget): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${venue.id} answered too slowly for its newest candles to be read in one piece. Try again, or ask for an earlier end.`,
    { exchange: venue.id, retryable: true },
  )
}
