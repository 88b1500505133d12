import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBaseUnits } from '../../../../src/venues/limitless/native/base-units.js'

test.each([
  ['2500000', 6, 2.5],
  ['12360330000', 6, 12360.33],
  ['1', 6, 0.000001],
  ['0', 6, 0],
  ['-390000', 6, -0.39],
  ['25', 0, 25],
  ['1000000000000000000', 18, 1],
])('%s base units of %d decimals are %d', (amount, decimals, whole) => {
  expect(fromBaseUnits(amount, decimals)).toBe(whole)
})

test('the result is the double nearest to the decimal value, above 2^53 as well', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.integer({ min: 0, max: 18 }),
      (amount, decimals) => {
        const digits = String(amount).padStart(decimals + 1, '0')
        const point = digits.length - decimals
        const decimal = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
        expect(fromBaseUnits(String(amount), decimals)).toBe(Number(decimal))
      },
    ),
  )
})
