import { expect, test } from 'vitest'
import { formatElapsed, formatMinute } from '../../../src/cli/output/times.js'

test('a minute is told in UTC', () => {
  expect(formatMinute(Date.UTC(2026, 10, 21, 4, 5, 59))).toBe('2026-11-21 04:05')
})

test.each([
  [420, '0.4 s'],
  [9_940, '9.9 s'],
  [12_400, '12 s'],
  [125_000, '2 min 5 s'],
])('%d ms of waiting reads %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text)
})
