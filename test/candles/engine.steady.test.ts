import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createResilientStore } from '../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { createSteadyEngine } from '../../src/candles/engine.js'
import { silentLogger } from '../../src/observe/logger.js'
import { moveDatabaseAside } from '../../src/storage/files.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall, temporaryFolder } from '../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const driver = await loadDriver()
const folder = temporaryFolder()
const path = join(folder.path, 'candles.db')
afterAll(() => folder.remove())

/** Overwrites all pages behind the first ones, which opening reads. */
function damage(): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size - 40_960, 0xa5), 0, size - 40_960, 40_960)
  closeSync(file)
}

test('damage that an answer meets is a miss: the venue is asked, and callers at the same moment get all of it', async () => {
  const clock = fakeClock(NOW)
  const world = candleWorld({ clock, listedAt: NOW - 60 * HOUR })
  const open = () => {
    const store = createResilientStore({
      open() {
        const { database, newer } = openDatabase(driver, path, candleMigrations)
        return { store: createSqliteStore(database), newer }
      },
      isThere: () => true,
      moveAside: () => moveDatabaseAside(path, clock.now()),
      clock,
      log: silentLogger,
    })
    return { store, engine: createSteadyEngine(engineOver(store, clock), store) }
  }
  const query = { resolution: '1m', start: NOW - 50 * HOUR, end: NOW - 2 * HOUR }
  const first = open()
  const before = await first.engine.candles(world.venue, 'yes', query, patientCall())
  expect(before.bars.length).toBeGreaterThan(100)
  first.store.close()
  damage()
  const { store, engine } = open()
  const answers = await Promise.all([
    engine.candles(world.venue, 'yes', query, patientCall()),
    engine.candlesJson(world.venue, 'yes', query, patientCall()),
    engine.candles(world.venue, 'yes', { ...query, end: NOW - 3 * HOUR }, patientCall()),
  ])
  expect(store.losses).toBeGreaterThan(0)
  expect(answers[0].bars).toEqual(before.bars)
  expect(JSON.parse(answers[1].json)).toEqual(before.bars)
  expect(answers[2].bars.length).toBe(
    before.bars.filter(({ timestamp }) => timestamp <= NOW - 3 * HOUR).length,
  )
  expect(store.state).toEqual({ kind: 'ok' })
  store.close()
})

test('a store that loses something again and again is an error, never an empty answer', async () => {
  let losses = 0
  const inner = engineOver({} as never, fakeClock(NOW))
  const engine = createSteadyEngine(
    { ...inner, candles: async () => ({ bars: [] }) as never },
    {
      get losses() {
        return losses++
      },
    },
  )
  await expect(engine.candles({} as never, 'yes', {}, patientCall())).rejects.toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
    retryable: true,
  })
})
