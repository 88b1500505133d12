import type { PriceCandle } from '../../api/models/models.js'
import type { Paint } from '../output/colors.js'
import { choosePriceFormat, formatExact } from '../output/numbers.js'
import { formatMinute } from '../output/times.js'
import { type Column, renderTable } from './table.js'

const columns: readonly Column[] = [
  { title: 'opens (UTC)' },
  { title: 'open', align: 'right' },
  { title: 'high', align: 'right' },
  { title: 'low', align: 'right' },
  { title: 'close', align: 'right' },
  { title: 'volume', align: 'right' },
]

/** Renders one row per candle, oldest first. */
export function renderCandleTable(candles: readonly PriceCandle[], paint: Paint): string[] {
  const price = choosePriceFormat(candles.flatMap(({ open, high, low, close }) => [open, high, low, close]))
  const rows = candles.map(({ timestamp, open, high, low, close, volume }) => [
    formatMinute(timestamp),
    price(open),
    price(high),
    price(low),
    price(close),
    formatExact(volume),
  ])
  return renderTable(columns, rows, paint)
}
