import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWindowMeter } from '../../../src/simulator/http/rate-limiter.js'

test('a window lets so many calls pass in any stretch of its length, and not one fewer', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 9 }), (pauses, calls) => {
      const meter = createWindowMeter({ calls, windowMs: 100 })
      const passed: number[] = []
      let now = 0
      for (const pause of pauses) {
        now += pause
        const before = passed.filter((at) => now - at < 100).length
        const isPassed = meter.spend(now)
        expect(isPassed).toBe(before < calls)
        if (isPassed) passed.push(now)
      }
    }),
  )
})

test('a window does not wait for a clock that was set back', () => {
  const meter = createWindowMeter({ calls: 1, windowMs: 100 })
  expect([1_000, 1_050, 500, 550].map((now) => meter.spend(now))).toEqual([true, false, true, false])
})
