import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogFile } from '../../catalog/file/open-catalog.js'
import type { FromThread, Port, ToThread } from '../../catalog/sync/sync-messages.js'
import { serveCatalog } from '../../catalog/sync/sync-worker.js'
import { runLater, systemClock } from '../../effects/clock.js'
import { createEventLoopYield } from '../../policy/event-loop-yield.js'
import { loadDriver } from '../../storage/driver.js'
import { loadVenue } from '../../venues/registry.js'

/** Nobody waits for this thread's statements but its own work. */
const PATIENCE_MS = 5_000

/** The thread that writes the catalog: the whole of it in the bundle's own entry, so that the daemon loads none of it. */
const driver = await loadDriver()
const { database, newer } = openCatalogFile(driver, String(workerData), 'writes', PATIENCE_MS)
if (newer) throw new Error('the catalog was written by a newer version of pmx-local')
process.once('exit', () => database.close())
// A thread that has no port is none: this file is not to be run by itself.
if (parentPort !== null)
  serveCatalog({
    port: parentPort as Port<FromThread, ToThread>,
    database,
    clock: systemClock,
    turn: createEventLoopYield(runLater),
    loadVenue,
  })
