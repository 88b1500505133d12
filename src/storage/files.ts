import { existsSync, renameSync, rmSync, statSync } from 'node:fs'

/** The files that SQLite keeps beside a database. */
const companions = ['', '-wal', '-shm']

/**
 * Moves a database and its companions aside.
 * @param stamp makes the new name unique, such as the time
 * @returns where the database lies now; undefined when there was none
 */
export function moveDatabaseAside(path: string, stamp: number): string | undefined {
  if (!existsSync(path)) return undefined
  const target = `${path}.corrupt-${stamp}`
  for (const suffix of companions) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
  }
  return target
}

/** Deletes a database and its companions, the database first: SQLite takes no log for a file that is not there. */
export function deleteDatabase(path: string): void {
  for (const suffix of companions) rmSync(path + suffix, { force: true })
}

/** Which file has this name; undefined where none has. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

/** Bytes on disk of a database with its companions: what was written last may lie in the log still. */
export function measureDatabase(path: string): number {
  return companions.reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
