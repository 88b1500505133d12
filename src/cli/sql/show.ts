import type { SqlValue } from '../../storage/driver.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import type { Output } from '../output/output.js'
import { renderTable } from '../tables/table.js'

export type SqlFormat = 'table' | 'csv' | 'json'

/** Maximum number of rows in a table, which is laid out as a whole. CSV and JSON have no limit. */
const MAX_IN_TABLE = 1_000

/** Renders the result of a statement, piece by piece. */
export function* renderResult(
  columns: readonly string[],
  rows: Iterable<readonly SqlValue[]>,
  format: SqlFormat,
  output: Pick<Output, 'style' | 'note'>,
): Generator<string> {
  if (format === 'csv') {
    yield `${columns.map(csvCell).join(',')}\n`
    for (const row of rows) yield `${row.map((value) => csvCell(told(value))).join(',')}\n`
  } else if (format === 'json') {
    let before = '['
    for (const row of rows) {
      const members = columns.map((name, at) => [name, jsonValue(row[at] ?? null)] as const)
      yield `${before}\n${JSON.stringify(Object.fromEntries(members))}`
      before = ','
    }
    yield before === '[' ? '[]\n' : '\n]\n'
  } else yield* table(columns, rows, output)
}

function* table(
  columns: readonly string[],
  rows: Iterable<readonly SqlValue[]>,
  output: Pick<Output, 'style' | 'note'>,
): Generator<string> {
  const some: (readonly SqlValue[])[] = []
  let isCut = false
  for (const row of rows) {
    isCut = some.length === MAX_IN_TABLE
    if (isCut) break
    some.push(row)
  }
  const heads = columns.map((title, at) =>
    some.length > 0 && some.every((row) => typeof row[at] !== 'string')
      ? ({ title: toPrintable(title), align: 'right' } as const)
      : { title: toPrintable(title) },
  )
  const cells = some.map((row) =>
    row.map((value) => toPrintable(isBytes(value) ? sizeOf(value) : told(value))),
  )
  for (const line of renderTable(heads, cells, output.style)) yield `${line}\n`
  if (isCut)
    output.note(
      `Only the first ${renderCount(MAX_IN_TABLE, 'row')} are shown. --csv and --json print all rows.`,
    )
}

function told(value: SqlValue): string {
  if (value === null) return ''
  return isBytes(value) ? Buffer.from(value).toString('hex') : String(value)
}

function jsonValue(value: SqlValue): string | number | null {
  return isBytes(value) ? Buffer.from(value).toString('hex') : value
}

function isBytes(value: SqlValue): value is Uint8Array {
  return value instanceof Uint8Array
}

function sizeOf(bytes: Uint8Array): string {
  return `(${bytes.length} bytes)`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
