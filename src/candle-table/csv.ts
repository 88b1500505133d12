import { columnsOf, constantIn, type TableColumn, type TableLayout, type TableSeries } from './columns.js'
import { renderTextCell } from './row-text.js'
import type { TableWriter } from './table-writer.js'
import { createTimeText, renderNumber, renderPrice, renderVolume } from './value-text.js'

/** How cells are separated and written. */
interface CellStyle {
  readonly separator: string
  /** The cell of an absent value. */
  readonly absent: string
  renderText(text: string): string
}

const csvStyle: CellStyle = { separator: ',', absent: '', renderText: renderTextCell }

/** Creates a CSV writer: a header, then one line per candle. An absent value is an empty cell. */
export function createCsvWriter(layout: TableLayout): TableWriter {
  const names = columnsOf(layout).map(({ name }) => name)
  return {
    begin: () => Buffer.from(`${names.join(',')}\n`),
    write: createLineWriter(layout, csvStyle),
    end: () => new Uint8Array(),
  }
}

/** Creates a function that renders the lines of a slice. */
export function createLineWriter(layout: TableLayout, style: CellStyle): TableWriter['write'] {
  const { separator: by, absent } = style
  const timeText = createTimeText()
  const availableText = createTimeText()
  const cells = (columns: readonly TableColumn[], series: TableSeries): string[] =>
    columns.map((column) => cellOf(column, series, style))
  return ({ series, count, timestamp, open, high, low, close, volume, availableAt }) => {
    const before = cells(layout.head, series)
      .map((cell) => cell + by)
      .join('')
    const after = `${cells(layout.tail, series)
      .map((cell) => by + cell)
      .join('')}\n`
    let text = ''
    for (let at = 0; at < count; at++) {
      const amount = volume[at] as number
      const available = availableAt[at] as number
      text += `${before}${timeText(timestamp[at] as number)}${by}${renderPrice(open[at] as number)}${by}${renderPrice(high[at] as number)}${by}${renderPrice(low[at] as number)}${by}${renderPrice(close[at] as number)}${by}${Number.isNaN(amount) ? absent : renderVolume(amount)}${by}${Number.isNaN(available) ? absent : availableText(available)}${after}`
    }
    return Buffer.from(text)
  }
}

function cellOf({ name, type }: TableColumn, series: TableSeries, { absent, renderText }: CellStyle): string {
  const value = constantIn(series, name)
  if (value === undefined) return absent
  if (typeof value === 'number') return type === 'time' ? createTimeText()(value) : renderNumber(value)
  return renderText(String(value))
}
