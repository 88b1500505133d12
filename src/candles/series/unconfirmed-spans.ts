import { alignDown } from '../../api/times/resolution.js'
import { hullOf, MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { paceOf } from '../../venue-kit/requests/pace.js'

/** Samples jitter, and some are left out: only longer runs count as missing. */
const MAX_PACES = 5
/** A shorter part of an interval may be missing: the price of a day does not depend on some minutes. */
const MIN_SHARE = 1 / 24

/**
 * Returns the open times of candles that a response itself does not confirm, with everything between: they are fetched again in
 * one piece. Undefined if it confirms all.
 */
export function findUnconfirmedSpan(batch: CandleBatch, stepMs: number): Span | undefined {
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
 * Returns the open times of candles that have only some of their samples, ascending. A long gap between samples, or before the
 * first one, may be a fault of the response: then the candles at its edges are incomplete.
 * @param covered open times of the response, as far as all of them are over
 * @param listedAt within them, samples may begin at any time: between the listing and the first price hours may pass
 */
export function cutCandles(
  batch: CandleBatch,
  stepMs: number,
  covered: Span,
  listedAt = Number.NEGATIVE_INFINITY,
): readonly number[] {
  if (batch.kind !== 'points' || batch.sampled === undefined) return []
  const paceMs = batch.paceMs ?? paceOf(batch.points)
  if (paceMs === undefined) return []
  const mostMs = Math.max(MAX_PACES * Math.max(paceMs, MINUTE_MS), stepMs * MIN_SHARE)
  const times = batch.points.map(({ at }) => at)
  const ends = [...times.slice(1), Math.max(times.at(-1) ?? covered.to, covered.to)]
  const cut = new Set<number>()
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
