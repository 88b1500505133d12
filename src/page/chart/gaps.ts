import type { PriceCandle } from '../../api/models/models.js'

/** A span of open times, epoch ms, with known coverage: from, to (exclusive), and its kind. */
export type KnownSpan = readonly [from: number, to: number, kind: string]

/** The coverage of one native resolution of an outcome. */
export interface StepCoverage {
  readonly stepMs: number
  readonly spans: readonly KnownSpan[]
}

export interface Gap {
  /** End of the previous candle, and open time of the next one. */
  readonly from: number
  readonly to: number
  /** `no_trades` if the whole range was requested and had no trades, `not_asked` if part of it was never requested. */
  readonly kind: 'no_trades' | 'not_asked'
}

/** Returns the coverage for candles of an interval, which is that of the coarsest native resolution that divides it. */
export function coverageFor(steps: readonly StepCoverage[], stepMs: number): StepCoverage | undefined {
  return [...steps].sort((a, b) => b.stepMs - a.stepMs).find((step) => stepMs % step.stepMs === 0)
}

/** Returns the gaps between candles, and their reasons. @param candles ascending */
export function chartGapsOf(
  candles: readonly PriceCandle[],
  stepMs: number,
  spans: readonly KnownSpan[],
): Gap[] {
  const gaps: Gap[] = []
  let before: PriceCandle | undefined
  for (const candle of candles) {
    const from = (before?.timestamp ?? candle.timestamp - stepMs) + stepMs
    if (candle.timestamp > from)
      gaps.push({
        from,
        to: candle.timestamp,
        kind: isCovered(from, candle.timestamp, spans) ? 'no_trades' : 'not_asked',
      })
    before = candle
  }
  return gaps
}

/** Whether the known spans cover a whole span. @param spans ascending */
function isCovered(from: number, to: number, spans: readonly KnownSpan[]): boolean {
  let upTo = from
  for (const [begin, end] of spans) {
    if (begin > upTo) break
    upTo = Math.max(upTo, end)
    if (upTo >= to) return true
  }
  return false
}
