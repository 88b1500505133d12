import { expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { createMaking } from '../../../src/candles/response/derived-series.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { atOnce } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const identity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const driver = await loadDriver()

/** A file with minutes and what was made of them; the made series is its second. */
async function setUp(minutes: number, stepMs = 5 * MINUTE) {
  const { database } = openDatabase(driver, ':memory:', candleMigrations)
  const store = createSqliteStore(database)
  const bars = Array.from({ length: minutes }, (_, at) => bar(at))
  store.commit(identity, { bars, coverage: [covers(0, minutes)] })
  const settled = [{ from: 0, to: minutes * MINUTE }]
  await createMaking({ store, turn: atOnce }).make(
    { identity },
    stepMs,
    settled,
    new AbortController().signal,
  )
  const findings = async () => {
    const pieces = (await verifyCandles(database)).findings
    store.close()
    return pieces
  }
  return { database, findings }
}

const wrong = 'its candles do not match the 1m candles that they were derived from'
const unvouched = 'it has derived candles outside the coverage'

test.each([
  ['a few', 20, 5 * MINUTE],
  ['more than are read at once', 2_010, 5 * MINUTE],
  ['of long steps', 2_880, 1_440 * MINUTE],
])('made candles that are what their parts make are no finding: %s', async (_, minutes, stepMs) => {
  const { findings } = await setUp(minutes, stepMs)
  expect(await findings()).toEqual([])
})

test.each<[what: string, sql: string, findings: readonly object[]]>([
  [
    'whose text is another',
    `UPDATE loose_candles SET json = replace(json, '0.9', '0.8') WHERE series_id = 2 AND open_time = 300000`,
    [{ timestamp: 0, problem: wrong }],
  ],
  [
    'whose numbers are others',
    `UPDATE loose_candles SET high = 0.8 WHERE series_id = 2 AND open_time = 300000`,
    [{ timestamp: 0, problem: wrong }],
  ],
  [
    'of which one is missing, only where it is',
    `DELETE FROM loose_candles WHERE series_id = 2 AND open_time = ${2_005 * MINUTE}`,
    [{ timestamp: 2_000 * MINUTE, problem: wrong }],
  ],
  [
    'for which the ledger does not vouch',
    `UPDATE coverage SET from_time = 300000 WHERE series_id = 2 AND from_time = 0`,
    [{ problem: unvouched }],
  ],
])('made candles %s are found', async (_, sql, expected) => {
  const { database, findings } = await setUp(2_010)
  database.exec(sql)
  const found = (await findings()).filter(({ problem }) => problem === wrong || problem === unvouched)
  expect(found).toEqual(
    expected.map((finding) => expect.objectContaining({ series: 'FOO', resolution: '5m', ...finding })),
  )
})
