import { setImmediate as turn } from 'node:timers/promises'
import type { Command } from 'commander'
import type { SealPlace } from '../../candles/database/chunk-compactor.js'
import { createSqliteStore } from '../../candles/database/sqlite-store.js'
import { databaseBytes } from '../../storage/files.js'
import { readingDatabase, type StoreFlags, writingDatabase } from '../import-export/open-database.js'
import { stored } from '../options/command.js'
import { counted } from '../output/counted.js'
import type { Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'

export function compactCommand(cache: Command, output: Output): void {
  stored(
    cache
      .command('compact')
      .description('seal old candles now and give free room back; a running daemon seals by itself'),
  ).action((flags) => compact(flags, output))
}

/** `pmx-local cache compact`: seals what is old, chunk by chunk, and shrinks the file. Interrupted, it goes on next time. */
async function compact(flags: StoreFlags, output: Output): Promise<void> {
  // Says so where there is nothing yet.
  const path = await readingDatabase(flags, (file) => file.path)
  const before = databaseBytes(path)
  let words = 'looking for old candles'
  const sealed = await withProgress(
    output,
    () => words,
    () => undefined,
    () =>
      writingDatabase(flags, 'compact', async ({ database, addressOf, sealing }) => {
        const store = createSqliteStore(database, addressOf, sealing)
        const ofSeries = store.seriesCount()
        let [candles, series] = [0, 0]
        let place: SealPlace | undefined
        do {
          const slice = store.seal(place, sealing.before())
          candles += slice.count
          series += slice.passed
          place = slice.next
          words = `${counted(candles, 'candle')} sealed, ${series} of ${ofSeries} series done`
          await turn()
        } while (place !== undefined)
        words = 'giving the room back'
        await turn()
        database.exec('VACUUM')
        return candles
      }),
  )
  const after = databaseBytes(path)
  if (flags.json === true) return output.json({ path, sealed, bytesBefore: before, bytes: after })
  output.line(`${counted(sealed, 'candle')} sealed; ${megabytes(before)} before, ${megabytes(after)} now`)
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
