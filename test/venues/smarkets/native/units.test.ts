import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBasisPoints, fromPercent, fromQuantity } from '../../../../src/venues/smarkets/native/units.js'

test('percent and basis points of one price agree to the last digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (points) => {
      const percent = `${Math.floor(points / 100)}.${String(points % 100).padStart(2, '0')}`
      expect(fromPercent(Number(percent))).toBe(fromBasisPoints(points))
      expect(fromBasisPoints(points)).toBe(Number(`${points}e-4`))
    }),
  )
})

test('a pot of 200000 is 20 contracts', () => {
  expect(fromQuantity(200_000)).toBe(20)
  expect(fromQuantity(1)).toBe(0.0001)
})
