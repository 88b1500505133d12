import { parseJson } from '../../api/values/json.js'
import { BadRow, type RestoredRow, type SeriesNote } from '../../candles/store/import-candles.js'
import { type ArchiveRow, archiveColumns, type RowReader } from './export-rows.js'
import { createFastReader, csvFormOf, type FastReader, jsonFormOf, type LineForm } from './fast-reader.js'
import { type LineHandler, readLines } from './read-lines.js'
import { isNoteJson, toNoteJson } from './series-notes.js'

/** Text formats of an export. */
export const textFormats = ['csv', 'ndjson', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** A series of an export: its note, then its candles. */
export interface ArchiveSeries {
  readonly note: SeriesNote
  readonly rows: Iterable<ArchiveRow>
}

/** Receives all contents of a file in order, with the line where each begins, from 1. */
export interface ArchiveVisitor {
  row(row: RestoredRow): void
  note(value: unknown, line: number): void
}

/** Renders series as text, piece by piece; an unknown volume is an empty cell, or an absent member. */
export function* writeSeries(all: Iterable<ArchiveSeries>, format: TextFormat): Generator<string> {
  if (format === 'csv') yield `${archiveColumns.join(',')}\n`
  if (format === 'json') yield '['
  let isFirst = true
  for (const { note, rows } of all) {
    // Only this text format has a place for notes; the others use a sidecar file.
    if (format === 'ndjson') yield `${JSON.stringify(toNoteJson(note))}\n`
    for (const row of rows) {
      if (format === 'csv') yield `${archiveColumns.map((name) => cell(row[name])).join(',')}\n`
      else if (format === 'ndjson') yield `${JSON.stringify(row)}\n`
      else yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
  }
  if (format === 'json') yield '\n]\n'
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

/** Handles line after line; undefined at the end. */
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

/** Reads a row of one line, and learns its form for later lines. */
function takeRow(
  { read, plain, visitor }: Reading,
  value: unknown,
  line: number,
  text: string,
  form: LineForm | undefined,
): void {
  const row = read(value, line)
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
 * Reads a JSON list. An exported list has its bracket and then each row on its own line. Any other list, such as a formatted
 * one, is parsed as one text, and errors name the position in it.
 */
function takeList(reading: Reading): Taker {
  /** Undefined until the line after the bracket. */
  let isOurs: boolean | undefined
  let isClosed = false
  const others: string[] = []
  return (text, line) => {
    if (text === undefined) {
      if (isOurs === true && !isClosed) throw new BadRow(1, 'the list has no end')
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
  if (!Array.isArray(list)) throw new BadRow(1, 'the file holds no list')
  list.forEach((value: unknown, index) => void visitor.row(read(value, index + 1)))
}

function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRow(line, error instanceof Error ? error.message : 'this is no JSON')
  }
}

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

function cellsOf(content: string, line: number): string[] {
  if (!content.includes('"')) return content.split(',')
  const cells: string[] = []
  for (let at = 0; at <= content.length; ) {
    CELL.lastIndex = at
    const match = CELL.exec(content)
    if (match === null) throw new BadRow(line, 'a quote is not where it can be')
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
    at = CELL.lastIndex
  }
  return cells
}

const numeric: ReadonlySet<string> = new Set(['timestamp', 'open', 'high', 'low', 'close', 'volume'])

interface CsvColumn {
  readonly name: string
  readonly isNumber: boolean
}

function columnsOf(names: readonly string[]): readonly CsvColumn[] {
  return names.map((name) => ({ name, isNumber: numeric.has(name) }))
}

/** Converts cells into a row. An empty cell is an unknown value, never a zero. */
function toRow(
  columns: readonly CsvColumn[],
  cells: readonly string[],
  line: number,
): Record<string, unknown> {
  if (cells.length !== columns.length)
    throw new BadRow(line, `${cells.length} cells where the header has ${columns.length}`)
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const text = cells[index]
    if (column === undefined || text === undefined || text === '') continue
    row[column.name] = column.isNumber && text.trim() !== '' ? Number(text) : text
  }
  return row
}
