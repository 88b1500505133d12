import { existsSync } from 'node:fs'
import { messageOf } from '../../api/envelope/errors.js'
import { noOutbox } from '../../candles/database/change-table.js'
import { createResilientStore, type ResilientStore } from '../../candles/database/fallback-store.js'
import { candleMigrations } from '../../candles/database/migrations.js'
import { createRememberedReads, watchForeignChanges } from '../../candles/database/read-cache.js'
import { type AddressOf, compactAfter, createSqliteStore } from '../../candles/database/sqlite-store.js'
import { createDeferredCommits } from '../../candles/store/deferred-commits.js'
import { createRecheckedMemoryStore } from '../../candles/store/rechecked-memory-store.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { runQuickCheckInThread } from '../../storage/check.js'
import { identityOf, moveDatabaseAside } from '../../storage/files.js'
import { describeMissingSqlite, findDriver } from '../../storage/load-driver.js'
import { openDatabase } from '../../storage/open.js'

/** The check waits until the daemon has started and served the first requests. */
const CHECK_AFTER_MS = 2_000

/**
 * Opens the candle store over a file, or in memory without a file or SQLite.
 * @param sealAfterMs candles that opened longer ago are compacted
 * @param isClockConfirmed as in `EngineDeps`; without it the local clock is right
 */
export async function openCandleStore(
  path: string | undefined,
  clock: Clock,
  log: Logger,
  addressOf: AddressOf,
  sealAfterMs: number,
  isClockConfirmed?: () => boolean,
): Promise<ResilientStore> {
  if (path === undefined) return memoryOnly('the cache is turned off', clock)
  const driver = await findDriver()
  if (driver === undefined) {
    for (const line of describeMissingSqlite()) log.warn({}, line)
    return memoryOnly('SQLite is not available', clock)
  }
  const isOld = existsSync(path)
  const sealing = compactAfter(sealAfterMs, clock)
  let opened: string | undefined
  const store = createResilientStore({
    open() {
      const { database, newer } = openDatabase(driver, path, candleMigrations)
      opened = identityOf(path)
      try {
        const file = createSqliteStore(database, addressOf, sealing)
        return { store: createRememberedReads(file, watchForeignChanges(database, clock)), newer }
      } catch (error) {
        database.close()
        throw error
      }
    },
    isThere: () => isThere(path, opened),
    moveAside: () => moveDatabaseAside(path, clock.now()),
    clock,
    log,
  })
  store.dropFuture(clock.now(), isClockConfirmed?.() !== false)
  if (isOld) clock.setTimer(CHECK_AFTER_MS, () => checkInBackground(path, store, log))
  return createDeferredCommits(store, clock)
}

/** Whether the path is still the opened file. If its metadata cannot be read, SQLite reports the error. */
function isThere(path: string, opened: string | undefined): boolean {
  try {
    return identityOf(path) === opened
  } catch {
    return true
  }
}

function memoryOnly(reason: string, clock: Clock): ResilientStore {
  const state = { kind: 'memory_only', reason, since: clock.now() } as const
  const store = createRecheckedMemoryStore()
  let taken = 0
  return {
    ...store,
    ...noOutbox,
    state,
    losses: 0,
    get taken() {
      return taken
    },
    commit(identity, batch) {
      taken += batch.bars.length
      store.commit(identity, batch)
    },
    quarantine: () => undefined,
    compact: () => ({ count: 0, passed: 0, next: undefined }),
    seriesCount: () => 0,
  }
}

/** Checks the whole file in its own thread, while the daemon serves requests. */
function checkInBackground(path: string, store: ResilientStore, log: Logger): void {
  runQuickCheckInThread(path, false).then(
    (finding) => {
      if (finding !== undefined) store.quarantine(finding)
    },
    (error: unknown) => log.warn({ reason: messageOf(error) }, 'the candle database could not be checked'),
  )
}
