import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { bar, covers, storeSuite } from '../store-suite.js'

describe('the memory store', () => storeSuite(() => createMemoryStore()))

describe('the memory store is bounded', () => {
  const series = (name: string) =>
    ({ venue: 'kalshi', seriesKey: name, stepMs: 60_000, basis: 'trade' }) as const

  test('in series: the one unused for longest goes, candles and ledger together', () => {
    const store = createMemoryStore(2)
    for (const name of ['A', 'B']) store.commit(series(name), { bars: [bar(1)], coverage: [covers(0, 2)] })
    store.read(series('A'), { from: 0, to: 1 })
    store.commit(series('C'), { bars: [bar(1)], coverage: [covers(0, 2)] })
    const kept = (name: string) => [
      store.read(series(name), { from: 0, to: 1e9 }).length,
      store.coverage(series(name), { from: 0, to: 1e9 }).length,
    ]
    expect([kept('A'), kept('C')]).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(kept('B')).toEqual([0, 0])
  })

  test('in remembered outcomes', () => {
    const store = createMemoryStore(2, 2)
    const known = { series: { outcomeId: 'x', seriesKey: 'x', mirrored: false, facts: {} }, checkedAt: 1 }
    for (const id of ['a', 'b', 'c']) store.remember('kalshi', id, known)
    expect([store.known('kalshi', 'a'), store.known('kalshi', 'c')]).toEqual([undefined, known])
  })

  test('in candles: a series weighs what it holds, and at least as much as one of 4,000', () => {
    const store = createMemoryStore(2)
    const fill = (name: string, count: number) => {
      const bars = Array.from({ length: count }, (_, minute) => bar(minute))
      store.commit(series(name), { bars, coverage: [covers(0, count)] })
    }
    fill('A', 4_000)
    fill('B', 1)
    expect(store.series()).toHaveLength(2)
    store.commit(series('B'), {
      bars: Array.from({ length: 4_000 }, (_, minute) => bar(minute + 1)),
      coverage: [covers(1, 4_001)],
    })
    expect(store.series().map(({ identity, bars }) => [identity.seriesKey, bars.length])).toEqual([
      ['B', 4_001],
    ])
  })
})

describe('what is kept in memory', () => {
  const yes = { venue: 'kalshi', seriesKey: 'A', stepMs: 60_000, basis: 'trade' } as const
  const no = { ...yes, seriesKey: 'B' }
  const ever = { from: 0, to: 1e12 }
  const known = { series: { outcomeId: 'x', seriesKey: 'x', mirrored: false, facts: {} }, checkedAt: 1 }

  test('can be taken over, series by series, and forgotten', () => {
    const store = createMemoryStore()
    store.commit(yes, { bars: [bar(1), bar(2)], coverage: [covers(0, 3)] })
    store.commit(no, { bars: [bar(1)], coverage: [covers(0, 3)] })
    store.remember('kalshi', 'x', known)
    expect(store.size).toBe(3)
    expect(store.series().map(({ identity, bars, coverage }) => [identity, bars, coverage])).toEqual([
      [yes, [bar(1), bar(2)], [covers(0, 3)]],
      [no, [bar(1)], [covers(0, 3)]],
    ])
    expect(store.located()).toEqual([{ venue: 'kalshi', outcomeId: 'x', facts: [], known }])
    store.forget(yes)
    store.forgetLocated('kalshi', 'x')
    expect([store.size, store.read(yes, ever), store.located()]).toEqual([1, [], []])
    store.remember('kalshi', 'x', known)
    store.close()
    expect([store.size, store.known('kalshi', 'x')]).toEqual([0, undefined])
  })

  test('is ascending, in whatever order it came', () => {
    const store = createMemoryStore()
    store.commit(yes, { bars: [bar(9), bar(8)], coverage: [covers(8, 10)] })
    store.commit(yes, { bars: [bar(1), bar(5)], coverage: [covers(0, 6)] })
    store.commit(yes, { bars: [bar(12), bar(11)], coverage: [covers(11, 13)] })
    store.commit(yes, { bars: [], coverage: [covers(20, 21)] })
    expect(store.read(yes, ever).map(({ timestamp }) => timestamp / 60_000)).toEqual([1, 5, 8, 9, 11, 12])
    expect(store.read(yes, { from: 60_001, to: 8 * 60_000 })).toEqual([bar(5)])
    expect(store.read(yes, { from: 8 * 60_000, to: 60_000 })).toEqual([])
  })

  test('without a ledger entry is nothing', () => {
    const store = createMemoryStore()
    store.commit(yes, { bars: [bar(1)], coverage: [] })
    expect(store.series()).toEqual([])
    store.commit(yes, { bars: [bar(1), bar(7)], coverage: [covers(0, 3)] })
    expect(store.read(yes, ever)).toEqual([bar(1)])
  })

  test('of a future that did not come goes, unless a candle shows that it came', () => {
    const store = createMemoryStore()
    const late = { ...covers(4, 6), fetchedAt: 1e9 + 60_001 }
    store.commit(yes, { bars: [bar(1), bar(5)], coverage: [covers(0, 3), late] })
    store.commit(no, { bars: [bar(5)], coverage: [{ ...late, fetchedAt: 1e9 + 60_000 }] })
    expect(store.dropFuture(1e9)).toBe(true)
    expect([store.read(yes, ever), store.coverage(yes, ever)]).toEqual([[bar(1)], [covers(0, 3)]])
    expect(store.read(no, ever)).toEqual([bar(5)])
    expect(store.dropFuture(4 * 60_000 - 1)).toBe(true)
    expect(store.read(no, ever)).toEqual([bar(5)])
    expect(store.dropFuture(4 * 60_000)).toBe(true)
    expect([store.read(no, ever), store.coverage(no, ever)]).toEqual([[], []])
  })
})
