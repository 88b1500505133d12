import { expect, test } from 'vitest'
import { readTime } from '../../../src/cli/options/time-options.js'

const NOW = Date.UTC(2026, 10, 21, 12, 30)

test.each([
  ['7d', Date.UTC(2026, 10, 14, 12, 30)],
  ['-2h', Date.UTC(2026, 10, 21, 10, 30)],
  ['15m', Date.UTC(2026, 10, 21, 12, 15)],
  ['yesterday', Date.UTC(2026, 10, 20)],
  ['Today', Date.UTC(2026, 10, 21)],
  ['now', NOW],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['1795262400', Date.UTC(2026, 10, 21, 12)],
])('%s is a time', (text, expected) => {
  expect(readTime(text, '--start', NOW)).toBe(expected)
})

test('anything else is refused with the flag and what it takes', () => {
  expect(() => readTime('last week', '--start', NOW)).toThrow(/--start takes a time and got 'last week'.*7d/)
})
