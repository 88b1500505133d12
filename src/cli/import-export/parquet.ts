import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { messageOf } from '../../api/envelope/errors.js'
import { BadRow } from '../../candles/store/import-candles.js'
import { CommandFailed } from '../output/output.js'
import { type ArchiveRow, archiveColumns, type RowReader } from './export-rows.js'
import type { ArchiveSeries, ArchiveVisitor } from './formats.js'
import { toNoteJson } from './series-notes.js'

type Column = (typeof archiveColumns)[number]

const types = {
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
} as const satisfies Readonly<Record<Column, 'STRING' | 'INT64' | 'DOUBLE'>>

/** Converts rows into Parquet columns; an unknown volume is null. */
export function toParquetColumns(rows: readonly ArchiveRow[]) {
  return archiveColumns.map((name) => ({
    name,
    type: types[name],
    nullable: name === 'volume',
    data: dataOf(name, rows),
  }))
}

function dataOf(name: Column, rows: readonly ArchiveRow[]) {
  if (name === 'volume') return rows.map(({ volume }) => volume ?? null)
  if (types[name] === 'STRING') return rows.map((row) => row[name])
  // Filled one by one: `from` with a list uses an iterator, which costs ten times as much.
  const data = name === 'timestamp' ? new BigInt64Array(rows.length) : new Float64Array(rows.length)
  rows.forEach((row, index) => {
    if (data instanceof BigInt64Array) data[index] = BigInt(row.timestamp)
    else data[index] = Number(row[name])
  })
  return data
}

/** Metadata key for the notes of the series. */
const NOTES_KEY = 'pmx-local.coverage'
/** Rows in memory at a time. */
const ROWS_A_GROUP = 20_000

/**
 * Creates a writer of series as a Parquet file, piece by piece: one row group is in memory at a time.
 * @throws CommandFailed naming the package to install when it is missing
 */
export async function createParquetWriter(
  rowsAGroup = ROWS_A_GROUP,
): Promise<(all: Iterable<ArchiveSeries>) => Generator<Uint8Array>> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await optional(
    'hyparquet-writer',
    () => import('hyparquet-writer'),
  )
  return function* write(all) {
    const bytes = new ByteWriter()
    const notes: unknown[] = []
    const about = { key: NOTES_KEY, value: '' }
    const schema = schemaFromColumnData({ columnData: toParquetColumns([]) })
    const file = new ParquetWriter({ writer: bytes, schema, kvMetadata: [about] })
    for (const rows of groupsOf(all, notes, rowsAGroup)) {
      file.write({ columnData: toParquetColumns(rows), rowGroupSize: rowsAGroup })
      yield taken(bytes)
    }
    // The end of the file is written after all series have passed.
    about.value = JSON.stringify(notes)
    file.finish()
    yield taken(bytes)
  }
}

function* groupsOf(
  all: Iterable<ArchiveSeries>,
  notes: unknown[],
  rowsAGroup: number,
): Generator<readonly ArchiveRow[]> {
  let rows: ArchiveRow[] = []
  for (const series of all) {
    notes.push(toNoteJson(series.note))
    for (const row of series.rows) {
      rows.push(row)
      if (rows.length < rowsAGroup) continue
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

/** Returns the bytes written since the last call; positions in the file continue. */
function taken(bytes: { getBytes(): Uint8Array; index: number }): Uint8Array {
  const piece = bytes.getBytes().slice()
  bytes.index = 0
  return piece
}

/**
 * Reads a Parquet file, one row group in memory at a time; a null is an unknown value. `line` is the number of the row, from
 * 1.
 * @throws BadRow for an invalid file, CommandFailed naming the package to install when it is missing
 */
export async function readParquet(path: string, read: RowReader, visitor: ArchiveVisitor): Promise<void> {
  const { parquetScan, parquetMetadataAsync } = await optional('hyparquet', () => import('hyparquet'))
  const file = openSlices(path)
  try {
    const metadata = await parquetMetadataAsync(file).catch(noParquet)
    const notes = metadata.key_value_metadata?.find(({ key }) => key === NOTES_KEY)?.value
    for (const note of notesIn(notes)) visitor.note(note, 1)
    const { ranges, readColumn } = await parquetScan({ file, metadata }).catch(noParquet)
    const names = new Set(metadata.schema.map(({ name }) => name))
    for (const { rowStart, rowEnd } of ranges) {
      const group: Partial<Record<Column, Values>> = {}
      for (const column of archiveColumns.filter((name) => names.has(name)))
        group[column] = valuesIn(await readColumn({ column, rowStart, rowEnd }).catch(noParquet))
      for (let index = 0; index < rowEnd - rowStart; index++)
        visitor.row(read(rowAt(group, index), rowStart + index + 1))
    }
  } finally {
    file.close()
  }
}

type Values = ArrayLike<unknown>

/** Converts 64-bit times into numbers. */
function valuesIn(data: Values): Values {
  if (!(data instanceof BigInt64Array)) return data
  const numbers = new Float64Array(data.length)
  for (let index = 0; index < data.length; index++) numbers[index] = Number(data[index])
  return numbers
}

function rowAt(group: Readonly<Partial<Record<Column, Values>>>, index: number) {
  return {
    venue: valueAt(group.venue, index),
    series: valueAt(group.series, index),
    resolution: valueAt(group.resolution, index),
    basis: valueAt(group.basis, index),
    timestamp: valueAt(group.timestamp, index),
    time: valueAt(group.time, index),
    open: valueAt(group.open, index),
    high: valueAt(group.high, index),
    low: valueAt(group.low, index),
    close: valueAt(group.close, index),
    volume: valueAt(group.volume, index),
  }
}

function valueAt(values: Values | undefined, index: number): unknown {
  const value = values?.[index] ?? undefined
  return typeof value === 'bigint' ? Number(value) : value
}

function noParquet(error: unknown): never {
  throw new BadRow(1, `this is no Parquet file (${messageOf(error)})`)
}

function notesIn(text: string | undefined): readonly unknown[] {
  const notes: unknown = text === undefined ? [] : JSON.parse(text)
  return Array.isArray(notes) ? notes : []
}

/** Opens a file for reading parts on request. */
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

/** Loads an optional package, which may not be installed. */
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
