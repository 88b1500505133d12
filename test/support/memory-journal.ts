import type { OrderJournal } from '../../src/orders/journal.js'
import { journalMigrations } from '../../src/orders/migrations.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'

const driver = await loadDriver()

/** A journal that ends with the process, as a replay has it. */
export function createMemoryJournal(): OrderJournal {
  return createSqliteJournal(openDatabase(driver, ':memory:', journalMigrations).database)
}
