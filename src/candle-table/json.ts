import { constantIn, type TableColumn, type TableLayout, type TableSeries } from './columns.js'
import type { TableWriter } from './table-writer.js'
import { createTimeText, renderNumber, renderPrice, renderVolume } from './value-text.js'

/** Creates an NDJSON writer: one JSON object per candle and line, and nothing else. An absent value is null. */
export function createNdjsonWriter(layout: TableLayout): TableWriter {
  const render = createRowsText(layout)
  return {
    begin: () => new Uint8Array(),
    write: (slice) => Buffer.from(render(slice, '', '\n')),
    end: () => new Uint8Array(),
  }
}

/** Creates a writer for one JSON list, with each candle on a separate line. */
export function createJsonWriter(layout: TableLayout): TableWriter {
  const render = createRowsText(layout)
  let isFirst = true
  return {
    begin: () => Buffer.from('['),
    write(slice) {
      const text = render(slice, ',\n', '')
      if (text === '') return new Uint8Array()
      const own = isFirst ? text.slice(1) : text
      isFirst = false
      return Buffer.from(own)
    },
    end: () => Buffer.from('\n]\n'),
  }
}

/** Creates a function that renders the rows of a slice with a text before and after each. */
function createRowsText({ head, tail }: TableLayout) {
  const timeText = createTimeText()
  const availableText = createTimeText()
  const members = (columns: readonly TableColumn[], series: TableSeries): string[] =>
    columns.map((column) => `${JSON.stringify(column.name)}:${memberOf(column, series)}`)
  return (slice: Parameters<TableWriter['write']>[0], before: string, after: string): string => {
    const { series, count, timestamp, open, high, low, close, volume, availableAt } = slice
    const begin = `${before}{${members(head, series)
      .map((member) => `${member},`)
      .join('')}"timestamp":"`
    const end = `${members(tail, series)
      .map((member) => `,${member}`)
      .join('')}}${after}`
    let text = ''
    for (let at = 0; at < count; at++) {
      const amount = volume[at] as number
      const available = availableAt[at] as number
      text += `${begin}${timeText(timestamp[at] as number)}","open":${renderPrice(open[at] as number)},"high":${renderPrice(high[at] as number)},"low":${renderPrice(low[at] as number)},"close":${renderPrice(close[at] as number)},"volume":${Number.isNaN(amount) ? 'null' : renderVolume(amount)},"available_at":${Number.isNaN(available) ? 'null' : `"${availableText(available)}"`}${end}`
    }
    return text
  }
}

function memberOf({ name, type }: TableColumn, series: TableSeries): string {
  const value = constantIn(series, name)
  if (value === undefined) return 'null'
  if (typeof value !== 'number') return JSON.stringify(value)
  return type === 'time' ? `"${createTimeText()(value)}"` : renderNumber(value)
}
