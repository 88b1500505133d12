import { parseJson } from '../../api/values/json.js'
import { BadRow, type RestoredRow } from '../../candles/store/import-candles.js'
import type { RowReader } from './export-rows.js'
import { createFastReader, csvFormOf, type FastReader, jsonFormOf, type LineForm } from './fast-reader.js'
import { type LineHandler, readLines } from './read-lines.js'
import { isNoteJson } from './series-notes.js'

/** The text formats that import reads. */
export const textFormats = ['csv', 'ndjson', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** Receives all items of a file in order, with the line where each begins, from 1. */
export interface ArchiveVisitor {
  row(row: RestoredRow): void
  note(value: unknown, line: number): void
  /** Receives the origin of each venue's candles, if the file itself names it. */
  origins?(byVenue: ReadonlyMap<string, string>): void
}

/** Converts the lines of a format into candles. */
interface Reading {
  readonly read: RowReader
  readonly plain: FastReader
  readonly visitor: ArchiveVisitor
}

/**
 * Reads text of a format piece by piece.
 * @param pause awaited periodically, so that other work can run
 * @throws BadRow with the line of invalid text
 */
export async function readText(
  path: string,
  format: TextFormat,
  read: RowReader,
  visitor: ArchiveVisitor,
  pause: () => Promise<void>,
): Promise<void> {
  const plain = createFastReader()
  const take = takers[format]({ read, plain, visitor })
  // Each row of a JSON list ends with a comma, except the last.
  const isList = format === 'json'
  const taker: LineHandler = {
    bytes(buffer, from, to, line) {
      const end = isList && buffer[to - 1] === COMMA ? to - 1 : to
      const row = plain.read(buffer, from, end, line)
      if (row === undefined) return false
      visitor.row(row)
      return true
    },
    text: take,
  }
  await readLines(path, format === 'csv', taker, pause)
  take(undefined, 0)
}

const COMMA = 0x2c

/** Handles one line at a time, and undefined at the end. */
type Taker = (text: string | undefined, line: number) => void

const takers: Readonly<Record<TextFormat, (reading: Reading) => Taker>> = {
  csv: takeCsv,
  ndjson: (reading) => (text, line) => {
    if (text === undefined || text.trim() === '') return
    const value = parse(text, line)
    if (isNoteJson(value)) reading.visitor.note(value, line)
    else takeObject(reading, value, text, line)
  },
  json: takeList,
}

/** Reads a row from one line, and learns the line's form for later lines. */
function takeRow(
  { read, plain, visitor }: Reading,
  value: unknown,
  line: number,
  text: string,
  form: LineForm | undefined,
): void {
  const row = read(value, line)
  if (row === undefined) return
  visitor.row(row)
  plain.learn(text, form, row.identity)
}

function takeObject(reading: Reading, value: unknown, text: string, line: number): void {
  const form = typeof value === 'object' && value !== null ? jsonFormOf(value) : undefined
  takeRow(reading, value, line, text, form)
}

function takeCsv(reading: Reading): Taker {
  let columns: readonly CsvColumn[] | undefined
  let form: LineForm | undefined
  return (text, line) => {
    if (text === undefined || text.trim() === '') return
    if (columns !== undefined)
      return takeRow(reading, toRow(columns, cellsOf(text, line), line), line, text, form)
    const names = cellsOf(text, line)
    columns = columnsOf(names)
    form = csvFormOf(names)
  }
}

/**
 * Reads a JSON list. An exported list has its bracket on one line, and then each row on its own line. Any other list, such as a
 * formatted one, is parsed as a whole, and errors name the position in it.
 */
function takeList(reading: Reading): Taker {
  /** Undefined until the line after the bracket. */
  let isOurs: boolean | undefined
  let isClosed = false
  const others: string[] = []
  return (text, line) => {
    if (text === undefined) {
      if (isOurs === true && !isClosed) throw new BadRow(1, 'the array is not closed')
      if (isOurs !== true) takeWhole(others.join('\n'), reading)
      return
    }
    const row = text.endsWith(',') ? text.slice(0, -1) : text
    if (isOurs === undefined && others.length > 0) isOurs = others[0] === '[' && isWholeRow(row)
    if (isOurs !== true) others.push(text)
    else if (text === ']') isClosed = true
    else if (text.trim() !== '') takeObject(reading, parse(row, line), row, line)
  }
}

function isWholeRow(text: string): boolean {
  const value = parseJson(text)?.value
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function takeWhole(text: string, { read, visitor }: Reading): void {
  const list = parse(text, 1)
  if (!Array.isArray(list)) throw new BadRow(1, 'the file does not contain an array')
  list.forEach((value: unknown, index) => {
    const row = read(value, index + 1)
    if (row !== undefined) visitor.row(row)
  })
}

function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRow(line, error instanceof Error ? error.message : 'not valid JSON')
  }
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

function cellsOf(content: string, line: number): string[] {
  if (!content.includes('"')) return content.split(',')
  const cells: string[] = []
  for (let at = 0; at <= content.length; ) {
    CELL.lastIndex = at
    const match = CELL.exec(content)
    if (match === null) throw new BadRow(line, 'a quote is in an invalid position')
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
    at = CELL.lastIndex
  }
  return cells
}

const numeric: ReadonlySet<string> = new Set(['open', 'high', 'low', 'close', 'volume'])

interface CsvColumn {
  readonly name: string
  readonly isNumber: boolean
}

function columnsOf(names: readonly string[]): readonly CsvColumn[] {
  return names.map((name) => ({ name, isNumber: numeric.has(name) }))
}

/** Converts cells into a row. An empty cell is an unknown value, never a zero. An empty `available_at` marks an open candle. */
function toRow(
  columns: readonly CsvColumn[],
  cells: readonly string[],
  line: number,
): Record<string, unknown> {
  if (cells.length !== columns.length)
    throw new BadRow(line, `the row has ${cells.length} cells, but the header has ${columns.length}`)
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const text = cells[index]
    if (column === undefined || text === undefined) continue
    if (text === '' && column.name === 'available_at') row[column.name] = null
    if (text === '') continue
    const isNumber = column.isNumber || (column.name === 'timestamp' && !text.includes('-'))
    row[column.name] = isNumber && text.trim() !== '' ? Number(text) : text
  }
  return row
}
