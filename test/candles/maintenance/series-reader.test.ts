import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { pruneCandles } from '../../../src/candles/maintenance/prune.js'
import {
  listSeries,
  locateSeries,
  readProvisionalCandles,
  readSeriesCandles,
} from '../../../src/candles/maintenance/series-reader.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { createRowCheck } from '../../../src/candles/store/check-rows.js'
import {
  BadRow,
  createRestoring,
  type RestoredRow,
  type RestoringStore,
  type SeriesNote,
} from '../../../src/candles/store/import-candles.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

let files = 0
function fresh() {
  const path = join(folder.path, `${files++}.db`)
  const { database } = openDatabase(driver, path, candleMigrations)
  return { path, database, store: createSqliteStore(database) }
}

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const other = { ...yes, seriesKey: 'BAR-26' }
const ever = { from: 0, to: 1e15 }

const noRecords = { provisional: [], receipts: [], restated: [] }

describe('the archive', () => {
  test('lists every series with what it holds, and reads it in pages without losing a candle', () => {
    const { database, store } = fresh()
    const bars = Array.from({ length: 20_001 }, (_, minute) => bar(minute))
    store.commit(yes, { bars, coverage: [covers(0, 30_000)] })
    store.commit(other, { bars: [], coverage: [covers(0, 3, 'proven_empty')] })
    const [empty, full] = listSeries(database)
    expect(empty).toMatchObject({ seriesKey: 'BAR-26', candles: 0, first: undefined })
    expect(full).toMatchObject({ candles: 20_001, first: 0, last: 20_000 * MINUTE })
    expect([...readSeriesCandles(database, full?.id ?? 0, ever)].map((candle) => candle.bar)).toEqual(bars)
    expect(listSeries(database, { seriesKey: 'FOO-26' })).toHaveLength(1)
  })

  test('reads provisional candles apart, without those that are final by now', () => {
    const { database, store } = fresh()
    const end = {
      from: 4 * MINUTE,
      to: 9 * MINUTE,
      route: 'r',
      requestedAt: 1_000,
      lookAgainAt: 2_000,
      looks: 1,
    }
    store.commit(yes, {
      bars: [bar(3)],
      coverage: [covers(0, 4)],
      ends: { within: end, entries: [{ ...end, bars: [bar(4), bar(7)] }] },
    })
    const [series] = listSeries(database)
    const read = (span = ever) => readProvisionalCandles(database, series?.id ?? 0, span)
    expect(series?.candles).toBe(1)
    expect(read()).toEqual([bar(4), bar(7)].map((one) => ({ bar: one, knownAt: 1_000, finalAfter: 2_000 })))
    expect(read({ from: 5 * MINUTE, to: 9 * MINUTE }).map((one) => one.bar)).toEqual([bar(7)])
    store.commit(yes, { bars: [bar(4)], coverage: [covers(4, 6)] })
    expect(read().map((one) => one.bar)).toEqual([bar(7)])
  })

  test('knows the series of an outcome that was located, and its side', () => {
    const { database, store } = fresh()
    const series = { outcomeId: 'no', seriesKey: 'FOO-26', mirrored: true, facts: {} }
    store.remember('kalshi', 'no', { series, checkedAt: 1 })
    expect(locateSeries(database, 'kalshi', 'no', () => '')).toEqual({ seriesKey: 'FOO-26', mirrored: true })
    expect(locateSeries(database, 'kalshi', 'maybe', () => '')).toBeUndefined()
  })
})

function restore(store: RestoringStore, rows: readonly RestoredRow[], now: number, note?: SeriesNote) {
  const check = createRowCheck(now, () => ({ basis: 'trade', stepsMs: [MINUTE] }))
  for (const row of rows) check(row)
  const restoring = createRestoring(store, () => note, now)
  for (const row of rows) restoring.row(row)
  return restoring.end()
}

