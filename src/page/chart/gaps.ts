import type { PriceCandle } from '../../api/models/models.js'

/** A span of open times, epoch ms, of which the daemon's ledger knows something: from, to (exclusive), and what. */
export type KnownSpan = readonly [from: number, to: number, kind: string]

/** What the ledger says of one native step of an outcome. */
export interface StepCoverage {
  readonly stepMs: number
  readonly spans: readonly KnownSpan[]
}

export interface Gap {
  /** End of the candle before it, and open time of the one behind it. */
  readonly from: number
  readonly to: number
  /** The venue was asked for all of it and had no trades; or some of it was never asked for. */
  readonly kind: 'no_trades' | 'not_asked'
}

/** The coverage that candles of a step are answered from: the coarsest native step that divides it. */
export function coverageFor(steps: readonly StepCoverage[], stepMs: number): StepCoverage | undefined {
  return [...steps].sort((a, b) => b.stepMs - a.stepMs).find((step) => stepMs % step.stepMs === 0)
}

/** Where candles are missing between others, and why. @param candles ascending */
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

/** Whether known spans cover all of a span. @param spans ascending */
function isCovered(from: number, to: number, spans: readonly KnownSpan[]): boolean {
  let upTo = from
  for (const [begin, end] of spans) {
    if (begin > upTo) break
    upTo = Math.max(upTo, end)
    if (upTo >= to) return true
  }
  return false
}
