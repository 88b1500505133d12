import { describe, expect, test } from 'vitest'
import {
  exactComboFeeOf,
  exactFeeOf,
  makerRebate,
  roundFees,
  toCents,
} from '../../../../src/simulator/mock-venues/polymarket_us/fees.js'
import { toAmountText } from '../../../../src/simulator/paper-trading/state/amount.js'
import { busy, exact } from '../../paper-trading/support.js'
import { NOON } from '../../support/stage.js'

const traded = (price: string, size: string) => ({ price: exact(price), size: exact(size) })

describe('fees of 1,000 contracts', () => {
  // The examples of docs.polymarket.us, fees, of 2026-09.
  test.each([
    ['0.10', '6.26', '1.12'],
    ['0.65', '15.81', '2.84'],
    ['0.30', '14.6', '2.62'],
    ['0.90', '6.26', '1.12'],
    ['0.50', '17.38', '3.12'],
  ])('at %s are %s for who takes, and %s for who made', (price, fee, rebate) => {
    expect(toAmountText(toCents(exactFeeOf(traded(price, '1000'))))).toBe(fee)
    const execution = {
      ...traded(price, '1000'),
      market: busy,
      side: 'yes',
      action: 'buy',
      liquidity: 'maker',
      at: NOON,
    } as const
    // Above 0 it is paid out.
    expect(toAmountText(makerRebate(execution, {} as never))).toBe(rebate)
  })
})

// The published table of combos, by 100 contracts.
test.each([
  ['0.01', '0.11'],
  ['0.05', '0.49'],
  ['0.10', '0.89'],
  ['0.20', '1.44'],
  ['0.33', '1.8'],
])('100 contracts of a combo at %s cost %s', (price, fee) => {
  expect(toAmountText(toCents(exactComboFeeOf(traded(price, '100'))))).toBe(fee)
})

test('fills of an order never cost more than their sum rounded', () => {
  const fees = (texts: readonly string[]) => roundFees(texts.map(exact)).map(toAmountText)
  expect(fees(['0.006', '0.006', '0.006'])).toEqual(['0.01', '0', '0.01'])
  expect(fees(['0.005', '0.015'])).toEqual(['0', '0.02'])
  expect(fees(['1.234', '0.001'])).toEqual(['1.23', '0'])
})
