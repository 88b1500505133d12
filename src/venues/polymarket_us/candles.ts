import * as z from 'zod'
import { alignDown } from '../../api/grid.js'
import { DAY_MS, HOUR_MS } from '../../api/resolution.js'
import { MINUTE_MS, type Span } from '../../api/span.js'
import type {
  CandleBatch,
  CandleSeries,
  CandleSource,
  NativeStep,
  VenueContext,
} from '../../venue-kit/venue.js'
import { coarseTimes, pointsWithin } from './native/history.js'
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
const LONGEST_COARSE_STEP_MS = DAY_MS

const kept = z.object({ slug: z.string() })
/** What is stored to ask for the candles of a market again. */
export type Kept = z.output<typeof kept>

/** Candles of the middle of the book, in prices of the long side. */
export const candleSource: CandleSource<Facts, Kept> = {
  basis: 'mid',
  steps: [minutes],
  // Answers are kept by caches for 30 s, and stored observations lie a minute apart.
  settleLagMs: 3 * MINUTE_MS,

  facts: kept,

  place: ({ facts: { slug, side } }) => ({ seriesKey: slug, mirrored: side === 'short', facts: { slug } }),

  async fetch(series, { stepMs }, window, ctx): Promise<CandleBatch> {
    const route = 'price-history'
    const to = Math.min(window.to, alignDown(ctx.clock.now(), stepMs) + stepMs)
    if (to <= window.from) return { kind: 'points', route, points: [] }
    const points = await pointsWithin(series.facts.slug, { from: window.from, to }, ctx)
    const first = points[0]?.at
    const silent = { from: window.from, to: first === undefined ? window.to : alignDown(first, stepMs) }
    const isShort = first !== undefined && silent.to - silent.from < LONG_SILENCE_MS
    const isForgotten = !isShort && (await mayBeForgotten(series, sinceListing(silent, series, stepMs), ctx))
    return {
      kind: 'points',
      route,
      points,
      ...(isForgotten ? { withheld: [{ ...silent, reason: 'beyond_retention' }] } : {}),
    }
  },
}

/** The part of a silence in which the market existed. */
function sinceListing({ from, to }: Span, { listedAt }: CandleSeries<Kept>, stepMs: number): Span {
  return { from: listedAt === undefined ? from : Math.max(from, alignDown(listedAt, stepMs)), to }
}

/**
 * Whether silence may be forgetting: of what is older than the venue promises to keep, and of decided markets, whose
 * history was seen to be gone for a while (README.md). The coarse history of the whole life tells: what has a point
 * there, or lies within one of its steps, may not have been silent, and before its first point nothing is known.
 */
async function mayBeForgotten(series: CandleSeries<Kept>, silent: Span, ctx: VenueContext): Promise<boolean> {
  const isOld = silent.from < ctx.clock.now() - KEPT_MS
  if (silent.to <= silent.from || !(isOld || series.isSettled === true)) return false
  const times = await coarseTimes(series.facts.slug, ctx)
  const [oldest] = times
  if (oldest === undefined || (isOld && oldest >= silent.to)) return true
  if (times.some((at) => at >= silent.from && at < silent.to)) return true
  const before = times.findLast((at) => at < silent.from)
  const after = times.find((at) => at >= silent.to)
  return before !== undefined && after !== undefined && after - before <= LONGEST_COARSE_STEP_MS
}
