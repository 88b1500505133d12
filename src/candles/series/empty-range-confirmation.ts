import type { PriceCandle } from '../../api/models/models.js'
import { DAY_MS } from '../../api/times/resolution.js'
import {
  createSpanTest,
  hullOf,
  intersect,
  joinSpans,
  MINUTE_MS,
  type Span,
  subtract,
} from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'

/**
 * Open times for which only one response reports that nothing was traded. Stored candles between them are final. The empty ranges
 * become final when a second, later response agrees.
 */
export interface Provisional extends Span {
  /** Route of the venue that responded. */
  readonly route: string
  /** Request time of the response with which a later one is compared, epoch ms. */
  readonly requestedAt: number
  /** Time of the next request to the venue, epoch ms. */
  readonly lookAgainAt: number
  /** Number of responses since our clock has been right. */
  readonly looks: number
  /** Incomplete candles of that response, ascending; those outside of the span do not count. Absent without any. */
  readonly cut?: readonly PriceCandle[]
  /** Open times that were final until a later response contradicted them: their stored candles are not final either. */
  readonly isContradicted?: true
}

/**
 * Candles and empty ranges at the end of a closed market that only one response confirms. No later candle follows that would show
 * that the venue has all trades until the close. They become final when a second, later response is equal.
 */
export interface ProvisionalCandles extends Provisional {
  /** Candles of the response; those outside of the span do not count. */
  readonly bars: readonly PriceCandle[]
}

/**
 * Data that is this old is final even if nothing later follows. Indexers stall for half an hour, and those of some venues for
 * hours.
 */
export const CONFIRMATION_AGE_MS = DAY_MS
/** Minimum time between the requests of two independent responses, ms. */
export const INDEPENDENT_LOOKS_MS = 10 * MINUTE_MS
/** The same for a response without any rows, because such outages last longer than a replica's lag. */
export const BLANK_AGAIN_AFTER_MS = 30 * MINUTE_MS
/**
 * Number of responses that may lack a known candle, over more than a day, before the empty range is final nevertheless. No response
 * decides about a series' first candle, because nothing before it shows that the response is complete.
 */
export const MAX_LACKING_LOOKS = 6
/** Growth of the pause after each response that contradicts stored data. */
const PAUSE_GROWTH = 3

/** A response about open times that are old enough for all candles to be final. */
export interface Look {
  /** Its open times. */
  readonly span: Span
  readonly stepMs: number
  readonly route: string
  /** Its candles within the span, ascending. */
  readonly bars: readonly PriceCandle[]
  /** Open times of incomplete candles among them, which confirm nothing. */
  readonly cut?: readonly number[]
  /** Spans that have no candle according to a row. */
  readonly emptySpans: readonly Span[]
  /** Spans that the response does not report on. */
  readonly withheld: readonly Span[]
  /** Spans that are final already; ascending and disjoint. They need no confirmation. */
  readonly covered?: readonly Span[]
  /** Whether the response lacks a known candle anywhere, even outside its span, so that it confirms no empty range. */
  readonly isLacking?: boolean
  /**
   * Whether the response has candles of the same age outside the span, so that an empty span does not mean a response without
   * rows.
   */
  readonly hasOtherBars?: boolean
  /** Time of the request, epoch ms. */
  readonly requestedAt: number
  /** False if the venue's time shows that our clock is wrong: then the time between two responses is unknown. */
  readonly isClockRight: boolean
}

/** Earlier data about the same open times. */
export interface PreviousProvisional {
  readonly bars: readonly PriceCandle[]
  /** Ascending and disjoint. */
  readonly provisional: readonly Provisional[]
}

/** The result of evaluating a response. */
export interface Judged {
  /** Spans that are final; ascending and disjoint. */
  readonly final: readonly Span[]
  /** Ascending and disjoint; final spans may be within. */
  readonly provisional: readonly Provisional[]
}

/**
 * Divides the open times of a response into final ones and provisional ones. Rows confirm themselves. An empty range is
 * final if an earlier, independent response left out the same intervals and this response contains all stored candles. An
 * incomplete candle is treated as empty, and is final if both responses contain it with the same values.
 */
