import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { Database, OpenDatabase } from './driver.js'
import { faultOf } from './faults.js'
import { findLatestVersion, type Migration, migrate } from './migrate.js'

/**
 * Settings of every connection. With WAL and NORMAL, a process crash loses nothing, and a power failure loses at most the last
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

/** Default busy timeout, ms. It is short, because a waiting writer blocks the whole process. */
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
  if (isNewer(path, migrations)) return { database: open(path, { readOnly: true }), newer: true }
  const database = open(path, { readOnly: false })
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    // The page size must be set before the first write to a file.
    if (own.page_size !== undefined) database.exec(`PRAGMA page_size = ${own.page_size}`)
    const { journal_mode, ...others } = { ...pragmas, ...own }
    setJournalMode(database, String(journal_mode), busyMs)
    for (const [name, value] of Object.entries(others)) database.exec(`PRAGMA ${name} = ${value}`)
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

/** Sets how changes are logged. A write-ahead log that another process uses remains. */
function setJournalMode(database: Database, mode: string, busyMs: number): void {
  const endsLog = mode !== 'WAL' && database.prepare('PRAGMA journal_mode').rows()[0]?.[0] === 'wal'
  if (endsLog) database.exec('PRAGMA busy_timeout = 0')
  try {
    database.exec(`PRAGMA journal_mode = ${mode}`)
  } catch (error) {
    if (!endsLog || faultOf(error) !== 'busy') throw error
  }
  database.exec(`PRAGMA busy_timeout = ${busyMs}`)
}

const HEADER = 'SQLite format 3\0'
/** Position of `user_version` in the header of a database (sqlite.org/fileformat.html, 1.3), bytes. */
const VERSION_AT = 60

/**
 * Whether a later version has written the file, by its header: opening it would change it already. Changes in a log next to the
 * file are found when it is open.
 */
function isNewer(path: string, migrations: readonly Migration[]): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(VERSION_AT + 4)
      readSync(file, head, 0, head.length, 0)
      return (
        head.toString('latin1', 0, HEADER.length) === HEADER &&
        head.readInt32BE(VERSION_AT) > findLatestVersion(migrations)
      )
    } finally {
      closeSync(file)
    }
  } catch {
    // There is no file yet, or SQLite reports its error.
    return false
  }
}

/** Restricts the file to its owner, with SQLite's sidecar files, which get the rights of the first one. */
function keepPrivate(path: string): void {
  // An in-memory database has no file, and none must be created with this name.
  if (path === ':memory:') return
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`])
      if (existsSync(file)) chmodSync(file, 0o600)
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
