import type { PriceCandle } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'

/**
 * Renders candles as CSV lines under a header; `time` is ISO 8601 UTC and `timestamp` the same in epoch ms, both of the
 * opening. An unknown volume is an empty cell.
 */
export function renderCandleCsv(candles: readonly PriceCandle[]): string[] {
  const lines = candles.map(({ timestamp, open, high, low, close, volume }) =>
    [toIso(timestamp), timestamp, open, high, low, close, volume ?? ''].join(','),
  )
  return ['time,timestamp,open,high,low,close,volume', ...lines]
}
