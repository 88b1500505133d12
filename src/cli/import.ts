import { readFileSync } from 'node:fs'
import { BadRow, restoreCandles } from '../candles/restore.js'
import { createSqliteStore } from '../candles/sqlite-store.js'
import { systemClock } from '../effects/clock.js'
import { type StoreFlags, writingDatabase } from './archive/database.js'
import { readRows, type TextFormat, textFormats } from './archive/formats.js'
import { fromArchiveRow } from './archive/rows.js'
import { CommandFailed, exitCodes, type Output } from './output.js'

export interface ImportFlags extends StoreFlags {
  readonly format?: TextFormat
}

/** `pmx-local import FILE`: reads an export back; nothing is stored unless every row is right. */
export async function importCandles(file: string, flags: ImportFlags, output: Output): Promise<void> {
  const format = flags.format ?? formatOf(file)
  const text = readText(file)
  try {
    const rows = readRows(text, format).map(({ value, line }) => fromArchiveRow(value, line))
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

function formatOf(file: string): TextFormat {
  const ending = file.toLowerCase().split('.').at(-1)
  const format = textFormats.find((name) => name === ending)
  if (format !== undefined) return format
  const why = ending === 'parquet' ? 'Parquet files can be written, not read back' : 'its name does not tell'
  throw new CommandFailed(
    `What is ${file}? ${why}. --format takes ${textFormats.join(', ')}.`,
    exitCodes.usage,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
