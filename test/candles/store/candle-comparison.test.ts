import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createLackCount } from '../../../src/candles/store/candle-comparison.js'

const bar = (timestamp: number, close = 0.5): PriceCandle => ({
  ...{ timestamp, open: 0.5, high: 0.9, low: 0.1, close, volume: 3 },
})
/** The number of responses alike that decide about an open time, or undefined if they never do. */
function countNeeded(
  openTime: number,
  stored: readonly number[],
  told: readonly PriceCandle[],
  edges: {
    readonly isSinceListing?: boolean
    readonly isUntilClose?: boolean
    readonly isJoined?: boolean
  } = {},
) {
  const reported = new Map(told.map((one) => [one.timestamp, one]))
  const count = createLackCount({ stored: stored.map((at) => bar(at)), reported, ...edges })
  let lack = count({ openTime, bar: bar(openTime, 0.7) })
  for (let responses = 1; responses < 9; responses++) {
    if (lack.isDecided) return responses
    lack = count(lack.one)
  }
  return undefined
}

describe('a stored candle that responses lack', () => {
  test.each([
    ['both of its neighbors', [2, 4], 2],
    ['candles further away on both sides', [1, 5], 3],
    ['one neighbor and one further away', [2, 5], 3],
    ['only earlier ones', [1, 2], undefined],
    ['only later ones', [4, 5], undefined],
    ['nothing', [], undefined],
  ])('does not exist according to enough of them with %s', (_, told, needed) => {
    expect(
      countNeeded(
        3,
        [1, 2, 3, 4, 5],
        told.map((at) => bar(at)),
      ),
    ).toBe(needed)
  })

  test('stays while they have other values beside it', () => {
    expect(countNeeded(3, [2, 3, 4], [bar(2, 0.6), bar(4)])).toBeUndefined()
    expect(countNeeded(3, [1, 2, 3, 4], [bar(1), bar(2, 0.6), bar(4)])).toBeUndefined()
  })
})

describe('a stored candle before all others that responses since the listing lack', () => {
  const countFirst = (told: readonly number[]) =>
    countNeeded(
      1,
      [1, 2, 3, 4, 5],
      told.map((at) => bar(at)),
      { isSinceListing: true },
    )

  test('does not exist according to three of them', () => {
    expect(countFirst([2, 3, 4, 5])).toBe(3)
    expect(countFirst([4, 5])).toBe(3)
  })

  test('does not exist according to seven that lack more than three', () => {
    expect(countFirst([5])).toBe(7)
  })

  test('stays while they lack more than sixty, or all', () => {
    const stored = Array.from({ length: 62 }, (_, at) => at + 1)
    const edges = { isSinceListing: true }
    expect(countNeeded(1, stored, [bar(61), bar(62)], edges)).toBe(7)
    expect(countNeeded(1, stored, [bar(62)], edges)).toBeUndefined()
    expect(countFirst([])).toBeUndefined()
  })
})

test('the last candles of a closed market do not exist according to three responses that end with the close', () => {
  const countLast = (told: readonly number[]) =>
    countNeeded(
      5,
      [1, 2, 3, 4, 5],
      told.map((at) => bar(at)),
      { isUntilClose: true },
    )
  expect([countLast([1, 2, 3, 4]), countLast([1, 2]), countLast([1]), countLast([])]).toEqual([
    3,
    3,
    7,
    undefined,
  ])
})

test('neighbors of another response count like candles further away', () => {
  expect(countNeeded(3, [2, 3, 4], [bar(2), bar(4)], { isJoined: true })).toBe(3)
})

describe('a candle of one response that later ones and the store lack', () => {
  test.each([
    ['both neighbors', [2, 4], 2],
    ['all candles, of which none is later', [2], 3],
    ['all candles, of which there are none', [], 3],
  ])('does not exist according to enough of them with %s', (_, stored, needed) => {
    expect(
      countNeeded(
        3,
        stored,
        stored.map((at) => bar(at)),
      ),
    ).toBe(needed)
  })

  test('stays open while they lack a stored candle on one side', () => {
    expect(countNeeded(3, [2, 4], [bar(2)])).toBeUndefined()
    expect(countNeeded(3, [2], [])).toBeUndefined()
  })
})
