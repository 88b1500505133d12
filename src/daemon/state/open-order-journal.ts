import { closeSync, existsSync, linkSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import { keepAliveDuring } from '../../effects/keep-alive.js'
import { journalMigrations } from '../../orders/migrations.js'
import { journalPragmas } from '../../orders/sqlite-journal.js'
import { listFindings } from '../../storage/check.js'
import type { Database, OpenDatabase } from '../../storage/driver.js'
import { createDamageError, faultOf } from '../../storage/faults.js'
import { loadDriver } from '../../storage/load-driver.js'
import { readSchemaVersion } from '../../storage/migrate.js'
import { openDatabase } from '../../storage/open.js'
import { ensurePrivateDir } from '../files/private-files.js'

/**
 * How long a statement waits for another process, ms. The process does nothing else meanwhile, so that a program that reads the
 * file for long must not be waited for in this way.
 */
export const BUSY_MS = 1_000
/** Maximum wait for another process that is creating or locking the file, ms. */
const OPEN_WITHIN_MS = 2_000
const OPEN_PAUSE_MS = 50
/** Up to this size, bytes, indexes are compared with their tables too, which takes four times as long. */
const CHECKED_COMPLETELY = 20_000_000

/** A journal without tables: an earlier version may be creating them at the moment. */
class Unfinished extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/**
 * Opens the database of the order journal, or creates it. The file is checked before, because a damaged one may lack orders
 * that count toward the limits. An existing file without our tables is damaged: a new one appears complete.
 * @throws PmxError for a damaged file, and for one of a newer version; errors of SQLite otherwise
 */
export async function openJournalDatabase(
  file: string,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): Promise<Database> {
  const driver = await loadDriver()
  ensurePrivateDir(dirname(file))
  const until = clock.monotonic() + OPEN_WITHIN_MS
  for (;;) {
    try {
      return openNow(driver, file)
    } catch (error) {
      const mayPass = faultOf(error) === 'busy' || error instanceof Unfinished
      if (!mayPass || clock.monotonic() >= until) throw asRefusal(error)
      await keepAliveDuring(clock.sleep(OPEN_PAUSE_MS))
    }
  }
}

function openNow(driver: OpenDatabase, file: string): Database {
  if (!existsSync(file)) createJournal(driver, file)
  assertUndamaged(driver, file)
  const { database, newer } = openDatabase(driver, file, journalMigrations, BUSY_MS, journalPragmas)
  if (!newer) return database
  database.close()
  throw createJournalRefusal(
    'A newer version of pmx-local wrote the order journal (orders.db in the state folder). Use that version.',
  )
}

function asRefusal(error: unknown): unknown {
  if (faultOf(error) !== 'corrupt' || !(error instanceof Error)) return error
  return createJournalRefusal(
    `The order journal (orders.db in the state folder) is damaged: ${error.message}. 'pmx-local orders log' shows what to do.`,
    error,
  )
}

/** Creates the error of an order that is refused because of the journal. @param why complete sentences */
export function createJournalRefusal(why: string, cause?: Error): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `The order was not placed. ${why}`, {
    retryable: false,
    detail: { kind: 'journal' },
    ...(cause && { cause }),
  })
}

/**
 * Checks that an existing file is a journal without damage.
 * @throws an error of a damaged file ({@link faultOf}), or the error that prevents the check
 */
export function assertUndamaged(driver: OpenDatabase, file: string): void {
  const { size } = statSync(file)
  if (size === 0) throw new Unfinished('the file is empty')
  const isRead = (readOnly: boolean): void => {
    const database = driver(file, { readOnly })
    try {
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
      if (readSchemaVersion(database) === 0) throw new Unfinished('the file has no table of orders')
      const found = listFindings(database, size > CHECKED_COMPLETELY ? 'quick_check' : 'integrity_check')
      if (found !== undefined) throw createDamageError(found)
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE name IN ('orders', 'stops')")
        .rows()
      if (tables.length < 2) throw createDamageError('the file has no table of orders')
    } finally {
      database.close()
    }
  }
  try {
    // Closing a connection that can write may change a damaged file.
    isRead(true)
  } catch (error) {
    // A transaction that a crash interrupted is undone by a connection that can write.
    if (faultOf(error) !== 'unwritable') throw error
    isRead(false)
  }
}

/** Creates a journal. It appears with all its tables, so that no other process sees a part of it. */
function createJournal(driver: OpenDatabase, file: string): void {
  const log = ['-wal', '-journal'].map((suffix) => `${file}${suffix}`).find((path) => sizeOf(path) > 0)
  if (log !== undefined)
    throw createDamageError(`the file is missing, but its log (${basename(log)}) contains orders`)
  const folder = mkdtempSync(join(dirname(file), 'new-journal-'))
  const draft = join(folder, basename(file))
  try {
    create(draft)
    linkSync(draft, file)
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN')) throw error
    // A file system without links. Only the process that creates the file may fill it.
    closeSync(openSync(file, 'wx', 0o600))
    create(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  function create(path: string): void {
    openDatabase(driver, path, journalMigrations, BUSY_MS, journalPragmas).database.close()
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String((error as { code?: unknown }).code))
}
