import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNoise } from '../../../../src/simulator/world/prices/noise.js'

const instant = fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 })

test('the value at an instant does not depend on what was read before', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(instant, { maxLength: 20 }), instant, (seed, before, at) => {
      const walked = createNoise(seed, 86_400_000, 60_000, 1)
      for (const earlier of before) walked.at(earlier)
      expect(walked.at(at)).toBe(createNoise(seed, 86_400_000, 60_000, 1).at(at))
    }),
  )
})

test('it moves without jumps and stays within its octaves', () => {
  const noise = createNoise(5, 86_400_000, 60_000, 1)
  const start = 1_700_000_000_000
  const values = Array.from({ length: 5_000 }, (_, second) => noise.at(start + second * 1_000))
  const jumps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)))
  expect(Math.max(...jumps)).toBeLessThan(0.05)
  expect(Math.max(...values.map(Math.abs))).toBeLessThan(1 / (1 - 0.62))
})
