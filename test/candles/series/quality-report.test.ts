import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { gapsOf, reportCandles, spikesOf, sumErrorOf } from '../../../src/candles/series/quality-report.js'
import { complementBar } from '../../../src/venue-kit/unify/unified-market.js'

const MINUTE = 60_000
const at = (minute: number, close = 0.5, volume?: number): PriceCandle => ({
  timestamp: minute * MINUTE,
  open: close,
  high: close,
  low: close,
  close,
  ...(volume === undefined ? {} : { volume }),
})

test('coverage is candles by steps of the window, gaps are counted between candles', () => {
  const report = reportCandles([at(1), at(2), at(6), at(8)], MINUTE, { start: 0, end: 9.5 * MINUTE })
  expect(report).toMatchObject({ steps: 10, candles: 4, coverage: 0.4, gaps: 2, longestGap: 3 })
})

test('an empty list has no shares to tell', () => {
  expect(reportCandles([], MINUTE, { start: 0, end: 0 })).toEqual({
    steps: 1,
    candles: 0,
    coverage: 0,
    gaps: 0,
    longestGap: 0,
    spikes: [],
    singlePoint: undefined,
    sumError: undefined,
  })
})

test('gaps and candles add up to the steps between the first and the last', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { minLength: 1 }), (minutes) => {
      const bars = minutes.sort((a, b) => a - b).map((minute) => at(minute))
      const { gaps, longestGap } = gapsOf(bars, MINUTE)
      const missing = Math.max(...minutes) - Math.min(...minutes) + 1 - minutes.length
      expect(gaps).toBeLessThanOrEqual(missing)
      expect(longestGap).toBeLessThanOrEqual(missing)
      expect(gaps === 0).toBe(missing === 0)
    }),
  )
})

test('a spike is far beyond the usual moves and never a small one', () => {
  const calm = [0.5, 0.51, 0.5, 0.51, 0.5].map((close, minute) => at(minute, close))
  expect(spikesOf([...calm, at(5, 0.59)])).toEqual([])
  expect(spikesOf([...calm, at(5, 0.7)])).toEqual([{ timestamp: 5 * MINUTE, from: 0.5, to: 0.7 }])
  const wild = [0.1, 0.5, 0.1, 0.5, 0.1].map((close, minute) => at(minute, close))
  expect(spikesOf([...wild, at(5, 0.9)])).toEqual([])
})

test('a candle is a single point only without volume', () => {
  const bars = [at(0), at(1, 0.5, 0), at(2, 0.5, 3), { ...at(3), high: 0.6 }]
  expect(reportCandles(bars, MINUTE, { start: 0, end: 3 * MINUTE }).singlePoint).toBe(0.5)
})

test('two sides that mirror each other have no sum error, and what only one has is not compared', () => {
  const yes = [at(0, 0.25), at(1, 0.5), at(2, 0.75)]
  expect(sumErrorOf(yes, yes.map(complementBar))).toEqual({ compared: 3, mean: 0, worst: 0 })
  expect(sumErrorOf(yes, [at(1, 0.75), at(9, 0.1)])).toEqual({ compared: 1, mean: 0.25, worst: 0.25 })
  expect(sumErrorOf(yes, [at(7)])).toBeUndefined()
})
