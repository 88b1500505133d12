import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { BadRow } from '../../candles/restore.js'
import { CommandFailed } from '../output.js'
import type { ArchiveSeries, ArchiveVisitor } from './formats.js'
import { toNoteJson } from './notes.js'
import { type ArchiveRow, archiveColumns } from './rows.js'

type ColumnType = 'STRING' | 'INT64' | 'DOUBLE'

interface ParquetColumn {
  readonly name: string
  readonly data: (string | number | bigint | null)[]
  readonly type: ColumnType
  readonly nullable: boolean
}

const types: Readonly<Record<(typeof archiveColumns)[number], ColumnType>> = {
  venue: 'STRING',
  series: 'STRING',
  resolution: 'STRING',
  basis: 'STRING',
  timestamp: 'INT64',
  time: 'STRING',
  open: 'DOUBLE',
  high: 'DOUBLE',
  low: 'DOUBLE',
  close: 'DOUBLE',
  volume: 'DOUBLE',
}

/** The columns of the rows as Parquet wants them; an unknown volume is null. */
export function parquetColumns(rows: readonly ArchiveRow[]): ParquetColumn[] {
  return archiveColumns.map((name) => ({
    name,
    type: types[name],
    nullable: name === 'volume',
    data: rows.map((row) => {
      const value = row[name]
      if (value === undefined) return null
      return types[name] === 'INT64' ? BigInt(value) : value
    }),
  }))
}

/** Under this name the file tells what was known of its series. */
const NOTES_KEY = 'pmx-local.coverage'

/**
 * The series as a Parquet file.
 * @throws CommandFailed saying what to install when the package for it is missing
 */
export async function writeParquet(all: Iterable<ArchiveSeries>): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await optional('hyparquet-writer', () => import('hyparquet-writer'))
  const notes: unknown[] = []
  const rows: ArchiveRow[] = []
  for (const series of all) {
    notes.push(toNoteJson(series.note))
    for (const row of series.rows) rows.push(row)
  }
  const kvMetadata = [{ key: NOTES_KEY, value: JSON.stringify(notes) }]
  return new Uint8Array(parquetWriteBuffer({ columnData: parquetColumns(rows), kvMetadata }))
}

/** Rows that are in memory at a time, unless a row group of the file is larger. */
const ROWS_AT_ONCE = 100_000

/**
 * Reads a Parquet file piece by piece; a null is an unknown value. `line` is the number of the row, from 1.
 * @throws BadRow for a file that is none, CommandFailed saying what to install when the package for it is missing
 */
export async function readParquet(path: string, visitor: ArchiveVisitor): Promise<void> {
  const { parquetReadObjects, parquetMetadataAsync } = await optional('hyparquet', () => import('hyparquet'))
  const file = openSlices(path)
  try {
    const metadata = await parquetMetadataAsync(file).catch(noParquet)
    const notes = metadata.key_value_metadata?.find(({ key }) => key === NOTES_KEY)?.value
    for (const note of notesIn(notes)) visitor.note(note, 1)
    const total = Number(metadata.num_rows)
    for (let from = 0; from < total; from += ROWS_AT_ONCE) {
      const rowEnd = Math.min(total, from + ROWS_AT_ONCE)
      const rows = await parquetReadObjects({ file, metadata, rowStart: from, rowEnd }).catch(noParquet)
      rows.forEach((row, index) => void visitor.row(known(row), from + index + 1))
    }
  } finally {
    file.close()
  }
}

function noParquet(error: unknown): never {
  throw new BadRow(1, `this is no Parquet file (${error instanceof Error ? error.message : String(error)})`)
}

function notesIn(text: string | undefined): readonly unknown[] {
  const notes: unknown = text === undefined ? [] : JSON.parse(text)
  return Array.isArray(notes) ? notes : []
}

/** A file of which parts are read as they are wanted. */
function openSlices(path: string) {
  const file = openSync(path, 'r')
  const byteLength = fstatSync(file).size
  return {
    byteLength,
    slice(start: number, end = byteLength): ArrayBuffer {
      const bytes = new Uint8Array(new ArrayBuffer(end - start))
      readSync(file, bytes, 0, bytes.length, start)
      return bytes.buffer
    },
    close: () => closeSync(file),
  }
}

/** A row without its nulls; 64-bit times as the numbers they fit into. */
function known(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}

/** Optional packages may have been left out of the installation. */
async function optional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    throw new CommandFailed(
      `Parquet needs the optional package ${name}, which is not installed here: \`npm install ${name}\`.\n` +
        '  csv, ndjson and json need nothing.',
    )
  }
}
