import { alignDown } from '../../api/times/resolution.js'
import { intersect, isEmpty, type Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import type { FreshPart, ProvisionalResult } from './live-cache.js'

/** Wait options of a request, given by the caller or set by the daemon. */
export interface Freshness {
  /** Maximum wait from {@link Freshness.begunAt} on, ms; after it, cached data is used if it is recent enough. */
  readonly waitMs?: number
  /** Cached data up to this age is used without a wait, ms. Otherwise the request waits for the venue. Wins over `waitMs`. */
  readonly maxAgeMs?: number
  /** Time of the request, by the monotonic clock. */
  readonly begunAt: number
}

/** When cached data replaces the venue's response about the newest candles. */
export interface WaitTerms {
  /** By the monotonic clock; before then the request waits for the venue. */
  readonly from: number
  /** Maximum age, ms. */
  readonly mostAgeMs: number
  /** The venue is not called. */
  readonly isAtOnce: boolean
}

/** Facts about a result that did not wait. */
export interface CachedPart {
  /** Request time of the oldest part of its live cache, by the monotonic clock. */
  readonly requestedAt: number
  /** Candles that opened before this time, epoch ms, are complete, because they had ended at the request. */
  readonly completeUntil: number
}

/** Age at which candles of any resolution are recent enough, ms. */
const YOUNG_MS = 15_000
/** The same as a share of the interval. */
const YOUNG_SHARE = 1 / 20
/** Age up to which a response counts as current, because no response is 0 ms old. */
const MIN_AGE_MS = 1

/**
 * Returns the wait options for a candle request with this interval, or undefined if the caller waits for the venue
 * without a limit.
 */
export function waitTermsOf(freshness: Freshness | undefined, stepMs: number): WaitTerms | undefined {
  if (freshness === undefined) return undefined
  const { waitMs, maxAgeMs, begunAt } = freshness
  if (maxAgeMs !== undefined) return { from: begunAt, mostAgeMs: maxAgeMs, isAtOnce: true }
  if (waitMs === undefined) return undefined
  return { from: begunAt + waitMs, mostAgeMs: Math.max(YOUNG_MS, stepMs * YOUNG_SHARE), isAtOnce: false }
}

/** Returns the age in ms up to which cached data is treated as new: at most the caller's limit. */
export function limitLiveAge(liveMaxAgeMs: number, freshness: Freshness | undefined): number {
  return Math.min(liveMaxAgeMs, Math.max(MIN_AGE_MS, freshness?.maxAgeMs ?? liveMaxAgeMs))
}

/** Final and fresh parts of a span, and older responses about the rest. */
export interface KnownParts {
  readonly span: Span
  readonly settled: readonly Span[]
  readonly live: readonly FreshPart[]
  /** Parts that are not fresh; they do not overlap the others. */
  readonly older: readonly ProvisionalResult[]
}

/** A result from cached data. */
export interface CachedResult extends CachedPart {
  readonly settled: readonly Span[]
  readonly live: readonly FreshPart[]
}

/**
 * Returns the known data of a span, from its beginning to the first candle that was open when it was requested. Later candles
 * come from another request, and a candle built from both would never have existed. The rest of the span has no candles. Returns
 * undefined if the beginning is not known.
 */
export function findCachedResult(
  { span, settled, live, older }: KnownParts,
  stepMs: number,
  at: Moment,
): CachedResult | undefined {
  const parts = [
    ...settled.map((part) => ({ part, told: undefined, isOld: false })),
    ...live.map((told) => ({ part: told.span, told, isOld: false })),
    ...older.map((told) => ({ part: told.span, told, isOld: true })),
  ].sort((a, b) => a.part.from - b.part.from)
  const taken: FreshPart[] = []
  let [knownTo, completeUntil, ageMs] = [span.from, Number.POSITIVE_INFINITY, 0]
  for (const { part, told, isOld } of parts) {
    if (part.from > knownTo || completeUntil < knownTo) break
    knownTo = part.to
    if (told === undefined) continue
    const endedTo = alignDown(told.asOf, stepMs)
    if (isOld) knownTo = Math.min(knownTo, Math.max(part.from, endedTo + stepMs))
    const isRunning = knownTo > endedTo
    if (isRunning) completeUntil = Math.max(part.from, endedTo)
    // Fresh candles that have ended do not change any more, as far as is known.
    if (isOld || isRunning) ageMs = Math.max(ageMs, measureMs(told.requestedAt, at))
    taken.push({ ...told, until: at.now })
  }
  if (knownTo === span.from) return undefined
  const isCut = completeUntil < knownTo
  const rest = { from: knownTo, to: span.to }
  const unknown = isEmpty(rest)
    ? []
    : [{ span: rest, bars: [], requestedAt: at, asOf: at.now, until: at.now } satisfies FreshPart]
  return {
    settled: settled.flatMap((part) => intersect(part, { from: span.from, to: knownTo }) ?? []),
    live: [...taken.flatMap((told) => clippedTo(told, knownTo)), ...unknown],
    completeUntil: Math.min(completeUntil, knownTo),
    // The age of a part that was never requested counts from its first open time.
    requestedAt: at.monotonic - (isEmpty(rest) || isCut ? ageMs : Math.max(ageMs, at.now - knownTo)),
  }
}

/** Returns the earlier of the times of two parts of one result. */
export function pickEarlier(
  one: CachedPart | undefined,
  other: CachedPart | undefined,
): CachedPart | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return {
    requestedAt: Math.min(one.requestedAt, other.requestedAt),
    completeUntil: Math.min(one.completeUntil, other.completeUntil),
  }
}

function clippedTo(told: FreshPart, to: number): FreshPart[] {
  const span = intersect(told.span, { from: told.span.from, to })
  return span === undefined ? [] : [{ ...told, span, bars: told.bars.filter((bar) => bar.timestamp < to) }]
}
