import { describe, expect, test } from 'vitest'
import {
  findKnownSince,
  findUnknownReceipts,
  type Receipt,
  subtractSpan,
  withoutRepeats,
} from '../../../src/candles/series/receipts.js'

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

describe('receipts that repeat others', () => {
  const final = (one: Receipt): Receipt => ({ ...one, finalAt: 99 })
  test.each<[string, readonly Receipt[], readonly Receipt[]]>([
    ['equal ones', [receipt(0, 9, 50), receipt(0, 9, 50)], [receipt(0, 9, 50)]],
    ['a part', [receipt(2, 4, 50), receipt(0, 9, 50)], [receipt(0, 9, 50)]],
    ['an overlap', [receipt(0, 5, 50), receipt(4, 9, 50)], [receipt(0, 5, 50), receipt(4, 9, 50)]],
    ['another time', [receipt(0, 9, 50), receipt(2, 4, 51)], [receipt(0, 9, 50), receipt(2, 4, 51)]],
    ['a capture and a fetch', [receipt(0, 9, 50, 3), receipt(0, 9, 50)], [receipt(0, 9, 50)]],
    [
      'a part of a capture, known later',
      [receipt(0, 9, 50, 3), receipt(2, 4, 50, 5)],
      [receipt(0, 9, 50, 3), receipt(2, 4, 50, 5)],
    ],
    ['final and not', [receipt(0, 9, 50), final(receipt(0, 9, 50))], [final(receipt(0, 9, 50))]],
    [
      'a final part',
      [receipt(0, 9, 50), final(receipt(2, 4, 50))],
      [receipt(0, 9, 50), final(receipt(2, 4, 50))],
    ],
  ])('%s', (_what, receipts, left) => {
    expect(withoutRepeats(receipts)).toEqual(left)
  })

  test('only the rest of a receipt is unknown', () => {
    expect(findUnknownReceipts(receipt(4, 9, 50), [receipt(0, 5, 50), receipt(6, 7, 51)])).toEqual([
      receipt(5, 9, 50),
    ])
    expect(findUnknownReceipts(receipt(4, 5, 50), [receipt(0, 5, 50)])).toEqual([])
    expect(findUnknownReceipts(final(receipt(4, 5, 50)), [receipt(0, 5, 50)])).toEqual([
      final(receipt(4, 5, 50)),
    ])
  })
})
