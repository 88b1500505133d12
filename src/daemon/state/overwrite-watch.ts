import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/**
 * Position of the change counter in the header of a database, bytes. Without a write-ahead log, every transaction of every
 * process increments it (sqlite.org/fileformat.html, 1.3.10).
 */
const COUNTER_AT = 24
/** A log of a transaction that is under way, or that a crash interrupted: SQLite may undo what the file contains now. */
const LOG_SUFFIX = '-journal'
const HEADER = 'SQLite format 3\0'

/** Detects that another file, or an older copy, was put in the place of an open database. */
export interface OverwriteWatch {
  /** Whether the file is still the opened one, and not an earlier state of it. */
  isIntact(): boolean
  /** Remembers the current state: call it after each write. */
  note(): void
  /**
   * Must be called after the connection is closed: closing a file ends the locks of this process on it
   * (sqlite.org/howtocorrupt.html, 2.2).
   */
  close(): void
}

/** Starts to watch an open database. */
export function watchForOverwrites(path: string): OverwriteWatch {
  const file = openSync(path, 'r')
  const opened = fstatSync(file, { bigint: true })
  const counter = (): number | undefined => {
    const read = Buffer.alloc(COUNTER_AT + 4)
    const isWhole = readSync(file, read, 0, read.length, 0) === read.length
    return isWhole && read.toString('latin1', 0, HEADER.length) === HEADER
      ? read.readUInt32BE(COUNTER_AT)
      : undefined
  }
  /** A counter in a transaction that is undone falls again, so it is no evidence. */
  const mayFall = (): boolean => (statSync(path + LOG_SUFFIX, { throwIfNoEntry: false })?.size ?? 0) > 0
  let highest = 0
  const raise = (now: number): void => {
    if (!mayFall()) highest = Math.max(highest, now)
  }
  raise(counter() ?? 0)
  return {
    isIntact() {
      const found = statSync(path, { throwIfNoEntry: false, bigint: true })
      if (found?.dev !== opened.dev || found.ino !== opened.ino) return false
      const now = counter()
      if (now === undefined) return false
      if (now < highest) return mayFall()
      raise(now)
      return true
    },
    note: () => raise(counter() ?? 0),
    close: () => closeSync(file),
  }
}
