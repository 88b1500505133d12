import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { renderCandles } from '../../../src/candles/store/candle-row.js'

const ticks = (most: number, of: number) => fc.integer({ min: 0, max: most }).map((count) => count / of)
const price = fc.oneof(
  ticks(100, 100),
  ticks(10_000, 10_000),
  ticks(100_000, 100_000),
  fc.double({ noNaN: true }),
)
const volume = fc.oneof(
  fc.nat(),
  ticks(1e9, 100),
  ticks(1e9, 1_000),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const time = fc.oneof(
  fc.nat(3e7).map((minutes) => minutes * 60_000),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

test('the text of candles is what JSON makes of them', () => {
  const candle = fc.record(
    { timestamp: time, open: price, high: price, low: price, close: price, volume },
    { requiredKeys: ['timestamp', 'open', 'high', 'low', 'close'] },
  )
  const finite = (bar: object) => Object.values(bar).every(Number.isFinite)
  fc.assert(
    fc.property(fc.array(candle.filter(finite)), (bars) => {
      expect(renderCandles(bars)).toBe(JSON.stringify(bars))
    }),
    { numRuns: 300 },
  )
})

const usual = { timestamp: 1_780_000_000_000, open: 0.41, high: 0.9999, low: 0, close: 0.5 }

test.each([-0.25, -3, -1e9, 0, 0.07, 0.1, 2 ** 31 / 100, 21_474_836.47, 2 ** 48 + 0.25, 2 ** 53 + 2, 1e21])(
  'a volume of %d is told as JSON tells it, also where no venue has it',
  (amount) => {
    const bars = [{ ...usual, volume: amount }]
    expect(renderCandles(bars)).toBe(JSON.stringify(bars))
  },
)

afterEach(() => vi.unstubAllGlobals())

test('of usual candles only whole numbers are written out anew, and of times only what differs', () => {
  const written: unknown[] = []
  vi.stubGlobal('String', (value: number) => {
    written.push(value)
    return `${value}`
  })
  const text = renderCandles([
    { ...usual, timestamp: usual.timestamp - 1_000_000 },
    { ...usual, timestamp: usual.timestamp, volume: 12.5 },
    { ...usual, timestamp: usual.timestamp + 60_000, volume: 7 },
    { ...usual, timestamp: usual.timestamp + 120_000, volume: 3.07 },
  ])
  vi.unstubAllGlobals()
  // Prices are looked up; how a broken number is written takes longest to find.
  expect(written).toEqual([1_779_999, 1_000_000, 1_780_000, 1_000_000, 1_060_000, 7, 1_120_000])
  expect(JSON.parse(text)).toHaveLength(4)
})
