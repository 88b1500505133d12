import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogFile } from '../../catalog/file/open-catalog.js'
import type { FromThread, Port, ToThread } from '../../catalog/sync/sync-messages.js'
import { serveCatalog } from '../../catalog/sync/sync-worker.js'
import { runLater, systemClock } from '../../effects/clock.js'
import { createEventLoopYield } from '../../policy/event-loop-yield.js'
import { loadDriver } from '../../storage/load-driver.js'
import { loadVenue } from '../../venues/registry.js'

/** How long a statement waits for a locked database, in ms. Only this thread's own work waits for it. */
const PATIENCE_MS = 5_000

/** The thread that writes the catalog. All its code is in its own bundle entry, so that the daemon loads none of it. */
const driver = await loadDriver()
const { database, newer } = openCatalogFile(driver, String(workerData), 'writes', PATIENCE_MS)
if (newer)
  throw new Error(
    'the catalog was written by a newer version of pmx-local. Update pmx-local, or delete catalog.db: the lists are synced again',
  )
process.once('exit', () => database.close())
// This file runs only as a worker thread.
if (parentPort !== null)
  serveCatalog({
    port: parentPort as Port<FromThread, ToThread>,
    database,
    clock: systemClock,
    turn: createEventLoopYield(runLater),
    loadVenue,
  })
