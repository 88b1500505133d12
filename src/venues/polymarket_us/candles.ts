import * as z from 'zod'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type {
  CandleBatch,
  CandleSeries,
  CandleSource,
  NativeStep,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { fetchCoarseTimes, fetchPointsWithin, hasMinutes } from './native/history.js'
import type { Facts } from './outcomes.js'

/**
 * Every resolution is built from the observations that the venue stores about once a minute. The coarser profiles of its history
 * have one point per three hours, and no highs or lows. A window of observations may be a day long. It is an hour shorter here,
 * as a margin.
 */
const minutes: NativeStep = { stepMs: MINUTE_MS, maxWindowMs: 23 * HOUR_MS }

/** The retention of market data according to the venue. Its history was observed to go back further (README.md). */
const KEPT_MS = 45 * DAY_MS
/** Shorter empty ranges can be caused by maintenance, which was announced for up to six hours. */
const LONG_SILENCE_MS = 6 * HOUR_MS

/** Maximum interval of the coarse history, for long trading periods. */
const MAX_COARSE_STEP_MS = DAY_MS

const kept = z.object({ slug: z.string() })
/** Stored facts for requesting the candles of a market again. */
export type StoredFacts = z.output<typeof kept>

/** Candles of the long side's mid prices. */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'mid',
  forgets: true,
  steps: [minutes],
  // Responses are cached for 30 s, and stored observations are a minute apart.
  finalAfterMs: 3 * MINUTE_MS,

  facts: kept,

  place: ({ facts: { slug, side } }) => ({ seriesKey: slug, mirrored: side === 'short', facts: { slug } }),

  async fetch(series, { stepMs }, window, ctx): Promise<CandleBatch> {
    const route = 'price-history'
    const to = Math.min(window.to, alignDown(ctx.clock.now(), stepMs) + stepMs)
    if (to <= window.from) return { kind: 'points', route, points: [] }
    if (window.to <= (ctx.memo.get(goneTo, series.facts.slug) ?? 0))
      return { kind: 'points', route, points: [], withheld: [{ ...window, reason: 'beyond_retention' }] }
    const points = await fetchPointsWithin(series.facts.slug, { from: window.from, to }, ctx)
    const first = points[0]?.at
    const silent = { from: window.from, to: first === undefined ? window.to : alignDown(first, stepMs) }
    const isShort = first !== undefined && silent.to - silent.from < LONG_SILENCE_MS
    const reason = isShort ? undefined : await reasonOf(series, sinceListing(silent, series, stepMs), ctx)
    return {
      kind: 'points',
      route,
      points,
      ...(reason === undefined ? {} : { withheld: [{ ...silent, reason }] }),
    }
  },
}

/** Returns the part of an empty range in which the market existed. */
function sinceListing({ from, to }: Span, { listedAt }: CandleSeries<StoredFacts>, stepMs: number): Span {
  return { from: listedAt === undefined ? from : Math.max(from, alignDown(listedAt, stepMs)), to }
}

/**
 * Returns the reason of an empty range, where it may not mean that nothing was observed. Data older than the documented retention
 * may be deleted. So may that of decided markets, whose history was observed to be missing for a while (README.md). The coarse
 * history of the whole trading period decides. There is no data after the end of a decided market.
 */
async function reasonOf(
  { facts: { slug }, isSettled }: CandleSeries<StoredFacts>,
  silent: Span,
  ctx: VenueContext,
): Promise<'beyond_retention' | 'after_close' | undefined> {
  if (silent.to <= silent.from) return undefined
  const keptFrom = ctx.clock.now() - KEPT_MS
  const isOld = silent.from < keptFrom
  if (!isOld && isSettled !== true) return undefined
  const times = await fetchCoarseTimes(slug, ctx)
  const newest = times.at(-1)
  if (newest === undefined) return 'beyond_retention'
  // A server may lag: what it lacks of the last day, a later response has to lack as well.
  const isOver = isSettled === true && ctx.clock.now() - newest >= DAY_MS
  if (newest < silent.from) return isOver ? 'after_close' : undefined
  const isForgotten = isOld
    ? !isSilentIn(times, silent) && (await isGone(slug, times, silent, keptFrom, ctx))
    : // Missing history was always missing completely: the newest part represents all of it.
      !(await hasMinutes(slug, newest, ctx))
  return isForgotten ? 'beyond_retention' : undefined
}

/**
 * Whether the coarse history shows no observation in a span. It has no point there, and the span is not part of one of its
 * intervals. The time before its first point is unknown.
 */
function isSilentIn(times: readonly number[], { from, to }: Span): boolean {
  const before = times.findLast((at) => at < from)
  const after = times.find((at) => at >= from)
  if (before === undefined) return false
  return after === undefined || (after >= to && after - before > MAX_COARSE_STEP_MS)
}

/** The time before which only the coarse history remains, epoch ms. */
const goneTo = defineMemoKey<number>('polymarket_us gone', 10 * MINUTE_MS)

/**
 * Whether the venue returns no finer history for an old span. History is deleted by age. If the newest part is gone, older parts
 * are not requested.
 */
async function isGone(
  slug: string,
  times: readonly number[],
  { from }: Span,
  keptFrom: number,
  ctx: VenueContext,
): Promise<boolean> {
  const after = times.find((at) => at >= from)
  const newestOld = times.findLast((at) => at < keptFrom) ?? after
  if (after === undefined || newestOld === undefined) return true
  if (await hasMinutes(slug, newestOld, ctx)) return !(await hasMinutes(slug, after, ctx))
  ctx.memo.set(goneTo, slug, newestOld - MAX_COARSE_STEP_MS)
  return true
}
