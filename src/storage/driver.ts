import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { PmxError } from '../api/envelope/errors.js'

/** Values that SQLite stores; bytes are copied when they are stored. */
export type SqlValue = string | number | Uint8Array | null

/** The part of SQLite that the store files use, the same for both drivers. */
interface Statement {
  /** Runs the statement. The values are one list, since spreading them costs a tenth of bulk writing. */
  run(values: readonly SqlValue[]): void
  /** Returns rows as lists in column order, since objects cost twice as much. */
  rows(...values: readonly SqlValue[]): SqlValue[][]
}

/** The result of an ad hoc statement. */
interface Query {
  /** Empty where the statement returns no rows. */
  readonly columns: readonly string[]
  /** Runs the statement and returns row by row, for results that exceed the memory. */
  rows(): Iterable<SqlValue[]>
}

export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  /** Runs `work` in a transaction. @returns the result of `work` */
  transaction<Result>(work: () => Result): Result
  readonly readOnly: boolean
  close(): void
}

/** A database with the additions that a shell needs, such as ad hoc statements. */
export interface ShellDatabase extends Database {
  query(sql: string): Query
  /** Makes a function callable from SQL, with as many arguments as it has. */
  define(name: string, work: (...values: SqlValue[]) => SqlValue): void
}

export type OpenDatabase = (path: string, options: { readonly readOnly: boolean }) => ShellDatabase

/**
 * Loads the available SQLite: better-sqlite3, otherwise that of Node where it exists.
 * @throws NOT_SUPPORTED with what to do when there is neither
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

/** For a missing folder better-sqlite3 throws a TypeError; to the store it is a file that cannot be opened. */
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

/** On a full disk SQLite has already rolled back; that error must not replace the original one. */
function undo(database: { exec(sql: string): void }): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // The original error is thrown anyway.
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

/** The used part of `node:sqlite`; the types of Node 20, with which this is built, do not have it. */
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
