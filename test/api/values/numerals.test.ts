import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDecimal, withoutZeros } from '../../../src/api/values/numerals.js'

const long = 200_000

describe('a decimal number', () => {
  test.each(['0', '-1', '+1.5', '1.', '.5', '1e3', '1.E-3', '007', '9'.repeat(long)])('is %.20s', (text) => {
    expect(isDecimal(text)).toBe(true)
  })

  test.each([
    '',
    '.',
    'e3',
    '1e',
    '1.2.3',
    ' 1',
    '0x1',
    'NaN',
    `${'1'.repeat(long)}x`,
    `1e${'1'.repeat(long)}x`,
  ])('is not %.20s', (text) => {
    expect(isDecimal(text)).toBe(false)
  })

  test('is every number that is finite', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => isDecimal(String(n))))
  })
})

describe('zeros before', () => {
  test.each([
    ['007', '7'],
    ['000', '0'],
    ['0', '0'],
    ['70', '70'],
    ['1000', '1000'],
    ['0x07', '0x07'],
    ['00-7', '00-7'],
    ['', ''],
  ])('%s: %s', (id, plain) => {
    expect(withoutZeros(id)).toBe(plain)
  })

  test('what is no number, however many there are, stay', () => {
    const id = `${'0'.repeat(long)}x`
    expect(withoutZeros(id) === id).toBe(true)
  })
})
