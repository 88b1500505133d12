import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createRememberedReads } from '../../../src/candles/database/read-cache.js'
import { openStore, temporaryFolder } from '../../support/engine.js'
import { bar, covers, storeSuite } from '../store-suite.js'

const folder = temporaryFolder()
let files = 0
const newPath = (): string => join(folder.path, `${files++}.db`)
afterAll(() => folder.remove())

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: 60_000, basis: 'trade' } as const
const soon = { from: 0, to: 60 * 60_000 }
const series = { outcomeId: 'a', seriesKey: 'FOO-26', mirrored: false, facts: {} }

describe('a store that reads nothing twice', () => {
  storeSuite(() => createRememberedReads(openStore(newPath()), () => 0))

  test('asks the file once while nothing is written, and again for what was', () => {
    const file = openStore(newPath())
    const asked: string[] = []
    const noting: typeof file = {
      ...file,
      readText(...question) {
        asked.push(question[0].seriesKey)
        return file.readText(...question)
      },
    }
    const store = createRememberedReads(noting, () => 0)
    const other = { ...yes, seriesKey: 'BAR-26' }
    const readBoth = () => [yes, other].map((identity) => store.readText(identity, soon).count)
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect([readBoth(), readBoth()]).toEqual([
      [1, 0],
      [1, 0],
    ])
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    expect(readBoth()).toEqual([2, 0])
    expect(asked).toEqual(['FOO-26', 'BAR-26', 'FOO-26'])
    // A long list would take too much memory.
    const bars = Array.from({ length: 201 }, (_, minute) => bar(minute))
    store.commit(other, { bars, coverage: [covers(0, 201)] })
    for (let turn = 0; turn < 2; turn++) store.readText(other, { from: 0, to: 86_400_000 })
    expect(asked).toHaveLength(5)
  })

  test('reads all anew once somebody else has written to the file', () => {
    const path = newPath()
    let changes = 0
    const store = createRememberedReads(openStore(path), () => changes)
    expect(store.count(yes, soon, 9)).toBe(0)
    store.remember('kalshi', 'a', { series, checkedAt: 1 })
    expect(store.known('kalshi', 'a')?.checkedAt).toBe(1)
    const other = openStore(path)
    other.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    other.remember('kalshi', 'a', { series, checkedAt: 2 })
    changes++
    expect(store.count(yes, soon, 9)).toBe(1)
    expect(store.known('kalshi', 'a')?.checkedAt).toBe(2)
  })

  /** A store that notes which of its methods the file was asked by. */
  function noted() {
    const file = openStore(newPath())
    const asked: string[] = []
    const noting: typeof file = {
      ...file,
      coverage: (...question) => {
        asked.push('coverage')
        return file.coverage(...question)
      },
      read: (...question) => {
        asked.push('read')
        return file.read(...question)
      },
      count: (...question) => {
        asked.push('count')
        return file.count(...question)
      },
      known: (...question) => {
        asked.push('known')
        return file.known(...question)
      },
    }
    return { file, noting, asked, store: createRememberedReads(noting, () => 0) }
  }

  test('tells candles, their ledger and their number apart, each asked of the file once', () => {
    const { store, asked } = noted()
    store.commit(yes, { bars: [bar(1), bar(2)], coverage: [covers(0, 5)] })
    for (let turn = 0; turn < 2; turn++) {
      expect(store.read(yes, soon)).toEqual([bar(1), bar(2)])
      expect(store.coverage(yes, soon)).toEqual([covers(0, 5)])
      expect([store.count(yes, soon, 9), store.count(yes, soon, 1)]).toEqual([2, 1])
      expect(store.readText(yes, soon).count).toBe(2)
    }
    expect(asked).toEqual(['read', 'coverage', 'count', 'count'])
  })

  test('remembers the series of an outcome, and not that there is none', () => {
    const { store, asked } = noted()
    for (let turn = 0; turn < 2; turn++) expect(store.known('kalshi', 'a')).toBeUndefined()
    expect(asked).toHaveLength(2)
    store.remember('kalshi', 'a', { series, checkedAt: 1 })
    for (let turn = 0; turn < 2; turn++) expect(store.known('kalshi', 'a')?.checkedAt).toBe(1)
    expect(asked).toHaveLength(3)
    store.remember('kalshi', 'a', { series, checkedAt: 2 })
    expect(store.known('kalshi', 'a')?.checkedAt).toBe(2)
  })

  test('reads anew after a write that failed: nobody knows how far it came', () => {
    const { file, noting } = noted()
    const store = createRememberedReads(
      {
        ...noting,
        commit(...written) {
          file.commit(...written)
          throw new Error('the disk is full')
        },
        remember(...written) {
          file.remember(...written)
          throw new Error('the disk is full')
        },
      },
      () => 0,
    )
    file.remember('kalshi', 'a', { series, checkedAt: 1 })
    expect([store.count(yes, soon, 9), store.known('kalshi', 'a')?.checkedAt]).toEqual([0, 1])
    expect(() => store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })).toThrow('full')
    expect(() => store.remember('kalshi', 'a', { series, checkedAt: 2 })).toThrow('full')
    expect([store.count(yes, soon, 9), store.known('kalshi', 'a')?.checkedAt]).toEqual([1, 2])
  })

  test('a list of two hundred candles is remembered, and of a series no more than forty reads', () => {
    const { store, asked } = noted()
    const bars = Array.from({ length: 201 }, (_, minute) => bar(minute))
    store.commit(yes, { bars, coverage: [covers(0, 201)] })
    const upTo = (minute: number) => store.read(yes, { from: 0, to: minute * 60_000 })
    for (let turn = 0; turn < 2; turn++) expect(upTo(200)).toHaveLength(200)
    expect(asked).toHaveLength(1)
    for (let minute = 1; minute < 40; minute++) upTo(minute)
    upTo(200)
    expect(asked).toHaveLength(40)
    upTo(40)
    upTo(200)
    expect(asked).toHaveLength(42)
  })
})