describe('restoring', () => {
  const rows = [1, 2, 5].map((minute) => ({ identity: yes, bar: bar(minute), line: minute + 1 }))
  const spansOf = ({ store }: ReturnType<typeof fresh>) =>
    store.coverage(yes, ever).map(({ from, to, kind, route }) => [from / MINUTE, to / MINUTE, kind, route])

  test('takes silence between the candles of a series without a note for unconfirmed', () => {
    const file = fresh()
    expect(restore(file.store, rows, 1e12)).toMatchObject({ series: 1, candles: 3, added: 3 })
    expect(spansOf(file)).toEqual([
      [1, 3, 'data', 'import'],
      [5, 6, 'data', 'import'],
    ])
    expect(file.store.provisional(yes, ever)).toEqual([
      { from: 3 * MINUTE, to: 5 * MINUTE, route: 'import', requestedAt: 1e12, lookAgainAt: 1e12, looks: 0 },
    ])
  })

  test('takes what the file tells about the series, and where its outcomes are found', () => {
    const file = fresh()
    const series = { outcomeId: 'no', seriesKey: 'FOO-26', mirrored: true, facts: { event: 'FOO' } }
    const note = {
      identity: yes,
      coverage: [covers(0, 1, 'before_listing'), covers(1, 4), covers(8, 9, 'proven_empty')],
      ...noRecords,
      outcomes: [{ series, checkedAt: 7, lifecycle: [] }],
    }
    restore(file.store, rows, 1e12, note)
    expect(spansOf(file)).toEqual([
      [0, 1, 'before_listing', 'live'],
      [1, 4, 'data', 'live'],
      [5, 6, 'data', 'import'],
      [8, 9, 'proven_empty', 'live'],
    ])
    expect(file.store.known('kalshi', 'no')).toEqual({ series, checkedAt: 7 })
  })

  test('keeps what was noted by a clock that runs ahead of ours', () => {
    const { store } = fresh()
    const ahead = { ...covers(0, 6), fetchedAt: 1e12 + 5 * MINUTE }
    restore(store, rows, 1e12, { identity: yes, coverage: [ahead], ...noRecords, outcomes: [] })
    store.dropFuture(1e12)
    expect(store.read(yes, ever)).toHaveLength(3)
    expect(store.coverage(yes, ever)).toEqual([{ ...ahead, fetchedAt: 1e12 }])
  })

  test('does not rewrite what is known', () => {
    const { store } = fresh()
    store.commit(yes, { bars: [bar(2, 0.8)], coverage: [covers(2, 3)] })
    expect(restore(store, rows, 1e12)).toMatchObject({ series: 1, candles: 3, added: 2 })
    expect(store.read(yes, ever).map(({ close }) => close)).toEqual([0.5, 0.8, 0.5])
  })

  test.each(['beyond_retention', 'proven_empty', 'data'] as const)(
    'is not swallowed by what the ledger says of the same time: %s',
    async (kind) => {
      const file = fresh()
      file.store.commit(yes, { bars: [], coverage: [covers(0, 10, kind)] })
      expect(restore(file.store, rows, 1e12).added).toBe(3)
      expect(file.store.read(yes, ever)).toHaveLength(3)
      const kinds = rows.flatMap(({ bar: { timestamp: from } }) =>
        file.store.coverage(yes, { from, to: from + MINUTE }).map((entry) => entry.kind),
      )
      expect(kinds).toEqual(['data', 'data', 'data'])
      expect((await verifyCandles(file.database)).findings).toEqual([])
    },
  )

  test('of many candles apart, of several series in turn, is neither slow nor too much for the stack', () => {
    const { database, store } = fresh()
    const many = Array.from({ length: 40_000 }, (_, index): RestoredRow => {
      const identity = index % 2 === 0 ? yes : other
      return { identity, bar: bar(3 * index), line: index + 1 }
    })
    expect(restore(store, many, 1e15)).toMatchObject({ series: 2, candles: 40_000, added: 40_000 })
    expect(store.coverage(yes, ever)).toHaveLength(20_000)
    expect(listSeries(database).map(({ candles }) => candles)).toEqual([20_000, 20_000])
  })

  test.each([
    ['a price that is none', { ...bar(7), high: 2 }],
    ['a candle off the grid', { ...bar(7), timestamp: 7 * MINUTE + 1 }],
    ['a candle out of order', bar(3)],
    ['a candle that has not ended', bar(100)],
  ])('of %s is an error with its line, and nothing is stored', (_what, wrong) => {
    const { store } = fresh()
    const all = [...rows, { identity: yes, bar: wrong, line: 9 }]
    expect(() => restore(store, all, 100.5 * MINUTE)).toThrow(BadRow)
    expect(() => restore(store, all, 100.5 * MINUTE)).toThrow(/^Line 9: /)
    expect(store.read(yes, ever)).toEqual([])
  })

  test('of a step or a basis that the venue does not have is an error that names those it has', () => {
    const check = createRowCheck(1e12, (venue) =>
      venue === 'kalshi' ? { basis: 'trade', stepsMs: [MINUTE] } : undefined,
    )
    const row = { identity: yes, bar: bar(7 * 60), line: 3 }
    const of = (more: object) => () => check({ ...row, identity: { ...yes, ...more } })
    expect(of({ stepMs: 7 * MINUTE })).toThrow('Line 3: kalshi has no candles of 7 min; it has 1 min')
    expect(of({ basis: 'mid' })).toThrow("basis 'trade', not 'mid'")
    expect(of({ venue: 'polymarket' })).toThrow('polymarket has no candles')
  })
})

