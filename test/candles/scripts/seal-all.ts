import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'

/** Brings a candle file up to date and seals all of it, a line a slice, so that somebody may end it in between. */
const [path = '', before = ''] = process.argv.slice(2)
const store = createSqliteStore(openDatabase(await loadDriver(), path, candleMigrations).database)
for (
  let slice = store.compact(undefined, Number(before));
  ;
  slice = store.compact(slice.next, Number(before))
) {
  process.stdout.write(`${slice.count}\n`)
  if (slice.next === undefined) break
}
store.close()
