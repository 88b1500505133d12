import { Worker } from 'node:worker_threads'
import type { Database, OpenDatabase } from './driver.js'
import { faultOf } from './faults.js'

/**
 * Runs SQLite's quick check of a whole file, over its own connection.
 * @returns what is wrong, at most five findings, or undefined if nothing is
 * @throws the error that prevents the check, such as a lock
 */
export function runQuickCheck(open: OpenDatabase, path: string): string | undefined {
  try {
    return findingsIn(open, path)
  } catch (error) {
    // A file that is too damaged to be opened is a finding.
    if (faultOf(error) === 'corrupt' && error instanceof Error) return error.message
    throw error
  }
}

function findingsIn(open: OpenDatabase, path: string): string | undefined {
  const database = open(path, { readOnly: true })
  try {
    return listFindings(database, 'quick_check')
  } finally {
    database.close()
  }
}

/**
 * Runs a check of SQLite over an open database.
 * @param check `integrity_check` also compares indexes with their tables
 * @returns what is wrong, at most five findings, or undefined if nothing is
 */
export function listFindings(
  database: Database,
  check: 'quick_check' | 'integrity_check',
): string | undefined {
  const findings = database
    .prepare(`PRAGMA ${check}(5)`)
    .rows()
    .map(([finding]) => String(finding))
  return findings.length === 1 && findings[0] === 'ok' ? undefined : findings.join('; ')
}

/**
 * Runs the same check in a thread, since a large file takes seconds and would block the event loop.
 * @param isKeeping whether the process waits for it
 * @returns a promise that rejects when the thread or the check cannot run
 */
export function runQuickCheckInThread(path: string, isKeeping: boolean): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-worker.js', import.meta.url), { workerData: path })
    if (!isKeeping) worker.unref()
    worker.once('message', ({ finding, refused }: { finding?: string; refused?: string }) =>
      refused === undefined ? resolve(finding) : reject(new Error(refused)),
    )
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that checks the file has ended')))
  })
}
