import type { OpenDatabase } from './driver.js'

/**
 * SQLite's quick check of a whole file, over a connection of its own.
 * @returns what is wrong, at most five findings; undefined when nothing is
 */
export function quickCheck(open: OpenDatabase, path: string): string | undefined {
  const database = open(path, { readOnly: true })
  try {
    const findings = database
      .prepare('PRAGMA quick_check(5)')
      .rows()
      .map(([finding]) => String(finding))
    return findings.length === 1 && findings[0] === 'ok' ? undefined : findings.join('; ')
  } finally {
    database.close()
  }
}
