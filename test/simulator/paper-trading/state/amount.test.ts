import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOf,
  divideAmounts,
  MICRO,
  multiplyAmounts,
  numberOf,
  ONE,
  roundAmount,
  toAmount,
  toAmountText,
  toFixedText,
} from '../../../../src/simulator/paper-trading/state/amount.js'
import { exact } from '../support.js'

describe('an amount', () => {
  test('adds and multiplies without drift', () => {
    expect(exact('0.1') + exact('0.2')).toBe(exact('0.3'))
    expect(toAmount(0.1) + toAmount(0.2)).toBe(exact('0.3'))
    expect(multiplyAmounts(exact('0.573'), exact('1234567.89'))).toBe(exact('707407.40097'))
    expect(divideAmounts(ONE, exact('3'))).toBe(exact('0.333333333333'))
  })

  test('is its own text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (amount) => {
        expect(amountOf(toAmountText(amount))).toBe(amount)
      }),
    )
    expect(['10', '0.3', '-0.000001', '0'].map((text) => toAmountText(exact(text)))).toEqual([
      '10',
      '0.3',
      '-0.000001',
      '0',
    ])
  })

  test('is the number of the world again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (micros) => {
        expect(toAmount(micros / 1e6)).toBe(BigInt(micros) * MICRO)
        expect(numberOf(BigInt(micros) * MICRO)).toBe(micros / 1e6)
      }),
    )
  })

  test.each(['', '.5', '1.', '1e3', '0x10', ' 1', '1.0000000000001', '--1', 'NaN'])(
    'is not read from %j',
    (text) => {
      expect(amountOf(text)).toBeUndefined()
    },
  )

  test('is rounded on a grid, and told with as many decimals as are wanted', () => {
    const step = exact('0.01')
    expect(roundAmount(exact('0.0101'), step, 'up')).toBe(exact('0.02'))
    expect(roundAmount(exact('0.0199'), step, 'down')).toBe(exact('0.01'))
    expect(roundAmount(exact('-0.015'), step, 'down')).toBe(exact('-0.02'))
    expect(toFixedText(exact('9994.99995'), 4, 'down')).toBe('9994.9999')
    expect(toFixedText(exact('-0.05'), 4)).toBe('-0.0500')
    expect(toFixedText(exact('-0.00001'), 4)).toBe('0.0000')
    expect(toFixedText(exact('12.5'), 0)).toBe('13')
  })
})
