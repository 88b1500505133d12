import { PmxError } from '../api/errors.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import type { Database } from '../storage/driver.js'
import { faultOf, isOfSchema } from '../storage/faults.js'
import { closeDatabase, type Opened } from '../storage/open.js'

/** What the file is good for right now; `read_only` is read, `unusable` neither read nor written. */
type CatalogFileState =
  | { readonly kind: 'ok' }
  | { readonly kind: 'read_only' | 'unusable'; readonly reason: string; readonly since: number }

/** The catalog's database, whichever file it is in now: what was prepared once goes on with a new one. */
export interface CatalogFile extends Database {
  readonly state: CatalogFileState
  /** Moves a damaged file aside and goes on with a new one, which is empty: it costs a reading of the venues. */
  quarantine(reason: string): void
}

interface CatalogFileDeps {
  /** Opens the file with its schema; throws what SQLite throws. `newer` files are readable only. */
  open(): Opened
  /** Moves the file aside; returns where to, or undefined when there was nothing to move. */
  moveAside(): string | undefined
  readonly clock: Clock
  readonly log: Logger
}

/** Pauses between two tries of a file that does not work, each twice as long as the one before. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/**
 * The catalog's file with the rules of the candles': what is damaged is moved aside and begun anew, what a newer version
 * has written is read only, and a file that cannot be used now is left alone for a while. Nothing takes its place
 * meanwhile: all that it holds can be read from the venues again.
 * @returns a database whose calls throw CATALOG_UNAVAILABLE where the file cannot be used
 */
export function createCatalogFile({ open, moveAside, clock, log }: CatalogFileDeps): CatalogFile {
  let opened: Opened | undefined
  let state: CatalogFileState = { kind: 'ok' }
  let failures = 0
  let retryAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let isInTransaction = false

  function openFile(): void {
    opened = open()
    if (opened.newer)
      enter('read_only', 'the catalog was written by a newer version of pmx-local: it is read, not written')
    else if (state.kind === 'unusable') hasWorked()
  }

  function enter(kind: 'read_only' | 'unusable', reason: string): void {
    state = { kind, reason, since: clock.now() }
    log.warn({ reason }, kind === 'unusable' ? 'the catalog cannot be used' : 'the catalog cannot be written')
  }

  function pause(reason: string): void {
    enter(opened === undefined ? 'unusable' : 'read_only', reason)
    retryAt = clock.monotonic() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
  }

  function quarantine(reason: string): void {
    if (isClosed) return
    closeQuietly()
    try {
      const movedTo = moveAside()
      log.warn({ reason, movedTo }, 'the catalog is damaged; it was moved aside and a new one is begun')
      openFile()
    } catch (error) {
      pause(`the file cannot be begun anew: ${messageOf(error)}`)
    }
  }

  function closeQuietly(): void {
    const file = opened?.database
    opened = undefined
    try {
      if (file !== undefined) closeDatabase(file)
    } catch {
      // It is damaged or cannot be written: whoever used it has been told.
    }
  }

  /** Judges what SQLite threw; rethrows what is no trouble of the file. */
  function judge(error: unknown): void {
    const fault = faultOf(error)
    if (fault === 'corrupt') quarantine(messageOf(error))
    else if (fault !== undefined) pause(messageOf(error))
    else if (opened?.newer !== true || !isOfSchema(error)) throw error
  }

  function run<Value>(what: 'read' | 'write', work: (database: Database) => Value): Value {
    // The whole transaction is judged, after it has been undone.
    if (isInTransaction && opened !== undefined) return work(opened.database)
    if (isClosed) throw unavailable('it is closed')
    const isPausing = clock.monotonic() < retryAt
    try {
      if (opened === undefined && !isPausing) openFile()
    } catch (error) {
      judge(error)
    }
    const isBarred = what === 'write' && (isPausing || opened?.newer === true)
    if (opened === undefined || isBarred)
      throw unavailable(state.kind === 'ok' ? 'it was damaged' : state.reason)
    try {
      const value = work(opened.database)
      if (what === 'write') hasWorked()
      return value
    } catch (error) {
      judge(error)
      throw unavailable(messageOf(error))
    }
  }

  function hasWorked(): void {
    if (state.kind !== 'ok') log.info({}, 'the catalog can be used again')
    state = { kind: 'ok' }
    failures = 0
  }

  try {
    openFile()
  } catch (error) {
    judge(error)
  }
  return {
    get state() {
      return state
    },
    get readOnly() {
      return opened?.newer === true
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
          database.transaction(work)
        } finally {
          isInTransaction = false
        }
      }),
    quarantine,
    close() {
      isClosed = true
      closeQuietly()
    },
  }
}

function unavailable(reason: string): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', `The catalog cannot be used now: ${reason}.`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
