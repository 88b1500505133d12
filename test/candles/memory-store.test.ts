import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/memory-store.js'
import { bar, covers, storeSuite } from './store-suite.js'

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
})
