import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CandleTable,
  createCandleTable,
  EVER,
} from '../../../src/candles/database/candle-and-chunk-tables.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import type { Database } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { counted } from '../support/counted.js'

const driver = await loadDriver()
const SERIES = 1
const NEVER = Number.NEGATIVE_INFINITY
const ALWAYS = Number.MAX_SAFE_INTEGER

let database: Database
let table: CandleTable
let file: ReturnType<typeof counted>

beforeEach(() => {
  database = openDatabase(driver, ':memory:', candleMigrations).database
  database.exec(`INSERT INTO series VALUES (${SERIES}, 'kalshi', '', 'FOO', 1, 'trade', 0)`)
  file = counted(database)
  table = createCandleTable(file.database, { most: 4, leastAtOnce: 3 })
})
afterEach(() => database.close())

const barAt = (timestamp: number) => ({ timestamp, open: 0.4, high: 0.9, low: 0.1, close: 0.5 })
const between = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** Adds candles at these times. @param sealBefore longer runs that open before are sealed at once */
function add(times: readonly number[], sealBefore = NEVER): number {
  return table.add(SERIES, times.map(barAt), sealBefore)
}

const seal = (from = EVER.from, to = EVER.to) => table.compact(SERIES, { from, to })

/** How candles lie: the first and last of each chunk, and those that are loose. Each is there once, and in order. */
function layout() {
  const chunks = database
    .prepare('SELECT from_time, last_time, count FROM sealed_chunks ORDER BY from_time')
    .rows()
  const loose = database.prepare('SELECT open_time FROM loose_candles ORDER BY open_time').rows().flat()
  const times = table.read(SERIES, EVER).map(({ timestamp }) => timestamp)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(chunks.reduce((sum, [, , count]) => sum + Number(count), loose.length)).toBe(times.length)
  return { chunks: chunks.map(([from, last]) => [from, last]), loose }
}

/** The bodies of chunks are gone: whoever opens one finds that out. */
function spoil(from: number): void {
  database.prepare("UPDATE sealed_chunks SET body = x'00' WHERE from_time = ?").run([from])
}

describe('sealing', () => {
  test('takes the oldest, a chunk at a time, and leaves what does not fill one', () => {
    add(between(0, 10))
    expect(seal()).toEqual({ count: 4, next: 4 })
    expect(seal(4)).toEqual({ count: 4, next: 8 })
    expect(seal(8)).toEqual({ count: 0, next: undefined })
    expect(layout()).toEqual({
      chunks: [
        [0, 3],
        [4, 7],
      ],
      loose: [8, 9],
    })
    add([10, 11])
    expect(seal()).toEqual({ count: 4, next: 12 })
    expect(seal(12)).toEqual({ count: 0, next: undefined })
  })

  test('leaves what is young, and chunks that begin then', () => {
    add(between(20, 23), ALWAYS)
    add(between(0, 6))
    expect(seal(EVER.from, 4)).toEqual({ count: 4, next: 4 })
    expect(seal(4, 6)).toEqual({ count: 0, next: undefined })
    expect(seal(4, 20)).toEqual({ count: 0, next: undefined })
    expect(layout()).toEqual({
      chunks: [
        [0, 3],
        [20, 22],
      ],
      loose: [4, 5],
    })
  })

  test.each<[string, number[], { count: number; next: number }, number[][]]>([
    [
      'half a chunk before another is one of its own',
      [7, 8],
      { count: 2, next: 9 },
      [
        [7, 8],
        [10, 13],
      ],
    ],
    [
      'less is sealed with the other anew, in equal parts',
      [8],
      { count: 1, next: 9 },
      [
        [8, 11],
        [12, 13],
      ],
    ],
    [
      'a whole one is one of its own',
      [5, 6, 7, 8],
      { count: 4, next: 9 },
      [
        [5, 8],
        [10, 13],
      ],
    ],
  ])('of what lies between two chunks: %s', (_what, loose, slice, chunks) => {
    add(between(10, 14), ALWAYS)
    add([...loose, 20, 21])
    expect(seal()).toEqual(slice)
    expect(seal(slice.next)).toEqual({ count: 0, next: undefined })
    expect(layout()).toEqual({ chunks, loose: [20, 21] })
  })

  test('of more than a chunk before another takes the first of it, then the rest', () => {
    add(between(10, 14), ALWAYS)
    add(between(1, 10))
    expect([seal(), seal(5), seal(9), seal(10)]).toEqual([
      { count: 4, next: 5 },
      { count: 4, next: 9 },
      { count: 1, next: 10 },
      { count: 0, next: undefined },
    ])
    expect(layout()).toEqual({
      chunks: [
        [1, 4],
        [5, 8],
        [9, 11],
        [12, 13],
      ],
      loose: [],
    })
  })

  test('finds nothing where nothing is', () => {
    expect(seal()).toEqual({ count: 0, next: undefined })
    add(between(0, 4), ALWAYS)
    expect(seal()).toEqual({ count: 0, next: undefined })
  })
})

