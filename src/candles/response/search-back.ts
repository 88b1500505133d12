import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Lru } from '../../policy/lru.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { Completed, Completion } from '../fetch/fill-gaps.js'
import { type CachedPart, pickEarlier } from '../fetch/max-wait.js'
import type { CountedCall } from '../fetch/partial-fetch.js'
import { type CandleStore, findKnownSpans } from '../store/candle-store.js'
import { type CandleWindow, findFirstLook } from './window.js'

/** What was found on the way to an answer that may take several looks. */
export interface FoundCandles {
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: Completed['cache']
  readonly generation: number
  /** Something of it must be asked for again from then on, epoch ms; infinite when all is settled. */
  readonly until: number
  /** What one response alone says, with what had begun when it was asked for; ascending and disjoint. */
  readonly provisional: readonly Span[]
  /** What the venue does not keep; ascending and disjoint. */
  readonly unkept: readonly Span[]
  /** How far our clock is ahead of the venue's, ms, as the newest of what was found tells; 0 where it does not. */
  readonly aheadMs: number
  /** When the venue was asked for the newest of what may still change, by the monotonic clock. */
  readonly liveAskedAt?: number
  /** The newest was not waited for. */
  readonly early?: CachedPart
}

/** What a walk found. */
interface Walked {
  /** The newest `limit` candles of the span, ascending. */
  readonly bars: readonly PriceCandle[]
  readonly found: FoundCandles
  /** The oldest open time that was looked at, epoch ms. */
  readonly searchedFrom: number
}

export interface SearchBackDeps {
  readonly store: Pick<CandleStore, 'coverage' | 'provisional' | 'count'>
  /** The open time at which a question of a series that had found nothing ended, epoch ms. */
  readonly blankTo: Pick<Lru<number>, 'get' | 'set'>
  readonly complete: Completion['complete']
  /** What is known of a span, in candles of the asked step and side. */
  assemble(target: FetchTarget, window: CandleWindow, known: Completed): readonly PriceCandle[]
}

/** Where a walk may go. */
interface Ground {
  readonly target: FetchTarget
  readonly window: CandleWindow
  readonly span: Span
}

/**
 * Windows of the venue through which a question without a start looks for older candles, beyond the first look. What
 * is stored counts like what is asked for, so that the same question has the same answer and, repeated, costs nothing.
 */
export const MAX_EMPTY_WINDOWS = 20
/**
 * Where a question that has found nothing at all looks no further back, because a venue that answers with blank lists would
 * be asked for all of its history: after so many venue calls, if they told of as many windows. Calls that tell of parts of
 * windows (a second look at what is provisional) are followed by more, so that the same question finds the same candles.
 */
const BLANK_WINDOWS = 5
/** Venue calls that such a question stays below, if its next look costs as many of them as its last one. */
const MAX_BLANK_CALLS = 10
/**
 * Quiet stretches are mostly followed by more of them: each look is so many times as long as the one before, and as long as
 * a call can be where nothing was found yet.
 */
const GROWTH = 4

/**
 * Walks back from the newest candles until there are enough of them, the span is used up, the venue says that it tells
 * nothing so old, or, for a question without a start, the bound above is reached.
 * @param begun what came of the first look, if it was taken already
 * @throws what stands in the way to the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) after too many venue calls
 */
