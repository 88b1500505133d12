import { BadRow } from '../../candles/restore.js'
import { CommandFailed } from '../output.js'
import type { Located } from './formats.js'
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

/**
 * The rows as a Parquet file.
 * @throws CommandFailed saying what to install when the package for it is missing
 */
export async function writeParquet(rows: readonly ArchiveRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await optional('hyparquet-writer', () => import('hyparquet-writer'))
  return new Uint8Array(parquetWriteBuffer({ columnData: parquetColumns(rows) }))
}

/**
 * The rows of a Parquet file; a null is an unknown value. `line` is the number of the row, from 1.
 * @throws BadRow for a file that is none, CommandFailed saying what to install when the package for it is missing
 */
export async function readParquet(bytes: Uint8Array): Promise<Located[]> {
  const { parquetReadObjects } = await optional('hyparquet', () => import('hyparquet'))
  const { buffer, byteOffset, byteLength } = bytes
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  const rows = await parquetReadObjects({ file }).catch((error: unknown) => {
    throw new BadRow(1, `this is no Parquet file (${error instanceof Error ? error.message : String(error)})`)
  })
  return rows.map((row, index) => ({ value: known(row), line: index + 1 }))
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
