import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { intersect, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { INDEPENDENT_LOOKS_MS } from '../series/provisional.js'

/**
 * What a venue said about open times that are not settled: candles that may still change, and silence that nothing
 * proves yet. Kept in memory only: it is never stored as fact.
 */
export interface ProvisionalResult {
  /** Open times that were asked for. */
  readonly span: Span
  readonly bars: readonly PriceCandle[]
  readonly askedAt: Moment
  /** The venue's time when it was asked, epoch ms, never beyond ours: what had ended by then decides how it ages. */
  readonly asOf: number
  /** It says itself that it proves nothing: a later one may lack it, and is asked for soon. */
  readonly isUnproven?: true
}

/** A part of it that may still be believed. */
export interface FreshPart extends ProvisionalResult {
  /** It must be asked for again from then on, epoch ms on our clock. */
  readonly until: number
}

/** When candles of a series change no more. */
interface Finality {
  readonly stepMs: number
  readonly settleLagMs: number
  /** How old what may still change may be for the question, ms. */
  readonly maxAgeMs: number
}

/** A trade as it moves candles. */
interface Print {
  /** Epoch ms. */
  readonly timestamp: number
  /** Of the series' own side, 0..1. */
  readonly price: number
}

export interface LiveEdges {
  /**
   * The parts of the span that may be believed at a moment; ascending and disjoint.
   * @param begun when a read began that goes on: what had ended when the venue was asked ages no further since then
   */
  believed(key: string, span: Span, finality: Finality, at: Moment, begun?: Moment): FreshPart[]
  /** The parts of the span that were told no longer ago than this, whatever may be believed; ascending and disjoint. */
  told(key: string, span: Span, at: Moment, mostAgeMs: number): ProvisionalResult[]
  /** Takes a new answer: where it overlaps an older one, the new one is right. */
  add(key: string, answer: ProvisionalResult): void
  /**
   * Moves candles that were running when the venue was asked by trades since then: close, high and low. Their volume
   * stays as it was told, for nobody knows which of the trades are in it. An answer is believed no longer for it.
   * @param prints oldest first
   * @param intactSince no trade is missing since then, by the monotonic clock: what was told before is left alone
   * @returns whether a candle has changed
   */
  move(key: string, stepMs: number, prints: readonly Print[], intactSince: number): boolean
  /** Candles are as they were told again. @returns whether one has changed */
  unmove(key: string): boolean
}

/** How trades have left a candle. */
interface Moved {
  readonly bar: PriceCandle
  /** Of the last trade. */
  readonly at: number
}

/** How long what may still change is believed: a sixtieth of its step, at least a second and at most a minute. */
export function computeLiveMaxAge(stepMs: number): number {
  return Math.min(MINUTE_MS, Math.max(1_000, stepMs / 60))
}

/** The same for candles of a step that are built from finer ones: they need not be younger than native ones would be. */
export function computeBuiltMaxAge(stepMs: number, nativeMs: number): number {
  return computeLiveMaxAge(Math.max(nativeMs, stepMs))
}
/** Answers kept of one series; the one asked for longest ago goes first. */
const MAX_ANSWERS = 500

export function createLiveEdges(maxSeries = 2_000): LiveEdges {
  const edges = createLru<readonly ProvisionalResult[]>(maxSeries)
  /** By the candle as it was told: what is told anew is not moved. */
  const moved = new WeakMap<PriceCandle, Moved>()
  const asMoved = <Part extends ProvisionalResult>(part: Part): Part =>
    part.bars.some((bar) => moved.has(bar))
      ? { ...part, bars: part.bars.map((bar) => moved.get(bar)?.bar ?? bar) }
      : part

  function moveIn({ bars, asOf }: ProvisionalResult, stepMs: number, { timestamp, price }: Print): boolean {
    const openAt = alignDown(timestamp, stepMs)
    // What had ended, and what the venue has told with the candle, changes nothing.
    if (openAt > asOf || timestamp <= asOf) return false
    const bar = bars.findLast((one) => one.timestamp === openAt)
    if (bar === undefined) return false
    const before = moved.get(bar) ?? { bar, at: asOf }
    const isLater = timestamp >= before.at
    const { high, low, close } = before.bar
    const after = {
      ...before.bar,
      high: Math.max(high, price),
      low: Math.min(low, price),
      close: isLater ? price : close,
    }
    moved.set(bar, { bar: after, at: isLater ? timestamp : before.at })
    return after.high !== high || after.low !== low || after.close !== close
  }

  return {
    believed(key, span, finality, at, begun = at) {
      return (
        (edges.get(key) ?? [])
          // The age of a part is its own, whatever was asked for with it.
          .flatMap((answer) => clipped(answer, span))
          .flatMap((part) => believedParts(part, finality, at, begun))
          .map(asMoved)
          .sort((a, b) => a.span.from - b.span.from)
      )
    },
    told(key, span, at, mostAgeMs) {
      return (edges.get(key) ?? [])
        .filter(({ askedAt }) => measureMs(askedAt, at) <= mostAgeMs)
        .flatMap((answer) => clipped(answer, span))
        .map(asMoved)
        .sort((a, b) => a.span.from - b.span.from)
    },
    add(key, answer) {
      const known = (edges.get(key) ?? []).flatMap((older) =>
        subtract(older.span, [answer.span]).flatMap((rest) => clipped(older, rest)),
      )
      edges.set(key, [...known.slice(-(MAX_ANSWERS - 1)), answer])
    },
    move(key, stepMs, prints, intactSince) {
      const answers = (edges.get(key) ?? []).filter(({ askedAt }) => askedAt.monotonic >= intactSince)
      let hasMoved = false
      for (const answer of answers)
        for (const print of prints) hasMoved = moveIn(answer, stepMs, print) || hasMoved
      return hasMoved
    },
    unmove(key) {
      return (edges.get(key) ?? [])
        .flatMap(({ bars }) => bars)
        .reduce((hasMoved, bar) => moved.delete(bar) || hasMoved, false)
    },
  }
}

/**
 * What had ended long enough before the venue was asked is silence without proof: it is asked for again when it has
 * doubled its age. What was running is believed until it ends, what had ended until it is final, what had not begun until
 * it begins (a candle built of these would be of two moments: final here, of a minute ago there), and none of them for
 * longer than the live age.
 */
function believedParts(
  answer: ProvisionalResult,
  { stepMs, settleLagMs, maxAgeMs: maxAge }: Finality,
  at: Moment,
  begun: Moment,
): FreshPart[] {
  const { span, asOf, askedAt, isUnproven } = answer
  const mostMs = isUnproven === true ? Math.max(maxAge, INDEPENDENT_LOOKS_MS) : Number.POSITIVE_INFINITY
  const endedAge = measureMs(askedAt, begun)
  const runningAge = measureMs(askedAt, at)
  const settledTo = alignDown(asOf - settleLagMs, stepMs)
  const endedTo = alignDown(asOf, stepMs)
  const part = (age: number, from: number, to: number, lastsMs: (inside: Span) => number): FreshPart[] => {
    const inside = intersect(span, { from, to })
    if (inside === undefined || age >= lastsMs(inside)) return []
    return clipped({ ...answer, until: askedAt.now + lastsMs(inside) }, inside)
  }
  return [
    ...part(endedAge, Number.NEGATIVE_INFINITY, settledTo, ({ to }) =>
      Math.min(mostMs, Math.max(maxAge, asOf - to)),
    ),
    ...part(endedAge, alignDown(asOf + endedAge - settleLagMs, stepMs), endedTo, ({ from }) =>
      Math.min(maxAge, from + stepMs + settleLagMs - asOf),
    ),
    ...part(runningAge, endedTo, Number.POSITIVE_INFINITY, ({ from }) =>
      Math.min(maxAge, (from > asOf ? from : from + stepMs) - asOf),
    ),
  ]
}

function clipped<Part extends ProvisionalResult>(part: Part, to: Span): Part[] {
  const span = intersect(part.span, to)
  if (span === undefined) return []
  const bars = part.bars.filter(({ timestamp }) => timestamp >= span.from && timestamp < span.to)
  return [{ ...part, span, bars }]
}

/**
 * Divides a span into parts, each with the venue's time of its data. Where a response is disputed, candles of earlier
 * responses keep their time. Whatever is later than those has the time of this response.
 */
export function splitByAge(
  span: Span,
  terms: {
    readonly disputedFrom: number
    readonly before: readonly ProvisionalResult[]
    readonly asOf: number
    readonly stepMs: number
  },
): (Span & { readonly asOf: number })[] {
  const { disputedFrom, before, asOf, stepMs } = terms
  const disputed = intersect(span, { from: disputedFrom, to: Number.POSITIVE_INFINITY })
  const again = before.flatMap((earlier) => {
    const told = { from: earlier.span.from, to: Math.min(earlier.span.to, alignUp(earlier.asOf, stepMs)) }
    const part = disputed && intersect(told, disputed)
    return part === undefined ? [] : [{ ...part, asOf: Math.min(asOf, earlier.asOf) }]
  })
  const parts = [...again, ...subtract(span, again).map((part) => ({ ...part, asOf }))]
  return parts.sort((a, b) => a.from - b.from)
}
