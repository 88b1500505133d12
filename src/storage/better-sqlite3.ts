import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenDatabase, SqlValue } from './driver.js'

/**
 * Loads SQLite by the package better-sqlite3, if it is installed.
 * @param busyMs how long a statement waits while another process locks the file
 * @throws the error that prevents it from being loaded
 */
export async function loadBetterSqlite(busyMs: number): Promise<OpenDatabase> {
  const { default: BetterSqlite } = await import('better-sqlite3')
  // Loading succeeds without the native part; only opening shows that it is missing.
  new BetterSqlite(':memory:').close()
  return (path, { readOnly }) => {
    assertFolder(path)
    const database = new BetterSqlite(path, { readonly: readOnly, timeout: busyMs })
    return {
      readOnly,
      exec: (sql) => void database.exec(sql),
      prepare(sql) {
        const statement = database.prepare<unknown[], SqlValue[]>(sql)
        if (statement.reader) statement.raw(true)
        return {
          run: (values) => void statement.run(values),
          rows: (...values) => statement.all(values),
        }
      },
      query(sql) {
        const statement = database.prepare<unknown[], SqlValue[]>(sql)
        if (!statement.reader) return { columns: [], rows: () => [] }
        const columns = statement.columns().map(({ name }) => name)
        return { columns, rows: () => statement.raw(true).iterate() }
      },
      define: (name, work) => void database.function(name, { deterministic: true }, work),
      transaction: (work) => database.transaction(work).immediate(),
      close: () => void database.close(),
    }
  }
}

/** Throws SQLite's error for a missing folder, where better-sqlite3 throws a TypeError: the file cannot be opened. */
function assertFolder(path: string): void {
  if (path === ':memory:' || existsSync(dirname(path))) return
  throw Object.assign(new Error(`The folder of ${path} does not exist`), { code: 'SQLITE_CANTOPEN' })
}
