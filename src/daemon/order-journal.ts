import { messageOf } from '../api/errors.js'
import type { Logger } from '../observe/logger.js'
import type { Journal } from '../orders/journal.js'
import { createMemoryJournal } from '../orders/memory-journal.js'
import { journalMigrations } from '../orders/migrations.js'
import { createSqliteJournal, journalPragmas } from '../orders/sqlite-journal.js'
import { loadDriver } from '../storage/driver.js'
import { openDatabase } from '../storage/open.js'

/** A journal that is opened by the first order, and how many of its orders are in doubt for whoever asks. */
export interface OrderJournal extends Journal {
  /** Undefined while nobody has placed an order, and where it cannot be opened. */
  readonly opened: Journal | undefined
}

/**
 * The journal in its file. It is opened when it is first needed, so that who never trades has none; what keeps it from
 * being opened is thrown then, and no order is placed. A damaged journal is left where it is: it stands for money, and
 * a new one would forget what may have been placed.
 * @param file undefined for a journal that ends with the process
 */
export async function openOrderJournal(file: string | undefined, log: Logger): Promise<OrderJournal> {
  const driver =
    file === undefined
      ? undefined
      : await loadDriver().catch((error: unknown) => {
          log.warn({ reason: messageOf(error) }, 'orders are written down in memory only')
          return undefined
        })
  let opened: Journal | undefined

  function journal(): Journal {
    if (opened !== undefined) return opened
    if (file === undefined || driver === undefined) opened = createMemoryJournal()
    else {
      const { database, newer } = openDatabase(driver, file, journalMigrations, BUSY_MS, journalPragmas)
      if (newer) {
        database.close()
        throw new Error('the journal of orders was written by a newer version of pmx-local')
      }
      opened = createSqliteJournal(database)
    }
    return opened
  }

  return {
    get opened() {
      return opened
    },
    intend: (intent) => journal().intend(intent),
    settle: (...settled) => journal().settle(...settled),
    answered: (id) => journal().answered(id),
    byKey: (...asked) => journal().byKey(...asked),
    unanswered: (...asked) => journal().unanswered(...asked),
    row: (id) => journal().row(id),
    inDoubt: () => journal().inDoubt(),
    costsSince: (at) => journal().costsSince(at),
    list: (query) => journal().list(query),
    close() {
      opened?.close()
      opened = undefined
    },
  }
}

/** A command that reads the journal holds it for a blink. */
const BUSY_MS = 1_000
