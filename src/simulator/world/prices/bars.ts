import { DAY_MS, WEEK_MS } from '../../../api/times/resolution.js'
import type { WorldBar } from '../common/types.js'
import { scanTrades, type TradeModel, type TradeVisitor } from './trades.js'

/** Weeks open on Monday; 1 January 1970 was a Thursday. */
const MONDAY_OFFSET_MS = 4 * DAY_MS

/** Returns the open time of the bucket of an instant. */
export function bucketOpenOf(at: number, stepMs: number): number {
  const offset = stepMs % WEEK_MS === 0 ? MONDAY_OFFSET_MS : 0
  return Math.floor((at - offset) / stepMs) * stepMs + offset
}

/**
 * Returns candles of the trades: buckets that open in [from, to), each over all its trades before `until`. Buckets without trades
 * are absent.
 */
export function aggregate(
  model: TradeModel,
  stepMs: number,
  from: number,
  to: number,
  until: number,
): WorldBar[] {
  return aggregateScan((start, end, visit) => scanTrades(model, start, end, visit), model.ticks, {
    stepMs,
    from,
    to,
    until,
  })
}

/** Builds the candles of any trades. @param scan visits those in [from, to) @param ticks in a dollar */
export function aggregateScan(
  scan: (from: number, to: number, visit: TradeVisitor) => void,
  ticks: number,
  { stepMs, from, to, until }: BarWindow,
): WorldBar[] {
  const first = ceilToBucket(from, stepMs)
  const end = Math.min(ceilToBucket(to, stepMs), until)
  const bars: WorldBar[] = []
  let openAt = Number.NEGATIVE_INFINITY
  let closesAt = first
  let [open, high, low, close, volume] = [0, 0, 0, 0, 0]
  const flush = (): void => {
    if (volume === 0) return
    bars.push({
      openAt,
      open: open / ticks,
      high: high / ticks,
      low: low / ticks,
      close: close / ticks,
      volume: volume / 100,
    })
  }
  scan(first, end, (at, price, size) => {
    if (at >= closesAt) {
      flush()
      openAt = bucketOpenOf(at, stepMs)
      closesAt = openAt + stepMs
      open = price
      high = price
      low = price
      volume = 0
    }
    if (price > high) high = price
    if (price < low) low = price
    close = price
    volume += size
  })
  flush()
  return bars
}

interface BarWindow {
  readonly stepMs: number
  readonly from: number
  readonly to: number
  readonly until: number
}

function ceilToBucket(at: number, stepMs: number): number {
  const open = bucketOpenOf(at, stepMs)
  return open === at ? at : open + stepMs
}
