import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import type { Database, OpenDatabase } from './driver.js'
import { faultOf } from './faults.js'
import { type Migration, migrate } from './migrate.js'

/**
 * Settings of every connection. WAL with NORMAL: a crash of the process loses nothing, a power cut at most the last
 * transactions, neither corrupts. The cache size is a ceiling, not a reservation. The file is not mapped into memory:
 * that read no faster here, and what is mapped counts as ours.
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

/** A writer waits in the middle of everything else this process does, so it waits for a blink only. */
const SHORT_WAIT_MS = 50

/** What a file wants otherwise than the others. */
export type OwnPragmas = Readonly<Partial<Record<keyof typeof pragmas | 'page_size', number | string>>>

/**
 * Opens a database file with our settings and schema. What SQLite throws is left to the caller to judge.
 * @param busyMs how long a statement waits, blocking the process, while another process holds the file
 */
export function openDatabase(
  open: OpenDatabase,
  path: string,
  migrations: readonly Migration[],
  busyMs = SHORT_WAIT_MS,
  own: OwnPragmas = {},
): Opened {
  keepPrivate(path)
  const database = open(path, { readOnly: false })
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    // The size of its pages is settled before anything is written to a file.
    if (own.page_size !== undefined) database.exec(`PRAGMA page_size = ${own.page_size}`)
    for (const [name, value] of Object.entries({ ...pragmas, ...own }))
      database.exec(`PRAGMA ${name} = ${value}`)
    // A step of the schema may put a new table in the place of one that others refer to.
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

/** Only the owner may read it, and the files that SQLite puts beside it, which get the rights of the first one. */
function keepPrivate(path: string): void {
  // Without a file there is nothing to keep, and none must be made of the name.
  if (path === ':memory:') return
  try {
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch {
    // What stands in the way is told when SQLite opens the file.
  }
}

/**
 * Folds the write-ahead log into the file and closes it. While another process uses the file, or the disk is full, the log
 * stays: everything is in it, and the last process, or the next one, folds it.
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
