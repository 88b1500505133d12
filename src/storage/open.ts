import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import type { Database, OpenDatabase } from './driver.js'
import { faultOf } from './faults.js'
import { findLatestVersion, type Migration, migrate, readSchemaVersion } from './migrate.js'

/**
 * Settings of every connection. With WAL and NORMAL a crash of the process loses nothing, and a power failure at most the last
 * transactions. Neither corrupts the file. The cache size is a maximum, not a reservation. The file is not memory-mapped, since
 * that is not faster here and counts as memory of the process.
 */
const pragmas = {
  journal_mode: 'WAL',
  synchronous: 'NORMAL',
  cache_size: -4_000,
  wal_autocheckpoint: 1_000,
  journal_size_limit: 16_000_000,
  temp_store: 'MEMORY',
} as const

export interface Opened {
  readonly database: Database
  /** Written by a newer version of this program: readable, not writable. */
  readonly newer: boolean
}

/** Default busy timeout, ms; short, since a waiting writer blocks the whole process. */
const SHORT_WAIT_MS = 50

/** Settings of a file that differ from the defaults. */
export type OwnPragmas = Readonly<Partial<Record<keyof typeof pragmas | 'page_size', number | string>>>

/**
 * Opens a database file with these settings and the schema. Errors of SQLite are passed to the caller.
 * @param busyMs how long a statement waits, blocking the process, while another process locks the file
 */
export function openDatabase(
  open: OpenDatabase,
  path: string,
  migrations: readonly Migration[],
  busyMs = SHORT_WAIT_MS,
  own: OwnPragmas = {},
): Opened {
  keepPrivate(path)
  // Some of the settings below are written into the file.
  if (isNewer(open, path, migrations, busyMs))
    return { database: open(path, { readOnly: true }), newer: true }
  const database = open(path, { readOnly: false })
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    // The page size must be set before the first write to a file.
    if (own.page_size !== undefined) database.exec(`PRAGMA page_size = ${own.page_size}`)
    for (const [name, value] of Object.entries({ ...pragmas, ...own }))
      database.exec(`PRAGMA ${name} = ${value}`)
    // A migration may replace a table to which others refer.
    database.exec('PRAGMA foreign_keys = OFF')
    const schema = migrate(database, migrations)
    database.exec('PRAGMA foreign_keys = ON')
    if (schema === 'current') return { database, newer: false }
    database.close()
    return { database: open(path, { readOnly: true }), newer: true }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether a later version has written the file, which is not changed by looking. */
function isNewer(
  open: OpenDatabase,
  path: string,
  migrations: readonly Migration[],
  busyMs: number,
): boolean {
  if (path === ':memory:') return false
  const database = open(path, { readOnly: true })
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return readSchemaVersion(database) > findLatestVersion(migrations)
  } finally {
    database.close()
  }
}

/** Only the owner may read it, and the files that SQLite puts beside it, which get the rights of the first one. */
function keepPrivate(path: string): void {
  // An in-memory database has no file, and none must be created with this name.
  if (path === ':memory:') return
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch {
    // SQLite reports the error when it opens the file.
  }
}

/**
 * Checkpoints the write-ahead log into the file and closes it. While another process uses the file, or the disk is full, the
 * complete log stays. The last process, or the next one, then checkpoints it.
 */
export function closeDatabase(database: Database): void {
  try {
    if (database.readOnly) return
    database.exec('PRAGMA optimize')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== 'busy' && fault !== 'unwritable') throw error
  } finally {
    database.close()
  }
}
