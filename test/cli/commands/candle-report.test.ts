import { expect, test } from 'vitest'
import { findReportWindow, readTradingPeriod } from '../../../src/cli/commands/candle-report.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 27, 22)
const LISTED = NOW - 108 * HOUR
const CLOSED = NOW - 12 * HOUR
const bar = (timestamp: number) => ({ timestamp, open: 0.5, high: 0.5, low: 0.5, close: 0.5 })
const asked = { start: '2026-11-18T10:00:00Z', end: '2026-11-27T22:00:00Z' }

test.each([
  ['1-2', { listedAt: 1, closedAt: 2 }],
  ['1-', { listedAt: 1, closedAt: Number.POSITIVE_INFINITY }],
  ['-2', { listedAt: Number.NEGATIVE_INFINITY, closedAt: 2 }],
  [undefined, { listedAt: Number.NEGATIVE_INFINITY, closedAt: Number.POSITIVE_INFINITY }],
])('the trading period of %s', (text, period) => {
  expect(readTradingPeriod(text === undefined ? {} : { 'x-pmx-trading-period': text })).toEqual(period)
})

test('a report counts from the listing to the close, and no time that has not come', () => {
  const period = { listedAt: LISTED, closedAt: CLOSED }
  const bars = [bar(LISTED + HOUR), bar(CLOSED - HOUR)]
  expect(findReportWindow(bars, asked, period, NOW)).toEqual({ start: LISTED, end: CLOSED - 1 })
  const open = readTradingPeriod({})
  expect(findReportWindow(bars, { ...asked, end: '2099-01-01' }, open, NOW).end).toBe(NOW)
  expect(findReportWindow([bar(LISTED - HOUR), bar(CLOSED)], asked, period, NOW)).toEqual({
    start: LISTED - HOUR,
    end: CLOSED,
  })
  expect(findReportWindow([], {}, period, NOW)).toEqual({ start: LISTED, end: LISTED })
})
