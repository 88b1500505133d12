import * as z from 'zod'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBars, CandleSource, NativeStep, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { isUnservedCoin } from './errors.js'
import { coinOf } from './ids.js'
import { COMMON_WEIGHT, nameOf, requestInfo } from './native/info.js'
import type { Facts } from './outcomes.js'
import { candleSnapshot, type NativeCandle } from './schemas.js'

const type = 'candleSnapshot'

/** Only this many of the newest buckets of an interval exist (README.md). */
const KEPT_BUCKETS = 5_000
/** The response weighs one more per this many rows (README.md). */
const ROWS_A_WEIGHT = 60

/**
 * Names of the native intervals. There is no 6h; 3d, 1w and 1M are left out because their opening day is not documented, and
 * whole days are sufficient.
 */
const intervals: ReadonlyMap<number, string> = new Map([
  [MINUTE_MS, '1m'],
  [3 * MINUTE_MS, '3m'],
  [5 * MINUTE_MS, '5m'],
  [15 * MINUTE_MS, '15m'],
  [30 * MINUTE_MS, '30m'],
  [HOUR_MS, '1h'],
  [2 * HOUR_MS, '2h'],
  [4 * HOUR_MS, '4h'],
  [8 * HOUR_MS, '8h'],
  [12 * HOUR_MS, '12h'],
  [DAY_MS, '1d'],
])

const steps: readonly NativeStep[] = [...intervals.keys()].map((stepMs) => ({
  stepMs,
  maxWindowMs: KEPT_BUCKETS * stepMs,
  retentionMs: KEPT_BUCKETS * stepMs,
}))

/** The expected properties of native candles. */
export interface CandleRequest {
  readonly coin: string
  readonly interval: string
  readonly stepMs: number
  readonly window: Span
}

/**
 * Converts candles of the trades of one side; native ones are stamped with their open time as well. Buckets without a trade are
 * left out, whether the venue repeats them flat or not.
 * @returns those in the window, ascending as the venue sent them
 * @throws EXCHANGE_NOT_AVAILABLE with the path for another coin, another interval, or an unaligned time
 */
export function toCandles(
  natives: readonly NativeCandle[],
  { coin, interval, stepMs, window }: CandleRequest,
): readonly PriceCandle[] {
  return natives.flatMap((native, index) => {
    const wrong = (member: string, problem: string) =>
      createSchemaMismatch(nameOf(type), `[${index}].${member}`, problem)
    if (native.s !== coin) throw wrong('s', `requested ${coin}, got ${native.s}`)
    if (native.i !== interval) throw wrong('i', `requested ${interval}, got ${native.i}`)
    if (native.t % stepMs !== 0) throw wrong('t', `${native.t} is not the open time of a ${interval} candle`)
    if (native.n === 0 && native.v > 0)
      throw wrong('n', `the candle has 0 trades, but a volume of ${native.v} contracts`)
    const isInside = native.t >= window.from && native.t < window.to
    if (!isInside || native.n === 0) return []
    const { t: timestamp, o: open, h: high, l: low, c: close, v: volume } = native
    return [{ timestamp, open, high, low, close, volume }]
  })
}

const kept = z.object({
  /** The coin of the side itself, or of YES where the candles of NO are its complement. */
  coin: z.string(),
  isSettled: z.boolean(),
  /** Whether the venue had any candle of the coin in a request for all of them. Absent without such a request. */
  hasCandles: z.boolean().exactOptional(),
  /** When a response first lacked all candles of NO, epoch ms by the venue's clock. Absent if that is decided. */
  unconfirmedSince: z.number().exactOptional(),
})
/** Stored facts of a side for requesting its candles. */
export type StoredFacts = z.output<typeof kept>

/** The first outcomes were listed in March 2026 on the test network, in May on the main one (README.md). */
const FIRST_OUTCOMES = Date.UTC(2026, 0, 1)

/** Two responses with less time between them may come from the same faulty server. */
const RESPONSES_APART_MS = 9 * MINUTE_MS
/** For this long after a close is first found, other responses may show that it was later. */
const CLOSING_CHECKED_MS = DAY_MS

