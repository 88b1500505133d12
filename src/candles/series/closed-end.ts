import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { intersect, joinSpans, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import {
  BLANK_AGAIN_AFTER_MS,
  CONFIRMATION_AGE_MS,
  computeContradictionPause,
  endsOf,
  INDEPENDENT_LOOKS_MS,
  isLess as isLessThan,
  MAX_LACKING_LOOKS,
  type Provisional,
  type ProvisionalCandles,
} from './empty-range-confirmation.js'
import {
  isCloseUnconfirmed,
  type KnownTradingPeriod,
  latestCloseOf,
  RELOCATE_AFTER_MS,
  tradingPeriodOf,
} from './trading-period.js'

/**
 * The end of a closed market. No later candle follows that would show that the venue's index has passed the last one, so two
 * independent responses have to agree, and two lookups have to report the same closing.
 */
export interface ClosedEnd {
  /** The latest possible time of the close, epoch ms. */
  readonly closedAt: number
  /** End of the market's open times, epoch ms. */
  readonly to: number
  /** Whether two lookups report the close, the later of them after it. */
  readonly isConfirmed: boolean
}

/**
 * The second response is requested no earlier than this after the close, ms. Indexers may stall for half an hour
 * (fetch/finalize.ts), and would then return the same incomplete end twice.
 */
const CONFIRMED_AFTER_MS = HOUR_MS

/** Returns a market's end according to its last lookup, or undefined while it trades or if the venue does not report the close. */
export function findClosedEnd(known: KnownTradingPeriod, stepMs: number): ClosedEnd | undefined {
  const closedAt = latestCloseOf(known.series)
  if (closedAt === undefined || closedAt > known.checkedAt || known.isUnknown === true) return undefined
  return { closedAt, to: tradingPeriodOf(known.series, stepMs).to, isConfirmed: !isCloseUnconfirmed(known) }
}

/**
 * Whether the close must be looked up before a window is requested. This is the case if the window contains the market's end, its
 * age alone does not make it final, and the last lookup is not current.
 * @param now epoch ms
 */
export function needsCloseLookup(
  known: KnownTradingPeriod,
  window: Span,
  stepMs: number,
  now: number,
): boolean {
  const end = findClosedEnd(known, stepMs)
  if (end === undefined || now - known.checkedAt < RELOCATE_AFTER_MS) return false
  return hasEnd(window, end, stepMs) && now - end.to < DAY_MS
}

/** Whether a window reaches the close. For an earlier window, later data shows whether its candles are complete. */
function hasEnd(window: Span, { closedAt }: Pick<ClosedEnd, 'closedAt'>, stepMs: number): boolean {
  return window.to >= alignUp(closedAt, stepMs)
}

/** A response about a closed market's end, for open times whose candles have ended. */
interface EndLook {
  readonly span: Span
  readonly route: string
  /** Candles of the response, ascending. */
  readonly bars: readonly PriceCandle[]
  /**
   * The same, plus earlier candles that the response lacks or has with less volume, unless two independent responses agree that
   * they are wrong.
   */
  readonly completed: readonly PriceCandle[]
  /** Spans that the response does not report on. */
  readonly withheld: readonly Span[]
  readonly isLacking: boolean
  /** Time of the request, epoch ms. */
  readonly requestedAt: number
  /** False if the venue's time shows that our clock is wrong, so that the time between two responses is unknown. */
  readonly isClockRight: boolean
  readonly end: ClosedEnd
}

/** The result of evaluating a response about an end. */
interface JudgedEnd {
  readonly final: readonly Span[]
  /** Ascending and disjoint. */
  readonly provisional: readonly ProvisionalCandles[]
}

/** Indexers do not stand still for longer, ms. */
const STALL_MS = DAY_MS

/** Divides a closed market's end into spans that two independent responses confirm, and provisional ones. */
function judgeEnd(look: EndLook, known: readonly ProvisionalCandles[]): JudgedEnd {
  const { span } = look
  const earlier = known.flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined || entry.requestedAt > look.requestedAt ? [] : [{ ...entry, ...part }]
  })
  const final: Span[] = []
  const provisional: ProvisionalCandles[] = subtract(span, earlier).map((part) => firstLookAt(part, look))
  for (const entry of earlier) {
    const next = compareWith(entry, look)
    if (next === 'same') final.push({ from: entry.from, to: entry.to })
    else provisional.push(next)
  }
  return { final, provisional: provisional.sort((a, b) => a.from - b.from) }
}

