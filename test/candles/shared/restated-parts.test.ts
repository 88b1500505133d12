import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../src/candles/series/receipts.js'
import { findReplaced } from '../../../src/candles/shared/restated-parts.js'

const MINUTE = 60_000
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })
const bar = (minute: number) => ({ timestamp: minute * MINUTE, open: 0.5, high: 0.5, low: 0.5, close: 0.5 })
const covers = (from: number, to: number, fetchedAt: number) =>
  ({ ...minutes(from, to), kind: 'data', route: 'live', fetchedAt }) as const
const restatedAt = (minute: number, former?: ReturnType<typeof bar>) => ({
  ...{ openTime: minute * MINUTE, until: 6_000, source: 'live' },
  ...(former === undefined ? {} : { former }),
})
const receipt = (from: number, to: number, knownAt: number, more: Partial<Receipt> = {}): Receipt => ({
  ...minutes(from, to),
  knownAt,
  source: 'live',
  ...more,
})

describe('which candles of a tier a correction replaces', () => {
  const correction = (until: number) => ({
    bars: [bar(2)],
    coverage: [covers(2, 3, 1_000)],
    receipts: [receipt(0, 9, 1_000)],
    provisional: [],
    restated: [{ openTime: 2 * MINUTE, until, source: 'live' }],
  })
  const replaced = (until: number, ...known: Parameters<typeof findReplaced>[2]) =>
    findReplaced(correction(until), MINUTE, known).length > 0

  test('those that were fetched before it', () => {
    const known = { coverage: [covers(0, 5, 5_000)], receipts: [receipt(0, 5, 5_000)] }
    expect([4_999, 5_000, 5_001].map((until) => replaced(until, known))).toEqual([false, false, true])
  })

  test.each([
    ['coverage that was joined later', { coverage: [covers(0, 5, 9_000)], receipts: [receipt(0, 5, 5_000)] }],
    ['a receipt of the times around', { coverage: [covers(0, 5, 5_000)], receipts: [receipt(0, 9, 9_000)] }],
    ['no receipt', { coverage: [covers(0, 5, 5_000)], receipts: [] }],
  ])('also with %s', (_what, known) => {
    expect([5_000, 6_000].map((until) => replaced(until, known))).toEqual([false, true])
  })

  test('not those that were replaced later, although their coverage is older', () => {
    const receipts = [receipt(0, 5, 5_000), receipt(2, 3, 7_000, { finalAt: 7_000 })]
    const known = { coverage: [covers(0, 5, 5_000)], receipts }
    expect([6_000, 7_000, 8_000].map((until) => replaced(until, known))).toEqual([false, false, true])
  })

  test('by the records of the daemon whose candle it is', () => {
    const own = { coverage: [covers(0, 5, 5_000)], receipts: [receipt(0, 5, 5_000)] }
    const other = { coverage: [covers(5, 9, 9_000)], receipts: [receipt(0, 9, 9_000)] }
    expect(replaced(6_000, other, own)).toBe(true)
    expect(replaced(6_000)).toBe(true)
  })

  test('also those that were removed, by their former value', () => {
    const removal = { ...correction(6_000), bars: [], restated: [restatedAt(2, bar(2)), restatedAt(3)] }
    const known = { coverage: [covers(0, 5, 5_000)], receipts: [receipt(0, 5, 5_000)] }
    expect(findReplaced(removal, MINUTE, [known])).toEqual([minutes(2, 3)])
    expect(findReplaced({ ...removal, bars: [bar(3)] }, MINUTE, [known])).toEqual([minutes(2, 4)])
  })

  test('without the former values, by the receipt of the new one', () => {
    const { restated: _restated, ...part } = correction(6_000)
    const known = { coverage: [covers(0, 5, 5_000)], receipts: [] }
    const receipts = [...part.receipts, receipt(2, 3, 6_000, { finalAt: 6_000 })]
    expect(findReplaced({ ...part, receipts }, MINUTE, [known])).toEqual([minutes(2, 3)])
    expect(findReplaced(part, MINUTE, [known])).toEqual([])
  })
})
