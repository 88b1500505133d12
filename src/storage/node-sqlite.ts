import type { OpenDatabase, SqlValue } from './driver.js'

/**
 * Loads the SQLite that Node has built in.
 * @param busyMs how long a statement waits while another process locks the file
 * @throws if it has none
 */
export async function loadNodeSqlite(busyMs: number): Promise<OpenDatabase> {
  const sqlite: unknown = await import('node:sqlite' as string)
  const { DatabaseSync } = sqlite as NodeSqlite
  return (path, { readOnly }) => {
    const database = new DatabaseSync(path, { readOnly, timeout: busyMs })
    const prepare = (sql: string): NodeStatement => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return statement
    }
    return {
      readOnly,
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = prepare(sql)
        return {
          run: (values) => void statement.run(...values),
          rows: (...values) => statement.all(...values),
        }
      },
      query(sql) {
        const statement = prepare(sql)
        const columns = statement.columns().map(({ name }) => name)
        return { columns, rows: () => (columns.length === 0 ? [] : statement.iterate()) }
      },
      define: (name, work) => database.function(name, { deterministic: true }, work),
      transaction(work) {
        const { begin, commit, rollback } = database.isTransaction ? inner : outer
        database.exec(begin)
        try {
          const result = work()
          database.exec(commit)
          return result
        } catch (error) {
          undo(database, rollback)
          throw error
        }
      },
      close: () => database.close(),
    }
  }
}

const outer = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollback: 'ROLLBACK' }
/** Statements for a nested transaction. */
const inner = {
  begin: 'SAVEPOINT inner_work',
  commit: 'RELEASE inner_work',
  rollback: 'ROLLBACK TO inner_work; RELEASE inner_work',
}

/** Rolls back. On a full disk SQLite has done so already; the error of a second rollback must not replace the first error. */
function undo(database: { exec(sql: string): void }, rollback: string): void {
  try {
    database.exec(rollback)
  } catch {
    // The first error is thrown already.
  }
}

interface NodeStatement {
  run(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): SqlValue[][]
  iterate(): Iterable<SqlValue[]>
  columns(): { readonly name: string }[]
  /** Makes rows lists in column order. */
  setReturnArrays(areArrays: true): void
}

/** The used part of `node:sqlite`; the types of Node 20, with which this is built, do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => {
    /** Whether a transaction is open. */
    readonly isTransaction: boolean
    exec(sql: string): void
    prepare(sql: string): NodeStatement
    function(
      name: string,
      options: { readonly deterministic: boolean },
      work: (...values: SqlValue[]) => SqlValue,
    ): void
    close(): void
  }
}