/** Returns the entry after another response, or `same` if the two confirm it. */
function compareWith(entry: ProvisionalCandles, look: EndLook): ProvisionalCandles | 'same' {
  const { requestedAt, end, isClockRight, withheld } = look
  const [before, now] = [within(entry.bars, entry), within(look.bars, entry)]
  const toldAt = new Map(now.map((bar) => [bar.timestamp, bar]))
  const isLess = (bar: PriceCandle): boolean => isLessThan(toldAt.get(bar.timestamp), bar)
  const isLackingKnown = before.some(isLess) || within(look.completed, entry).some(isLess)
  const isRefused = withheld.some((part) => intersect(part, entry) !== undefined)
  // What only one response had is given up a day later. Without any row, the venue may have an outage.
  const isOld = isClockRight && requestedAt - entry.requestedAt >= STALL_MS
  if (isLackingKnown && isOld && !isRefused && look.bars.length > 0)
    return firstLookAt(entry, { ...look, completed: look.bars })
  const isLackingElsewhere = look.isLacking && entry.looks <= MAX_LACKING_LOOKS
  const isLacking = isLackingElsewhere || isLackingKnown || isRefused
  if (isLacking)
    return {
      ...entry,
      lookAgainAt: requestedAt + computeContradictionPause(entry.looks),
      looks: entry.looks + 1,
    }
  if (JSON.stringify(before) !== JSON.stringify(now)) return firstLookAt(entry, look)
  if (requestedAt < entry.lookAgainAt) return entry
  if (!isClockRight || entry.looks === 0) return firstLookAt(entry, look)
  return end.isConfirmed ? 'same' : waitAgain(entry, requestedAt)
}

/** Returns an end that a response could not confirm. It is requested again later. */
function waitAgain(entry: ProvisionalCandles, requestedAt: number): ProvisionalCandles {
  return { ...entry, lookAgainAt: Math.max(entry.lookAgainAt, requestedAt + INDEPENDENT_LOOKS_MS) }
}

function firstLookAt({ from, to }: Span, look: EndLook): ProvisionalCandles {
  const { requestedAt, route, bars, end, isClockRight } = look
  const pause = bars.length === 0 ? BLANK_AGAIN_AFTER_MS : INDEPENDENT_LOOKS_MS
  const lookAgainAt = Math.max(requestedAt + pause, end.closedAt + CONFIRMED_AFTER_MS)
  const own = within(look.completed, { from, to })
  return { from, to, route, requestedAt, lookAgainAt, looks: isClockRight ? 1 : 0, bars: own }
}

/**
 * Returns when a closed market's end may be final if its candles have not been requested since it ended, epoch ms.
 * @param finalAfterMs of the venue
 */
function estimateFinalAt(end: ClosedEnd, finalAfterMs: number): number {
  return Math.max(end.to + finalAfterMs + INDEPENDENT_LOOKS_MS, end.closedAt + CONFIRMED_AFTER_MS) + MINUTE_MS
}

function within(bars: readonly PriceCandle[], { from, to }: Span): PriceCandle[] {
  return bars.filter(({ timestamp }) => timestamp >= from && timestamp < to)
}

/** A response whose older part has already been evaluated. */
export interface JudgedRest {
  readonly route: string
  /** Time of the request, epoch ms. */
  readonly requestedAt: number
  /** Time of the venue, epoch ms. */
  readonly asOf: number
  readonly isClockRight: boolean
  /** Candles of the response. */
  readonly own: readonly PriceCandle[]
  /** The same, with earlier ones that the response lacks. */
  readonly bars: readonly PriceCandle[]
  /** Open times before this one have already been evaluated. */
  readonly provenTo: number
  /** Open times before this one belong to ended candles. None if the response's time is unknown. */
  readonly finalTo: number
  /** Spans that the response itself does not confirm. */
  readonly unproven: readonly Span[]
  /** Spans on which it does not report. */
  readonly untold: readonly Span[]
  /** Whether the response lacks a known candle anywhere, so that it confirms no end. */
  readonly isLacking: boolean
}

/** The facts known about an end when a response arrives. */
export interface KnownEnd {
  /** Undefined for a market that is still trading. */
  readonly end: ClosedEnd | undefined
  /** Stored ends that touch the response. */
  readonly stored: readonly ProvisionalCandles[]
  /** Spans of the response that are final already. */
  readonly covered: readonly Span[]
  readonly stepMs: number
  readonly finalAfterMs: number
}

interface JudgedEnds {
  /** Spans that are final now. */
  readonly final: readonly Span[]
  /** All spans that were evaluated, which the live cache does not need. */
  readonly judged: readonly Span[]
  /** The new provisional candles within a span. Absent without a change. */
  readonly commit?: { readonly within: Span; readonly entries: readonly ProvisionalCandles[] }
}

/**
 * Evaluates the part of a response that contains the end of a closed market. If a market trades again, its stored end is dropped.
 * If this response is not sufficient, the end is requested again later.
 */
