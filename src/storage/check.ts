import { Worker } from 'node:worker_threads'
import type { OpenDatabase } from './driver.js'
import { faultOf } from './faults.js'

/**
 * SQLite's quick check of a whole file, over a connection of its own.
 * @returns what is wrong, at most five findings; undefined when nothing is
 * @throws what kept it from being made, such as a lock
 */
export function runQuickCheck(open: OpenDatabase, path: string): string | undefined {
  try {
    return findingsIn(open, path)
  } catch (error) {
    // A file too damaged to be opened is a finding.
    if (faultOf(error) === 'corrupt' && error instanceof Error) return error.message
    throw error
  }
}

function findingsIn(open: OpenDatabase, path: string): string | undefined {
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

/**
 * The same in a thread of its own: a large file takes seconds, in which nothing else would happen here.
 * @param isKeeping whether the process waits for it
 * @returns a promise that rejects when the thread cannot run, or the check cannot be made
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
