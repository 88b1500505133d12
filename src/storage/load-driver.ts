import { PmxError } from '../api/envelope/errors.js'
import { loadBetterSqlite } from './better-sqlite3.js'
import type { OpenDatabase } from './driver.js'
import { loadNodeSqlite } from './node-sqlite.js'

/** How long a statement waits while another process locks the file, unless `PRAGMA busy_timeout` sets another time, ms. */
const BUSY_MS = 5_000

/** The first Node whose own SQLite is not experimental: earlier ones print a warning and cut texts at U+0000. */
const FIRST_NODE_WITH_SQLITE = 24

/**
 * Loads the SQLite of this machine: Node's own, which needs less CPU time, else better-sqlite3.
 * @throws PmxError NOT_SUPPORTED with instructions when there is neither
 */
export async function loadDriver(): Promise<OpenDatabase> {
  const found = await tryDrivers()
  if (typeof found === 'function') return found
  throw new PmxError('NOT_SUPPORTED', describeMissingSqlite().join(' '), { cause: new AggregateError(found) })
}

/** Returns the result of {@link loadDriver}, or undefined if there is no SQLite ({@link describeMissingSqlite}). */
export async function findDriver(): Promise<OpenDatabase | undefined> {
  const found = await tryDrivers()
  return typeof found === 'function' ? found : undefined
}

/** Describes the features that are missing without a driver, and the fix. @param nodeVersion as `process.versions.node` */
export function describeMissingSqlite(
  nodeVersion: string = process.versions.node,
): readonly [string, string] {
  const own = hasOwnSqlite(nodeVersion) ? 'was built without SQLite' : 'has no stable built-in SQLite'
  return [
    `SQLite is missing: better-sqlite3 cannot be loaded, and Node ${nodeVersion} ${own}. Candles are cached in memory only, lists are not cached, and no order can be placed.`,
    `Use Node ${FIRST_NODE_WITH_SQLITE} or later, or run 'npm install better-sqlite3' where pmx-local is installed (this needs a compiler on platforms without a prebuilt binary).`,
  ]
}

function hasOwnSqlite(nodeVersion: string): boolean {
  return Number.parseInt(nodeVersion, 10) >= FIRST_NODE_WITH_SQLITE
}

async function tryDrivers(): Promise<OpenDatabase | readonly unknown[]> {
  const failures: unknown[] = []
  for (const load of hasOwnSqlite(process.versions.node)
    ? [loadNodeSqlite, loadBetterSqlite]
    : [loadBetterSqlite]) {
    try {
      return await load(BUSY_MS)
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}
