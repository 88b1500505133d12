import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { readOutcomeCoverage, readOverview } from '../../../src/candles/maintenance/coverage-overview.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

let files = 0
function fresh(sealBefore = Number.NEGATIVE_INFINITY) {
  const { database } = openDatabase(driver, join(folder.path, `${files++}.db`), candleMigrations)
  return { database, store: createSqliteStore(database, () => '', { before: () => sealBefore }) }
}

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const noTurn = async (): Promise<void> => undefined

test('tells series with their candles and what is known of them, those begun last first', async () => {
  const { database, store } = fresh()
  store.commit(yes, { bars: [bar(1), bar(2)], coverage: [covers(0, 5), covers(8, 9, 'proven_empty')] })
  store.commit(
    { ...yes, venue: 'polymarket', seriesKey: 'x', stepMs: 60 * MINUTE },
    { bars: [], coverage: [covers(0, 60, 'before_listing')] },
  )
  let turns = 0
  const told = await readOverview(database, { venue: undefined, offset: 0 }, async () => void turns++)
  expect(told).toMatchObject({
    venues: { kalshi: 1, polymarket: 1 },
    more: false,
    series: [
      { venue: 'polymarket', resolution: '1h', candles: 0, spans: [[0, 60 * MINUTE, 'before_listing']] },
      {
        venue: 'kalshi',
        series: 'FOO-26',
        resolution: '1m',
        candles: 2,
        first: MINUTE,
        last: 2 * MINUTE,
        spans: [
          [0, 5 * MINUTE, 'data'],
          [8 * MINUTE, 9 * MINUTE, 'proven_empty'],
        ],
      },
    ],
  })
  expect(told.series[0]).not.toHaveProperty('first')
  expect(turns).toBe(2)
})

test('is told page by page, and of one venue', async () => {
  const { database, store } = fresh()
  for (let n = 0; n < 25; n++)
    store.commit({ ...yes, seriesKey: `S${n}` }, { bars: [bar(1)], coverage: [covers(0, 5)] })
  const keysAt = async (offset: number) => {
    const { series, more } = await readOverview(database, { venue: 'kalshi', offset }, noTurn)
    return { keys: series.map((one) => one.series), more }
  }
  const [first, second] = [await keysAt(0), await keysAt(20)]
  expect([first.more, second.more]).toEqual([true, false])
  expect([...first.keys, ...second.keys]).toEqual(Array.from({ length: 25 }, (_, n) => `S${24 - n}`))
  expect((await readOverview(database, { venue: 'rain', offset: 0 }, noTurn)).series).toEqual([])
})

test('counts sealed candles with the others', async () => {
  const { database, store } = fresh(400 * MINUTE)
  const bars = Array.from({ length: 500 }, (_, minute) => bar(minute))
  store.commit(yes, { bars, coverage: [covers(0, 500)] })
  expect(database.prepare('SELECT sum(count) > 0 FROM sealed_chunks').rows()).toEqual([[1]])
  const { series } = await readOverview(database, { venue: undefined, offset: 0 }, noTurn)
  expect(series).toMatchObject([{ candles: 500, first: 0, last: 499 * MINUTE }])
})

test('tells of an outcome the steps of its series, finest first, and nothing of what was asked elsewhere', () => {
  const { database, store } = fresh()
  const series = { outcomeId: 'no', seriesKey: 'FOO-26', mirrored: true, facts: {} }
  store.remember('kalshi', 'no', { series, checkedAt: 1 })
  store.commit({ ...yes, stepMs: 60 * MINUTE }, { bars: [], coverage: [covers(0, 60)] })
  store.commit(yes, { bars: [], coverage: [covers(0, 5)] })
  expect(readOutcomeCoverage(database, 'kalshi', 'no', () => '')).toMatchObject({
    steps: [
      { resolution: '1m', stepMs: MINUTE, spans: [[0, 5 * MINUTE, 'data']] },
      { resolution: '1h', stepMs: 60 * MINUTE },
    ],
  })
  expect(readOutcomeCoverage(database, 'kalshi', 'yes', () => '')).toEqual({ steps: [] })
  expect(readOutcomeCoverage(database, 'kalshi', 'no', () => 'api=https://test.example')).toEqual({
    steps: [],
  })
})

test('tells when the venue was last asked for a series, and where, if not at its own address', async () => {
  const { database, store } = fresh()
  store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 5), { ...covers(5, 9), fetchedAt: 3_000 }] })
  const { database: other, store: elsewhere } = fresh()
  elsewhere.commit(yes, { bars: [], coverage: [covers(0, 5)] })
  other.exec(`UPDATE series SET address = 'api=https://test.example'`)
  const [home] = (await readOverview(database, { venue: undefined, offset: 0 }, noTurn)).series
  const [away] = (await readOverview(other, { venue: undefined, offset: 0 }, noTurn)).series
  expect(home).toMatchObject({ fetchedAt: 3_000 })
  expect(home).not.toHaveProperty('address')
  expect(away).toMatchObject({ fetchedAt: 1_000, address: 'api=https://test.example' })
  expect(away).not.toHaveProperty('last')
  other.exec('DELETE FROM coverage')
  const [never] = (await readOverview(other, { venue: undefined, offset: 0 }, noTurn)).series
  expect(never).not.toHaveProperty('fetchedAt')
})

test('a page that is just full has none behind it, and a series of a venue of another time is left out', async () => {
  const { database, store } = fresh()
  for (let n = 0; n < 20; n++)
    store.commit({ ...yes, seriesKey: `S${n}` }, { bars: [], coverage: [covers(0, 5)] })
  expect(await readOverview(database, { venue: undefined, offset: 0 }, noTurn)).toMatchObject({
    more: false,
    venues: { kalshi: 20 },
  })
  database.exec(`UPDATE series SET venue = 'long gone' WHERE outcome = 'S3'`)
  const told = await readOverview(database, { venue: undefined, offset: 0 }, noTurn)
  expect([told.venues, told.series.length]).toEqual([{ kalshi: 19 }, 19])
})
