import { decimalSum } from '../contract/decimal-sum.js'
import { type Slot, slotsOf } from '../contract/grid.js'
import type { PriceCandle } from '../contract/models.js'

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
    volume: decimalSum(trades.map((trade) => trade.size)),
  }
}
