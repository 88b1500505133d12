import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Database } from '../../storage/driver.js'
import { isOfSchema } from '../../storage/faults.js'
import { closeDatabase, type Opened } from '../../storage/open.js'
import {
  createResilientFile,
  type FileTrouble,
  type ResilientFileDeps,
} from '../../storage/resilient-file.js'

/** The database of the catalog, whichever file is open now. Prepared statements continue to work after the file is replaced. */
export interface CatalogFile extends Database {
  /** Whether the file can be used now, and if not, why. */
  readonly state: { readonly kind: 'ok' } | FileTrouble
  /** Moves a damaged file aside and continues with a new, empty one. The lists then have to be synced again. */
  quarantine(reason: string): void
  /** Opens the file at the path again, since the opened one may have been deleted. */
  reopen(): void
}

interface CatalogFileDeps extends Pick<ResilientFileDeps<Database>, 'moveAside' | 'clock' | 'log'> {
  /** Opens the file with its schema; throws the errors of SQLite. `newer` files are read-only. */
  open(): Opened
}

/**
 * Creates the catalog file with the rules of `storage/resilient-file.ts`. An unusable file has no replacement in memory,
 * since the lists can be synced from the venues again.
 * @returns a database whose calls throw CATALOG_UNAVAILABLE if the file cannot be used
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

  /** A file that opens again has no pending writes, so it counts as working. */
  function noteOpened(): void {
    if (file.opened !== undefined && file.trouble?.kind === 'unusable') file.worked()
  }

  function run<Value>(what: 'read' | 'write', work: (database: Database) => Value): Value {
    // Errors are judged for the whole transaction, after its rollback.
    if (isInTransaction && file.opened !== undefined) return work(file.opened)
    const database = file.usable(what)
    noteOpened()
    if (database === undefined) throw unavailable(whyNot())
    try {
      const value = work(database)
      if (what === 'write') file.worked()
      return value
    } catch (error) {
      // A newer version may have other tables, which only a query shows.
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
