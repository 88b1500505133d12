import type { PriceCandle } from '../api/models.js'
import { alignDown } from '../api/resolution.js'
import { intersect, type Span, union } from '../api/span.js'
import type { Completed, Completion } from './completion.js'
import { type Early, earlier } from './early.js'
import { type CandleWindow, firstLook } from './plan.js'
import type { CandleStore } from './store.js'
import type { FetchTarget } from './target.js'
import type { CountedCall } from './unfinished.js'

/** What was found on the way to an answer that may take several looks. */
export interface Found {
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: Completed['cache']
  readonly generation: number
  /** Something of it must be asked for again from then on, epoch ms; infinite when all is settled. */
  readonly until: number
  /** How far our clock is ahead of the venue's, ms, as the newest of what was found tells; 0 where it does not. */
  readonly aheadMs: number
  /** The newest was not waited for. */
  readonly early?: Early
}

/** What a walk found. */
interface Walked {
  /** The newest `limit` candles of the span, ascending. */
  readonly bars: readonly PriceCandle[]
  readonly found: Found
  /** The oldest open time that was looked at, epoch ms. */
  readonly searchedFrom: number
}

export interface WalkDeps {
  readonly store: Pick<CandleStore, 'coverage'>
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
export const MOST_QUIET_WINDOWS = 20
/** Quiet stretches are mostly followed by more of them: each look is so many times as long as the one before. */
const GROWTH = 4

/**
 * Walks back from the newest candles until there are enough of them, the span is used up, the venue says that it tells
 * nothing so old, or, for a question without a start, the bound above is reached.
 * @param begun what came of the first look, if it was taken already
 * @throws what stands in the way to the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) after too many venue calls
 */
export async function walkBack(
  { store, complete, assemble }: WalkDeps,
  { target, window, span }: Ground,
  call: CountedCall,
  begun?: Completed,
): Promise<Walked> {
  const { stepMs, limit } = window
  const windowMs = Math.max(stepMs, alignDown(target.step.maxWindowMs, stepMs))
  let look = firstLook(window, span)
  let leftMs = window.open ? MOST_QUIET_WINDOWS * windowMs : Number.POSITIVE_INFINITY
  let known = begun ?? (await complete(target, look, call))
  let bars = assemble(target, window, known)
  let found = joined(known)
  while (look.from > span.from && bars.length < limit && leftMs > 0) {
    const isTold = isBeyondMemory(store, target, look)
    const grown = Math.max(Math.min(windowMs, GROWTH * (look.to - look.from)), (limit - bars.length) * stepMs)
    // What the venue has forgotten may be stored all the same.
    const sizeMs = isTold ? look.from - span.from : Math.max(stepMs, Math.min(grown, leftMs))
    look = { from: Math.max(span.from, alignDown(look.from - sizeMs, stepMs)), to: look.from }
    if (isTold)
      known = { cache: 'hit', settled: storedOf(store, target, look), live: [], generation: known.generation }
    else known = await complete(target, look, call, true)
    found = joined(known, found)
    bars = [...assemble(target, window, known), ...bars]
    leftMs -= sizeMs
  }
  return { bars: bars.slice(-limit), found, searchedFrom: look.from }
}

/** The parts of a span that the ledger knows. */
function storedOf(store: Pick<CandleStore, 'coverage'>, { identity }: FetchTarget, span: Span): Span[] {
  return union(store.coverage(identity, span)).flatMap((part) => intersect(part, span) ?? [])
}

/** Whether the venue said of the oldest part of a span that it tells nothing so old: then of nothing older either. */
function isBeyondMemory(
  store: Pick<CandleStore, 'coverage'>,
  { identity, step }: FetchTarget,
  { from }: Span,
): boolean {
  const [oldest] = store.coverage(identity, { from, to: from + step.stepMs })
  return oldest?.kind === 'beyond_retention' || oldest?.kind === 'before_listing'
}

/** What was found with one more look. @param newer what was found before, of later open times */
export function joined({ cache, generation, live, early: older }: Completed, newer?: Found): Found {
  const last = live.at(-1)
  const early = earlier(older, newer?.early)
  return {
    ...(early === undefined ? {} : { early }),
    cache: newer === undefined || newer.cache === cache ? cache : 'partial',
    generation: Math.min(generation, newer?.generation ?? generation),
    until: Math.min(newer?.until ?? Number.POSITIVE_INFINITY, ...live.map(({ until }) => until)),
    aheadMs: newer?.aheadMs ?? (last === undefined ? 0 : last.askedAt.now - last.asOf),
  }
}
