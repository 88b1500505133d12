import { alignDown } from '../../api/times/resolution.js'
import { hullOf, MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBatch } from '../../venue-kit/contract/venue.js'
import { paceOf } from '../../venue-kit/requests/pace.js'

/** Samples jitter, and some are left out: only more of them in a row are missing. */
const MAX_PACES = 5
/** A shorter part of a step may be missing: what a day costs does not depend on some minutes. */
const MIN_SHARE = 1 / 24

/**
 * The open times of which a response says itself that it does not prove their candles, with all that lie between: they are
 * asked for again in one piece. Undefined where it proves all.
 */
export function findUnconfirmedSpan(batch: CandleBatch, stepMs: number): Span | undefined {
  const { unproven = [] } = batch
  if (unproven.length === 0) return undefined
  const open =
    batch.kind === 'points' ? batch.points.map(({ at }) => at) : batch.bars.map(({ timestamp }) => timestamp)
  // A bar is of all its step, a point of an instant.
  const lengthMs = batch.kind === 'points' ? 1 : stepMs
  const isUnproven = (at: number): boolean => unproven.some(({ from, to }) => at < to && at + lengthMs > from)
  return hullOf(
    open
      .filter(isUnproven)
      .map((at) => ({ from: alignDown(at, stepMs), to: alignDown(at, stepMs) + stepMs })),
  )
}

/**
 * Open times of candles that are made of some of their samples only, ascending: where samples come at a regular pace there
 * is no silence between them, so a long hole is a fault of the response, and the candles at its edges are cut.
 * @param covered open times that the response is about, as far as all of them are over
 */
export function cutCandles(batch: CandleBatch, stepMs: number, covered: Span): readonly number[] {
  if (batch.kind !== 'points' || batch.sampled !== true) return []
  const paceMs = batch.paceMs ?? paceOf(batch.points)
  if (paceMs === undefined) return []
  const mostMs = Math.max(MAX_PACES * Math.max(paceMs, MINUTE_MS), stepMs * MIN_SHARE)
  const times = batch.points.map(({ at }) => at)
  const ends = [...times.slice(1), Math.max(times.at(-1) ?? covered.to, covered.to)]
  const cut = new Set<number>()
  for (const [index, from] of times.entries()) {
    const to = ends[index] ?? from
    if (to - from <= mostMs) continue
    const [first, last] = [alignDown(from, stepMs), alignDown(to, stepMs)]
    if (Math.min(to, first + stepMs) - from > mostMs) cut.add(first)
    if (to - Math.max(from, last) > mostMs) cut.add(last)
  }
  return [...cut].sort((a, b) => a - b)
}
