import { parentPort, workerData } from 'node:worker_threads'
import { quickCheck } from './check.js'
import { loadDriver } from './driver.js'

/** Runs the quick check away from the event loop: a large file takes seconds. Answers with the finding or null. */
parentPort?.postMessage(quickCheck(await loadDriver(), String(workerData)) ?? null)
