import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { assertBars, assertPace, assertPoints } from '../../../src/candles/series/validate.js'
import { paceOf } from '../../../src/venue-kit/requests/pace.js'

const MINUTE = 60_000
const window = { from: 10 * MINUTE, to: 20 * MINUTE }
const good: PriceCandle = { timestamp: 12 * MINUTE, open: 0.4, high: 0.6, low: 0.3, close: 0.5, volume: 7 }

const bad = (path: string, problem: RegExp) =>
  expect.objectContaining({
    code: 'EXCHANGE_NOT_AVAILABLE',
    retryable: false,
    message: expect.stringContaining(path),
    detail: { kind: 'bad_candles', path, problem: expect.stringMatching(problem) },
  })

describe('candles', () => {
  test.each<[string, readonly PriceCandle[]]>([
    ['none', []],
    ['one', [good]],
    ['one without a volume', [{ timestamp: 12 * MINUTE, open: 0, high: 1, low: 0, close: 1 }]],
    ['one with no trades', [{ ...good, volume: 0 }]],
    [
      'the first and the last of the window',
      [
        { ...good, timestamp: window.from },
        { ...good, timestamp: window.to - MINUTE },
      ],
    ],
    ['one whose prices are all the same', [{ ...good, open: 0.5, high: 0.5, low: 0.5, close: 0.5 }]],
  ])('may be %s', (_what, bars) => {
    expect(() => assertBars(bars, MINUTE, window)).not.toThrow()
  })

  test.each<[string, Partial<PriceCandle>, RegExp]>([
    ['off the grid', { timestamp: 12 * MINUTE + 1_000 }, /is not a multiple of 60000 ms/],
    ['at no time', { timestamp: Number.NaN }, /is not a valid time/],
    ['at half a millisecond', { timestamp: 12 * MINUTE + 0.5 }, /is not a valid time/],
    ['before the window', { timestamp: 9 * MINUTE }, /outside the window/],
    ['at the end of the window', { timestamp: 20 * MINUTE }, /outside the window/],
    ['in seconds', { timestamp: 720 }, /is not a multiple of 60000 ms/],
    ['with an open above 1', { open: 1.01 }, /open 1\.01/],
    ['with prices in cents', { open: 40, high: 60, low: 30, close: 50 }, /open 40/],
    ['with a high that is no number', { high: Number.NaN }, /high NaN/],
    ['with an infinite high', { high: Number.POSITIVE_INFINITY }, /high Infinity/],
    ['with a negative low', { low: -0.01 }, /low -0\.01/],
    ['with a low above the open', { low: 0.45 }, /contradict/],
    ['with a low above the close', { open: 0.6, low: 0.55 }, /contradict/],
    ['with a high below the close', { close: 0.61 }, /contradict/],
    ['with a high below the open', { open: 0.61 }, /contradict/],
    ['with a negative volume', { volume: -1 }, /volume -1/],
    ['with a volume that is no number', { volume: Number.NaN }, /volume NaN/],
  ])('%s are refused with their path', (_what, change, problem) => {
    expect(() => assertBars([{ ...good, ...change }], MINUTE, window)).toThrow(bad('bars[0]', problem))
  })

  test('in descending order or twice at one time are refused', () => {
    const later = { ...good, timestamp: 13 * MINUTE }
    expect(() => assertBars([later, good], MINUTE, window)).toThrow(bad('bars[1]', /is not later than/))
    expect(() => assertBars([good, good], MINUTE, window)).toThrow(bad('bars[1]', /is not later than/))
  })
})

describe('price points', () => {
  test('may lie anywhere in the window', () => {
    const points = [window.from, window.from + 1, window.to - 1].map((at) => ({ at, price: 0.5 }))
    expect(() => assertPoints(points, window)).not.toThrow()
    expect(() => assertPoints([], window)).not.toThrow()
    const ends = [0, 1].map((price) => ({ at: window.from + price, price }))
    expect(() => assertPoints(ends, window)).not.toThrow()
  })

  test.each([
    ['a price below 0', { at: 12 * MINUTE, price: -0.1 }, /-0\.1 is not a price/],
    ['a price above 1', { at: 12 * MINUTE, price: 1.5 }, /1\.5 is not a price/],
    ['a price that is no number', { at: 12 * MINUTE, price: Number.NaN }, /NaN is not a price/],
    ['no time', { at: 12 * MINUTE + 0.5, price: 0.5 }, /is not a valid time/],
    ['a time before the one before', { at: 10 * MINUTE, price: 0.5 }, /is not later than/],
    ['the same time again', { at: 11 * MINUTE, price: 0.5 }, /is not later than/],
    ['a time outside the window', { at: window.to, price: 0.5 }, /outside the window/],
  ])('with %s are refused with their path', (_what, point, problem) => {
    const points = [{ at: 11 * MINUTE, price: 0.4 }, point]
    expect(() => assertPoints(points, window)).toThrow(bad('points[1]', problem))
  })
})

describe('the pace of samples', () => {
  const every = (ms: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ at: index * ms, price: 0.5 }))

  test('may be the step, finer, jittered, or with gaps', () => {
    expect(() => assertPace(paceOf(every(MINUTE, 10)), MINUTE)).not.toThrow()
    expect(() => assertPace(paceOf(every(MINUTE / 6, 10)), MINUTE)).not.toThrow()
    expect(() => assertPace(paceOf(every(MINUTE * 1.2, 10)), MINUTE)).not.toThrow()
    const gapped = every(MINUTE, 10).map(({ at, price }, index) => ({
      at: at + (index > 6 ? 86_400_000 : 0),
      price,
    }))
    expect(() => assertPace(paceOf(gapped), MINUTE)).not.toThrow()
  })

  test('coarser than the step means another resolution than asked', () => {
    expect(() => assertPace(paceOf(every(60 * MINUTE, 10)), MINUTE)).toThrow(
      expect.objectContaining({
        code: 'EXCHANGE_NOT_AVAILABLE',
        retryable: false,
        detail: { kind: 'resolution_not_honoured', askedMs: MINUTE, gotMs: 60 * MINUTE },
      }),
    )
  })

  test('of two steps is another resolution already, of one and a half is jitter', () => {
    expect(() => assertPace(paceOf(every(MINUTE * 2, 10)), MINUTE)).toThrow(/samples 120 s apart/)
    expect(() => assertPace(paceOf(every(MINUTE * 1.5, 10)), MINUTE)).not.toThrow()
  })

  test('is not judged by fewer than three samples, and does not reorder them', () => {
    expect(() => assertPace(paceOf(every(60 * MINUTE, 2)), MINUTE)).not.toThrow()
    const points = every(MINUTE, 5)
    assertPace(paceOf(points), MINUTE)
    expect(points).toEqual(every(MINUTE, 5))
  })
})