export function judgeLook(look: Look, before: PreviousProvisional): Judged {
  const { span, stepMs, requestedAt, covered = [] } = look
  const whole = look.bars.filter(({ timestamp }) => look.cut?.includes(timestamp) !== true)
  const bars = whole.map(({ timestamp }) => ({ from: timestamp, to: timestamp + stepMs }))
  // Data that the venue no longer retains stays as it was reported: it cannot be confirmed.
  const untold = look.withheld.flatMap((part) => subtract(part, before.provisional))
  const rows = [...bars, ...look.emptySpans, ...untold]
  const told = joinSpans(rows).flatMap((part) => intersect(part, span) ?? [])
  const earlier = before.provisional.flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined || entry.requestedAt > requestedAt ? [] : [{ ...entry, ...part }]
  })
  const verdicts = earlier.map((entry) => ({ entry, verdict: compareLooks(entry, look, before.bars) }))
  const confirmed = verdicts.flatMap(({ entry, verdict }) => (verdict === 'same' ? [entry] : []))
  const final = joinSpans([...told, ...confirmed])
  const known = joinSpans([...final, ...covered])
  const again = verdicts.flatMap(({ entry, verdict }) =>
    verdict === 'same' || subtract(entry, known).length === 0 ? [] : [lookedAgain(entry, verdict, look)],
  )
  const first = subtract(span, earlier).flatMap((part) => firstLookAt(part, { final, known }, look))
  return { final, provisional: [...again, ...first].sort((a, b) => a.from - b.from) }
}

/**
 * The comparison of a response with an earlier one about a span. `same`: the same empty ranges; `soon`: not independent; `more`:
 * additional candles; `less`: fewer than stored, in the span or elsewhere in the response; `first`: other incomplete candles, or
 * one of the two had a wrong clock.
 */
type Verdict = 'same' | 'soon' | 'more' | 'less' | 'first'

function compareLooks(entry: Provisional, look: Look, stored: readonly PriceCandle[]): Verdict {
  const { span, bars, cut = [], withheld, requestedAt, isClockRight } = look
  if (withheld.some((part) => intersect(part, entry) !== undefined)) return 'less'
  const cutBefore = barsIn(entry.cut ?? [], entry)
  const isLacking = look.isLacking === true || isLackingAny(look, [...barsIn(stored, span), ...cutBefore])
  if (isLacking && entry.looks <= MAX_LACKING_LOOKS) return 'less'
  const [now, kept] = [barsIn(bars, entry), barsIn(stored, entry)]
  const times = new Set(kept.map(({ timestamp }) => timestamp))
  if (now.some(({ timestamp }) => !times.has(timestamp) && !cut.includes(timestamp))) return 'more'
  if (JSON.stringify(cutBefore) !== JSON.stringify(cutBars(look, entry))) return 'first'
  if (requestedAt < entry.lookAgainAt) return 'soon'
  return isClockRight && entry.looks > 0 ? 'same' : 'first'
}

/** Whether a response lacks a known candle in the range that it reports on, or reports less volume for one. */
export function isLackingAny(
  { bars, withheld }: Pick<Look, 'bars' | 'withheld'>,
  known: readonly PriceCandle[],
): boolean {
  const toldAt = new Map(bars.map((bar) => [bar.timestamp, bar]))
  const isWithheld = createSpanTest(joinSpans(withheld))
  return known.some((bar) => !isWithheld(bar.timestamp) && isLess(toldAt.get(bar.timestamp), bar))
}

/** Whether a response lacks a known candle, or contains it with less volume. In that case, the venue lags or has left out data. */
export function isLess(told: PriceCandle | undefined, known: PriceCandle): boolean {
  if (told === undefined) return true
  return known.volume !== undefined && (told.volume ?? 0) < known.volume * (1 - VOLUME_TOLERANCE)
}

/** Sums of the same trades in a different order differ by less than this. */
const VOLUME_TOLERANCE = 1e-9

