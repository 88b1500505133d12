import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'

/** What can be said about the quality of a list of candles without asking anybody. */
export interface CandleReport {
  /** Steps of the window. */
  readonly steps: number
  readonly candles: number
  /** Candles by steps, 0..1; undefined for an empty window. */
  readonly coverage: number | undefined
  /** Runs of steps without a candle, between the first and the last candle. */
  readonly gaps: number
  /** Steps of the longest of them; 0 when there is none. */
  readonly longestGap: number
  readonly spikes: readonly Spike[]
  /** Share of candles that are one price without volume, 0..1; undefined without candles. */
  readonly singlePoint: number | undefined
  /** How far YES and NO are from adding up to 1; undefined without candles that both have. */
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

/** A move is a spike beyond so many medians of all moves, and never a small one. */
export const SPIKE_MEDIANS = 5
export const MIN_SPIKE = 0.1

/**
 * Judges the candles of one outcome.
 * @param window asked times in epoch ms, both inclusive
 * @param other candles of the other outcome of a two-sided market, where there is one
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

/** Runs of missing steps between neighbours. */
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

/** Closes more than five median moves, and more than 0.1, away from the close before. */
export function spikesOf(bars: readonly PriceCandle[]): Spike[] {
  const pairs = pairsOf(bars)
  const moves = pairs.map(([before, after]) => Math.abs(after.close - before.close))
  const limit = Math.max(MIN_SPIKE, SPIKE_MEDIANS * medianOf(moves))
  return pairs
    .filter((_pair, index) => (moves[index] ?? 0) > limit)
    .map(([before, after]) => ({ timestamp: after.timestamp, from: before.close, to: after.close }))
}

/** How far the closes of the two sides are from adding up to 1, where both have one. */
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

/** 0 for no values. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}
