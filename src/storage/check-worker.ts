import { parentPort, workerData } from 'node:worker_threads'
import { quickCheck } from './check.js'
import { loadDriver } from './driver.js'
import { faultOf } from './faults.js'

/** Runs the quick check away from the event loop: a large file takes seconds. Answers with the finding or null. */
async function check(path: string): Promise<string | null> {
  try {
    return quickCheck(await loadDriver(), path) ?? null
  } catch (error) {
    // A file too damaged to be opened is a finding; anything else (a lock, no driver) tells nothing about it.
    return faultOf(error) === 'corrupt' && error instanceof Error ? error.message : null
  }
}

parentPort?.postMessage(await check(String(workerData)))
