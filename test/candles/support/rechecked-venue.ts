import { z } from 'zod'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createRememberedReads } from '../../../src/candles/database/read-cache.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { createCandleEngine } from '../../../src/candles/engine.js'
import { createRecheck, type Recheck } from '../../../src/candles/maintenance/recheck.js'
import { readSeriesRecords } from '../../../src/candles/maintenance/series-reader.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { createRecheckedMemoryStore } from '../../../src/candles/store/rechecked-memory-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import type { CandleSource, Venue } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import {
  atOnce,
  contextWithoutNetwork,
  patientCall,
  sealingAll,
  temporaryFolder,
} from '../../support/engine.js'
import { noMarkets } from '../../support/venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** When the venue's only market closes. */
export const NOON = Date.UTC(2026, 5, 10, 12)
/** Its series. */
export const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
export const EVER = { from: 0, to: 1e13 }

/** A candle by its minute since the listing, an hour before the close. */
export const barAt = (minute: number, close = 0.5): PriceCandle => ({
  timestamp: NOON - HOUR + minute * MINUTE,
  open: 0.5,
  high: 0.9,
  low: 0.1,
  close,
  volume: 2,
})

/** Venues whose stored candles are fetched again, with a folder for their files. */
export async function rechecks() {
  const driver = await loadDriver()
  const folder = temporaryFolder()
  const open: Recheck[] = []
  let files = 0

  /** A venue that has a candle in each minute of the last hour, of which everything is asked at noon and stored. */
  async function setUp({
    share = 1,
    rate = 1_000,
    lacking = -1,
    minutes = Array.from({ length: 60 }, (_, minute) => minute),
    windowSteps = 5_000,
    listedAt = NOON - HOUR,
    retentionMs = undefined as number | undefined,
    isSealed = false,
    isInMemory = false,
    first = (bars: readonly PriceCandle[]) => bars,
    stepsAnAnswer = 5_000,
  } = {}) {
    const clock = fakeClock(NOON + 10 * MINUTE)
    const path = `${folder.path}/${files++}.db`
    const { database } = openDatabase(driver, path, candleMigrations)
    const file = createSqliteStore(database, () => '', isSealed ? sealingAll : undefined)
    const store = isInMemory ? createRecheckedMemoryStore() : createRememberedReads(file, () => 0)
    const venueBars = new Map(minutes.map((minute) => [minute, barAt(minute)]))
    venueBars.delete(lacking)
    const asked: number[] = []
    const state = {
      venueTime: undefined as number | undefined,
      isTimeTold: true,
      isClockConfirmed: true,
      /** Called before each response. */
      hold: (_window: Span): Promise<void> => Promise.resolve(),
    }
    let isFirst = true
    let failing: Error | undefined
    const source: CandleSource = {
      basis: 'trade',
      steps: [
        {
          ...{ stepMs: MINUTE, maxWindowMs: windowSteps * MINUTE },
          ...(retentionMs === undefined ? {} : { retentionMs }),
        },
      ],
      finalAfterMs: MINUTE,
      facts: z.object({}),
      place: () => ({ seriesKey: 'yes', mirrored: false, facts: {} }),
      async fetch(_series, _step, window) {
        asked.push(window.from)
        if (failing !== undefined) throw failing
        await state.hold(window)
        const partFrom = Math.max(window.from, window.to - stepsAnAnswer * MINUTE)
        const bars = [...venueBars.values()]
          .filter(({ timestamp }) => timestamp >= partFrom && timestamp < window.to)
          .sort((a, b) => a.timestamp - b.timestamp)
        const told = asked.length === 1 && isFirst ? first(bars) : bars
        isFirst = false
        const completeFrom = partFrom > window.from ? { completeFrom: partFrom } : {}
        return { kind: 'bars', route: 'live', bars: told, seenTo: clock.now(), ...completeFrom }
      },
    }
    const venue: Venue = { id: 'kalshi', hosts: {}, markets: noMarkets, candles: source }
    const engine = createCandleEngine({
      store,
      clock,
      turn: atOnce,
      onLaterResponse: createContradictionNotes(store),
      locateOutcome: async () => ({
        located: { outcomeId: 'yes', listedAt, closedAt: NOON - 1, facts: {} },
        checkedAt: clock.now(),
      }),
      isClockConfirmed: () => state.isClockConfirmed,
      openContext: (_venue, terms) =>
        contextWithoutNetwork(clock, terms, state.isTimeTold ? (state.venueTime ?? clock.now()) : undefined),
    })
    const ask = () =>
      engine.candles(venue, 'yes', { resolution: '1m', start: listedAt, end: NOON - 1 }, patientCall())
    await ask()
    const decided: Span[] = []
    const recheck = createRecheck({
      store,
      again: {
        ...engine.again,
        noteDecided(due) {
          decided.push(due.span)
          engine.again.noteDecided(due)
        },
      },
      clock,
      turn: atOnce,
      share,
      loadVenue: async () => venue,
      rateOf: () => rate,
      onError: (error) => {
        throw error
      },
    })
    open.push(recheck)
    asked.length = 0
    return {
      state,
      clock,
      database,
      store,
      venueBars,
      asked,
      ask,
      recheck,
      decided,
      fail: (error: Error | undefined) => {
        failing = error
      },
      restated: () =>
        isInMemory ? store.restated(yes, EVER) : readSeriesRecords(database, 1, EVER).restated,
      counts: () => recheck.counts.get('kalshi'),
    }
  }

  return {
    driver,
    newFile: () => `${folder.path}/${files++}.db`,
    setUp,
    /** Ends the rechecks of one test. */
    end() {
      for (const recheck of open.splice(0)) recheck.close()
    },
    remove: () => folder.remove(),
  }
}
