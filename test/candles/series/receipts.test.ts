import { describe, expect, test } from 'vitest'
import { findKnownSince, type Receipt, subtractSpan } from '../../../src/candles/series/receipts.js'

const MINUTE = 60_000

const receipt = (from: number, to: number, knownAt: number, withinMs?: number): Receipt => ({
  from: from * MINUTE,
  to: to * MINUTE,
  knownAt: knownAt * MINUTE,
  ...(withinMs === undefined ? {} : { withinMs: withinMs * MINUTE }),
  source: 'live',
})

describe('since when a candle was known', () => {
  test.each<[string, readonly Receipt[], number | undefined]>([
    ['no receipt', [], undefined],
    ['one that does not cover it', [receipt(6, 9, 50)], undefined],
    ['a fetch', [receipt(0, 9, 50)], 50],
    ['a capture', [receipt(0, 60, 63, 4)], 10],
    ['the end of a capture', [receipt(0, 6, 8, 4)], 8],
    ['a later look at a part', [receipt(0, 9, 50), receipt(5, 7, 70)], 70],
  ])('%s', (_what, receipts, minute) => {
    const known = findKnownSince(receipts, 5 * MINUTE, MINUTE)
    expect(known).toBe(minute === undefined ? undefined : minute * MINUTE)
  })
})

test('a receipt without a span keeps its other parts as they were', () => {
  const parts = subtractSpan(receipt(0, 9, 50, 3), { from: 2 * MINUTE, to: 4 * MINUTE })
  expect(parts).toEqual([receipt(0, 2, 50, 3), receipt(4, 9, 50, 3)])
})
