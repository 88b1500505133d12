import type { Span } from '../../../api/times/span.js'
import type { CandlePoints, PricePoint } from '../../../venue-kit/contract/venue.js'
import { paceOf } from '../../../venue-kit/requests/pace.js'
import type { NativePoint } from '../schemas.js'

/**
 * Returns the points of a complete response that lie in a window. The venue repeats the last price in every interval, even in
 * intervals before the market existed. Those points are not prices of the market, and are always left out. The oldest point
 * therefore shows how far back the response goes. Bounds in the request have no effect. An unknown interval silently returns days
 * (../README.md), which shows in the distance between the points.
 * @param listedFrom open time of the first interval in which the market existed, epoch ms; absent when unknown
 */
export function toPoints(
  history: readonly NativePoint[],
  asked: Span,
  listedFrom: number = asked.from,
): CandlePoints {
  const window = { from: Math.min(asked.to, Math.max(asked.from, listedFrom)), to: asked.to }
  const points = history
    .map(({ t, p }): PricePoint => ({ at: t * 1000, price: p }))
    .sort((a, b) => a.at - b.at)
  const oldest = points[0]?.at
  const paceMs = paceOf(points)
  const isShort = oldest !== undefined && oldest > window.from
  return {
    kind: 'points',
    route: 'price-history',
    sampled: true,
    ...(paceMs === undefined ? {} : { paceMs }),
    points: points.filter(({ at }) => at >= window.from && at < window.to),
    ...(isShort
      ? { withheld: [{ from: window.from, to: Math.min(oldest, window.to), reason: 'beyond_retention' }] }
      : {}),
  }
}