describe('adding', () => {
  test('seals old candles at once where enough of them follow each other, and counts those that are new', () => {
    expect(add([0, 1], 10)).toBe(2)
    expect(add([7, 8, 9, 10, 11], 10)).toBe(5)
    expect(layout()).toEqual({ chunks: [[7, 9]], loose: [0, 1, 10, 11] })
    expect([add([]), add([], ALWAYS)]).toEqual([0, 0])
  })

  test('seals each side of a chunk by itself, and only what is worth it', () => {
    add(between(10, 13), ALWAYS)
    expect(add([8, 9, ...between(10, 13), 13, 14], ALWAYS)).toBe(4)
    expect(layout()).toEqual({ chunks: [[10, 12]], loose: [8, 9, 13, 14] })
    add(between(30, 33), ALWAYS)
    expect(add([...between(20, 24), ...between(40, 44)], ALWAYS)).toBe(8)
    expect(layout().chunks).toEqual([
      [10, 12],
      [20, 23],
      [30, 32],
      [40, 43],
    ])
  })

  test('seals no run into which loose ones reach', () => {
    add([5])
    expect(add([3, 4, 6, 7], ALWAYS)).toBe(4)
    expect(layout()).toEqual({ chunks: [], loose: [3, 4, 5, 6, 7] })
  })

  test('leaves a chunk sealed that has all of its time already, and opens one between whose candles others belong', () => {
    add([10, 12, 14], ALWAYS)
    expect(add([9, 10, 12, 15])).toBe(2)
    expect(layout()).toEqual({ chunks: [[10, 14]], loose: [9, 15] })
    expect(add([11])).toBe(1)
    expect(layout()).toEqual({ chunks: [], loose: [9, 10, 11, 12, 14, 15] })
  })

  test('keeps each candle once where a batch tells it twice, sealed or not', () => {
    expect(add([1, 1, 2, 3, 3, 4, 9, 9], 8)).toBe(5)
    expect(layout()).toEqual({ chunks: [[1, 4]], loose: [9] })
  })

  test('writes many rows with few statements', () => {
    const before = file.looks
    add(between(0, 70))
    // Two with 32 rows each and one for each of the other six, one look for chunks, and two at what changed.
    expect(file.looks - before).toBe(2 + 6 + 1 + 2)
  })
})

describe('a chunk that cannot be opened', () => {
  beforeEach(() => {
    add(between(0, 4), ALWAYS)
    add(between(10, 14), ALWAYS)
    spoil(10)
  })

  test('is damage for whoever needs a part of it', () => {
    for (const use of [
      () => table.read(SERIES, EVER),
      () => table.readText(SERIES, { from: 12, to: 13 }),
      () => table.count(SERIES, { from: 0, to: 13 }),
      () => table.count(SERIES, { from: 11, to: 99 }),
      () => table.last(SERIES, EVER),
      () => table.remove(SERIES, { from: 12, to: 99 }),
      () => add([11]),
    ])
      expect(use).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }))
  })

  test('is counted and removed as a whole all the same, and stands in the way of nothing else', () => {
    expect(table.count(SERIES, { from: 10, to: 14 })).toBe(4)
    expect(table.count(SERIES, EVER, 5)).toBe(5)
    // Enough are found before it.
    expect(table.count(SERIES, { from: 0, to: 13 }, 4)).toBe(4)
    expect(table.read(SERIES, { from: 0, to: 10 })).toHaveLength(4)
    expect(add([8, 9, 14, 15])).toBe(4)
    expect(table.last(SERIES, EVER)).toBe(15)
    table.remove(SERIES, { from: 10, to: 14 })
    expect(layout()).toEqual({ chunks: [[0, 3]], loose: [8, 9, 14, 15] })
  })
})

describe('reading looks into the file as often as it must', () => {
  const looksOf = (from: number, to: number): number => {
    const before = file.looks
    table.read(SERIES, { from, to })
    return file.looks - before
  }

  test('for chunks, for the first loose one beside them, and where that shows that there are any', () => {
    add(between(10, 13), ALWAYS)
    add(between(20, 23), ALWAYS)
    expect([looksOf(50, 60), looksOf(10, 13), looksOf(0, 60)]).toEqual([2, 2, 2])
    add([23])
    expect([looksOf(0, 23), looksOf(10, 25)]).toEqual([2, 3])
    add([15])
    expect([looksOf(10, 13), looksOf(12, 21), looksOf(0, 60)]).toEqual([2, 3, 4])
  })
})
