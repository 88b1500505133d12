import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import * as zlib from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { messageOf } from '../../api/envelope/errors.js'
import { parseJson } from '../../api/values/json.js'
import { BadRow, type RestoredRow } from '../../candles/store/import-candles.js'
import { CommandFailed } from '../output/output.js'
import { type RowReader, readColumns } from './export-rows.js'
import type { ArchiveVisitor } from './formats.js'

type Column = (typeof readColumns)[number]

/** The metadata key under which files of earlier versions store the notes of their series. */
const NOTES_KEY = 'pmx-local.coverage'
/** The metadata key for the origins by venue. */
const ORIGIN_KEY = 'pmx-local.origin'

/**
 * Reads a Parquet file with one row group in memory at a time. A null is an unknown value. `line` is the number of the row, from
 * 1.
 * @throws BadRow for an invalid file, CommandFailed naming the package to install when it is missing
 */
export async function readParquet(path: string, read: RowReader, visitor: ArchiveVisitor): Promise<void> {
  const { parquetScan, parquetMetadataAsync } = await optional('hyparquet', () => import('hyparquet'))
  const take = (row: RestoredRow | undefined): void => {
    if (row !== undefined) visitor.row(row)
  }
  const file = openSlices(path)
  try {
    const metadata = await parquetMetadataAsync(file).catch(noParquet)
    const notes = metadata.key_value_metadata?.find(({ key }) => key === NOTES_KEY)?.value
    for (const note of notesIn(notes)) visitor.note(note, 1)
    const origins = metadata.key_value_metadata?.find(({ key }) => key === ORIGIN_KEY)?.value
    if (origins !== undefined) visitor.origins?.(originsIn(origins))
    const { ranges, readColumn } = await parquetScan({ file, metadata, compressors }).catch(noParquet)
    const names = new Set(metadata.schema.map(({ name }) => name))
    for (const { rowStart, rowEnd } of ranges) {
      const group: Partial<Record<Column, Values>> = {}
      for (const column of readColumns.filter((name) => names.has(name)))
        group[column] = valuesIn(await readColumn({ column, rowStart, rowEnd }).catch(noParquet))
      for (let index = 0; index < rowEnd - rowStart; index++)
        take(read(rowAt(group, index), rowStart + index + 1))
    }
  } finally {
    file.close()
  }
}

/**
 * Files of this version are compressed with GZIP. Files from other programs often use ZSTD, which newer versions of Node support.
 */
const { zstdDecompressSync } = zlib as typeof zlib & {
  readonly zstdDecompressSync?: (input: Uint8Array) => Uint8Array
}
const compressors: Compressors = {
  GZIP: (input) => zlib.gunzipSync(input),
  ...(zstdDecompressSync === undefined ? {} : { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }),
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
    outcome_id: valueAt(group.outcome_id, index),
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
    available_at: group.available_at && (valueAt(group.available_at, index) ?? null),
    provisional: valueAt(group.provisional, index),
  }
}

function valueAt(values: Values | undefined, index: number): unknown {
  const value = values?.[index] ?? undefined
  if (value instanceof Date) return value.getTime()
  return typeof value === 'bigint' ? Number(value) : value
}

function noParquet(error: unknown): never {
  throw new BadRow(1, `the file is not a Parquet file (${messageOf(error)})`)
}

function originsIn(text: string): ReadonlyMap<string, string> {
  const value = parseJson(text)?.value
  const isObject = typeof value === 'object' && value !== null
  return new Map(isObject ? Object.entries(value).map(([venue, origin]) => [venue, String(origin)]) : [])
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
        '  csv, ndjson and json need no package.',
    )
  }
}
