import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { PmxError } from '../api/envelope/errors.js'

/** Values SQLite stores; bytes are copied when they are stored. */
export type SqlValue = string | number | Uint8Array | null

/** The little of SQLite that the store files use, the same over both drivers. */
interface Statement {
  /** Takes the values as one list: spreading them costs a tenth of bulk writing. */
  run(values: readonly SqlValue[]): void
  /** Rows as lists in column order: objects cost twice as much. */
  rows(...values: readonly SqlValue[]): SqlValue[][]
}

/** What a statement that nobody knew before would give. */
interface Query {
  /** None where it gives no rows: then it is for something else than reading. */
  readonly columns: readonly string[]
  /** Runs it; row after row, for more than memory should hold. */
  rows(): Iterable<SqlValue[]>
}

export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  /** All of `work` or nothing. @returns what the work returns */
  transaction<Result>(work: () => Result): Result
  readonly readOnly: boolean
  close(): void
}

/** A database with what a shell needs beside: statements that nobody knew before. */
export interface ShellDatabase extends Database {
  query(sql: string): Query
  /** Makes a function of ours callable from SQL, with as many arguments as it has. */
  define(name: string, work: (...values: SqlValue[]) => SqlValue): void
}

export type OpenDatabase = (path: string, options: { readonly readOnly: boolean }) => ShellDatabase

/**
 * The SQLite that is here: better-sqlite3, else Node's own where it exists.
 * @throws NOT_SUPPORTED saying how to go on when there is neither
 */
export async function loadDriver(): Promise<OpenDatabase> {
  const failures: unknown[] = []
  for (const load of [loadBetterSqlite, loadNodeSqlite]) {
    try {
      return await load()
    } catch (error) {
      failures.push(error)
    }
  }
  throw new PmxError(
    'NOT_SUPPORTED',
    'No SQLite here: the binary of better-sqlite3 is missing and this Node has none built in. ' +
      'Run `npm rebuild better-sqlite3`, use Node 22.13 or newer, or start with --no-cache.',
    { cause: new AggregateError(failures) },
  )
}

async function loadBetterSqlite(): Promise<OpenDatabase> {
  const { default: BetterSqlite } = await import('better-sqlite3')
  // Loading succeeds without the native part; only opening shows that it is missing.
  new BetterSqlite(':memory:').close()
  return (path, { readOnly }) => {
    assertFolder(path)
    const database = new BetterSqlite(path, { readonly: readOnly })
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

/** better-sqlite3 meets a missing folder with a TypeError; to the store it is a file that cannot be opened. */
function assertFolder(path: string): void {
  if (path === ':memory:' || existsSync(dirname(path))) return
  throw Object.assign(new Error(`The folder of ${path} does not exist`), { code: 'SQLITE_CANTOPEN' })
}

async function loadNodeSqlite(): Promise<OpenDatabase> {
  const sqlite: unknown = await import('node:sqlite' as string)
  const { DatabaseSync } = sqlite as NodeSqlite
  return (path, { readOnly }) => {
    const database = new DatabaseSync(path, { readOnly })
    return {
      readOnly,
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql)
        return {
          run: (values) => void statement.run(...values),
          rows: (...values) => statement.all(...values).map((row) => Object.values(row)),
        }
      },
      query(sql) {
        const statement = database.prepare(sql)
        return {
          columns: columnNames(statement),
          *rows() {
            for (const row of statement.iterate()) yield Object.values(row)
          },
        }
      },
      define: (name, work) => database.function(name, { deterministic: true }, work),
      transaction(work) {
        database.exec('BEGIN IMMEDIATE')
        try {
          const result = work()
          database.exec('COMMIT')
          return result
        } catch (error) {
          undo(database)
          throw error
        }
      },
      close: () => database.close(),
    }
  }
}

/** On a full disk SQLite has rolled back by itself; saying so must not take the place of why. */
function undo(database: { exec(sql: string): void }): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // The error that is on its way up already tells.
  }
}

function columnNames(statement: NodeStatement): string[] {
  if (statement.columns !== undefined) return statement.columns().map(({ name }) => name)
  throw new PmxError(
    'NOT_SUPPORTED',
    'The SQLite of this Node does not tell the names of columns. Run `npm rebuild better-sqlite3`, or use Node 22.16 or newer.',
  )
}

interface NodeStatement {
  run(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): Record<string, SqlValue>[]
  iterate(): Iterable<Record<string, SqlValue>>
  columns?(): { readonly name: string }[]
}

/** What is used of `node:sqlite`; the types of Node 20, on which this is built, do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readOnly: boolean },
  ) => {
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
