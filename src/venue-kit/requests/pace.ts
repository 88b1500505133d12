import type { PricePoint } from '../contract/venue.js'

/**
 * Returns the median distance of neighboring points, ms, because real samples jitter and have gaps, or undefined for
 * fewer than three points, which have no pace.
 */
export function paceOf(points: readonly PricePoint[]): number | undefined {
  if (points.length < 3) return undefined
  const gaps = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at))
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
}

/**
 * Whether regular samples are further apart than the interval, because the venue has returned a different resolution. Samples
 * once per interval jitter, so half an interval is tolerated.
 */
export function isTooCoarse(paceMs: number | undefined, stepMs: number): paceMs is number {
  return paceMs !== undefined && paceMs > stepMs * 1.5
}
