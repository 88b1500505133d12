import { expect, test } from 'vitest'
import { createSetBackWatch, toPresentClock } from '../../src/effects/clock.js'
import { dateRequest } from '../../src/effects/request-dates.js'
import { fakeClock } from '../support/clock.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)

test('a clock that is set back by more than a minute is noticed once, with the time of the look before by the new clock', () => {
  const clock = fakeClock(NOON)
  const look = createSetBackWatch(clock)
  clock.passTo(NOON + 5 * MINUTE)
  expect(look()).toBeUndefined()
  clock.passTo(NOON + 8 * MINUTE)
  clock.jump(-30 * MINUTE)
  expect(look()).toBe(NOON + (5 - 30) * MINUTE)
  expect(look()).toBeUndefined()
  clock.jump(-2 * MINUTE)
  expect(look()).toBe(clock.now())
})

test('a minute is no setting back, but many small ones add up', () => {
  const clock = fakeClock(NOON)
  const look = createSetBackWatch(clock)
  clock.jump(-MINUTE)
  expect(look()).toBeUndefined()
  clock.jump(-1)
  expect(look()).toBe(clock.now())
})

test('a clock that was set ahead and is put right has been set back', () => {
  const clock = fakeClock(NOON)
  const look = createSetBackWatch(clock)
  clock.jump(10 * MINUTE)
  expect(look()).toBeUndefined()
  clock.set(NOON)
  expect(look()).toBe(NOON)
})

test('time that passes and a machine that slept are no setting back', () => {
  const clock = fakeClock(NOON)
  const look = createSetBackWatch(clock)
  clock.passTo(NOON + 1_000 * MINUTE)
  expect(look()).toBeUndefined()
  clock.jump(500 * MINUTE)
  expect([look(), look()]).toEqual([undefined, undefined])
})

test('a wall time stays whole, also where the monotonic clock has fractions', () => {
  const earlier = { now: 1_796_102_375_072, monotonic: 5_000.035 }
  const at = { now: 1_796_102_375_082, monotonic: 5_010.4 }
  expect(toPresentClock(earlier, at).now).toBe(1_796_102_375_071)
  const clock = { now: () => at.now, monotonic: () => at.monotonic }
  const own = { clock, isClockConfirmed: () => false }
  expect(dateRequest(own, at.now + 3_600_000, earlier).now).toBe(1_796_105_975_071)
})
