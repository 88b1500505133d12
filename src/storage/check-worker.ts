import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../api/envelope/errors.js'
import { runQuickCheck } from './check.js'
import { loadDriver } from './driver.js'

/**
 * Runs the quick check away from the event loop: a large file takes seconds. Answers with the finding, or with what
 * kept the check from being made: what SQLite throws comes out of a thread without its words.
 */
function answer(open: Awaited<ReturnType<typeof loadDriver>>): unknown {
  try {
    return { finding: runQuickCheck(open, String(workerData)) }
  } catch (error) {
    return { refused: messageOf(error) }
  }
}

parentPort?.postMessage(answer(await loadDriver()))
