import type { Span } from '../../../api/span.js'
import { paceOf } from '../../../venue-kit/pace.js'
import type { CandlePoints, PricePoint } from '../../../venue-kit/venue.js'
import type { NativePoint } from '../wire.js'

/**
 * What a whole answer tells about a window. The venue repeats the last price in every step, also in those before the
 * market existed, so the oldest point shows how far back it reaches; bounds that are sent do not cut, and unknown
 * intervals are answered in days without a word (../README.md), which the pace of all points shows.
 */
export function toPoints(history: readonly NativePoint[], window: Span): CandlePoints {
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
