import { CommandFailed } from '../output.js'
import { type ArchiveRow, archiveColumns } from './rows.js'

/** What is used of `hyparquet-writer`, which need not be installed. */
interface ParquetWriter {
  parquetWriteBuffer(options: { readonly columnData: readonly ParquetColumn[] }): ArrayBuffer
}

interface ParquetColumn {
  readonly name: string
  readonly data: readonly (string | number | bigint | null)[]
  readonly type: 'STRING' | 'INT64' | 'DOUBLE'
  readonly nullable: boolean
}

const types: Readonly<Record<(typeof archiveColumns)[number], ParquetColumn['type']>> = {
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
 * @throws CommandFailed saying what to install when the writer is missing
 */
export async function writeParquet(rows: readonly ArchiveRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await loadWriter()
  return new Uint8Array(parquetWriteBuffer({ columnData: parquetColumns(rows) }))
}

async function loadWriter(): Promise<ParquetWriter> {
  // Named by a variable: the compiler must not insist on a package that is optional.
  const name: string = 'hyparquet-writer'
  try {
    const writer: unknown = await import(name)
    // Its one function is what the package documents.
    return writer as ParquetWriter
  } catch {
    throw new CommandFailed(
      'Parquet needs the optional package hyparquet-writer, which is not installed here: `npm install hyparquet-writer`.\n' +
        '  --format csv, ndjson and json need nothing.',
    )
  }
}
