import type { PriceCandle } from '../contract/models.js'
import type { SqlValue } from '../storage/driver.js'

/** Columns of a stored candle in the order in which {@link toCandle} reads them. */
export const candleColumns = 'open_time, open, high, low, close, volume'

/** The candle of a row that begins with {@link candleColumns}: their types are the schema's. */
export function toCandle([timestamp, open, high, low, close, volume]: readonly SqlValue[]): PriceCandle {
  const prices = { timestamp: Number(timestamp), open: Number(open), high: Number(high), low: Number(low) }
  return { ...prices, close: Number(close), ...(typeof volume === 'number' ? { volume } : {}) }
}
