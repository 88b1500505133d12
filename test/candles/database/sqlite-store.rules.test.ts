import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EVER } from '../../../src/candles/database/candle-and-chunk-tables.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { compactAfter, createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import type { Coverage, SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import type { Database } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { fakeClock } from '../../support/clock.js'
import { bar, covers } from '../store-suite.js'
import { counted } from '../support/counted.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const driver = await loadDriver()
const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' }
const hours: SeriesIdentity = { ...yes, stepMs: HOUR }
const made: SeriesIdentity = { ...hours, derivedFromMs: MINUTE }
const ever = { from: 0, to: 1e12 }
const neverAtOnce = { before: () => Number.NEGATIVE_INFINITY, sizes: { most: 4, leastAtOnce: 3 } }

let database: Database
let store: ReturnType<typeof createSqliteStore>
beforeEach(() => {
  database = openDatabase(driver, ':memory:', candleMigrations).database
  store = createSqliteStore(database, () => '', neverAtOnce)
})
afterEach(() => store.close())

/** A series of so many candles, minute by minute. */
function fill(name: string, count: number): void {
  const bars = Array.from({ length: count }, (_, minute) => bar(minute))
  store.commit({ ...yes, seriesKey: name }, { bars, coverage: [covers(0, Math.max(1, count))] })
}

describe('sealing series after series', () => {
  const start = (series: number) => ({ series, from: EVER.from })

  test('passes twenty without work at a time, and ends with the last', () => {
    expect([store.seriesCount(), store.compact(undefined, 1e12)]).toEqual([
      0,
      { count: 0, passed: 0, next: undefined },
    ])
    for (let at = 0; at < 20; at++) fill(`S${at}`, 1)
    expect(store.compact(undefined, 1e12)).toEqual({ count: 0, passed: 20, next: undefined })
    for (let at = 20; at < 45; at++) fill(`S${at}`, 1)
    expect(store.compact(undefined, 1e12)).toEqual({ count: 0, passed: 20, next: start(21) })
    expect(store.compact(start(21), 1e12)).toEqual({ count: 0, passed: 20, next: start(41) })
    expect(store.compact(start(41), 1e12)).toEqual({ count: 0, passed: 5, next: undefined })
    expect(store.seriesCount()).toBe(45)
  })

  test('stops after each chunk, goes on there, and begins the next series at its beginning', () => {
    for (const [name, count] of [
      ['A', 1],
      ['B', 9],
      ['C', 5],
    ] as const)
      fill(name, count)
    const slices = [store.compact(undefined, 1e12)]
    for (let { next } = slices[0] ?? {}; next !== undefined && slices.length < 9; ) {
      const slice = store.compact(next, 1e12)
      slices.push(slice)
      next = slice.next
    }
    expect(slices).toEqual([
      { count: 4, passed: 1, next: { series: 2, from: 3 * MINUTE + 1 } },
      { count: 4, passed: 0, next: { series: 2, from: 7 * MINUTE + 1 } },
      { count: 4, passed: 1, next: { series: 3, from: 3 * MINUTE + 1 } },
      { count: 0, passed: 1, next: undefined },
    ])
    for (const [name, count] of [
      ['B', 9],
      ['C', 5],
    ] as const)
      expect(store.read({ ...yes, seriesKey: name }, ever)).toHaveLength(count)
  })

  test('leaves what is young alone', () => {
    fill('A', 9)
    expect(store.compact(undefined, 4 * MINUTE)).toMatchObject({ count: 4 })
    expect(store.compact(undefined, 7 * MINUTE)).toEqual({ count: 0, passed: 1, next: undefined })
  })

  test('what has been open for a time is old', () => {
    const clock = fakeClock()
    const sealing = compactAfter(HOUR, clock)
    expect(sealing.before()).toBe(clock.now() - HOUR)
  })
})

describe('candles that were final elsewhere', () => {
  const bars = Array.from({ length: 4 }, (_, minute) => bar(minute))
  const chunks = () => Number(database.prepare('SELECT count(*) FROM sealed_chunks').rows()[0]?.[0])

  test('are compacted at any age, and others are not', () => {
    store.commit(yes, { bars, coverage: [covers(0, 4)] })
    expect(chunks()).toBe(0)
    store.commit(hours, { bars, coverage: [covers(0, 4)], isLasting: true })
    expect(chunks()).toBe(1)
    expect(store.read(hours, ever)).toEqual(bars)
  })

  test('are read as their text is, before and after others were written', () => {
    const odd = { ...bar(0), open: -0, note: 'of another program' }
    const given = [odd, ...bars.slice(1).map((one) => ({ ...one, volume: undefined }))] as typeof bars
    store.commit(yes, { bars: given, coverage: [covers(0, 4)], isLasting: true })
    const first = store.read(yes, ever)
    const part = store.read(yes, { from: MINUTE, to: 3 * MINUTE })
    store.commit(hours, { bars, coverage: [covers(0, 4)], isLasting: true })
    expect(JSON.stringify(first)).toBe(store.readText(yes, ever).text)
    expect(first).toStrictEqual(store.read(yes, ever))
    expect(part).toStrictEqual(first.slice(1, 3))
  })
})

