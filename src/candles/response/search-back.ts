import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Lru } from '../../policy/lru.js'
import type { FetchTarget } from '../fetch/fetch-target.js'
import type { Completed, Completion } from '../fetch/fill-gaps.js'
import { unkeptIn } from '../fetch/lasting-refusals.js'
import { type CachedPart, pickEarlier } from '../fetch/max-wait.js'
import type { CountedCall } from '../fetch/partial-fetch.js'
import { findFinalAfter } from '../series/closed-end.js'
import { type CandleStore, findKnownSpans, findProvisionalParts } from '../store/candle-store.js'
import { type CandleWindow, findFirstLook } from './window.js'

/** Results of a request that may need several steps. */
export interface FoundCandles {
  /** Whether the venue was called for none, some or all of it. */
  readonly cache: Completed['cache']
  readonly generation: number
  /** When a part of it must be fetched again, epoch ms. Infinite if everything is final. */
  readonly until: number
  /** Spans that only one response confirms, with what had begun at its request; ascending and disjoint. */
  readonly provisional: readonly Span[]
  /** Open times of candles that are not final, of the native resolution. */
  readonly openTimes: readonly number[]
  /** Spans whose stored candles a later response contradicts; ascending and disjoint. */
  readonly contradicted: readonly Span[]
  /** When all that has ended and is not final may be final, epoch ms. Absent if everything is. */
  readonly finalAfter?: number
  /** Spans that the venue does not retain; ascending and disjoint. */
  readonly unkept: readonly Span[]
  /** How far our clock is ahead of the venue's according to the newest response, ms, or 0 if that has no time. */
  readonly aheadMs: number
  /** Request time of the newest part that may still change, by the monotonic clock. */
  readonly liveRequestedAt?: number
  /** The newest candles were not waited for. */
  readonly early?: CachedPart
}

/** Result of a search. */
interface Walked {
  /** The newest `limit` candles of the span, ascending. */
  readonly bars: readonly PriceCandle[]
  readonly found: FoundCandles
  /** The oldest open time that was searched, epoch ms. */
  readonly searchedFrom: number
  /** Whether the request has a start, and the limit omits candles after it or leaves them unsearched. */
  readonly isCut: boolean
}

export interface SearchBackDeps {
  readonly store: Pick<CandleStore, 'coverage' | 'provisional' | 'count'>
  /** By series, the open time at which a search without results ended, epoch ms. */
  readonly blankTo: Pick<Lru<number>, 'get' | 'set'>
  readonly complete: Completion['complete']
  /** Returns what is known of a span, in candles of the requested resolution and side. */
  assemble(target: FetchTarget, window: CandleWindow, known: Completed): readonly PriceCandle[]
}

/** The range of a search. */
interface Ground {
  readonly target: FetchTarget
  readonly window: CandleWindow
  readonly span: Span
}

/**
 * Windows of the venue that a request without a start searches for older candles, after the first look. Stored windows count
 * like fetched ones, so that the same request has the same result and, repeated, costs nothing.
 */
export const MAX_EMPTY_WINDOWS = 20
/**
 * Venue calls after which a search without results ends, if they returned as many windows. Without this limit, a venue that
 * returns blank lists would be called for its entire history. Calls for parts of windows, which request provisional spans again,
 * are followed by more, so that the same request finds the same candles.
 */
const BLANK_WINDOWS = 5
/** Maximum number of venue calls in such a search, assuming that its next step costs as many as the last one. */
const MAX_BLANK_CALLS = 10
/**
 * Growth of each step over the one before, because most quiet ranges continue. While no candle has been found, a step is as long
 * as a call can be.
 */
const GROWTH = 4

/**
 * Searches back from the newest candles until the limit or the end of the span is reached. The search also ends if the
 * venue retains nothing older. For a request without a start, it ends at the bound above.
 * @param begun the result of the first look, if there is one already
 * @throws the failure to reach the venue; EXCHANGE_NOT_AVAILABLE (kind `unfinished`) after too many venue calls
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
    // An older stored candle is found again, whatever the confirmation of the empty range after it costs.
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
    // Data that the venue no longer retains may be stored.
    const sizeMs = untold !== undefined ? look.from - span.from : Math.max(stepMs, Math.min(grown, leftMs))
    look = { from: Math.max(span.from, alignDown(look.from - sizeMs, stepMs)), to: look.from }
    if (untold !== undefined) {
      const settled = findKnownSpans(store, target.identity, look)
      const provisional = findProvisionalParts(store, target.identity, look)
      known = {
        cache: 'hit',
        settled,
        unkept: joinSpans([
          ...unkeptIn(store.coverage(target.identity, look), look),
          ...(untold === 'beyond_retention' ? subtract(look, settled) : []),
        ]),
        provisional,
        live: [],
        ...findFinalAfter(target, { provisional, live: [] }),
        generation: known.generation,
      }
    } else known = await complete(target, look, call, true)
    found = joinFound(known, found)
    bars = [...assemble(target, window, known), ...bars]
    leftMs -= sizeMs
  }
  const isCut = !window.open && (bars.length > limit || (bars.length === limit && look.from > span.from))
  return { bars: bars.slice(-limit), found, searchedFrom: look.from, isCut }
}

/**
 * Whether a search without results ends here, because its cost is too high or an earlier search ended here.
 * @param searched the span that the venue calls were for: all of it, and all but the last look
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

/** Returns why the venue retains nothing of a span's oldest part, if it reports that. It then retains nothing older either. */
function beyondMemory(
  store: Pick<CandleStore, 'coverage'>,
  { identity, step }: FetchTarget,
  { from }: Span,
): 'beyond_retention' | 'before_listing' | undefined {
  const [oldest] = store.coverage(identity, { from, to: from + step.stepMs })
  return oldest?.kind === 'beyond_retention' || oldest?.kind === 'before_listing' ? oldest.kind : undefined
}

/** Adds the result of another step. @param newer earlier results, of later open times */
export function joinFound(
  { cache, generation, live, provisional, refusedUntil, unkept = [], early: older, finalAfter }: Completed,
  newer?: FoundCandles,
): FoundCandles {
  const last = live.at(-1)
  const early = pickEarlier(older, newer?.early)
  const liveRequestedAt = newer?.liveRequestedAt ?? last?.requestedAt.monotonic
  return {
    ...(liveRequestedAt === undefined ? {} : { liveRequestedAt }),
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
    openTimes: [
      ...live.flatMap(({ bars }) => bars.map(({ timestamp }) => timestamp)),
      ...(newer?.openTimes ?? []),
    ],
    contradicted: joinSpans([
      ...provisional.filter(({ isContradicted }) => isContradicted === true),
      ...(newer?.contradicted ?? []),
    ]),
    ...maxOf(finalAfter, newer?.finalAfter),
    unkept: joinSpans([...unkept, ...(newer?.unkept ?? [])]),
    aheadMs: newer?.aheadMs ?? (last === undefined ? 0 : last.requestedAt.now - last.asOf),
  }
}

function maxOf(one: number | undefined, other: number | undefined): Pick<FoundCandles, 'finalAfter'> {
  const times = [one, other].filter((at) => at !== undefined)
  return times.length === 0 ? {} : { finalAfter: Math.max(...times) }
}
