import type { PriceCandle } from '../../api/models/models.js'
import { aggregateBars } from '../../candles/series/aggregate.js'

/** Candles laid out on columns that are proportional to time: where one is missing, its place stays empty. */
export interface TimeSlots {
  /** Candles to draw; coarser than those given where these did not fit. */
  readonly candles: readonly PriceCandle[]
  /** Time from one place to the next, ms. */
  readonly stepMs: number
  /** Opening of the first place, epoch ms. */
  readonly from: number
  readonly count: number
  /** Columns from one place to the next. */
  readonly pitch: number
}

/** Candles further apart than this look lost. */
const WIDEST_PITCH = 4
/** Apart by a column, neighbours can be told from each other. */
const MERGED_PITCH = 2

/**
 * Finds room for candles on `columns`: spread out when they are few, merged when they are too many.
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

/** The place of a candle, counted from 0. */
export function slotOf({ timestamp }: PriceCandle, { from, stepMs }: TimeSlots): number {
  return Math.round((timestamp - from) / stepMs)
}

/** How many candles stand well apart on so many columns. */
export function countCandleSlots(columns: number): number {
  return Math.max(1, Math.floor(columns / MERGED_PITCH))
}
