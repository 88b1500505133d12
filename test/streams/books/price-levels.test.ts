import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook, ImpossibleLevel } from '../../../src/streams/books/price-levels.js'
import type { LevelChange, StreamLevels } from '../../../src/venue-kit/contract/stream-source.js'

const price = fc.integer({ min: 0, max: 1_000 }).map((ticks) => ticks / 1_000)
const size = fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100)
const pairs = fc.array(fc.tuple(price, size), { maxLength: 12 })
const whole: fc.Arbitrary<StreamLevels> = fc.record({ bids: pairs, asks: pairs })
const change: fc.Arbitrary<LevelChange> = fc.oneof(
  fc.record({ side: fc.constantFrom('bid' as const, 'ask' as const), price, size }),
  fc.record({
    side: fc.constantFrom('bid' as const, 'ask' as const),
    price,
    size: fc.integer({ min: -500, max: 500 }).map((hundredths) => hundredths / 100),
    by: fc.constant('increment' as const),
  }),
)

/** What a book is by its definition: sizes by price, nothing else. */
function naive(levels: StreamLevels, changes: readonly LevelChange[]) {
  const sideOf = (rows: StreamLevels['bids'], name: 'bid' | 'ask') => {
    const sizes = new Map<string, number>()
    for (const [at, amount] of rows) {
      if (amount > 0) sizes.set(at.toFixed(6), amount)
      else sizes.delete(at.toFixed(6))
    }
    for (const { side, price: at, size: amount, by } of changes) {
      if (side !== name) continue
      const key = at.toFixed(6)
      const total = by === undefined ? amount : Math.round(((sizes.get(key) ?? 0) + amount) * 1e6) / 1e6
      if (total > 0) sizes.set(key, total)
      else sizes.delete(key)
    }
    const sorted = [...sizes].map(([at, amount]) => ({ price: Number(at), size: amount }))
    return sorted.sort((a, b) => (name === 'bid' ? b.price - a.price : a.price - b.price))
  }
  return { bids: sideOf(levels.bids, 'bid'), asks: sideOf(levels.asks, 'ask') }
}

describe('the levels of a book', () => {
  test('are what a naive reading of the same frames gives, whole, sorted and without empty ones', () => {
    fc.assert(
      fc.property(whole, fc.array(change, { maxLength: 30 }), (levels, changes) => {
        const book = createLevelBook()
        book.replace(levels)
        book.apply(changes)
        const expected = naive(levels, changes)
        expect(book.levels()).toEqual(expected)
        expect([book.bestBid, book.bestAsk]).toEqual([expected.bids[0]?.price, expected.asks[0]?.price])
        const [bid, ask] = [expected.bids[0]?.price ?? -1, expected.asks[0]?.price ?? 2]
        expect(book.isCrossed).toBe(bid >= ask)
      }),
    )
  })

  test.each([
    [[{ side: 'bid', price: 1.2, size: 1 }]],
    [[{ side: 'ask', price: 0.5, size: Number.NaN }]],
    [
      [
        { side: 'bid', price: 0.4, size: 9 },
        { side: 'ask', price: -0.1, size: 1 },
      ],
    ],
  ] as [LevelChange[]][])('refuse what cannot be, and stay as they were: %j', (changes) => {
    const book = createLevelBook()
    book.replace({ bids: [[0.4, 1]], asks: [[0.6, 2]] })
    const before = book.levels()
    expect(() => book.apply(changes)).toThrow(ImpossibleLevel)
    expect(book.levels()).toEqual(before)
  })

  test('of a whole book that names a price twice are as it says last, also that nothing is left there', () => {
    const book = createLevelBook()
    book.replace({
      bids: [
        [0.4, 5],
        [0.4, 0],
        [0.3, 1],
        [0.3, 2],
      ],
      asks: [],
    })
    expect(book.levels().bids).toEqual([{ price: 0.3, size: 2 }])
  })

  test('know a price by what it is, not by how it was computed', () => {
    const book = createLevelBook()
    book.replace({ bids: [], asks: [[1 - 0.71, 5]] })
    book.apply([{ side: 'ask', price: 0.29, size: 0 }])
    expect(book.levels().asks).toEqual([])
  })
})
