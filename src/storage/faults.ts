/** The meaning of an SQLite error for the file. */
export type StorageFault =
  /** The file is damaged or not a database. */
  | 'corrupt'
  /** The disk is full, read-only or failing, so that nothing can be written now. */
  | 'unwritable'
  /** Another process locks it for longer than the busy timeout. */
  | 'busy'

/**
 * Returns the meaning of an error for the file.
 * @returns undefined for any error that is not about the file, such as a bug
 */
export function faultOf(error: unknown): StorageFault | undefined {
  const code = codeOf(error)
  if (code === undefined) return undefined
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'corrupt'
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM|AUTH)/.test(code)) return 'unwritable'
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'busy'
  return undefined
}

/**
 * Whether SQLite rejected the text of a statement. While a file is opened, its tables are then unknown, such as those of a newer
 * version. At any other time it is a bug.
 */
export function isOfSchema(error: unknown): error is Error {
  return codeOf(error) === 'SQLITE_ERROR'
}

/** Creates an error that {@link isOfSchema} recognizes: the tables of a file are not ours. */
export function createSchemaError(message: string): Error {
  return Object.assign(new Error(message), { code: 'SQLITE_ERROR' })
}

/** Creates an error that {@link faultOf} recognizes as that of a damaged file. */
export function createDamageError(message: string): Error {
  return Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' })
}

/** Returns the code of an error: better-sqlite3 has its name; Node's own driver has the number and the text. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
  if (typeof errcode !== 'number') return undefined
  return primaryCodes[errcode & 0xff]
}

const primaryCodes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
}
