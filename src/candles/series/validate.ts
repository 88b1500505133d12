import { PmxError } from '../../api/envelope/errors.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { PricePoint } from '../../venue-kit/contract/venue.js'
import { isTooCoarse } from '../../venue-kit/requests/pace.js'

/**
 * Checks a batch before it may be stored or served. Prices must be finite and in [0, 1], with low <= open, close <= high. Open
 * times are aligned, strictly ascending and inside the requested window. Volumes are not negative.
 * @throws EXCHANGE_NOT_AVAILABLE with detail `{kind: 'bad_candles', path, problem}`
 */
export function assertBars(bars: readonly PriceCandle[], stepMs: number, window: Span): void {
  let previous = Number.NEGATIVE_INFINITY
  bars.forEach((bar, index) => {
    const problem = findBarProblem(bar, stepMs, window, previous)
    if (problem !== undefined) throw bad(`bars[${index}]`, problem)
    previous = bar.timestamp
  })
}

/**
 * Returns a description of what is wrong with one candle, or undefined if nothing is.
 * @param previous open time of the candle before it; minus infinity for the first
 */
export function findBarProblem(
  bar: PriceCandle,
  stepMs: number,
  window: Span,
  previous: number,
): string | undefined {
  const { timestamp, open, high, low, close, volume } = bar
  if (!Number.isInteger(timestamp)) return `timestamp ${timestamp} is not a valid time`
  if (alignDown(timestamp, stepMs) !== timestamp)
    return `timestamp ${timestamp} is not a multiple of ${stepMs} ms`
  if (timestamp <= previous) return `timestamp ${timestamp} is not later than the previous one, ${previous}`
  if (timestamp < window.from || timestamp >= window.to) return `timestamp ${timestamp} is outside the window`
  // Millions of candles pass here, and nearly all are valid: only an invalid one is checked member by member.
  if (!(isPrice(open) && isPrice(high) && isPrice(low) && isPrice(close))) {
    const wrong = Object.entries({ open, high, low, close }).find(([, price]) => !isPrice(price))
    return `${wrong?.[0]} ${wrong?.[1]} is not a price between 0 and 1`
  }
  if (low > Math.min(open, close) || high < Math.max(open, close)) {
    return `open ${open}, high ${high}, low ${low}, close ${close} contradict each other`
  }
  if (volume !== undefined && !(Number.isFinite(volume) && volume >= 0))
    return `volume ${volume} is not a valid amount`
  return undefined
}

function isPrice(value: number): boolean {
  return value >= 0 && value <= 1
}

/** Checks price points in the same way: finite, in [0, 1], strictly ascending, inside the window. */
export function assertPoints(points: readonly PricePoint[], window: Span): void {
  let previous = Number.NEGATIVE_INFINITY
  points.forEach((point, index) => {
    const problem = problemOfPoint(point, window, previous)
    if (problem !== undefined) throw bad(`points[${index}]`, problem)
    previous = point.at
  })
}

/**
 * Checks that regular samples are not further apart than the interval that they must fill. Otherwise a venue that falls
 * back to a coarser resolution would look like a market without trades.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `resolution_not_honoured`
 */
export function assertPace(paceMs: number | undefined, stepMs: number): void {
  if (!isTooCoarse(paceMs, stepMs)) return
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue returned samples ${paceMs / 1000} s apart instead of ${stepMs / 1000} s. ` +
      'They were discarded. Request a coarser resolution.',
    { detail: { kind: 'resolution_not_honoured', askedMs: stepMs, gotMs: paceMs }, retryable: false },
  )
}

function problemOfPoint(point: PricePoint, window: Span, previous: number): string | undefined {
  if (!(point.price >= 0 && point.price <= 1)) return `${point.price} is not a price between 0 and 1`
  if (!Number.isInteger(point.at)) return `${point.at} is not a valid time`
  if (point.at <= previous) return `time ${point.at} is not later than the previous one, ${previous}`
  if (point.at < window.from || point.at >= window.to) return `time ${point.at} is outside the window`
  return undefined
}

function bad(path: string, problem: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's candles are invalid at ${path}: ${problem}. They were discarded.`,
    {
      detail: { kind: 'bad_candles', path, problem },
      retryable: false,
    },
  )
}
