import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candlesText } from '../../src/candles/candle-row.js'

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
      expect(candlesText(bars)).toBe(JSON.stringify(bars))
    }),
    { numRuns: 300 },
  )
})
