import { columnsOf, constantIn, type TableColumn, type TableLayout, type TableSeries } from './columns.js'
import { renderTextCell } from './row-text.js'
import type { TableWriter } from './table-writer.js'
import { createTimeText, renderNumber, renderPrice, renderVolume } from './value-text.js'

/** Creates a writer of CSV: a header, then a line per candle. An absent value is an empty cell. */
export function createCsvWriter(layout: TableLayout): TableWriter {
  const timeText = createTimeText()
  const availableText = createTimeText()
  const cells = (columns: readonly TableColumn[], series: TableSeries): string[] =>
    columns.map((column) => cellOf(column, series))
  return {
    begin: () =>
      Buffer.from(
        `${columnsOf(layout)
          .map(({ name }) => name)
          .join(',')}\n`,
      ),
    write({ series, count, timestamp, open, high, low, close, volume, availableAt }) {
      const before = cells(layout.head, series)
        .map((cell) => `${cell},`)
        .join('')
      const after = `${cells(layout.tail, series)
        .map((cell) => `,${cell}`)
        .join('')}\n`
      let text = ''
      for (let at = 0; at < count; at++) {
        const amount = volume[at] as number
        const available = availableAt[at] as number
        text += `${before}${timeText(timestamp[at] as number)},${renderPrice(open[at] as number)},${renderPrice(high[at] as number)},${renderPrice(low[at] as number)},${renderPrice(close[at] as number)},${Number.isNaN(amount) ? '' : renderVolume(amount)},${Number.isNaN(available) ? '' : availableText(available)}${after}`
      }
      return Buffer.from(text)
    },
    end: () => new Uint8Array(),
  }
}

function cellOf({ name, type }: TableColumn, series: TableSeries): string {
  const value = constantIn(series, name)
  if (value === undefined) return ''
  if (typeof value === 'number') return type === 'time' ? createTimeText()(value) : renderNumber(value)
  return renderTextCell(String(value))
}
