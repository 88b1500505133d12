import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { type CompactionOptions, createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'

const driver = await loadDriver()
let files = 0

/** A folder for files of candles, each with its store, which goes away with `remove`. */
export function candleFiles() {
  const folder = temporaryFolder()
  return {
    remove: () => folder.remove(),
    fresh(sealing?: CompactionOptions) {
      const { database } = openDatabase(driver, `${folder.path}/${files++}.db`, candleMigrations)
      return { database, store: createSqliteStore(database, () => '', sealing) }
    },
  }
}
