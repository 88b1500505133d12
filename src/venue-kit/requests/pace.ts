import type { PricePoint } from '../contract/venue.js'

/** Median distance of neighbouring points, ms, because real samples jitter and gap; undefined for fewer than three points, which show no pace. */
export function paceOf(points: readonly PricePoint[]): number | undefined {
  if (points.length < 3) return undefined
  const gaps = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at))
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
}

/**
 * Whether regular samples of a pace are further apart than the step they are to fill: the venue has answered in another
 * resolution. Samples taken once a step jitter around it, so half a step is tolerated.
 */
export function isTooCoarse(paceMs: number | undefined, stepMs: number): paceMs is number {
  return paceMs !== undefined && paceMs > stepMs * 1.5
}