export function judgeEnds(
  { end, stored, covered, stepMs, finalAfterMs }: KnownEnd,
  piece: Span,
  response: JudgedRest,
): JudgedEnds {
  const {
    route,
    requestedAt,
    asOf,
    isClockRight,
    own: ownBars,
    bars,
    provenTo,
    finalTo,
    unproven,
    untold,
    isLacking,
  } = response
  if (end === undefined)
    return {
      final: [],
      judged: [],
      ...(stored.length === 0 ? {} : { commit: { within: piece, entries: [] } }),
    }
  // With the rest of a longer candle that is built from this series, as soon as all of it has ended: it stays open otherwise.
  const ended = intersect(piece, {
    from: provenTo,
    to: finalTo >= piece.to ? piece.to : Math.min(end.to, finalTo),
  })
  const isJudged = hasEnd(piece, end, stepMs) && asOf - finalAfterMs >= end.closedAt
  const judged = ended === undefined || !isJudged ? [] : subtract(ended, joinSpans([...unproven, ...covered]))
  const look = {
    route,
    bars: ownBars,
    completed: bars,
    withheld: untold,
    isLacking,
    requestedAt,
    isClockRight,
    end,
  }
  const own = endsOf(end.closedAt, stored)
  const looks = judged.map((span) => judgeEnd({ span, ...look }, own))
  const rest = intersect(piece, { from: provenTo, to: Number.POSITIVE_INFINITY })
  const left = own.flatMap((entry) => {
    const part = rest && intersect(entry, rest)
    const open = part === undefined ? [] : subtract(part, joinSpans([...judged, ...covered]))
    return open.map((span) => waitAgain({ ...entry, ...span }, requestedAt))
  })
  const entries = [...looks.flatMap(({ provisional }) => provisional), ...left]
  const isChanged = entries.length > 0 || stored.length > 0
  return {
    final: looks.flatMap(({ final }) => final),
    judged,
    ...(isChanged ? { commit: { within: piece, entries: entries.sort((a, b) => a.from - b.from) } } : {}),
  }
}

/**
 * Returns the age in ms at which a candle is final without a later candle. For intervals that the venue deletes, the
 * candle is stored before that.
 */
export function computeConfirmationAge({
  retentionMs,
}: {
  readonly retentionMs?: number | undefined
}): number {
  return Math.min(CONFIRMATION_AGE_MS, (retentionMs ?? Number.POSITIVE_INFINITY) / 2)
}

/**
 * Returns the time up to which candles are final because of their age. An end that one response has already reported is
 * confirmed as a whole.
 * @param ends the stored ones, ascending
 */
export function limitToEnd(
  oldTo: number,
  end: ClosedEnd | undefined,
  ends: readonly ProvisionalCandles[],
): number {
  const [first] = end === undefined ? [] : endsOf(end.closedAt, ends)
  return first === undefined ? oldTo : Math.min(oldTo, first.from)
}

/** The facts that determine when a series' candles are final. */
interface EndTerms {
  readonly source: { readonly finalAfterMs: number }
  readonly step: { readonly stepMs: number; readonly retentionMs?: number | undefined }
  known(): KnownTradingPeriod
}

/** A part of a result that is not final, as in the live cache. Times are in epoch ms. */
interface OpenPart {
  readonly span: Span
  readonly asOf: number
  readonly until: number
  readonly requestedAt: { readonly now: number }
  readonly isEnd?: true
  readonly isUnproven?: true
  readonly trustMs?: number
}

/** Returns the latest time at which all ended candles that are not final may become final. */
export function findFinalAfter(
  { source: { finalAfterMs }, step, known }: EndTerms,
  { provisional, live }: { readonly provisional: readonly Provisional[]; readonly live: readonly OpenPart[] },
): { readonly finalAfter?: number } {
  const { stepMs } = step
  const end = live.length > 0 ? findClosedEnd(known(), stepMs) : undefined
  const times = live.flatMap(({ span, asOf, until, isEnd, isUnproven, trustMs, requestedAt }) => {
    if (isEnd === true) return [until]
    if (isUnproven === true) return [requestedAt.now + INDEPENDENT_LOOKS_MS]
    // Nothing is traded after the end: what is fetched of that time only fills a longer candle.
    if (end?.isConfirmed === true && span.from >= end.to) return []
    if (end !== undefined) return [Math.max(until, estimateFinalAt(end, finalAfterMs))]
    const to = Math.min(span.to, alignDown(asOf, stepMs))
    if (trustMs !== undefined && to > span.from)
      return [Math.min(requestedAt.now + trustMs, to + computeConfirmationAge(step))]
    return to > span.from ? [to + computeConfirmationAge(step)] : []
  })
  const all = [...times, ...provisional.map(({ lookAgainAt }) => lookAgainAt)]
  return all.length === 0 ? {} : { finalAfter: Math.max(...all) }
}
