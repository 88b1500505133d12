import type { PriceCandle } from '../../api/models/models.js'
import { alignUp, type Slot, slotsOf } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import { sumNumbers } from '../../api/values/decimal-sum.js'

/** The members of a trade that candles need: epoch ms, price 0..1, contracts. */
interface TradePrint {
  readonly at: number
  readonly price: number
  readonly size: number
}

/**
 * Builds candles from trades: the open of the first, the extremes, the close of the last, and the sum of the sizes as
 * volume. Intervals without trades are absent.
 * @param trades ascending by time; trades of one instant in the order of execution
 */
export function barsFromTrades(trades: readonly TradePrint[], stepMs: number): PriceCandle[] {
  return slotsOf(trades, (trade) => trade.at, stepMs).map(toBar)
}

function toBar([timestamp, trades]: Slot<TradePrint>): PriceCandle {
  const prices = trades.map((trade) => trade.price)
  const open = trades[0].price
  return {
    timestamp,
    open,
    high: prices.reduce((high, price) => Math.max(high, price), open),
    low: prices.reduce((low, price) => Math.min(low, price), open),
    close: prices.at(-1) ?? open,
    volume: sumNumbers(trades.map((trade) => trade.size)),
  }
}

/**
 * Returns the spans of identical trades without an id: these are two trades, or one trade that was returned twice.
 * @param nameOf all reported facts of a trade
 */
export function findTwinSpans<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  timeOf: (row: Row) => number,
): readonly Span[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const name = nameOf(row)
    const isTwin = seen.has(name)
    seen.add(name)
    const at = timeOf(row)
    return isTwin ? [{ from: at, to: at + 1 }] : []
  })
}

/** Candles of trades that were read from the newest down, as far as they are complete. */
export interface TradeBars {
  readonly bars: readonly PriceCandle[]
  /** Open time of the first complete candle. Absent when the whole window is complete. */
  readonly completeFrom?: number
}

/**
 * Builds the candles of a part of a window.
 * @param trades ascending
 * @param completeFrom open time of the first candle with all its trades; absent when all candles are complete
 */
export function buildTradeBars(
  trades: readonly TradePrint[],
  completeFrom: number | undefined,
  stepMs: number,
): TradeBars {
  if (completeFrom === undefined) return { bars: barsFromTrades(trades, stepMs) }
  const whole = trades.filter(({ at }) => at >= completeFrom)
  return { bars: barsFromTrades(whole, stepMs), completeFrom }
}

/** Maximum number of trade pages of one batch of candles: the fetched part is then stored, and the rest is requested again. */
export const PAGES_A_BATCH = 10

/**
 * Returns the open time of the first candle that is complete, for trades read from the newest down.
 * @param oldest epoch ms of the oldest trade read; others of the same instant may follow
 */
export function findFirstComplete(oldest: number, stepMs: number): number {
  return alignUp(oldest + 1, stepMs)
}
