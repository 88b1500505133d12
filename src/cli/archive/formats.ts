import { BadRow } from '../../candles/restore.js'
import { type ArchiveRow, archiveColumns } from './rows.js'

/** Formats of an export that are text. */
export const textFormats = ['csv', 'ndjson', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** A value and the line of the file it begins on, from 1. */
export interface Located {
  readonly value: unknown
  readonly line: number
}

/** The rows as text, piece by piece; an unknown volume is an empty cell, or an absent member. */
export function* writeRows(rows: Iterable<ArchiveRow>, format: TextFormat): Generator<string> {
  if (format === 'csv') yield `${archiveColumns.join(',')}\n`
  if (format === 'json') yield '['
  let isFirst = true
  for (const row of rows) {
    if (format === 'csv') yield `${archiveColumns.map((name) => cell(row[name])).join(',')}\n`
    else if (format === 'ndjson') yield `${JSON.stringify(row)}\n`
    else yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
    isFirst = false
  }
  if (format === 'json') yield '\n]\n'
}

/**
 * The rows of such a text.
 * @throws BadRow naming the line for what cannot be read
 */
export function readRows(text: string, format: TextFormat): Located[] {
  if (format === 'json') return readList(text)
  const lines = text.split(/\r?\n/).map((content, index) => ({ content, line: index + 1 }))
  const filled = lines.filter(({ content }) => content.trim() !== '')
  if (format === 'ndjson') return filled.map(({ content, line }) => ({ value: parse(content, line), line }))
  const [header, ...rest] = filled
  if (header === undefined) return []
  const names = cellsOf(header.content, header.line)
  return rest.map(({ content, line }) => ({ value: toRow(names, cellsOf(content, line), line), line }))
}

/** Our own JSON has a row a line; of any other list the place in it is told. */
function readList(text: string): Located[] {
  const list = parse(text, 1)
  if (!Array.isArray(list)) throw new BadRow(1, 'the file holds no list')
  const isOurs = text.startsWith('[\n')
  return list.map((value: unknown, index) => ({ value, line: isOurs ? index + 2 : index + 1 }))
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

/** An empty cell is an unknown value, never a zero. */
function toRow(names: readonly string[], cells: readonly string[], line: number): Record<string, unknown> {
  if (cells.length !== names.length)
    throw new BadRow(line, `${cells.length} cells where the header has ${names.length}`)
  return Object.fromEntries(
    names.flatMap((name, index): [string, unknown][] => {
      const text = cells[index] ?? ''
      if (text === '') return []
      return [[name, numeric.has(name) && text.trim() !== '' ? Number(text) : text]]
    }),
  )
}
