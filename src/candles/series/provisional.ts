import type { PriceCandle } from '../../api/models/models.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { hullOf, intersect, joinSpans, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'

/**
 * Open times of which one response alone says that nothing was traded there. Candles that are stored between them are
 * final; that there are no more of them is not, until a second response that was asked for later says the same.
 */
export interface Provisional extends Span {
  /** Which of the venue's routes answered. */
  readonly route: string
  /** When the response was asked for that a later one is compared with, epoch ms. */
  readonly askedAt: number
  /** From then on the venue is asked again, epoch ms. */
  readonly lookAgainAt: number
  /** Responses so far that count: those since our clock is right. */
  readonly looks: number
}

/** Two responses are independent when they were asked for so far apart, ms. */
export const INDEPENDENT_LOOKS_MS = 10 * MINUTE_MS
/** The same for a response without a single row: outages of that kind last longer than a lagging replica does. */
const BLANK_AGAIN_AFTER_MS = 30 * MINUTE_MS
/** Each response that contradicts what is stored makes the next pause so many times as long. */
const PAUSE_GROWTH = 3

/** One response about open times of which all candles are final by their age. */
export interface Look {
  /** Open times it is about. */
  readonly span: Span
  readonly stepMs: number
  readonly route: string
  /** Its candles within the span, ascending. */
  readonly bars: readonly PriceCandle[]
  /** Open times of those among them of which a part is missing: they prove nothing. */
  readonly cut?: readonly number[]
  /** Spans of which rows say that there is no candle. */
  readonly told: readonly Span[]
  /** Spans that the venue does not tell of. */
  readonly withheld: readonly Span[]
  /** Epoch ms. */
  readonly askedAt: number
  /** False where the venue's time shows that our clock is wrong: nobody knows then how far apart two responses are. */
  readonly isClockRight: boolean
}

/** What is known of the same open times from before. */
export interface PreviousProvisional {
  readonly bars: readonly PriceCandle[]
  /** Ascending and disjoint. */
  readonly provisional: readonly Provisional[]
}

/** What a response makes of open times. */
export interface Judged {
  /** Spans of which nothing more will ever be known; ascending and disjoint. */
  readonly final: readonly Span[]
  /** Ascending and disjoint; final spans may lie within. */
  readonly provisional: readonly Provisional[]
}

/**
 * Divides the open times of a response into final ones and provisional ones. Rows prove themselves. Silence is final
 * where an earlier, independent response left out the same steps and this one lacks nothing that is stored; a candle that
 * is cut counts as silence.
 */
export function judgeLook(look: Look, before: PreviousProvisional): Judged {
  const { span, stepMs, askedAt } = look
  const whole = look.bars.filter(({ timestamp }) => look.cut?.includes(timestamp) !== true)
  const bars = whole.map(({ timestamp }) => ({ from: timestamp, to: timestamp + stepMs }))
  // What it told once and does not keep any more stays as it was told: nobody can confirm it.
  const untold = look.withheld.flatMap((part) => subtract(part, before.provisional))
  const rows = [...bars, ...look.told, ...untold]
  const told = joinSpans(rows).flatMap((part) => intersect(part, span) ?? [])
  const earlier = before.provisional.flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined || entry.askedAt > askedAt ? [] : [{ ...entry, ...part }]
  })
  const verdicts = earlier.map((entry) => ({ entry, verdict: compareLooks(entry, look, before.bars) }))
  const confirmed = verdicts.flatMap(({ entry, verdict }) => (verdict === 'same' ? [entry] : []))
  const final = joinSpans([...told, ...confirmed])
  const again = verdicts.flatMap(({ entry, verdict }) =>
    verdict === 'same' || subtract(entry, final).length === 0 ? [] : [lookedAgain(entry, verdict, look)],
  )
  const first = subtract(span, earlier).flatMap((part) => firstLookAt(part, subtract(part, final), look))
  return { final, provisional: [...again, ...first].sort((a, b) => a.from - b.from) }
}

