import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  type Rounding,
  subtractDecimals,
  toFixed,
  toText,
} from '../../../src/api/values/decimal.js'

/** big.js calculates the same. */

const texts = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, scale]) => new Big(String(units)).times(new Big(10).pow(-scale)).toFixed())
const roundings = fc.constantFrom<Rounding>('down', 'up', 'nearest')
const runs = { numRuns: 1_000 }

test('sums, differences, products and comparisons', () => {
  fc.assert(
    fc.property(texts, texts, (x, y) => {
      const pairs: readonly (readonly [Decimal, Big])[] = [
        [add(decimalOf(x), decimalOf(y)), new Big(x).plus(y)],
        [subtractDecimals(decimalOf(x), decimalOf(y)), new Big(x).minus(y)],
        [multiply(decimalOf(x), decimalOf(y)), new Big(x).times(y)],
      ]
      for (const [ours, theirs] of pairs) expect(toText(ours)).toBe(unsigned(theirs.toFixed()))
      expect(Math.sign(compare(decimalOf(x), decimalOf(y)))).toBe(new Big(x).cmp(y))
    }),
    runs,
  )
})

test('quotients and fixed digits, rounded down, up and to the nearest', () => {
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 0, max: 18 }), roundings, (x, y, digits, rounding) => {
      fc.pre(!new Big(y).eq(0))
      expect(toText(divide(decimalOf(x), decimalOf(y), digits, rounding))).toBe(
        unsigned(rounded(new Big(x), new Big(y), digits, rounding).toFixed()),
      )
      expect(toFixed(decimalOf(x), digits, rounding)).toBe(
        unsigned(rounded(new Big(x), new Big(1), digits, rounding).toFixed(digits)),
      )
    }),
    runs,
  )
})

/** `a / b` by big.js, whose own modes round the magnitude: here `down` is the floor, and half is rounded up. */
function rounded(a: Big, b: Big, digits: number, rounding: Rounding): Big {
  const Exact = Big()
  Exact.DP = digits
  Exact.RM = Big.roundDown
  const cut = new Exact(a).div(b)
  const unit = new Big(10).pow(-digits)
  // The exact remainder, with its sign.
  const rest = a.minus(cut.times(b)).times(b.lt(0) ? -1 : 1)
  const floor = rest.lt(0) ? cut.minus(unit) : cut
  if (rest.eq(0)) return cut
  if (rounding === 'down') return floor
  if (rounding === 'up') return floor.plus(unit)
  const above = a.minus(floor.times(b)).times(b.lt(0) ? -2 : 2)
  return above.gte(unit.times(b.abs())) ? floor.plus(unit) : floor
}

/** big.js has a negative zero. */
function unsigned(text: string): string {
  return /^-[0.]+$/.test(text) ? text.slice(1) : text
}
