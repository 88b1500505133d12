import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'

/** The quality of a list of candles, computed without a venue call. */
export interface CandleReport {
  /** Number of intervals in the window. */
  readonly steps: number
  readonly candles: number
  /** Candles divided by intervals, 0..1, or undefined for an empty window. */
  readonly coverage: number | undefined
  /** Number of ranges without a candle, between the first and the last candle. */
  readonly gaps: number
  /** Length of the longest one, in intervals, or 0 if there is none. */
  readonly longestGap: number
  readonly spikes: readonly Spike[]
  /** Share of candles that are one price without volume, 0..1, or undefined without candles. */
  readonly singlePoint: number | undefined
  /** How far the sum of YES and NO is from 1, or undefined without candles that both have. */
  readonly sumError: SumError | undefined
}

/** A close far from the one before it. */
export interface Spike {
  /** Open time, epoch ms. */
  readonly timestamp: number
  readonly from: number
  readonly to: number
}

/** Over the closes that both sides have, in prices (0..1). */
export interface SumError {
  readonly compared: number
  readonly mean: number
  readonly worst: number
}

/** A move is a spike if it exceeds this many times the median of all moves. A small move is never a spike. */
export const SPIKE_MEDIANS = 5
export const MIN_SPIKE = 0.1

/**
 * Computes the quality of the candles of one outcome.
 * @param window requested times in epoch ms, both inclusive
 * @param other candles of the other outcome of a two-sided market, if there is one
 */
export function reportCandles(
  bars: readonly PriceCandle[],
  stepMs: number,
  window: { readonly start: number; readonly end: number },
  other?: readonly PriceCandle[],
): CandleReport {
  const first = alignDown(window.start, stepMs)
  const steps = Math.max(0, Math.round((alignDown(window.end, stepMs) - first) / stepMs) + 1)
  return {
    steps,
    candles: bars.length,
    coverage: steps === 0 ? undefined : bars.length / steps,
    ...gapsOf(bars, stepMs),
    spikes: spikesOf(bars),
    singlePoint: bars.length === 0 ? undefined : bars.filter(isSinglePoint).length / bars.length,
    sumError: other === undefined ? undefined : sumErrorOf(bars, other),
  }
}

/** Returns the runs of missing intervals between adjacent candles. */
export function gapsOf(
  bars: readonly PriceCandle[],
  stepMs: number,
): { readonly gaps: number; readonly longestGap: number } {
  let gaps = 0
  let longestGap = 0
  pairsOf(bars).forEach(([before, after]) => {
    const missing = Math.round((after.timestamp - before.timestamp) / stepMs) - 1
    if (missing > 0) gaps++
    longestGap = Math.max(longestGap, missing)
  })
  return { gaps, longestGap }
}

/** Returns the closes that are more than five median moves, and more than 0.1, away from the close before. */
export function spikesOf(bars: readonly PriceCandle[]): Spike[] {
  const pairs = pairsOf(bars)
  const moves = pairs.map(([before, after]) => Math.abs(after.close - before.close))
  const limit = Math.max(MIN_SPIKE, SPIKE_MEDIANS * medianOf(moves))
  return pairs
    .filter((_pair, index) => (moves[index] ?? 0) > limit)
    .map(([before, after]) => ({ timestamp: after.timestamp, from: before.close, to: after.close }))
}

/** Returns how far the sums of the two sides' closes are from 1, for candles that exist on both sides. */
export function sumErrorOf(yes: readonly PriceCandle[], no: readonly PriceCandle[]): SumError | undefined {
  const closes = new Map(no.map(({ timestamp, close }) => [timestamp, close]))
  const errors = yes.flatMap(({ timestamp, close }) => {
    const against = closes.get(timestamp)
    return against === undefined ? [] : [Math.abs(close + against - 1)]
  })
  if (errors.length === 0) return undefined
  const sum = errors.reduce((total, error) => total + error, 0)
  const worst = errors.reduce((most, error) => Math.max(most, error), 0)
  return { compared: errors.length, mean: sum / errors.length, worst }
}

function isSinglePoint({ open, high, low, close, volume }: PriceCandle): boolean {
  return open === high && open === low && open === close && (volume === undefined || volume === 0)
}

function pairsOf(bars: readonly PriceCandle[]): (readonly [PriceCandle, PriceCandle])[] {
  return bars.slice(1).flatMap((after, index) => {
    const before = bars[index]
    return before === undefined ? [] : [[before, after] as const]
  })
}

/** Returns the median, or 0 if there are no values. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}
