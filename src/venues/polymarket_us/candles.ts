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
import { coarseTimes, hasMinutes, pointsWithin } from './native/history.js'
import type { Facts } from './outcomes.js'

/**
 * Every resolution is built from the observations that the venue stores about once a minute: the coarser profiles of
 * its history have a point in three hours, and no extremes. A window of them may be a day long; an hour less leaves
 * room around it.
 */
const minutes: NativeStep = { stepMs: MINUTE_MS, maxWindowMs: 23 * HOUR_MS }

/** How long market data is kept by the venue's word; its history was seen to reach further back (README.md). */
const KEPT_MS = 45 * DAY_MS
/** Shorter silences are those of a maintenance: up to six hours were announced. */
const LONG_SILENCE_MS = 6 * HOUR_MS

/** Of the coarse history, of long lives. */
const MAX_COARSE_STEP_MS = DAY_MS

const kept = z.object({ slug: z.string() })
/** What is stored to ask for the candles of a market again. */
export type StoredFacts = z.output<typeof kept>

/** Candles of the middle of the book, in prices of the long side. */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'mid',
  forgets: true,
  steps: [minutes],
  // Answers are kept by caches for 30 s, and stored observations lie a minute apart.
  settleLagMs: 3 * MINUTE_MS,

  facts: kept,

  place: ({ facts: { slug, side } }) => ({ seriesKey: slug, mirrored: side === 'short', facts: { slug } }),

  async fetch(series, { stepMs }, window, ctx): Promise<CandleBatch> {
    const route = 'price-history'
    const to = Math.min(window.to, alignDown(ctx.clock.now(), stepMs) + stepMs)
    if (to <= window.from) return { kind: 'points', route, points: [] }
    if (window.to <= (ctx.memo.get(goneTo, series.facts.slug) ?? 0))
      return { kind: 'points', route, points: [], withheld: [{ ...window, reason: 'beyond_retention' }] }
    const points = await pointsWithin(series.facts.slug, { from: window.from, to }, ctx)
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

/** The part of a silence in which the market existed. */
function sinceListing({ from, to }: Span, { listedAt }: CandleSeries<StoredFacts>, stepMs: number): Span {
  return { from: listedAt === undefined ? from : Math.max(from, alignDown(listedAt, stepMs)), to }
}

/**
 * Why a market is silent, where that may be for another reason than that nothing was observed: what is older than the
 * venue promises to keep may be forgotten, and so may decided markets, whose history was seen to be gone for a while
 * (README.md). The coarse history of the whole life tells more; behind the end of a decided one nothing comes.
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
  const times = await coarseTimes(slug, ctx)
  const newest = times.at(-1)
  if (newest === undefined) return 'beyond_retention'
  if (newest < silent.from) return isSettled === true ? 'after_close' : undefined
  const isForgotten = isOld
    ? !isSilentIn(times, silent) && (await isGone(slug, times, silent, keptFrom, ctx))
    : // What was gone was gone as a whole: the newest part tells of all of it.
      !(await hasMinutes(slug, newest, ctx))
  return isForgotten ? 'beyond_retention' : undefined
}

/**
 * Whether the coarse history says that nothing was observed in a span: it has no point there, nor is the span a part of
 * one of its steps. Before its first point nothing is known.
 */
function isSilentIn(times: readonly number[], { from, to }: Span): boolean {
  const before = times.findLast((at) => at < from)
  const after = times.find((at) => at >= from)
  if (before === undefined) return false
  return after === undefined || (after >= to && after - before > MAX_COARSE_STEP_MS)
}

/** Before this everything finer than the coarse history is gone, epoch ms. */
const goneTo = defineMemoKey<number>('polymarket_us gone', 10 * MINUTE_MS)

/**
 * Whether nothing finer is told of an old span. History goes by age: where nothing is left of the newest that may be
 * gone, nothing older is asked for.
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
