import type { PriceCandle } from '../../api/models/models.js'
import { aggregateBars } from '../../candles/series/aggregate.js'

/** Candles in columns that are proportional to time. The slot of a missing candle is empty. */
export interface TimeSlots {
  /** The candles to draw, which are coarser than the input if that did not fit. */
  readonly candles: readonly PriceCandle[]
  /** Time from one slot to the next, ms. */
  readonly stepMs: number
  /** The open time of the first slot, epoch ms. */
  readonly from: number
  readonly count: number
  /** Number of columns from one slot to the next. */
  readonly pitch: number
}

/** Maximum pitch: wider gaps are hard to read. */
const WIDEST_PITCH = 4
/** Minimum pitch of merged candles, so that neighbors are one column apart. */
const MERGED_PITCH = 2

/**
 * Lays out candles on `columns`. A few candles are spread out, and too many are merged.
 * @param candles ascending, at least one
 */
export function createTimeSlots(candles: readonly PriceCandle[], stepMs: number, columns: number): TimeSlots {
  const single = layOut(candles, stepMs)
  if (single.count <= columns) {
    return { ...single, pitch: Math.min(WIDEST_PITCH, Math.floor(columns / single.count)) }
  }
  const room = Math.max(1, Math.floor(columns / MERGED_PITCH))
  for (let merged = Math.ceil(single.count / room); ; merged++) {
    const slots = layOut(aggregateBars(candles, merged * stepMs), merged * stepMs)
    if (slots.count <= room) return { ...slots, pitch: MERGED_PITCH }
  }
}

function layOut(candles: readonly PriceCandle[], stepMs: number): Omit<TimeSlots, 'pitch'> {
  const from = candles[0]?.timestamp ?? 0
  const to = candles.at(-1)?.timestamp ?? from
  return { candles, stepMs, from, count: Math.round((to - from) / stepMs) + 1 }
}

/** Returns the slot of a candle, counting from 0. */
export function slotOf({ timestamp }: PriceCandle, { from, stepMs }: TimeSlots): number {
  return Math.round((timestamp - from) / stepMs)
}

/** Returns the number of candles that fit into the columns with a gap between them. */
export function countCandleSlots(columns: number): number {
  return Math.max(1, Math.floor(columns / MERGED_PITCH))
}
