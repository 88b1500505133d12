import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choosePriceFormat, formatCompact, formatExact } from '../../../src/cli/output/numbers.js'

describe('prices below each other', () => {
  test.each([
    ['have two decimals at least', [0.5, 0, 1], ['0.50', '0.00', '1.00']],
    ['have the decimals of the finest', [0.5, 0.123], ['0.500', '0.123']],
    ['have four decimals at most', [0.123456], ['0.1235']],
    ['show a dash for an unknown one', [undefined, 0.5], ['–', '0.50']],
    ['do not make a tiny one zero', [0.00001, 0.5], ['<0.0001', '0.5000']],
    ['do not make one near certainty certain', [0.99999], ['>0.9999']],
  ])('%s', (_name, prices, texts) => {
    expect(prices.map(choosePriceFormat(prices))).toEqual(texts)
  })

  test('read as 0 or 1 only when they are', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (price, others) => {
          const text = choosePriceFormat([...others, price])(price)
          if (price > 0) expect(text).not.toMatch(/^0\.0+$/)
          if (price < 1) expect(text).not.toMatch(/^1\.0+$/)
        },
      ),
    )
  })
})

test.each([
  [undefined, '–', '–'],
  [0, '0', '0'],
  [0.004, '<0.01', '<0.01'],
  [12.345, '12.35', '12.35'],
  [1234.5, '1,235', '1,234.5'],
  [12_345.678, '12.3K', '12,345.68'],
  [4_560_000, '4.6M', '4,560,000'],
])('the amount %s reads %s, and %s in full', (amount, compact, exact) => {
  expect(formatCompact(amount)).toBe(compact)
  expect(formatExact(amount)).toBe(exact)
})
