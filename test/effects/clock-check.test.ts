import { expect, test } from 'vitest'
import { createClockCheck } from '../../src/effects/clock-check.js'
import { fakeClock } from '../support/clock.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9)

test('a clock is confirmed by a venue whose time is near, until it is set to another time', async () => {
  const clock = fakeClock(NOW)
  const check = createClockCheck(clock)
  expect(check.isConfirmed()).toBe(false)
  check.note(NOW - 10 * MINUTE)
  check.note(NOW + 10 * MINUTE)
  expect(check.isConfirmed()).toBe(false)
  check.note(NOW - 20_000)
  expect(check.isConfirmed()).toBe(true)
  await clock.advance(60 * MINUTE)
  // A response from a cache bears an old time.
  check.note(NOW)
  expect(check.isConfirmed()).toBe(true)
  clock.jump(10 * MINUTE)
  expect(check.isConfirmed()).toBe(false)
  check.note(clock.now())
  expect(check.isConfirmed()).toBe(true)
})

test('a clock is denied by a venue whose time is far, until one agrees or it is set', () => {
  const clock = fakeClock(NOW)
  const check = createClockCheck(clock)
  expect(check.isDenied()).toBe(false)
  check.note(NOW - 10 * MINUTE)
  expect(check.isDenied()).toBe(true)
  check.note(NOW)
  expect(check.isDenied()).toBe(false)
  check.note(NOW + 10 * MINUTE)
  clock.jump(10 * MINUTE)
  expect(check.isDenied()).toBe(false)
})
