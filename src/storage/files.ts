import { existsSync, renameSync, rmSync, statSync } from 'node:fs'

/** Suffixes of a database and its sidecar files. */
const companions = ['', '-wal', '-shm']

/**
 * Moves a database and its sidecar files aside.
 * @param stamp makes the new name unique, such as the time
 * @returns the new path of the database, or undefined if it did not exist
 */
export function moveDatabaseAside(path: string, stamp: number): string | undefined {
  if (!existsSync(path)) return undefined
  const target = `${path}.corrupt-${stamp}`
  for (const suffix of companions) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
  }
  return target
}

/** Deletes a database and its sidecar files. The database is first, since SQLite ignores the log of a missing file. */
export function deleteDatabase(path: string): void {
  for (const suffix of companions) rmSync(path + suffix, { force: true })
}

/** Returns the identity of the file at a path, or undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

/** Returns the size on disk of a database with its sidecar files, bytes, since the last writes may still be in the log. */
export function measureDatabase(path: string): number {
  return companions.reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/** Returns the sizes of the existing ones among several files, in bytes. */
export function measureDatabases(
  files: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(files).flatMap(([name, path]) =>
      path === undefined ? [] : [[name, measureDatabase(path)] as const],
    ),
  )
}
