import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../api/envelope/errors.js'
import { runQuickCheck } from './check.js'
import { loadDriver } from './load-driver.js'

/**
 * Runs the quick check in a thread, since a large file takes seconds. Returns the finding, or the message of a failed check,
 * since errors of SQLite lose their message between threads.
 */
function answer(open: Awaited<ReturnType<typeof loadDriver>>): unknown {
  try {
    return { finding: runQuickCheck(open, String(workerData)) }
  } catch (error) {
    return { refused: messageOf(error) }
  }
}

parentPort?.postMessage(answer(await loadDriver()))
