import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumNumbers } from '../../../src/api/values/decimal-sum.js'

test.each<[readonly number[], number]>([
  [[], 0],
  [[5], 5],
  [[0.1, 0.2], 0.3],
  [[0.1, 0.7, 0.2], 1],
  [[1e14, 0.3, 0.3, 0.4], 1e14 + 1],
  [[0.3, 0.3, 0.4, 1e14], 1e14 + 1],
  [[1e16, 1, 1, 1, 1, 1, 1, 4], 1e16],
  [[1e14, ...Array.from({ length: 1_000 }, () => 0.01)], 1e14 + 10],
])('the sum of %.60j is %d', (amounts, sum) => {
  expect(sumNumbers(amounts)).toBe(sum)
})

test('a sum of decimals is the decimal that they make, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 200 }), (millionths) => {
      const total = millionths.reduce((sum, amount) => sum + amount, 0)
      const amounts = millionths.map((amount) => amount / 1e6)
      expect(sumNumbers(amounts)).toBe(total / 1e6)
      expect(sumNumbers([...amounts].reverse())).toBe(total / 1e6)
    }),
  )
})
