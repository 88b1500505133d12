/** Values that SQLite stores. Bytes are copied when they are stored. */
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

/** A driver: opens a database file, or `:memory:`. */
export type OpenDatabase = (path: string, options: { readonly readOnly: boolean }) => ShellDatabase