function lookedAgain(entry: Provisional, verdict: Verdict, look: Look): Provisional {
  const { requestedAt } = look
  if (verdict === 'soon') return entry
  if (verdict === 'more' || verdict === 'first') return entryOf(entry, look, INDEPENDENT_LOOKS_MS)
  return {
    ...entry,
    lookAgainAt: requestedAt + computeContradictionPause(entry.looks),
    looks: entry.looks + 1,
  }
}

/** Returns the pause after a response that contradicts stored data, ms. @param looks earlier responses */
export function computeContradictionPause(looks: number): number {
  return Math.min(DAY_MS, INDEPENDENT_LOOKS_MS * PAUSE_GROWTH ** looks)
}

/** @param spans `final` according to the response; `known` also those that were final before */
function firstLookAt(
  part: Span,
  { final, known }: { readonly final: readonly Span[]; readonly known: readonly Span[] },
  look: Look,
): Provisional[] {
  const hull = hullOf(subtract(part, known))
  if (hull === undefined) return []
  const [gap] = subtract(part, final)
  const isBlank = look.hasOtherBars !== true && gap?.from === part.from && gap.to === part.to
  return [entryOf(hull, look, isBlank ? BLANK_AGAIN_AFTER_MS : INDEPENDENT_LOOKS_MS)]
}

function entryOf({ from, to }: Span, look: Look, pauseMs: number): Provisional {
  const { route, requestedAt, isClockRight } = look
  const cut = cutBars(look, { from, to })
  // With a wrong clock, the response is not counted.
  const looks = isClockRight ? 1 : 0
  const entry = { from, to, route, requestedAt, lookAgainAt: requestedAt + pauseMs, looks }
  return cut.length === 0 ? entry : { ...entry, cut }
}

/** Returns the incomplete candles of a response within a span. */
function cutBars({ bars, cut = [] }: Look, span: Span): PriceCandle[] {
  return barsIn(bars, span).filter(({ timestamp }) => cut.includes(timestamp))
}

function barsIn(bars: readonly PriceCandle[], { from, to }: Span): PriceCandle[] {
  return bars.filter(({ timestamp }) => timestamp >= from && timestamp < to)
}

/**
 * Returns the provisional spans that may be served.
 * @param begun when the read began, epoch ms
 * @param now epoch ms; data of a fast clock is not served
 */
export function answerableSpansAt<Part extends Provisional>(
  entries: readonly Part[],
  begun: number,
  now: number,
): Part[] {
  return entries.filter(
    ({ requestedAt, lookAgainAt }) => requestedAt <= now + CLOCK_TOLERANCE_MS && begun < lookAgainAt,
  )
}

/** Replaces the provisional spans of a list within a span with newer ones; ascending and disjoint. */
export function withProvisional<Part extends Provisional>(
  known: readonly Part[],
  added: readonly Part[],
  within: Span,
): Part[] {
  const kept = known.flatMap((entry) => subtract(entry, [within]).map((part) => ({ ...entry, ...part })))
  return [...kept, ...added].sort((a, b) => a.from - b.from)
}

/** Replaces a list's provisional spans where there are newer ones, which are also ascending and disjoint. */
export function withNewerProvisional<Part extends Provisional>(
  known: readonly Part[],
  newer: readonly Part[],
): Part[] {
  const kept = known.flatMap((entry) => subtract(entry, newer).map((part) => ({ ...entry, ...part })))
  return [...kept, ...newer].sort((a, b) => a.from - b.from)
}

/** Does the same as {@link withProvisional} for the ends of closed markets, each with its candles. */
export function withEnds(
  known: readonly ProvisionalCandles[],
  added: readonly ProvisionalCandles[],
  within: Span,
): ProvisionalCandles[] {
  return withProvisional(known, added, within).map((entry) => ({
    ...entry,
    bars: barsIn(entry.bars, entry),
  }))
}

/** Returns the stored ends that belong to a close. A market that traded again after its end was stored has none of them. */
export function endsOf(closedAt: number, stored: readonly ProvisionalCandles[]): ProvisionalCandles[] {
  return stored.filter(({ requestedAt }) => requestedAt >= closedAt)
}
