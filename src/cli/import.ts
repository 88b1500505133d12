import { readFileSync } from 'node:fs'
import { BadRow, restoreCandles } from '../candles/restore.js'
import { createSqliteStore } from '../candles/sqlite-store.js'
import { systemClock } from '../effects/clock.js'
import { type StoreFlags, writingDatabase } from './archive/database.js'
import { type Located, readRows, type TextFormat, textFormats } from './archive/formats.js'
import { readParquet } from './archive/parquet.js'
import { fromArchiveRow } from './archive/rows.js'
import { CommandFailed, exitCodes, type Output } from './output.js'

type FileFormat = TextFormat | 'parquet'
const fileFormats: readonly FileFormat[] = [...textFormats, 'parquet']

export interface ImportFlags extends StoreFlags {
  readonly format?: FileFormat
}

/** `pmx-local import FILE`: reads an export back; nothing is stored unless every row is right. */
export async function importCandles(file: string, flags: ImportFlags, output: Output): Promise<void> {
  const format = flags.format ?? formatOf(file)
  const bytes = readBytes(file)
  try {
    const rows = (await located(bytes, format)).map(({ value, line }) => fromArchiveRow(value, line))
    const done = await writingDatabase(flags, 'import', (database) =>
      // The database is closed by whoever opened it.
      restoreCandles(createSqliteStore(database), rows, systemClock.now()),
    )
    if (flags.json === true) output.json(done)
    else output.line(`${done.candles} candles of ${done.series} series read from ${file}`)
  } catch (error) {
    if (error instanceof BadRow) throw new CommandFailed(`${file}: ${error.message} Nothing was stored.`)
    throw error
  }
}

async function located(bytes: Buffer, format: FileFormat): Promise<Located[]> {
  return format === 'parquet' ? readParquet(bytes) : readRows(bytes.toString('utf8'), format)
}

function formatOf(file: string): FileFormat {
  const ending = file.toLowerCase().split('.').at(-1)
  const format = fileFormats.find((name) => name === ending)
  if (format !== undefined) return format
  throw new CommandFailed(
    `What is ${file}? Its name does not tell. --format takes ${fileFormats.join(', ')}.`,
    exitCodes.usage,
  )
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
