import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { intersect, joinSpans, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Moment, measureMs, toPresentClock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import {
  answerableSpansAt,
  BLANK_AGAIN_AFTER_MS,
  endsOf,
  INDEPENDENT_LOOKS_MS,
  type ProvisionalCandles,
} from '../series/empty-range-confirmation.js'
import { type LatestClose, latestCloseOf } from '../series/trading-period.js'
import { type CandleStore, isKeyedRoute, markRoute, type SeriesIdentity } from '../store/candle-store.js'

/**
 * A venue's response about open times that are not final: candles that may still change, and unconfirmed empty ranges. It remains
 * in memory and is never stored as final.
 */
export interface ProvisionalResult {
  /** Requested open times. */
  readonly span: Span
  readonly bars: readonly PriceCandle[]
  readonly requestedAt: Moment
  /** The same by the clock that dates requests; absent if that is ours. */
  readonly datedAt?: Moment
  /** Venue time of the request, epoch ms, at most our time. A candle's age depends on whether it had ended by then. */
  readonly asOf: number
  /** The response itself may be incomplete. A later one may lack this data, and is fetched soon. */
  readonly isUnproven?: true
  /** Route of the response, if it is known. */
  readonly route?: string
  /**
   * Maximum time for which it is used, ms. It is shorter for a response without candles, and for one that contradicts an earlier
   * one.
   */
  readonly trustMs?: number
}

/** A part of a response that is still fresh. */
export interface FreshPart extends ProvisionalResult {
  /** Time of the next fetch, epoch ms on our clock. */
  readonly until: number
  /** The end of a closed market: the next fetch may finalize it. */
  readonly isEnd?: true
}

/** When candles of a series become final. */
interface Finality {
  readonly stepMs: number
  readonly finalAfterMs: number
  /** Maximum age of candles that may still change, ms. */
  readonly maxAgeMs: number
}

/** A trade that updates candles. */
interface Print {
  /** Epoch ms. */
  readonly timestamp: number
  /** Price of the series' own side, 0..1. */
  readonly price: number
}

export interface LiveCache {
  /**
   * Returns the parts of the span that are fresh at a given time, ascending and disjoint.
   * @param begun start of the running read: candles that had ended by their own request do not age after it
   */
  fresh(key: string, span: Span, finality: Finality, at: Moment, begun?: Moment): FreshPart[]
  /** Returns the parts of the span up to this age, fresh or not, ascending and disjoint. */
  cached(key: string, span: Span, at: Moment, mostAgeMs: number): ProvisionalResult[]
  /** Adds a new response. It replaces the parts of older ones that it overlaps. */
  add(key: string, answer: ProvisionalResult): void
  /**
   * Updates the close, high and low of candles that were open at the time of their request with later trades. Their volume stays
   * as reported, because it may contain some of the trades. Updates do not extend how long a response is fresh.
   * @param prints oldest first
   * @param intactSince no trade is missing since then, by the monotonic clock: earlier responses are left alone
   * @returns whether a candle has changed
   */
  move(key: string, stepMs: number, prints: readonly Print[], intactSince: number): boolean
  /** Resets candles to their reported values. @returns whether a candle has changed */
  unmove(key: string): boolean
}

/** A candle's state after trades. */
interface Moved {
  readonly bar: PriceCandle
  /** Time of the last trade. */
  readonly at: number
}

/** Returns how long provisional data is fresh: a sixtieth of its interval, but at least a second and at most a minute. */
export function computeLiveMaxAge(stepMs: number): number {
  return Math.min(MINUTE_MS, Math.max(1_000, stepMs / 60))
}

/** Returns the same for candles built from finer candles, which do not have to be fresher than native candles. */
export function computeBuiltMaxAge(stepMs: number, nativeMs: number): number {
  return computeLiveMaxAge(Math.max(nativeMs, stepMs))
}
/** Maximum number of cached responses per series. The oldest is evicted first. */
const MAX_ANSWERS = 500

export function createLiveCache(maxSeries = 2_000): LiveCache {
  const edges = createLru<readonly ProvisionalResult[]>(maxSeries)
  /** Keyed by the candle as reported. A candle in a new response has no updates. */
  const moved = new WeakMap<PriceCandle, Moved>()
  const asMoved = <Part extends ProvisionalResult>(part: Part): Part =>
    part.bars.some((bar) => moved.has(bar))
      ? { ...part, bars: part.bars.map((bar) => moved.get(bar)?.bar ?? bar) }
      : part

  function moveIn({ bars, asOf }: ProvisionalResult, stepMs: number, { timestamp, price }: Print): boolean {
    const openAt = alignDown(timestamp, stepMs)
    // Trades outside of the candle's open time change nothing, and neither do trades before the response.
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
    fresh(key, span, finality, at, begun = at) {
      return (
        (edges.get(key) ?? [])
          // Each part has an age of its own, whatever was fetched with it.
          .flatMap((answer) => clipped(answer, span))
          .flatMap((part) => believedParts(part, finality, at, begun))
          .map(asMoved)
          .sort((a, b) => a.span.from - b.span.from)
      )
    },
    cached(key, span, at, mostAgeMs) {
      return (edges.get(key) ?? [])
        .filter(({ requestedAt }) => measureMs(requestedAt, at) <= mostAgeMs)
        .map((answer) => ({ ...answer, requestedAt: toPresentClock(answer.requestedAt, at) }))
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
      const answers = (edges.get(key) ?? []).filter(({ requestedAt }) => requestedAt.monotonic >= intactSince)
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
 * Returns the fresh parts of a response, none for longer than the live age. Ranges that ended long before the request are empty
 * but unconfirmed, and are fresh until their age has doubled. Open candles are fresh until they end, ended ones until they are
 * final, and future ones until they begin. Otherwise a candle built from them would mix data from two times.
 */
function believedParts(
  answer: ProvisionalResult,
  { stepMs, finalAfterMs, maxAgeMs: maxAge }: Finality,
  at: Moment,
  begun: Moment,
): FreshPart[] {
  const { span, asOf, requestedAt, isUnproven, trustMs = Number.POSITIVE_INFINITY } = answer
  const mostMs = Math.max(maxAge, isUnproven === true ? INDEPENDENT_LOOKS_MS : trustMs)
  const toldAt = toPresentClock(requestedAt, at)
  const endedAge = measureMs(requestedAt, begun)
  const runningAge = measureMs(requestedAt, at)
  const settledTo = alignDown(asOf - finalAfterMs, stepMs)
  const endedTo = alignDown(asOf, stepMs)
  const part = (age: number, from: number, to: number, lastsMs: (inside: Span) => number): FreshPart[] => {
    const inside = intersect(span, { from, to })
    if (inside === undefined || age >= lastsMs(inside)) return []
    return clipped({ ...answer, requestedAt: toldAt, until: toldAt.now + lastsMs(inside) }, inside)
  }
  return [
    ...part(endedAge, Number.NEGATIVE_INFINITY, settledTo, ({ to }) =>
      Math.min(mostMs, Math.max(maxAge, asOf - to)),
    ),
    ...part(endedAge, alignDown(asOf + endedAge - finalAfterMs, stepMs), endedTo, ({ from }) =>
      Math.min(maxAge, from + stepMs + finalAfterMs - asOf),
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
 * Divides a span into parts, each with the venue time of its data. If a response is disputed, candles from earlier
 * responses keep their time. Later candles have the time of this response.
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

/**
 * Divides a span by how long the response is used there: only briefly if it contradicts an earlier one, or if the whole response
 * is blank, until a later one is blank too.
 */
export function splitByTrust(
  span: Span,
  terms: {
    readonly disputedFrom: number
    readonly before: readonly ProvisionalResult[]
    readonly own: readonly PriceCandle[]
    readonly requestedAt: Moment
  },
): Pick<ProvisionalResult, 'span' | 'trustMs'>[] {
  const { disputedFrom, before, own, requestedAt } = terms
  const disputed = intersect(span, { from: disputedFrom, to: Number.POSITIVE_INFINITY })
  const rest = disputed === undefined ? [span] : subtract(span, [disputed])
  const isAgain = ({ bars, trustMs, requestedAt: earlier }: ProvisionalResult): boolean =>
    bars.length === 0 && (trustMs === undefined || measureMs(earlier, requestedAt) >= INDEPENDENT_LOOKS_MS)
  const quiet = own.length > 0 ? rest : before.filter(isAgain).map((earlier) => earlier.span)
  const sure = rest.flatMap((part) => joinSpans(quiet).flatMap((each) => intersect(part, each) ?? []))
  const blank = rest.flatMap((part) => subtract(part, sure))
  return [
    ...sure.map((part) => ({ span: part })),
    ...blank.map((part) => ({ span: part, trustMs: BLANK_AGAIN_AFTER_MS })),
    ...(disputed === undefined ? [] : [{ span: disputed, trustMs: INDEPENDENT_LOOKS_MS }]),
  ]
}

/**
 * Converts the part of a stored end that is within a span into a response with that end's time.
 * @param now by our clock
 * @param aheadMs see `computeDateOffset`
 */
export function toProvisionalResults(
  { bars, requestedAt, ...entry }: ProvisionalCandles,
  within: Span,
  now: Moment,
  aheadMs = 0,
): ProvisionalResult[] {
  const own = requestedAt - aheadMs
  const moment = { now: own, monotonic: now.monotonic - (now.now - own) }
  const datedAt = { ...moment, now: requestedAt }
  return clipped(
    { span: entry, bars, requestedAt: moment, datedAt, asOf: Math.min(own, requestedAt), route: entry.route },
    within,
  )
}

/** The route of data that was returned once and that the venue no longer retains. */
const ONCE_ROUTE = 'told once'

/** Returns the route of data that one response confirms for good, with the mark of that response. */
export function onceRouteOf({ route = '' }: ProvisionalResult): string {
  return markRoute(ONCE_ROUTE, isKeyedRoute(route))
}

/**
 * Returns the stored ends of a market that touch a span. A market that trades again has none. The facts are the stored ones,
 * with which responses are evaluated: the market may have been looked up again since the request began.
 */
export function findStoredEnds(
  store: Pick<CandleStore, 'ends'>,
  { identity, known }: { readonly identity: SeriesIdentity; known(): { readonly series: LatestClose } },
  span: Span,
): ProvisionalCandles[] {
  const closedAt = latestCloseOf(known().series)
  return closedAt === undefined ? [] : endsOf(closedAt, store.ends(identity, span))
}

/** Returns the stored ends of a closed market that are not final, and which of them do not need a request yet. */
export function findOpenEnds(
  stored: readonly ProvisionalCandles[],
  { span, settled }: { readonly span: Span; readonly settled: readonly Span[] },
  begun: Moment,
  now: Moment,
  aheadMs = 0,
): { readonly all: readonly Span[]; readonly fresh: readonly FreshPart[] } {
  // A future entry is from before our clock was set back, and says nothing about what was fetched since.
  const all = stored.flatMap((entry) => {
    const part =
      entry.requestedAt > now.now + aheadMs + CLOCK_TOLERANCE_MS ? undefined : intersect(entry, span)
    return part === undefined ? [] : subtract(part, settled).map((open) => ({ ...entry, ...open }))
  })
  const fresh = answerableSpansAt(all, begun.now + aheadMs, now.now + aheadMs).flatMap((entry) =>
    toProvisionalResults(entry, entry, now, aheadMs).map(
      (part): FreshPart => ({ ...part, until: entry.lookAgainAt - aheadMs, isEnd: true }),
    ),
  )
  return { all, fresh }
}
