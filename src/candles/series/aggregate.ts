import type { PriceCandle } from '../../api/models/models.js'
import { slotsOf } from '../../api/times/resolution.js'
import { sumNumbers } from '../../api/values/decimal-sum.js'
import type { PricePoint } from '../../venue-kit/contract/venue.js'

/**
 * Builds candles with a coarser interval: the open of the first part, the extremes, the close of the last part, and the
 * sum of the volumes. The volume is absent if any part lacks it. Intervals without parts stay absent.
 * @param bars ascending, of an interval that divides `stepMs`
 */
export function aggregateBars(bars: readonly PriceCandle[], stepMs: number): PriceCandle[] {
  return slotsOf(bars, (bar) => bar.timestamp, stepMs).map(([timestamp, parts]) => {
    const [first] = parts
    const last = parts.at(-1) ?? first
    const volumes = parts.map((part) => part.volume)
    const complete = volumes.every((volume) => volume !== undefined)
    return {
      timestamp,
      open: first.open,
      high: parts.reduce((high, part) => Math.max(high, part.high), first.high),
      low: parts.reduce((low, part) => Math.min(low, part.low), first.low),
      close: last.close,
      ...(complete ? { volume: sumNumbers(volumes) } : {}),
    }
  })
}

/** Builds candles from ascending price points, without volume. */
export function barsFromPoints(points: readonly PricePoint[], stepMs: number): PriceCandle[] {
  return slotsOf(points, (point) => point.at, stepMs).map(([timestamp, parts]) => {
    const [first] = parts
    const last = parts.at(-1) ?? first
    return {
      timestamp,
      open: first.price,
      high: parts.reduce((high, part) => Math.max(high, part.price), first.price),
      low: parts.reduce((low, part) => Math.min(low, part.price), first.price),
      close: last.price,
    }
  })
}