describe('what a file brings', () => {
  const ledger = (identity = yes) =>
    store
      .coverage(identity, ever)
      .map(({ kind, route, from, to }) => [kind, route, from / MINUTE, to / MINUTE])
  const told = (from: number, to: number, kind: Coverage['kind']) => covers(from, to, kind, 'import')

  test('takes the place of what said there was nothing, where it has data and nowhere else', () => {
    store.commit(yes, {
      bars: [],
      coverage: [covers(0, 10, 'before_listing'), covers(10, 20), covers(30, 40, 'after_close')],
    })
    const bars = [bar(4), bar(12), bar(25)]
    const coverage = [
      told(0, 3, 'proven_empty'),
      told(4, 6, 'data'),
      told(10, 14, 'data'),
      told(22, 31, 'data'),
      told(32, 50, 'proven_empty'),
    ]
    expect(store.restore(yes, { bars, coverage })).toBe(3)
    expect(ledger()).toEqual([
      ['before_listing', 'live', 0, 4],
      ['data', 'import', 4, 6],
      ['before_listing', 'live', 6, 10],
      ['data', 'live', 10, 20],
      ['data', 'import', 22, 31],
      ['after_close', 'live', 31, 40],
      ['proven_empty', 'import', 40, 50],
    ])
    expect(store.read(yes, ever)).toEqual(bars)
  })

  test('takes nothing from an entry that lies within it, beside it or around it', () => {
    store.commit(yes, {
      bars: [],
      coverage: [covers(5, 10, 'after_close'), covers(20, 60, 'before_listing')],
    })
    store.restore(yes, { bars: [bar(2)], coverage: [told(0, 5, 'data'), told(10, 12, 'data')] })
    expect(ledger()).toEqual([
      ['data', 'import', 0, 5],
      ['after_close', 'live', 5, 10],
      ['data', 'import', 10, 12],
      ['before_listing', 'live', 20, 60],
    ])
    store.restore(yes, { bars: [bar(22)], coverage: [told(0, 60, 'data')] })
    expect(ledger()).toEqual([['data', 'import', 0, 60]])
  })

  test('has what was made of that time made again, also where the file tells nothing but a candle', () => {
    const make = () =>
      store.commit(made, { bars: [bar(0), bar(60), bar(120)], coverage: [covers(0, 180, 'data', 'made')] })
    make()
    expect(store.restore(yes, { bars: [bar(61), bar(70)], coverage: [] })).toBe(2)
    expect(ledger(made).map(([, , from, to]) => [from, to])).toEqual([
      [0, 60],
      [120, 180],
    ])
    make()
    // What is there already changes nothing, and the end of a step is no part of the next.
    expect(store.restore(yes, { bars: [bar(61)], coverage: [told(0, 180, 'data')] })).toBe(0)
    expect(ledger(made)).toHaveLength(1)
    expect(store.restore(yes, { bars: [bar(119)], coverage: [] })).toBe(1)
    expect(store.read(made, ever)).toEqual([bar(0), bar(120)])
    expect(store.restore(yes, { bars: [bar(120)], coverage: [] })).toBe(1)
    expect(store.read(made, ever)).toEqual([bar(0)])
  })

  test('is nothing where the file has nothing', () => {
    expect(store.restore(yes, { bars: [], coverage: [] })).toBe(0)
    expect(store.seriesCount()).toBe(0)
  })
})

describe('what is left of an outcome that its venue forgot', () => {
  const at = { outcomeId: 'no', seriesKey: 'FOO', mirrored: true, facts: { side: 'no' }, listedAt: 1 }

  test('lives as long as there is data of it, in whatever step, where it was last located', () => {
    store.commit(yes, { bars: [bar(5)], coverage: [covers(5, 9), covers(9, 99, 'after_close')] })
    store.commit(hours, { bars: [], coverage: [covers(120, 180)] })
    store.commit(made, { bars: [], coverage: [covers(600, 660)] })
    store.remember('kalshi', 'no', { series: at, checkedAt: 1 })
    const life = { listedAt: 5 * MINUTE, closedAt: 180 * MINUTE - 1 }
    expect(store.remnant('kalshi', 'no')).toEqual({ ...at, ...life })
    expect(store.remnant('kalshi', 'FOO')).toEqual({
      outcomeId: 'FOO',
      seriesKey: 'FOO',
      mirrored: false,
      facts: {},
      ...life,
    })
  })

  test('is nothing without data, whatever else is known of it', () => {
    store.remember('kalshi', 'no', { series: at, checkedAt: 1 })
    store.commit(yes, { bars: [], coverage: [covers(0, 9, 'proven_empty')] })
    expect([store.remnant('kalshi', 'no'), store.remnant('kalshi', 'FOO')]).toEqual([undefined, undefined])
    expect(store.remnant('polymarket', 'FOO')).toBeUndefined()
  })
})

describe('a series that is not in the file', () => {
  test('is looked up, and nothing else is asked about it', () => {
    const file = counted(database)
    const watched = createSqliteStore(file.database)
    const answers = [
      watched.read(yes, ever),
      watched.readText(yes, ever),
      watched.count(yes, ever, 9),
      watched.coverage(yes, ever),
    ]
    expect(answers).toEqual([[], { text: '[]', count: 0, last: undefined }, 0, []])
    expect(file.looks).toBe(4)
  })

  test('that is there is looked up once', () => {
    fill('FOO', 2)
    const file = counted(database)
    const watched = createSqliteStore(file.database)
    expect([watched.coverage(yes, ever), watched.coverage(yes, ever)]).toEqual([
      [covers(0, 2)],
      [covers(0, 2)],
    ])
    // Each time with a look at the candles that a later response contradicts.
    expect(file.looks).toBe(5)
  })
})
