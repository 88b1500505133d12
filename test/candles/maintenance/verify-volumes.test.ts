import { afterAll, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const minutes = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const hours = { ...minutes, stepMs: 60 * MINUTE }
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

let files = 0

/** Three candles of volume 3 in the second hour. */
async function suspicionsOf(hourVolume: number | undefined, finalTo: number): Promise<string[]> {
  const { database } = openDatabase(driver, `${folder.path}/${files++}.db`, candleMigrations)
  const store = createSqliteStore(database)
  store.commit(minutes, { bars: [60, 70, 80].map((minute) => bar(minute)), coverage: [covers(0, finalTo)] })
  store.commit(hours, { bars: [bar(60, 0.5, hourVolume)], coverage: [covers(0, 120)] })
  const { findings, suspicions } = await verifyCandles(database)
  expect(findings).toEqual([])
  return suspicions.map(({ timestamp, problem }) => `${timestamp} ${problem}`)
}

test.each([
  ['the sum of its minutes', 9, 120, []],
  [
    'another volume than its minutes',
    12,
    120,
    [`${60 * MINUTE} in 1 of 1 hours, the volume differs from the sum of the minutes, for example 12 and 9`],
  ],
  ['minutes that are not all final', 12, 119, []],
])('an hour that has %s', async (_what, volume, finalTo, expected) => {
  expect(await suspicionsOf(volume, finalTo)).toEqual(expected)
})

test('an hour without a volume says nothing', async () => {
  const { database } = openDatabase(driver, `${folder.path}/${files++}.db`, candleMigrations)
  const store = createSqliteStore(database)
  store.commit(minutes, { bars: [bar(60)], coverage: [covers(0, 120)] })
  const { volume: _volume, ...hour } = bar(60)
  store.commit(hours, { bars: [hour], coverage: [covers(0, 120)] })
  expect((await verifyCandles(database)).suspicions).toEqual([])
})
