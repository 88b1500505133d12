import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locatedSeries, seriesCandles, storedSeries } from '../../src/candles/archive.js'
import { candleMigrations } from '../../src/candles/migrations.js'
import { pruneCandles } from '../../src/candles/prune.js'
import { BadRow, restoreCandles } from '../../src/candles/restore.js'
import { createSqliteStore } from '../../src/candles/sqlite-store.js'
import { verifyCandles } from '../../src/candles/verify.js'
import { loadDriver } from '../../src/storage/driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'
import { bar, covers } from './store-suite.js'

const MINUTE = 60_000
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

let files = 0
function fresh() {
  const { database } = openDatabase(driver, join(folder.path, `${files++}.db`), candleMigrations)
  return { database, store: createSqliteStore(database) }
}

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const other = { ...yes, seriesKey: 'BAR-26' }
const ever = { from: 0, to: 1e15 }

describe('the archive', () => {
  test('lists every series with what it holds, and reads it in pages without losing a candle', () => {
    const { database, store } = fresh()
    const bars = Array.from({ length: 20_001 }, (_, minute) => bar(minute))
    store.commit(yes, { bars, coverage: [covers(0, 30_000)] })
    store.commit(other, { bars: [], coverage: [covers(0, 3, 'proven_empty')] })
    const [empty, full] = storedSeries(database)
    expect(empty).toMatchObject({ seriesKey: 'BAR-26', candles: 0, first: undefined })
    expect(full).toMatchObject({ candles: 20_001, first: 0, last: 20_000 * MINUTE })
    expect([...seriesCandles(database, full?.id ?? 0, ever)].map((candle) => candle.bar)).toEqual(bars)
    expect(storedSeries(database, { seriesKey: 'FOO-26' })).toHaveLength(1)
  })

  test('knows the series of an outcome that was located, and its side', () => {
    const { database, store } = fresh()
    const series = { outcomeId: 'no', seriesKey: 'FOO-26', mirrored: true, facts: {} }
    store.remember('kalshi', 'no', { series, checkedAt: 1 })
    expect(locatedSeries(database, 'kalshi', 'no')).toEqual({ seriesKey: 'FOO-26', mirrored: true })
    expect(locatedSeries(database, 'kalshi', 'maybe')).toBeUndefined()
  })
})

describe('restoring', () => {
  const rows = [1, 2, 5].map((minute) => ({ identity: yes, bar: bar(minute), line: minute + 1 }))

  test('claims only the steps of the candles themselves', () => {
    const { store } = fresh()
    expect(restoreCandles(store, rows, 1e12)).toEqual({ series: 1, candles: 3 })
    const spans = store
      .coverage(yes, ever)
      .map(({ from, to, kind, route }) => [from / MINUTE, to / MINUTE, kind, route])
    expect(spans).toEqual([
      [1, 3, 'data', 'import'],
      [5, 6, 'data', 'import'],
    ])
  })

  test('does not rewrite what is known', () => {
    const { store } = fresh()
    store.commit(yes, { bars: [bar(2, 0.8)], coverage: [covers(2, 3)] })
    restoreCandles(store, rows, 1e12)
    expect(store.read(yes, ever).map(({ close }) => close)).toEqual([0.5, 0.8, 0.5])
  })

  test.each([
    ['a price that is none', { ...bar(7), high: 2 }],
    ['a candle off the grid', { ...bar(7), timestamp: 7 * MINUTE + 1 }],
    ['a candle out of order', bar(3)],
    ['a candle that has not ended', bar(100)],
  ])('of %s is an error with its line, and nothing is stored', (_what, wrong) => {
    const { store } = fresh()
    const all = [...rows, { identity: yes, bar: wrong, line: 9 }]
    expect(() => restoreCandles(store, all, 100.5 * MINUTE)).toThrow(BadRow)
    expect(() => restoreCandles(store, all, 100.5 * MINUTE)).toThrow(/^Line 9: /)
    expect(store.read(yes, ever)).toEqual([])
  })
})

describe('pruning', () => {
  test('takes the ledger along: what is gone is unknown again, the rest stays vouched for', () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [1, 2, 5].map((minute) => bar(minute)), coverage: [covers(0, 10)] })
    const filter = { before: 2 * MINUTE + 1 }
    expect(pruneCandles(database, filter, true)).toEqual({ series: 1, candles: 2 })
    expect(store.read(yes, ever)).toHaveLength(3)
    expect(pruneCandles(database, filter)).toEqual({ series: 1, candles: 2 })
    expect(store.read(yes, ever)).toEqual([bar(5)])
    expect(store.coverage(yes, ever)).toEqual([covers(3, 10)])
    expect(verifyCandles(database).findings).toEqual([])
  })

  test('of a series leaves the others', () => {
    const { database, store } = fresh()
    for (const identity of [yes, other]) store.commit(identity, { bars: [bar(1)], coverage: [covers(0, 2)] })
    pruneCandles(database, { seriesKey: 'FOO-26' })
    expect(storedSeries(database).map(({ seriesKey }) => seriesKey)).toEqual(['BAR-26'])
  })
})

describe('verifying', () => {
  test('finds nothing in what the store wrote', () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [bar(1), bar(2, 0.3, undefined)], coverage: [covers(0, 3)] })
    expect(verifyCandles(database)).toEqual({ series: 1, candles: 2, findings: [], more: false })
  })

  test.each([
    ['UPDATE candles SET high = 7 WHERE open_time = 60000', /high 7 is no price/],
    [`UPDATE candles SET json = '{}' WHERE open_time = 60000`, /ready text/],
    ['DELETE FROM coverage', /ledger/],
  ])('finds what %s did', (sql, problem) => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 3)] })
    database.exec(sql)
    expect(verifyCandles(database).findings.map((finding) => finding.problem)).toContainEqual(
      expect.stringMatching(problem),
    )
  })
})