export async function searchBack(
  { store, blankTo, complete, assemble }: SearchBackDeps,
  { target, window, span }: Ground,
  call: CountedCall,
  begun?: Completed,
): Promise<Walked> {
  const { stepMs, limit } = window
  const windowMs = Math.max(stepMs, alignDown(target.step.maxWindowMs, stepMs))
  let look = findFirstLook(window, span)
  let leftMs = window.open ? MAX_EMPTY_WINDOWS * windowMs : Number.POSITIVE_INFINITY
  let known = begun ?? (await complete(target, look, call))
  let bars = assemble(target, window, known)
  let found = joinFound(known)
  let spentBefore = 0
  while (look.from > span.from && bars.length < limit && leftMs > 0) {
    const isBlank = window.open && bars.length === 0
    const { spent } = call
    const searched = { from: look.from, to: span.to }
    // An older candle that is stored is found again, whatever the silence after it costs to confirm.
    const older = { from: Math.max(span.from, look.from - leftMs), to: look.from }
    if (
      isBlank &&
      isFruitless({ blankTo, windowMs }, target, searched, known, { spent, spentBefore }) &&
      store.count(target.identity, older, 1) === 0
    )
      break
    spentBefore = spent
    const untold = beyondMemory(store, target, look)
    const nextMs = isBlank ? windowMs : Math.min(windowMs, GROWTH * (look.to - look.from))
    const grown = Math.max(nextMs, (limit - bars.length) * stepMs)
    // What the venue has forgotten may be stored all the same.
    const sizeMs = untold !== undefined ? look.from - span.from : Math.max(stepMs, Math.min(grown, leftMs))
    look = { from: Math.max(span.from, alignDown(look.from - sizeMs, stepMs)), to: look.from }
    if (untold !== undefined) {
      const settled = findKnownSpans(store, target.identity, look)
      known = {
        cache: 'hit',
        settled,
        ...(untold === 'beyond_retention' ? { unkept: subtract(look, settled) } : {}),
        provisional: [],
        live: [],
        generation: known.generation,
      }
    } else known = await complete(target, look, call, true)
    found = joinFound(known, found)
    bars = [...assemble(target, window, known), ...bars]
    leftMs -= sizeMs
  }
  return { bars: bars.slice(-limit), found, searchedFrom: look.from }
}

/**
 * Whether a question that has found nothing ends here: it has cost enough, or an earlier one has ended here.
 * @param searched what was looked at, at a cost of venue calls: all of it, and all but the last look
 */
function isFruitless(
  { blankTo, windowMs }: Pick<SearchBackDeps, 'blankTo'> & { readonly windowMs: number },
  { key }: FetchTarget,
  { from, to }: Span,
  { cache }: Pick<Completed, 'cache'>,
  { spent, spentBefore }: { readonly spent: number; readonly spentBefore: number },
): boolean {
  const isFar = spent >= BLANK_WINDOWS && to - from > (BLANK_WINDOWS - 1) * windowMs
  const isDear = spent + (spent - spentBefore) >= MAX_BLANK_CALLS
  if (!isFar && !isDear) return cache === 'hit' && blankTo.get(key) === from
  blankTo.set(key, from)
  return true
}

/** Why the venue tells nothing of the oldest part of a span, if it said so: then it tells of nothing older either. */
function beyondMemory(
  store: Pick<CandleStore, 'coverage'>,
  { identity, step }: FetchTarget,
  { from }: Span,
): 'beyond_retention' | 'before_listing' | undefined {
  const [oldest] = store.coverage(identity, { from, to: from + step.stepMs })
  return oldest?.kind === 'beyond_retention' || oldest?.kind === 'before_listing' ? oldest.kind : undefined
}

/** What was found with one more look. @param newer what was found before, of later open times */
export function joinFound(
  { cache, generation, live, provisional, refusedUntil, unkept = [], early: older }: Completed,
  newer?: FoundCandles,
): FoundCandles {
  const last = live.at(-1)
  const early = pickEarlier(older, newer?.early)
  const liveAskedAt = newer?.liveAskedAt ?? last?.askedAt.monotonic
  return {
    ...(liveAskedAt === undefined ? {} : { liveAskedAt }),
    ...(early === undefined ? {} : { early }),
    cache: newer === undefined || newer.cache === cache ? cache : 'partial',
    generation: Math.min(generation, newer?.generation ?? generation),
    until: Math.min(
      newer?.until ?? Number.POSITIVE_INFINITY,
      refusedUntil ?? Number.POSITIVE_INFINITY,
      ...live.map(({ until }) => until),
      ...provisional.map(({ lookAgainAt }) => lookAgainAt),
    ),
    provisional: joinSpans([
      ...provisional,
      ...live.map(({ span, asOf }) => ({ from: span.from, to: Math.min(span.to, asOf) })),
      ...(newer?.provisional ?? []),
    ]),
    unkept: joinSpans([...unkept, ...(newer?.unkept ?? [])]),
    aheadMs: newer?.aheadMs ?? (last === undefined ? 0 : last.askedAt.now - last.asOf),
  }
}
