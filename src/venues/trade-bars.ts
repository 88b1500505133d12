import type { PriceCandle } from '../contract/models.js'

/** A trade as far as candles are made of it: epoch ms, price 0..1, contracts. */
interface TradePrint {
  readonly at: number
  readonly price: number
  readonly size: number
}

/** 15 significant digits are what a double keeps of any decimal. */
const DIGITS = 15

/**
 * Candles of trades: open of the first, extremes, close of the last, volume the sum of the sizes. Steps without
 * trades stay absent.
 * @param trades ascending by time; those of one instant in the order in which they happened
 * @param stepMs divides a day, so that it counts from the epoch
 */
export function barsFromTrades(trades: readonly TradePrint[], stepMs: number): PriceCandle[] {
  const bars: PriceCandle[] = []
  let from = 0
  while (from < trades.length) {
    const open = openOf(trades[from], stepMs)
    let to = from + 1
    while (to < trades.length && openOf(trades[to], stepMs) === open) to++
    bars.push(toBar(open, trades.slice(from, to)))
    from = to
  }
  return bars
}

function openOf(trade: TradePrint | undefined, stepMs: number): number {
  return Math.floor((trade?.at ?? 0) / stepMs) * stepMs
}

function toBar(timestamp: number, trades: readonly TradePrint[]): PriceCandle {
  const prices = trades.map((trade) => trade.price)
  const [open = Number.NaN] = prices
  return {
    timestamp,
    open,
    high: prices.reduce((high, price) => Math.max(high, price), open),
    low: prices.reduce((low, price) => Math.min(low, price), open),
    close: prices.at(-1) ?? open,
    volume: sumOf(trades.map((trade) => trade.size)),
  }
}

/** The decimal sum: 0.1 + 0.2 is 0.3. What each addition loses is added at the end. */
function sumOf(sizes: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const size of sizes) {
    const next = sum + size
    lost += sum >= size ? sum - next + size : size - next + sum
    sum = next
  }
  return Number((sum + lost).toPrecision(DIGITS))
}
