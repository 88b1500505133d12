import { setImmediate as turn } from 'node:timers/promises'
import type { Command } from 'commander'
import type { CompactionPosition } from '../../candles/database/compaction-schedule.js'
import { createSqliteStore } from '../../candles/database/sqlite-store.js'
import { measureDatabase } from '../../storage/files.js'
import { type StoreFlags, withDatabaseReader, withDatabaseWriter } from '../import-export/open-database.js'
import { addDatabaseFlags } from '../options/command.js'
import { renderCount } from '../output/counted.js'
import type { Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'

export function compactCommand(cache: Command, output: Output): void {
  addDatabaseFlags(
    cache
      .command('compact')
      .description('Compact old candles now to free disk space (a running daemon does this automatically)'),
  ).action((flags) => compact(flags, output))
}

/**
 * `pmx-local cache compact`: compacts old candles, chunk by chunk, and shrinks the file. After an interruption, the next run
 * continues.
 */
async function compact(flags: StoreFlags, output: Output): Promise<void> {
  // Fails with a clear message if nothing is stored yet.
  const path = await withDatabaseReader(flags, (file) => file.path)
  const before = measureDatabase(path)
  let words = 'looking for old candles'
  const compacted = await withProgress(
    output,
    () => words,
    () => undefined,
    () =>
      withDatabaseWriter(flags, 'compact', async ({ database, addressOf, sealing }) => {
        const store = createSqliteStore(database, addressOf, sealing)
        const ofSeries = store.seriesCount()
        let [candles, series] = [0, 0]
        let place: CompactionPosition | undefined
        do {
          const slice = store.compact(place, sealing.before())
          candles += slice.count
          series += slice.passed
          place = slice.next
          words = `${renderCount(candles, 'candle')} compacted, ${series} of ${ofSeries} series done`
          await turn()
        } while (place !== undefined)
        words = 'shrinking the file'
        await turn()
        database.exec('VACUUM')
        return candles
      }),
  )
  const after = measureDatabase(path)
  if (flags.json === true) return output.json({ path, compacted, bytesBefore: before, bytes: after })
  output.line(
    `${renderCount(compacted, 'candle')} compacted; ${renderMegabytes(before)} before, ${renderMegabytes(after)} now`,
  )
}

/** Renders a number of bytes as megabytes. */
export function renderMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
