import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  fromUnits,
  isMultiple,
  multiply,
  parseDecimal,
  pickSmallerDecimal,
  type Rounding,
  subtractDecimals,
  toFixed,
  toMultiple,
  toNumber,
  toText,
  unitsOf,
} from '../../../src/api/values/decimal.js'

/** A fraction of whole numbers: what a decimal stands for, by other arithmetic. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const fractionOf = ({ units, scale }: Decimal): Fraction => ({ over: units, under: 10n ** BigInt(scale) })
const isSame = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, scale]): Decimal => ({ units, scale }))
const steps = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]): Decimal => ({ units, scale }))
const roundings = fc.constantFrom<Rounding>('down', 'up', 'nearest')

describe('reading', () => {
  test.each<[string, string]>([
    ['0.55', '0.55'],
    [' 1 ', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+0.50', '0.5'],
    ['-0.001', '-0.001'],
    ['-0', '0'],
    ['000123.4500', '123.45'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['1e21', '1000000000000000000000'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('%j is %s', (text, told) => {
    expect(toText(decimalOf(text))).toBe(told)
  })

  test.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '1,5',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '1.2.3',
    '5 5',
    '٥',
    '1e61',
    '1e-61',
    '9'.repeat(61),
    '1e9999',
  ])('%j is no number', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
    expect(() => decimalOf(text)).toThrow(RangeError)
  })

  test('a number of JavaScript is the shortest decimal that stands for it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e30, max: 1e30 }), (number) => {
        fc.pre(number === 0 || Math.abs(number) > 1e-30)
        expect(toNumber(decimalOf(number))).toBe(number === 0 ? 0 : number)
      }),
    )
    expect(toText(decimalOf(0.1 + 0.2))).toBe('0.30000000000000004')
  })

  test('what is written is read as the same', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(compare(decimalOf(toText(value)), value)).toBe(0)
      }),
    )
  })
})

describe('arithmetic is that of fractions', () => {
  test('of sums, differences and products', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [fractionOf(a), fractionOf(b)]
        expect(isSame(fractionOf(add(a, b)), plus(left, right))).toBe(true)
        expect(isSame(plus(fractionOf(subtractDecimals(a, b)), right), left)).toBe(true)
        expect(isSame(fractionOf(multiply(a, b)), times(left, right))).toBe(true)
      }),
    )
  })

  test('of order', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [fractionOf(a), fractionOf(b)]
        const told = isLess(left, right) ? -1 : isLess(right, left) ? 1 : 0
        expect(compare(a, b)).toBe(told)
        expect(compare(b, a)).toBe(told === 0 ? 0 : -told)
        expect(pickSmallerDecimal(a, b)).toBe(told <= 0 ? a : b)
      }),
    )
  })

  test('of quotients, within one unit of the last digit and on the side that was asked for', () => {
    fc.assert(
      fc.property(
        decimals,
        decimals,
        fc.integer({ min: 0, max: 20 }),
        roundings,
        (a, b, digits, rounding) => {
          fc.pre(b.units !== 0n)
          const told = divide(a, b, digits, rounding)
          assertRounded(told, quotientOf(a, b), { units: 1n, scale: digits }, rounding)
        },
      ),
    )
  })
})

describe('multiples of a step', () => {
  test('are recognised as whole numbers of it', () => {
    fc.assert(
      fc.property(steps, fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), (step, count) => {
        expect(isMultiple({ units: step.units * count, scale: step.scale }, step)).toBe(true)
      }),
    )
    expect(isMultiple(decimalOf('0.55'), decimalOf('0.01'))).toBe(true)
    expect(isMultiple(decimalOf('0.555'), decimalOf('0.01'))).toBe(false)
    expect(isMultiple(decimalOf('-0.3'), decimalOf('0.1'))).toBe(true)
  })

  test('lie beside what is rounded to them, on the side that was asked for', () => {
    fc.assert(
      fc.property(decimals, steps, roundings, (value, step, rounding) => {
        const told = toMultiple(value, step, rounding)
        expect(isMultiple(told, step)).toBe(true)
        assertRounded(told, fractionOf(value), step, rounding)
      }),
    )
  })

  test.each<[string, string, Rounding, string]>([
    ['0.555', '0.01', 'down', '0.55'],
    ['0.555', '0.01', 'up', '0.56'],
    ['0.555', '0.01', 'nearest', '0.56'],
    ['-0.555', '0.01', 'down', '-0.56'],
    ['-0.555', '0.01', 'up', '-0.55'],
    ['0.55', '0.01', 'up', '0.55'],
    ['7', '3', 'nearest', '6'],
  ])('%s by %s %s is %s', (value, step, rounding, told) => {
    expect(toText(toMultiple(decimalOf(value), decimalOf(step), rounding))).toBe(told)
  })
})

describe('units of a chain', () => {
  test('are whole numbers of its smallest coin', () => {
    expect(unitsOf(decimalOf('1.5'), 6, 'down')).toBe(1_500_000n)
    expect(unitsOf(decimalOf('0.0000019'), 6, 'down')).toBe(1n)
    expect(unitsOf(decimalOf('0.0000011'), 6, 'up')).toBe(2n)
    expect(toText(fromUnits(1_500_000n, 6))).toBe('1.5')
  })

  test('come back as what they were', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 18 }),
        (units, digits) => {
          expect(unitsOf(fromUnits(units, digits), digits, 'down')).toBe(units)
        },
      ),
    )
  })

  test('are rounded on the side that was asked for', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), roundings, (value, digits, rounding) => {
        const told = { units: unitsOf(value, digits, rounding), scale: digits }
        assertRounded(told, fractionOf(value), { units: 1n, scale: digits }, rounding)
      }),
    )
  })
})

test('a fixed number of digits is written whole', () => {
  expect(toFixed(decimalOf('0.56'), 4)).toBe('0.5600')
  expect(toFixed(decimalOf('-0.00005'), 4, 'up')).toBe('0.0000')
  expect(toFixed(decimalOf('12'), 0)).toBe('12')
  expect(toFixed(decimalOf('0.999'), 2, 'nearest')).toBe('1.00')
})

function quotientOf(a: Decimal, b: Decimal): Fraction {
  const sign = b.units < 0n ? -1n : 1n
  return { over: sign * a.units * 10n ** BigInt(b.scale), under: sign * b.units * 10n ** BigInt(a.scale) }
}

/** Whether a value was rounded to a step of that size by the rule. */
function assertRounded(told: Decimal, value: Fraction, step: Decimal, rounding: Rounding): void {
  const [at, size] = [fractionOf(told), fractionOf(step)]
  const half = times(size, { over: 1n, under: 2n })
  const down = rounding === 'nearest' ? half : rounding === 'up' ? size : undefined
  const up = rounding === 'nearest' ? half : rounding === 'down' ? size : undefined
  // How far it may have come up from the value, and how far down.
  if (down === undefined) expect(isLess(value, at)).toBe(false)
  else expect(isLess(plus(value, down), at)).toBe(false)
  if (up === undefined) expect(isLess(at, value)).toBe(false)
  else expect(isLess(plus(at, up), value)).toBe(false)
}
