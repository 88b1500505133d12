import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromWei, roundNearCent } from '../../../../src/venues/myriad/native/wei.js'

describe('units of 1e-18', () => {
  test.each([
    ['0', 0],
    ['1', 1e-18],
    ['980000000000000000', 0.98],
    ['1000000000000000000', 1],
    ['258412594752186597376', 258.4125947521866],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 1.157920892373162e59],
  ])('%s is %d', (digits, expected) => {
    expect(fromWei(digits)).toBe(expected)
  })

  test('a decimal of up to 18 places comes out as the double nearest to it', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), (units) => {
        const text = units.toString().padStart(19, '0')
        expect(fromWei(units.toString())).toBe(Number(`${text.slice(0, -18)}.${text.slice(-18)}`))
      }),
    )
  })

  test('a larger amount is never a smaller number', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 24n), (a, b) => {
        expect(fromWei(a.toString()) <= fromWei((a + b).toString())).toBe(true)
      }),
    )
  })
})

test('a cent and its dust are the cent, and nothing else is', () => {
  expect(roundNearCent(fromWei('329999999999999936'))).toBe(0.33)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (millionths) => {
      expect(roundNearCent(millionths / 1e6)).toBe(millionths / 1e6)
    }),
  )
})
