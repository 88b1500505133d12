import { PmxError } from '../../api/errors.js'
import type { Span } from '../../api/span.js'
import type { CandlePoints, PricePoint } from '../../venue-kit/venue.js'
import type { NativePoint } from './wire.js'

/**
 * What a whole answer tells about a window. The venue repeats the last price in every step, also in those before the
 * market existed, so the oldest point shows how far back it reaches; bounds that are sent do not cut
 * (README.md).
 * @throws EXCHANGE_NOT_AVAILABLE when the points lie further apart than the step asked for: the venue answers unknown
 * intervals in days without a word
 */
export function toPoints(history: readonly NativePoint[], stepMs: number, window: Span): CandlePoints {
  const all = history.map(({ t, p }): PricePoint => ({ at: t * 1000, price: p })).sort((a, b) => a.at - b.at)
  assertPace(all, stepMs)
  const oldest = all[0]?.at
  const isShort = oldest !== undefined && oldest > window.from
  return {
    kind: 'points',
    route: 'price-history',
    sampled: true,
    points: all.filter(({ at }) => at >= window.from && at < window.to),
    ...(isShort
      ? { withheld: [{ from: window.from, to: Math.min(oldest, window.to), reason: 'beyond_retention' }] }
      : {}),
  }
}

/** The core sees only the window, in which a coarse answer may have too few points to give itself away. */
function assertPace(points: readonly PricePoint[], stepMs: number): void {
  const gaps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at))
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
  if (median === undefined || median <= stepMs) return
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Opinion answered with prices ${median / 1000} s apart where ${stepMs / 1000} s were asked.`,
    { detail: { kind: 'resolution_not_honoured', askedMs: stepMs, gotMs: median }, retryable: false },
  )
}
