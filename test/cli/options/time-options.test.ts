import { expect, test } from 'vitest'
import { readTime } from '../../../src/cli/options/time-options.js'

const NOW = Date.UTC(2026, 10, 21, 12, 30)

test.each([
  ['7d', Date.UTC(2026, 10, 14, 12, 30)],
  ['-2h', Date.UTC(2026, 10, 21, 10, 30)],
  ['15m', Date.UTC(2026, 10, 21, 12, 15)],
  ['12w', Date.UTC(2026, 7, 29, 12, 30)],
  ['6mo', Date.UTC(2026, 4, 21, 12, 30)],
  ['-11MO', Date.UTC(2025, 11, 21, 12, 30)],
  ['5y', Date.UTC(2021, 10, 21, 12, 30)],
  ['999999y', 0],
  ['yesterday', Date.UTC(2026, 10, 20)],
  ['Today', Date.UTC(2026, 10, 21)],
  ['now', NOW],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['1795262400', Date.UTC(2026, 10, 21, 12)],
])('%s is a time', (text, expected) => {
  expect(readTime(text, '--start', NOW)).toBe(expected)
})

test('a month ago ends with the month', () => {
  const lastOfMay = Date.UTC(2024, 4, 31, 8)
  expect(readTime('1mo', '--start', lastOfMay)).toBe(Date.UTC(2024, 3, 30, 8))
  expect(readTime('3mo', '--start', lastOfMay)).toBe(Date.UTC(2024, 1, 29, 8))
})

test('anything else is refused with the flag and what it takes', () => {
  expect(() => readTime('last week', '--start', NOW)).toThrow(/--start is not a valid time: 'last week'.*6mo/)
})