describe('the address a venue is asked at', () => {
  test('keeps apart what different addresses answered, in series, ledger and outcomes', () => {
    const { database, store } = fresh()
    const elsewhere = createSqliteStore(database, () => 'api=https://test.example')
    const known = {
      series: { outcomeId: 'x', seriesKey: 'FOO-26', mirrored: false, facts: {} },
      checkedAt: 1,
    }
    store.commit(yes, { bars: [bar(1, 0.2)], coverage: [covers(0, 2)] })
    store.remember('kalshi', 'x', known)
    expect([elsewhere.coverage(yes, ever), elsewhere.known('kalshi', 'x')]).toEqual([[], undefined])
    elsewhere.commit(yes, { bars: [bar(1, 0.9)], coverage: [covers(0, 2)] })
    expect([store.read(yes, ever), elsewhere.read(yes, ever)]).toEqual([[bar(1, 0.2)], [bar(1, 0.9)]])
    expect(listSeries(database).map(({ address }) => address)).toEqual(['', 'api=https://test.example'])
    expect(listSeries(database, { addressOf: () => '' })).toHaveLength(1)
  })
})

describe('pruning', () => {
  test('takes the ledger along: what is gone is unknown again, the rest stays vouched for', async () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [1, 2, 5].map((minute) => bar(minute)), coverage: [covers(0, 10)] })
    const filter = { before: 2 * MINUTE + 1 }
    expect(pruneCandles(database, filter, true)).toEqual({ series: 1, candles: 2 })
    expect(store.read(yes, ever)).toHaveLength(3)
    expect(pruneCandles(database, filter)).toEqual({ series: 1, candles: 2 })
    expect(store.read(yes, ever)).toEqual([bar(5)])
    expect(store.coverage(yes, ever)).toEqual([covers(3, 10)])
    expect((await verifyCandles(database)).findings).toEqual([])
  })

  test('of a series leaves the others', () => {
    const { database, store } = fresh()
    for (const identity of [yes, other]) store.commit(identity, { bars: [bar(1)], coverage: [covers(0, 2)] })
    pruneCandles(database, { seriesKey: 'FOO-26' })
    expect(listSeries(database).map(({ seriesKey }) => seriesKey)).toEqual(['BAR-26'])
  })
})