/**
 * Native candles of the side's own coin: the venue has a series for each side. That NO has its own series is inferred
 * (README.md). If its coin never had a candle and that of YES did, the candles of NO are the complement of those of YES. The
 * decision is permanent once two responses agree, so that no series mixes both.
 */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'trade',
  steps,
  // The chain orders trades within a second; two minutes allow for a slow node.
  finalAfterMs: 2 * MINUTE_MS,

  facts: kept,

  async place({ closedAt, facts: { ref, isSettled } }, ctx, before) {
    const own = coinOf(ref)
    const yes = ref.side === 1 ? coinOf({ ...ref, side: 0 }) : own
    const placeAt = (facts: StoredFacts, closed: number | undefined) => ({
      seriesKey: facts.coin,
      mirrored: facts.coin !== own,
      facts,
      ...(closed === undefined ? {} : { closedAt: closed }),
    })
    if (own === yes && !isSettled) return placeAt({ coin: own, isSettled }, undefined)
    const { data: earlier } = kept.safeParse(before?.facts)
    const isFound = earlier?.hasCandles === true && (earlier.coin === own || earlier.coin === yes)
    const decided = isFound && earlier.unconfirmedSince === undefined ? earlier : undefined
    const now = ctx.clock.now()
    // The venue does not report the time of settlement: the first known time remains, unless a later candle is found soon after.
    const closedBefore = earlier?.isSettled === true ? before?.closedAt : undefined
    const isChecked = now - (before?.closingToldAt ?? Number.NEGATIVE_INFINITY) >= CLOSING_CHECKED_MS
    if (decided !== undefined && (!isSettled || (closedBefore !== undefined && isChecked)))
      return placeAt({ ...decided, isSettled }, isSettled ? closedBefore : undefined)
    const found =
      decided === undefined
        ? await firstWithCandles([...new Set([own, yes])], ctx)
        : { coin: decided.coin, last: await lastDayOf(decided.coin, ctx) }
    const last = found?.last
    const coin = found?.coin ?? (isFound ? earlier.coin : yes)
    const hasCandles = isFound || last !== undefined
    const isProven = decided !== undefined || coin === own || !hasCandles
    // Our clock may be set between two responses; that of the venue shows the time between them.
    const toldAt = ctx.http.venueTime ?? now
    const doubt = isProven ? {} : doubtOf(earlier?.unconfirmedSince ?? toldAt, toldAt, last !== undefined)
    const closed = isSettled ? (closingBy(last, closedBefore, now) ?? closedAt) : undefined
    return placeAt({ coin, isSettled, hasCandles, ...doubt }, closed)
  },

  isUnconfirmed({ mirrored, facts }) {
    const { data } = kept.safeParse(facts)
    return mirrored && (data?.hasCandles !== true || data.unconfirmedSince !== undefined)
  },

  async fetch(series, { stepMs }, window, ctx) {
    const { coin, isSettled, hasCandles = false } = series.facts
    const interval = intervals.get(stepMs)
    if (interval === undefined) throw new RangeError(`no interval of ${stepMs} ms`)
    const question = { coin, interval, stepMs, window }
    if (!isSettled) return fetchBars(question, ctx)
    const batch = await unlessUnserved(fetchBars(question, ctx))
    if (batch !== undefined && (batch.bars.length > 0 || hasCandles)) return batch
    // It is not documented whether candles outlive the settlement: no data of a coin may mean that they do not.
    const withheld = [{ ...window, reason: 'beyond_retention' as const }]
    return { kind: 'bars', route: `${type}@${interval}`, bars: [], withheld }
  },
}

/**
 * @param since time of the first response; one in the future is of a clock that was ahead, so this response is the first one
 * @param isShown whether this response has the candles of YES, and none of NO
 */
function doubtOf(since: number, now: number, isShown: boolean): Pick<StoredFacts, 'unconfirmedSince'> {
  return isShown && now - since >= RESPONSES_APART_MS ? {} : { unconfirmedSince: Math.min(since, now) }
}

/** @param last open time of the last day with a trade */
function closingBy(last: number | undefined, known: number | undefined, now: number): number | undefined {
  const isLater = last !== undefined && (known === undefined || last >= known)
  return isLater ? Math.min(last + DAY_MS, now) : known
}

interface Traded {
  readonly coin: string
  /** Open time of the last day with a trade. */
  readonly last: number
}

/** Returns the first coin with any candle at the venue. */
async function firstWithCandles(coins: readonly string[], ctx: VenueContext): Promise<Traded | undefined> {
  for (const coin of coins) {
    const last = await lastDayOf(coin, ctx)
    if (last !== undefined) return { coin, last }
  }
  return undefined
}

/** Returns the open time of the last day with trades of a coin, by all its candles, or undefined if the venue has none. */
async function lastDayOf(coin: string, ctx: VenueContext): Promise<number | undefined> {
  const window = { from: FIRST_OUTCOMES, to: alignDown(ctx.clock.now(), DAY_MS) + DAY_MS }
  const days = await unlessUnserved(fetchBars({ coin, interval: '1d', stepMs: DAY_MS, window }, ctx))
  return days?.bars.at(-1)?.timestamp
}

/** Undefined if the venue does not serve the coin: this is normal for one without a trade, or settled. */
async function unlessUnserved(asking: Promise<CandleBars>): Promise<CandleBars | undefined> {
  return asking.catch((error: unknown) => {
    if (!isUnservedCoin(error)) throw error
    return undefined
  })
}

async function fetchBars(question: CandleRequest, ctx: VenueContext): Promise<CandleBars> {
  const { coin, interval, stepMs, window } = question
  const now = ctx.clock.now()
  const route = `${type}@${interval}`
  if (window.from > now) return { kind: 'bars', route, bars: [] }
  const weight = COMMON_WEIGHT + Math.ceil((window.to - window.from) / stepMs / ROWS_A_WEIGHT)
  // It is not documented whether the end is inclusive: the last millisecond of the last bucket is.
  const req = { coin, interval, startTime: window.from, endTime: window.to - 1 }
  const natives = await requestInfo(ctx, candleSnapshot, { body: { type, req }, weight })
  const bars = toCandles(natives, question)
  const oldest = oldestTold(natives, stepMs, now)
  if (window.from >= oldest) return { kind: 'bars', route, bars }
  const withheld = { from: window.from, to: Math.min(window.to, oldest), reason: 'beyond_retention' } as const
  return { kind: 'bars', route, bars, withheld: [withheld] }
}

/** Returns the open time from which on missing candles do not exist; earlier ones may be left out by the venue. */
function oldestTold(natives: readonly NativeCandle[], stepMs: number, now: number): number {
  const promised = alignDown(now, stepMs) - (KEPT_BUCKETS - 1) * stepMs
  // Counted in candles rather than in buckets, 5,000 go back further: then the first candle is the bound.
  return Math.min(promised, natives[0]?.t ?? promised)
}
