import { expect, test } from 'vitest'
import { createRecentTimes } from '../../../../src/core/trading/records/clock-jumps.js'

const MINUTE = 60_000

/** A clock that is off by `off` ms. */
function clockOf(off: number) {
  const clock = { off, passed: 0, now: () => clock.off + clock.passed, monotonic: () => clock.passed }
  return clock
}

test('a row that was written while the clock was fast is recent, also for another process', () => {
  const clock = clockOf(0)
  const times = createRecentTimes(clock)
  times.now()
  Object.assign(clock, { off: 60 * MINUTE, passed: 10_000 })
  const settledAt = times.now()
  Object.assign(clock, { off: 0, passed: 20_000 })
  for (const [from, to] of [times.within(MINUTE), createRecentTimes(clock).within(MINUTE)])
    expect(settledAt > from && settledAt < to).toBe(true)
})
