import { alignDown } from '../../api/times/resolution.js'
import { intersect, isEmpty, type Span } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import type { FreshPart, ProvisionalResult } from './live-cache.js'

/** What a caller says, or the daemon for him, of waiting for the newest candles. */
export interface Freshness {
  /** Ms he waits for them from {@link Freshness.begunAt} on, before what is known does if it is young enough. */
  readonly waitMs?: number
  /** He takes what is known at once if it is no older, ms, and waits for the venue otherwise. Wins over `waitMs`. */
  readonly maxAgeMs?: number
  /** When he asked, by the monotonic clock. */
  readonly begunAt: number
}

/** When what is known of the newest candles does in place of the venue's answer. */
export interface WaitTerms {
  /** By the monotonic clock; before then the venue is waited for. */
  readonly from: number
  /** How old it may be, ms. */
  readonly mostAgeMs: number
  /** The venue is not even asked. */
  readonly isAtOnce: boolean
}

/** How much of an answer is known that was not waited for. */
export interface CachedPart {
  /** When the venue was asked for the oldest part of its live edge, by the monotonic clock. */
  readonly askedAt: number
  /** Candles that opened before had ended when the venue was asked, and are all there; epoch ms. */
  readonly completeUntil: number
}

/** Nobody who watches candles of any step minds them to be so old, ms. */
const YOUNG_MS = 15_000
/** The same as a share of a step. */
const YOUNG_SHARE = 1 / 20
/** An answer of this very moment: of 0 ms there is none. */
const MIN_AGE_MS = 1

/** The terms of a question for candles of a step; undefined for one who waits for the venue, however long. */
export function waitTermsOf(freshness: Freshness | undefined, stepMs: number): WaitTerms | undefined {
  if (freshness === undefined) return undefined
  const { waitMs, maxAgeMs, begunAt } = freshness
  if (maxAgeMs !== undefined) return { from: begunAt, mostAgeMs: maxAgeMs, isAtOnce: true }
  if (waitMs === undefined) return undefined
  return { from: begunAt + waitMs, mostAgeMs: Math.max(YOUNG_MS, stepMs * YOUNG_SHARE), isAtOnce: false }
}

/** How old a live edge may be that is answered like a new one, ms: no older than the caller says. */
export function limitLiveAge(liveMaxAgeMs: number, freshness: Freshness | undefined): number {
  return Math.min(liveMaxAgeMs, Math.max(MIN_AGE_MS, freshness?.maxAgeMs ?? liveMaxAgeMs))
}

/** What the ledger settles of a span, what may be believed of it, and what was told of the rest before. */
export interface KnownParts {
  readonly span: Span
  readonly settled: readonly Span[]
  readonly live: readonly FreshPart[]
  /** Too old to be believed; none of it lies in the others. */
  readonly older: readonly ProvisionalResult[]
}

/** An answer from what is known. */
export interface CachedResult extends CachedPart {
  readonly settled: readonly Span[]
  readonly live: readonly FreshPart[]
}

/**
 * What is known of a span from its beginning to the first candle that was told while it ran: what was told of later
 * ones at another time would make a reading, of candles that are built from these, which there never was. The rest
 * stands there without candles. Undefined where nothing is known of the beginning.
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
    // What has ended and is believed changes no more, or that is not known to anybody.
    if (isOld || isRunning) ageMs = Math.max(ageMs, measureMs(told.askedAt, at))
    taken.push({ ...told, until: at.now })
  }
  if (knownTo === span.from) return undefined
  const isCut = completeUntil < knownTo
  const rest = { from: knownTo, to: span.to }
  const unknown = isEmpty(rest)
    ? []
    : [{ span: rest, bars: [], askedAt: at, asOf: at.now, until: at.now } satisfies FreshPart]
  return {
    settled: settled.flatMap((part) => intersect(part, { from: span.from, to: knownTo }) ?? []),
    live: [...taken.flatMap((told) => clippedTo(told, knownTo)), ...unknown],
    completeUntil: Math.min(completeUntil, knownTo),
    // Of what nobody was ever asked, it is known since when it is not.
    askedAt: at.monotonic - (isEmpty(rest) || isCut ? ageMs : Math.max(ageMs, at.now - knownTo)),
  }
}

/** Of two parts of one answer. */
export function pickEarlier(
  one: CachedPart | undefined,
  other: CachedPart | undefined,
): CachedPart | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return {
    askedAt: Math.min(one.askedAt, other.askedAt),
    completeUntil: Math.min(one.completeUntil, other.completeUntil),
  }
}

function clippedTo(told: FreshPart, to: number): FreshPart[] {
  const span = intersect(told.span, { from: told.span.from, to })
  return span === undefined ? [] : [{ ...told, span, bars: told.bars.filter((bar) => bar.timestamp < to) }]
}
