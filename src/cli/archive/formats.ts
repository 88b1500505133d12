import { BadRow, type SeriesNote } from '../../candles/restore.js'
import { readLines } from './lines.js'
import { isNoteJson, toNoteJson } from './notes.js'
import { type ArchiveRow, archiveColumns } from './rows.js'

/** Formats of an export that are text. */
export const textFormats = ['csv', 'ndjson', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** A series of an export: what is known of it, then its candles. */
export interface ArchiveSeries {
  readonly note: SeriesNote
  readonly rows: Iterable<ArchiveRow>
}

/** Told of everything in a file, in its order, with the line that it begins on, from 1. */
export interface ArchiveVisitor {
  row(value: unknown, line: number): void
  note(value: unknown, line: number): void
}

/** The series as text, piece by piece; an unknown volume is an empty cell, or an absent member. */
export function* writeSeries(all: Iterable<ArchiveSeries>, format: TextFormat): Generator<string> {
  if (format === 'csv') yield `${archiveColumns.join(',')}\n`
  if (format === 'json') yield '['
  let isFirst = true
  for (const { note, rows } of all) {
    // Of the text formats this one has room for it; beside the others lies a file.
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

/**
 * Reads such a text piece by piece.
 * @param pause waited for now and then, so that others get a turn
 * @throws BadRow naming the line for what cannot be read
 */
export async function readText(
  path: string,
  format: TextFormat,
  visitor: ArchiveVisitor,
  pause: () => Promise<void>,
): Promise<void> {
  const take = takers[format](visitor)
  for (const lines of readLines(path, format === 'csv')) {
    for (const { text, line } of lines) take(text, line)
    await pause()
  }
  take(undefined, 0)
}

/** Takes line after line; undefined at the end. */
type Taker = (text: string | undefined, line: number) => void

const takers: Readonly<Record<TextFormat, (visitor: ArchiveVisitor) => Taker>> = {
  csv: takeCsv,
  ndjson: (visitor) => (text, line) => {
    if (text !== undefined && text.trim() !== '') takeJson(text, line, visitor)
  },
  json: takeList,
}

function takeJson(text: string, line: number, visitor: ArchiveVisitor): void {
  const value = parse(text, line)
  if (isNoteJson(value)) visitor.note(value, line)
  else visitor.row(value, line)
}

function takeCsv(visitor: ArchiveVisitor): Taker {
  let columns: readonly CsvColumn[] | undefined
  return (text, line) => {
    if (text === undefined || text.trim() === '') return
    if (columns === undefined) columns = columnsOf(cellsOf(text, line))
    else visitor.row(toRow(columns, cellsOf(text, line), line), line)
  }
}

/** Our own JSON has a row a line; any other list is read as a whole, and the place in it is told. */
function takeList(visitor: ArchiveVisitor): Taker {
  let isOurs: boolean | undefined
  let isClosed = false
  const others: string[] = []
  return (text, line) => {
    if (text === undefined) {
      if (isOurs === true && !isClosed) throw new BadRow(1, 'the list has no end')
      if (isOurs !== true) takeWhole(others.join('\n'), visitor)
      return
    }
    if (isOurs === undefined) {
      isOurs = text === '['
      if (isOurs) return
    }
    if (!isOurs) others.push(text)
    else if (text === ']') isClosed = true
    else if (text.trim() !== '') visitor.row(parse(text.endsWith(',') ? text.slice(0, -1) : text, line), line)
  }
}

function takeWhole(text: string, visitor: ArchiveVisitor): void {
  const list = parse(text, 1)
  if (!Array.isArray(list)) throw new BadRow(1, 'the file holds no list')
  list.forEach((value: unknown, index) => void visitor.row(value, index + 1))
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

/** An empty cell is an unknown value, never a zero. */
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
