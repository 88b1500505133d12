import { alignDown, HOUR_MS } from '../../api/times/resolution.js'
import { hullOf, joinSpans, MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { paceOf } from '../../venue-kit/requests/pace.js'

/** Samples jitter, and some are left out, so only longer runs count as missing. */
const MAX_PACES = 5
/** A shorter part of an interval may be missing, because a day's price does not depend on a few minutes. */
const MIN_SHARE = 1 / 24
/** Number of scattered samples that may be missing from a candle. */
const MAX_MISSING_SHARE = 0.1
/**
 * Age of rows that confirm themselves. A venue's rows may have current quotes while their trades are minutes late, so that a
 * younger row without trades does not show that there were none.
 */
const LATE_TRADES_MS = HOUR_MS

/**
 * Returns the open times of candles that a response itself does not confirm. Ranges that the response marks are returned
 * whole, because they are fetched again in one piece. The first candle after the listing is included if earlier samples
 * may be missing.
 * @param covered open times of the response
 */
export function findUnconfirmedSpans(
  batch: CandleBatch,
  stepMs: number,
  covered: Span,
  listedAt: number | undefined,
): readonly Span[] {
  const named = hullOfUnproven(batch, stepMs)
  const first = findFirstAfterListing(batch, stepMs, covered, listedAt)
  return joinSpans([named, first].flatMap((span) => span ?? []))
}

function hullOfUnproven(batch: CandleBatch, stepMs: number): Span | undefined {
  const { unproven = [] } = batch
  if (unproven.length === 0) return undefined
  const times =
    batch.kind === 'points' ? batch.points.map(({ at }) => at) : batch.bars.map(({ timestamp }) => timestamp)
  const open = [...new Set(times.map((at) => alignDown(at, stepMs)))]
  // A candle lacks the prices of each part of its interval that is not confirmed, also of one without points.
  const isUnproven = (at: number): boolean => unproven.some(({ from, to }) => at < to && at + stepMs > from)
  return hullOf(open.filter(isUnproven).map((from) => ({ from, to: from + stepMs })))
}

/**
 * Returns the first candle if it begins long before its samples and the market was listed within the response's time. Hours may
 * pass between the listing and the first price, so only a second response shows that no sample is missing.
 */
function findFirstAfterListing(
  batch: CandleBatch,
  stepMs: number,
  covered: Span,
  listedAt: number | undefined,
): Span | undefined {
  const mostMs = findMaxGap(batch, stepMs)
  const begin = batch.kind === 'points' ? batch.points[0]?.at : undefined
  if (mostMs === undefined || begin === undefined) return undefined
  if (listedAt === undefined || listedAt < covered.from) return undefined
  const from = alignDown(begin, stepMs)
  return begin - Math.max(listedAt, from) > mostMs ? { from, to: from + stepMs } : undefined
}

/**
 * Returns the longest time between two samples without a missing one, ms, or undefined if there are no samples or their pace is
 * unknown.
 */
function findMaxGap(batch: CandleBatch, stepMs: number): number | undefined {
  const paceMs = findSamplePace(batch)
  return paceMs === undefined ? undefined : Math.max(MAX_PACES * paceMs, stepMs * MIN_SHARE)
}

function findSamplePace(batch: CandleBatch): number | undefined {
  if (batch.kind !== 'points' || batch.sampled === undefined) return undefined
  const paceMs = batch.paceMs ?? paceOf(batch.points)
  return paceMs === undefined ? undefined : Math.max(paceMs, MINUTE_MS)
}

/**
 * Returns the open times of candles that lack too many scattered samples. Samples at a regular pace are counted from the
 * response's first one.
 */
function findThinned(batch: CandleBatch, stepMs: number, covered: Span, mostMs: number): readonly number[] {
  const paceMs = findSamplePace(batch)
  if (paceMs === undefined || batch.kind !== 'points' || batch.sampled !== true) return []
  const [first] = batch.points
  if (first === undefined) return []
  const counts = new Map<number, number>()
  for (const { at } of batch.points) {
    const open = alignDown(at, stepMs)
    counts.set(open, (counts.get(open) ?? 0) + 1)
  }
  return [...counts].flatMap(([open, count]) => {
    const coveredMs = Math.min(open + stepMs, covered.to) - Math.max(open, first.at)
    const missingMs = coveredMs - count * paceMs
    return missingMs > Math.max(mostMs, coveredMs * MAX_MISSING_SHARE) ? [open] : []
  })
}

/**
 * Returns the open times of candles that have only some of their samples, ascending. A long gap between samples, or
 * before the first sample, may be a fault in the response, and the candles at its edges are then incomplete. So are those
 * with fewer samples than their pace makes.
 * @param covered open times of the response, as far as all of them are over
 * @param listedAt within them, the beginning is judged by `findUnconfirmedSpans`
 */
export function cutCandles(
  batch: CandleBatch,
  stepMs: number,
  covered: Span,
  listedAt = Number.NEGATIVE_INFINITY,
): readonly number[] {
  const mostMs = findMaxGap(batch, stepMs)
  if (mostMs === undefined || batch.kind !== 'points') return []
  const times = batch.points.map(({ at }) => at)
  const ends = [...times.slice(1), Math.max(times.at(-1) ?? covered.to, covered.to)]
  const cut = new Set(findThinned(batch, stepMs, covered, mostMs))
  const [begin = covered.from] = times
  const head = alignDown(begin, stepMs)
  const isListed = listedAt < covered.from
  if (isListed && begin - Math.max(covered.from, head) > mostMs) cut.add(head)
  for (const [index, from] of times.entries()) {
    const to = ends[index] ?? from
    if (to - from <= mostMs) continue
    const [first, last] = [alignDown(from, stepMs), alignDown(to, stepMs)]
    if (Math.min(to, first + stepMs) - from > mostMs) cut.add(first)
    if (to - Math.max(from, last) > mostMs) cut.add(last)
  }
  return [...cut].sort((a, b) => a - b)
}

/** Returns the open times without trades according to rows that are old enough. */
export function findSilentSpans(
  { silentAt = [] }: Pick<CandleBatch, 'silentAt'>,
  stepMs: number,
  asOf: number,
): Span[] {
  return silentAt
    .filter((at) => at + stepMs <= asOf - LATE_TRADES_MS)
    .map((from) => ({ from, to: from + stepMs }))
}
