import { renderNumber } from './value-text.js'

/** A value of a row: an absent one is undefined. */
type Value = string | number | undefined
/** A row by the names of its columns. */
export type TextRow = Readonly<Record<string, Value>>

/** Quotes a CSV cell if it contains a comma, a quote or a line break. */
export function renderTextCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Renders rows as CSV with a header. An absent value is an empty cell. */
export function renderCsvRows(columns: readonly string[], rows: Iterable<TextRow>): string {
  let text = `${columns.join(',')}\n`
  for (const row of rows) text += `${columns.map((name) => renderCell(row[name])).join(',')}\n`
  return text
}

function renderCell(value: Value): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? renderNumber(value) : renderTextCell(value)
}

/** Renders rows as NDJSON, with one object per line that contains all columns. An absent value is null. */
export function renderNdjsonRows(columns: readonly string[], rows: Iterable<TextRow>): string {
  let text = ''
  for (const row of rows) {
    const members = columns.map((name) => `${JSON.stringify(name)}:${renderMember(row[name])}`)
    text += `{${members.join(',')}}\n`
  }
  return text
}

function renderMember(value: Value): string {
  if (value === undefined) return 'null'
  return typeof value === 'number' ? renderNumber(value) : JSON.stringify(value)
}
