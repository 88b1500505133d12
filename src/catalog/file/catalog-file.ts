import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Database } from '../../storage/driver.js'
import { isOfSchema } from '../../storage/faults.js'
import { closeDatabase, type Opened } from '../../storage/open.js'
import {
  createResilientFile,
  type FileTrouble,
  type ResilientFileDeps,
} from '../../storage/resilient-file.js'

/** The catalog's database, whichever file it is in now: what was prepared once goes on with a new one. */
export interface CatalogFile extends Database {
  /** What the file is good for right now. */
  readonly state: { readonly kind: 'ok' } | FileTrouble
  /** Moves a damaged file aside and goes on with a new one, which is empty: it costs a reading of the venues. */
  quarantine(reason: string): void
  /** Goes on with the file that has its name by now: the one that was opened may have been deleted. */
  reopen(): void
}

interface CatalogFileDeps extends Pick<ResilientFileDeps<Database>, 'moveAside' | 'clock' | 'log'> {
  /** Opens the file with its schema; throws what SQLite throws. `newer` files are readable only. */
  open(): Opened
}

/**
 * The catalog's file with the rules of `storage/resilient-file.ts`. Nothing takes the place of a file that cannot be
 * used: all that it holds can be read from the venues again.
 * @returns a database whose calls throw CATALOG_UNAVAILABLE where the file cannot be used
 */
export function createCatalogFile({ open, moveAside, clock, log }: CatalogFileDeps): CatalogFile {
  const file = createResilientFile<Database>({
    open() {
      const { database, newer } = open()
      return { handle: database, newer }
    },
    closeHandle: closeDatabase,
    moveAside,
    words: {
      inLog: 'the catalog',
      inReasons: 'the catalog',
      unusable: 'the catalog cannot be used',
      readOnly: 'the catalog cannot be written',
    },
    readsGoOn: true,
    clock,
    log,
  })
  let isInTransaction = false

  /** Nothing is owed to a file that can be opened again. */
  function noteOpened(): void {
    if (file.opened !== undefined && file.trouble?.kind === 'unusable') file.worked()
  }

  function run<Value>(what: 'read' | 'write', work: (database: Database) => Value): Value {
    // The whole transaction is judged, after it has been undone.
    if (isInTransaction && file.opened !== undefined) return work(file.opened)
    const database = file.usable(what)
    noteOpened()
    if (database === undefined) throw unavailable(whyNot())
    try {
      const value = work(database)
      if (what === 'write') file.worked()
      return value
    } catch (error) {
      // A newer version may have other tables, which only asking for them shows.
      if (!file.isNewer || !isOfSchema(error)) file.failed(error, what)
      throw unavailable(messageOf(error))
    }
  }

  function whyNot(): string {
    return file.isClosed || file.trouble === undefined ? 'it is closed' : file.trouble.reason
  }

  file.usable('read')
  return {
    get state() {
      return file.trouble ?? { kind: 'ok' }
    },
    get readOnly() {
      return file.isNewer
    },
    exec: (sql) => run('write', (database) => database.exec(sql)),
    prepare(sql) {
      let preparedIn: Database | undefined
      let statement: ReturnType<Database['prepare']> | undefined
      const statementIn = (database: Database) => {
        if (statement === undefined || preparedIn !== database) statement = database.prepare(sql)
        preparedIn = database
        return statement
      }
      return {
        run: (values) => run('write', (database) => statementIn(database).run(values)),
        rows: (...values) => run('read', (database) => statementIn(database).rows(...values)),
      }
    },
    transaction: (work) =>
      run('write', (database) => {
        isInTransaction = true
        try {
          return database.transaction(work)
        } finally {
          isInTransaction = false
        }
      }),
    quarantine(reason) {
      file.quarantine(reason)
      noteOpened()
    },
    reopen: () => file.reopen(),
    close: () => file.close(),
  }
}

function unavailable(reason: string): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', `The catalog cannot be used now: ${reason}.`)
}
