import {
  fromUnits,
  parseDecimal,
  type Rounding,
  toFixed,
  toMultiple,
  toNumber,
  toText,
  unitsOf,
} from '../../../api/values/decimal.js'

/**
 * Prices, sizes and money of paper trading: whole trillionths, so that no sum drifts and all are added and compared as
 * they are. A price and a size of at most six decimals each have a product that is exact.
 */
export type Amount = bigint

const DECIMALS = 12
export const ONE: Amount = 10n ** 12n
/** The finest step of a price or a size. */
export const MICRO: Amount = 10n ** 6n

/** The amount of a decimal text without an exponent; undefined for any other text, and for more than twelve decimals. */
export function amountOf(text: string): Amount | undefined {
  const read = /^-?\d{1,30}(\.\d{1,12})?$/.test(text) ? parseDecimal(text) : undefined
  return read && unitsOf(read, DECIMALS, 'down')
}

/** A number of the world, read to the nearest millionth: 0.1 + 0.2 is 0.3. @throws RangeError unless it is finite */
export function amountOfNumber(value: number): Amount {
  return BigInt(Math.round(value * 1e6)) * MICRO
}

/** An amount as the nearest number, for answers that hold numbers. */
export function numberOf(amount: Amount): number {
  return toNumber(fromUnits(amount, DECIMALS))
}

/** Shortest decimal text: `0.3`, `-12`. */
export function amountText(amount: Amount): string {
  return toText(fromUnits(amount, DECIMALS))
}

/** Decimal text with so many decimals: `0.3000`. */
export function fixedText(amount: Amount, decimals: number, rounding: Rounding = 'nearest'): string {
  return toFixed(fromUnits(amount, DECIMALS), decimals, rounding)
}

/** An amount on a grid; `down` is towards minus infinity. */
export function roundAmount(amount: Amount, step: Amount, rounding: Rounding): Amount {
  const value = toMultiple(fromUnits(amount, DECIMALS), fromUnits(step, DECIMALS), rounding)
  return unitsOf(value, DECIMALS, 'down')
}

/** Price times size; exact where neither has more than six decimals, else rounded towards zero. */
export function times(price: Amount, size: Amount): Amount {
  return (price * size) / ONE
}

/** Money over size, rounded towards zero: an average price. @throws RangeError for a size of 0 */
export function per(money: Amount, size: Amount): Amount {
  return (money * ONE) / size
}

export function minOf(a: Amount, b: Amount): Amount {
  return a < b ? a : b
}

export function maxOf(a: Amount, b: Amount): Amount {
  return a > b ? a : b
}

export function sumAmounts(amounts: Iterable<Amount>): Amount {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}
