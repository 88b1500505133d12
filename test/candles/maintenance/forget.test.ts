import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { forgetSpan } from '../../../src/candles/maintenance/forget.js'
import type { CandleStore, SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import type { Database } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { sealingAll, temporaryFolder } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' }
const coarse: SeriesIdentity = { ...yes, stepMs: 10 * MINUTE }
const other: SeriesIdentity = { ...yes, seriesKey: 'BAR' }
const ever = { from: 0, to: 1_000 * MINUTE }
const outcome = { venue: 'kalshi', outcomeId: 'FOO', addressOf: () => '' } as const
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

let files = 0
let database: Database
let store: CandleStore

describe.each([
  ['rows', undefined],
  ['chunks', sealingAll],
])('of candles in %s', (_form, sealing) => {
  beforeEach(() => {
    database = openDatabase(driver, `${folder.path}/${files++}.db`, candleMigrations).database
    store = createSqliteStore(database, () => '', sealing)
    const bars = Array.from({ length: 60 }, (_, minute) => bar(minute))
    for (const identity of [yes, other])
      store.commit(identity, { bars, coverage: [covers(0, 30), covers(30, 60, 'after_close')] })
  })

  const left = (identity: SeriesIdentity = yes) => ({
    bars: store.read(identity, ever).length,
    ledger: store.coverage(identity, ever).map(({ from, to, kind }) => [from / MINUTE, to / MINUTE, kind]),
  })
  const all = {
    bars: 60,
    ledger: [
      [0, 30, 'data'],
      [30, 60, 'after_close'],
    ],
  }

  test.each<[string, readonly [number, number], object, unknown]>([
    [
      'within an entry leaves both its ends',
      [10, 12],
      { candles: 2, entries: 1 },
      [
        [0, 10],
        [12, 30],
        [30, 60],
      ],
    ],
    [
      'over the border of two shortens both',
      [20, 40],
      { candles: 20, entries: 2 },
      [
        [0, 20],
        [40, 60],
      ],
    ],
    ['that is one entry takes it away', [0, 30], { candles: 30, entries: 1 }, [[30, 60]]],
    ['that is the other entry takes it away', [30, 60], { candles: 30, entries: 1 }, [[0, 30]]],
    [
      'of the beginning leaves the rest',
      [0, 1],
      { candles: 1, entries: 1 },
      [
        [1, 30],
        [30, 60],
      ],
    ],
    [
      'of the end leaves the rest',
      [59, 90],
      { candles: 1, entries: 1 },
      [
        [0, 30],
        [30, 59],
      ],
    ],
    ['over all of it leaves nothing', [0, 90], { candles: 60, entries: 2 }, []],
  ])('a span %s', (_what, [from, to], gone, ledger) => {
    const counted = forgetSpan(database, outcome, minutes(from, to), true)
    expect([counted, left()]).toEqual([{ series: 1, ...gone }, all])
    expect(forgetSpan(database, outcome, minutes(from, to))).toEqual(counted)
    expect(left().ledger.map(([begin, end]) => [begin, end])).toEqual(ledger)
    expect(store.read(yes, minutes(from, to))).toEqual([])
    expect(left().bars).toBe(60 - Number(Reflect.get(gone, 'candles')))
    expect(left(other)).toEqual(all)
  })

  test('a cut entry says in both its parts what it said before', () => {
    const before = store.coverage(yes, minutes(0, 1))[0]
    forgetSpan(database, outcome, minutes(10, 12))
    expect(store.coverage(yes, minutes(0, 30))).toEqual([
      { ...before, ...minutes(0, 10) },
      { ...before, ...minutes(12, 30) },
    ])
  })

  test('a step that the span touches goes as a whole, in every series of the outcome', () => {
    store.commit(coarse, {
      bars: [0, 10, 20, 30].map((minute) => bar(minute)),
      coverage: [covers(0, 40)],
    })
    expect(forgetSpan(database, outcome, { from: 12 * MINUTE + 1, to: 13 * MINUTE + 1 })).toEqual({
      series: 2,
      candles: 3,
      entries: 2,
    })
    expect(store.read(yes, ever).map(({ timestamp }) => timestamp)).not.toContain(12 * MINUTE)
    expect(left().ledger).toEqual([
      [0, 12, 'data'],
      [14, 30, 'data'],
      [30, 60, 'after_close'],
    ])
    expect(left(coarse)).toEqual({
      bars: 3,
      ledger: [
        [0, 10, 'data'],
        [20, 40, 'data'],
      ],
    })
  })

  test('of a time of which nothing is stored nothing goes', () => {
    expect(forgetSpan(database, outcome, minutes(60, 90))).toEqual({ series: 0, candles: 0, entries: 0 })
    expect(left()).toEqual(all)
  })

  test('silence that was proven goes as well', () => {
    store.commit(coarse, { bars: [], coverage: [covers(100, 200, 'proven_empty')] })
    expect(forgetSpan(database, outcome, minutes(90, 300))).toEqual({ series: 1, candles: 0, entries: 1 })
    expect(left(coarse).ledger).toEqual([])
  })

  test('an outcome is found by where its candles are, at the address at which its venue is asked', () => {
    const series = { outcomeId: 'no-side', seriesKey: 'FOO', mirrored: true, facts: {} }
    store.remember('kalshi', 'no-side', { series, checkedAt: 1 })
    const elsewhere = { venue: 'kalshi', outcomeId: 'no-side', addressOf: () => 'http://localhost' } as const
    expect(forgetSpan(database, elsewhere, minutes(0, 60))).toMatchObject({ series: 0 })
    expect(forgetSpan(database, { ...elsewhere, addressOf: () => '' }, minutes(0, 60))).toMatchObject({
      candles: 60,
    })
    expect([left().bars, left(other)]).toEqual([0, all])
  })

  test('that our own samples are among what goes is told: nobody can be asked for them again', () => {
    const mids = { ...yes, venue: 'smarkets', basis: 'mid' } as const
    store.commit(mids, { bars: [bar(3)], coverage: [covers(3, 4, 'data', 'sampled')] })
    const sampled = { ...outcome, venue: 'smarkets' } as const
    const gone = { series: 1, candles: 1, entries: 1, samples: true }
    expect(forgetSpan(database, sampled, minutes(0, 9), true)).toEqual(gone)
    expect(forgetSpan(database, sampled, minutes(0, 9))).toEqual(gone)
    expect(forgetSpan(database, outcome, minutes(0, 9), true)).not.toHaveProperty('samples')
  })
})