/**
 * How a response compares with what an earlier one said of a span: `same` silence, `soon` for one that is not
 * independent, `more` candles, `less` than is stored, or `first` where one of the two was asked for by a wrong clock.
 */
type Verdict = 'same' | 'soon' | 'more' | 'less' | 'first'

function compareLooks(
  entry: Provisional,
  { bars, cut = [], withheld, askedAt, isClockRight }: Look,
  stored: readonly PriceCandle[],
): Verdict {
  if (withheld.some((part) => intersect(part, entry) !== undefined)) return 'less'
  const isIn = ({ timestamp }: PriceCandle): boolean => timestamp >= entry.from && timestamp < entry.to
  const [now, kept] = [bars.filter(isIn), stored.filter(isIn)]
  const toldAt = new Map(now.map((bar) => [bar.timestamp, bar]))
  if (kept.some((bar) => isLess(toldAt.get(bar.timestamp), bar))) return 'less'
  const times = new Set(kept.map(({ timestamp }) => timestamp))
  if (now.some(({ timestamp }) => !times.has(timestamp) && !cut.includes(timestamp))) return 'more'
  if (askedAt < entry.lookAgainAt) return 'soon'
  return isClockRight && entry.looks > 0 ? 'same' : 'first'
}

/**
 * Whether a response lacks a candle that is known, or has it with less volume: then its sender is behind, or has left
 * something out.
 */
export function isLess(told: PriceCandle | undefined, known: PriceCandle): boolean {
  if (told === undefined) return true
  return known.volume !== undefined && (told.volume ?? 0) < known.volume * (1 - VOLUME_TOLERANCE)
}

/** Sums of the same trades in another order differ by less. */
const VOLUME_TOLERANCE = 1e-9

function lookedAgain(entry: Provisional, verdict: Verdict, look: Look): Provisional {
  const { askedAt, route } = look
  if (verdict === 'soon') return entry
  if (verdict === 'more' || verdict === 'first')
    return { ...entry, route, askedAt, lookAgainAt: askedAt + INDEPENDENT_LOOKS_MS, looks: looksOf(look) }
  const pause = Math.min(DAY_MS, INDEPENDENT_LOOKS_MS * PAUSE_GROWTH ** entry.looks)
  return { ...entry, lookAgainAt: askedAt + pause, looks: entry.looks + 1 }
}

/** How many looks a first one is: one that was asked for by a wrong clock is none. */
function looksOf({ isClockRight }: Look): number {
  return isClockRight ? 1 : 0
}

function firstLookAt(part: Span, gaps: readonly Span[], look: Look): Provisional[] {
  const { askedAt, route } = look
  const hull = hullOf(gaps)
  if (hull === undefined) return []
  const isBlank = gaps.length === 1 && hull.from === part.from && hull.to === part.to
  const lookAgainAt = askedAt + (isBlank ? BLANK_AGAIN_AFTER_MS : INDEPENDENT_LOOKS_MS)
  return [{ ...hull, route, askedAt, lookAgainAt, looks: looksOf(look) }]
}

/**
 * The provisional spans that may be answered from.
 * @param begun when the read began, epoch ms
 * @param now epoch ms; what a clock that ran ahead has left is not answered from
 */
export function answerableSpansAt(
  entries: readonly Provisional[],
  begun: number,
  now: number,
): Provisional[] {
  return entries.filter(
    ({ askedAt, lookAgainAt }) => askedAt <= now + CLOCK_TOLERANCE_MS && begun < lookAgainAt,
  )
}

/** A list of provisional spans in which newer ones take the place of what lay within a span; ascending and disjoint. */
export function withProvisional(
  known: readonly Provisional[],
  added: readonly Provisional[],
  within: Span,
): Provisional[] {
  const kept = known.flatMap((entry) => subtract(entry, [within]).map((part) => ({ ...entry, ...part })))
  return [...kept, ...added].sort((a, b) => a.from - b.from)
}
