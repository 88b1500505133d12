import type { PriceCandle } from '../../api/models/models.js'
import { alignUp, type Slot, slotsOf } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import { sumNumbers } from '../../api/values/decimal-sum.js'

/** A trade as far as candles are made of it: epoch ms, price 0..1, contracts. */
interface TradePrint {
  readonly at: number
  readonly price: number
  readonly size: number
}

/**
 * Candles of trades: open of the first, extremes, close of the last, volume the sum of the sizes. Steps without
 * trades stay absent.
 * @param trades ascending by time; those of one instant in the order in which they happened
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
 * Where trades without an id stand that are alike in everything that is told of them: two trades, or one that came twice.
 * @param nameOf all that is told of a trade
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

/** Candles of trades that were read from the newest down, as far as they are whole. */
export interface TradeBars {
  readonly bars: readonly PriceCandle[]
  /** The first candle told; absent when all of the window is. */
  readonly toldFrom?: number
}

/**
 * The candles of a part of a window.
 * @param trades ascending
 * @param toldFrom open time of the first candle of which all trades are there; absent when they all are
 */
export function buildTradeBars(
  trades: readonly TradePrint[],
  toldFrom: number | undefined,
  stepMs: number,
): TradeBars {
  if (toldFrom === undefined) return { bars: barsFromTrades(trades, stepMs) }
  const whole = trades.filter(({ at }) => at >= toldFrom)
  return { bars: barsFromTrades(whole, stepMs), toldFrom }
}

/** Pages of trades read for one batch of candles: what is read is kept after so many, for the rest is asked again. */
export const PAGES_A_BATCH = 10

/**
 * The first candle that is told wholly by trades read from the newest down.
 * @param oldest epoch ms of the oldest one read; others of the same instant may follow
 */
export function findFirstComplete(oldest: number, stepMs: number): number {
  return alignUp(oldest + 1, stepMs)
}