describe('verifying', () => {
  test('finds nothing in what the store wrote', async () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [bar(1), bar(2, 0.45, undefined)], coverage: [covers(0, 3)] })
    const seen: number[] = []
    expect(await verifyCandles(database, (count, total) => void seen.push(count, total))).toEqual({
      series: 1,
      candles: 2,
      findings: [],
      more: false,
      suspicions: [],
      rechecks: [],
    })
    expect(seen).toEqual([2, 2])
  })

  test('looks at one moment: what another process stores meanwhile is no finding', async () => {
    const { path, store } = fresh()
    const stored = Array.from({ length: 1_000 }, (_, minute) => bar(minute))
    store.commit(yes, { bars: stored, coverage: [covers(0, 1_000)] })
    const reading = driver(path, { readOnly: true })
    const { findings } = await verifyCandles(reading, () =>
      store.commit(yes, { bars: [bar(1_000)], coverage: [covers(1_000, 1_001)] }),
    )
    reading.close()
    expect(findings).toEqual([])
  })

  test.each([
    ['UPDATE loose_candles SET high = 7 WHERE open_time = 60000', /high 7 is not a price/],
    [`UPDATE loose_candles SET json = '{}' WHERE open_time = 60000`, /stored JSON/],
    ['DELETE FROM coverage', /outside the coverage/],
  ])('finds what %s did', async (sql, problem) => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 3)] })
    database.exec(sql)
    const { findings } = await verifyCandles(database)
    expect(findings.map((finding) => finding.problem)).toContainEqual(expect.stringMatching(problem))
  })

  test('suspects candles that were stored once and are missing under their coverage', async () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: [1, 2, 5].map((minute) => bar(minute)), coverage: [covers(0, 10)] })
    store.commit(yes, { bars: [12, 14].map((minute) => bar(minute)), coverage: [covers(10, 20)] })
    store.commit(other, { bars: [bar(3)], coverage: [covers(0, 5)] })
    expect((await verifyCandles(database)).suspicions).toEqual([])
    database.exec('DELETE FROM loose_candles WHERE open_time IN (180000, 300000, 840000)')
    const problem = 'the candle was stored, but is now missing, although the coverage includes its time'
    const { findings, suspicions } = await verifyCandles(database)
    expect(findings).toEqual([])
    expect(suspicions).toEqual([
      { venue: 'kalshi', series: 'BAR-26', resolution: '1m', timestamp: 3 * MINUTE, problem },
      { venue: 'kalshi', series: 'FOO-26', resolution: '1m', timestamp: 5 * MINUTE, problem },
      { venue: 'kalshi', series: 'FOO-26', resolution: '1m', timestamp: 14 * MINUTE, problem },
    ])
    // What is pruned has no coverage either.
    pruneCandles(database, { before: 19 * MINUTE })
    expect((await verifyCandles(database)).suspicions).toEqual([])
  })

  const closes = Array.from({ length: 100 }, (_, minute) => 0.4 + (minute % 7) / 100)
  const flat = (close: number, minute: number) => ({
    ...bar(minute, close),
    open: close,
    high: close,
    low: close,
  })
  const located = (outcomeId: string, seriesKey: string, mirrored = false) =>
    ({
      series: { outcomeId, seriesKey, mirrored, facts: { conditionId: 'c' } },
      checkedAt: 1,
    }) as const

  test('finds two series that hold the same candles, and one that two outcomes share', async () => {
    const { database, store } = fresh()
    for (const identity of [yes, other])
      store.commit(identity, { bars: closes.map(flat), coverage: [covers(0, 100)] })
    store.remember('kalshi', 'a', located('a', 'FOO-26'))
    store.remember('kalshi', 'A', located('A', 'FOO-26'))
    store.remember('kalshi', 'no', located('no', 'FOO-26', true))
    const twins = 'it has the same candles as BAR-26'
    expect((await verifyCandles(database)).findings).toEqual([expect.objectContaining({ problem: twins })])
    store.remember('kalshi', 'b', located('b', 'FOO-26'))
    expect((await verifyCandles(database)).findings).toContainEqual(
      expect.objectContaining({ series: 'FOO-26', problem: 'the same candles belong to A and b' }),
    )
  })

  test('suspects closes that jump back and forth, and two sides that do not add up to 1', async () => {
    const { database, store } = fresh()
    store.commit(yes, { bars: closes.map(flat), coverage: [covers(0, 100)] })
    const mixed = closes.map((close, minute) => flat(minute % 10 === 0 ? 0.1 : 1 - close, minute))
    store.commit(other, { bars: mixed, coverage: [covers(0, 100)] })
    store.remember('kalshi', 'y', located('y', 'FOO-26'))
    store.remember('kalshi', 'n', located('n', 'BAR-26'))
    const problems = async () => (await verifyCandles(database)).suspicions.map(({ problem }) => problem)
    expect(await problems()).toEqual([expect.stringMatching(/^19 of 99 closing prices are far/)])
    database.exec('UPDATE loose_candles SET close = 0.2 WHERE series_id = 2')
    expect(await problems()).toContainEqual(
      expect.stringMatching(/FOO-26, the other outcome .* differ from 1 by 0\.3/),
    )
  })
})
