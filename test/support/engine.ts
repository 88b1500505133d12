import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { type CompactionOptions, createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { createCandleEngine, type EngineDeps, type SampledEngine } from '../../src/candles/engine.js'
import type { FetchCall } from '../../src/candles/fetch/fetch-target.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { silentLogger } from '../../src/observe/logger.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { noSecrets } from '../../src/venue-kit/contract/account-secrets.js'
import { createMemo } from '../../src/venue-kit/contract/memo.js'
import { createOmissions } from '../../src/venue-kit/payload/response-notes.js'
import type { FakeClock } from './clock.js'

const driver = await loadDriver()

/** A folder that goes away with the test process's `remove` call. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'pmx-local-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function openStore(path: string, sealing?: CompactionOptions): FileStore {
  return createSqliteStore(openDatabase(driver, path, candleMigrations).database, () => '', sealing)
}

/** All candles of any age are old, and a few are worth a chunk. */
export const sealingAll: CompactionOptions = {
  before: () => Number.MAX_SAFE_INTEGER,
  sizes: { most: 4, leastAtOnce: 2 },
}

/** The turn of one who is alone: his at once. */
export const atOnce = (): Promise<void> => Promise.resolve()

/**
 * An engine whose fetches run in contexts without a network.
 * @param venueTime what the venue's answers say of its time; by default they say nothing
 * @param turn waited for before candles are put together
 * @param isClockConfirmed whether a venue's time agrees with the clock; nobody asks without it
 * @param venueNow the current time by the clock of a venue; by default ours is right
 */
export function engineOver(
  store: CandleStore,
  clock: FakeClock,
  venueTime: () => number | undefined = () => undefined,
  turn: EngineDeps['turn'] = atOnce,
  isClockConfirmed?: () => boolean,
  venueNow?: () => number,
): SampledEngine {
  return createCandleEngine({
    store,
    clock,
    turn,
    locateOutcome,
    isClockConfirmed,
    venueNow,
    openContext: (_venue, terms) => contextWithoutNetwork(clock, terms, venueTime()),
  })
}

/** The context of a fetch from a venue that is played inside the process. @param venueTime the venue's time, if it says it */
export function contextWithoutNetwork(
  clock: FakeClock,
  { signal, secrets }: Parameters<EngineDeps['openContext']>[1],
  venueTime?: number,
): ReturnType<EngineDeps['openContext']> {
  return {
    http: {
      sent: 1,
      venueTime,
      send: () => {
        throw new Error('no network here')
      },
    },
    clock,
    signal,
    log: silentLogger,
    memo: createMemo(10, clock),
    secrets,
    omissions: createOmissions(silentLogger, () => {}),
    release() {},
  }
}

/** A caller who waits as long as it takes and counts the venue calls made for him. */
export function patientCall(): FetchCall & { sent: number } {
  const call = {
    sent: 0,
    signal: new AbortController().signal,
    priority: 'interactive' as const,
    secrets: noSecrets,
    onSent(calls: number) {
      call.sent += calls
    },
  }
  return call
}
