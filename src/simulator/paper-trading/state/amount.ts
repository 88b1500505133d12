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
 * Prices, sizes and money of paper trading as integers in units of 1e-12, so that sums and comparisons are exact. The product of
 * a price and a size of at most six decimals is exact.
 */
export type Amount = bigint

const DECIMALS = 12
export const ONE: Amount = 10n ** 12n
/** The finest resolution of a price or a size, 1e-6. */
export const MICRO: Amount = 10n ** 6n

/**
 * Returns the amount of a decimal text without an exponent, or undefined for any other text, and for more than twelve
 * decimals.
 */
export function amountOf(text: string): Amount | undefined {
  const read = /^-?\d{1,30}(\.\d{1,12})?$/.test(text) ? parseDecimal(text) : undefined
  return read && unitsOf(read, DECIMALS, 'down')
}

/**
 * Converts one of the world's numbers, rounded to the nearest millionth, so that 0.1 + 0.2 is 0.3. @throws RangeError unless it
 * is finite
 */
export function toAmount(value: number): Amount {
  return BigInt(Math.round(value * 1e6)) * MICRO
}

/** Returns an amount as the nearest number, for responses with numbers. */
export function numberOf(amount: Amount): number {
  return toNumber(fromUnits(amount, DECIMALS))
}

/** Returns the shortest decimal text: `0.3`, `-12`. */
export function toAmountText(amount: Amount): string {
  return toText(fromUnits(amount, DECIMALS))
}

/** Returns a decimal text with this many decimals, such as `0.3000`. */
export function toFixedText(amount: Amount, decimals: number, rounding: Rounding = 'nearest'): string {
  return toFixed(fromUnits(amount, DECIMALS), decimals, rounding)
}

/** Rounds an amount to a multiple of `step`. `down` means toward minus infinity. */
export function roundAmount(amount: Amount, step: Amount, rounding: Rounding): Amount {
  const value = toMultiple(fromUnits(amount, DECIMALS), fromUnits(step, DECIMALS), rounding)
  return unitsOf(value, DECIMALS, 'down')
}

/** Multiplies price and size. The result is exact if neither has more than six decimals, and otherwise rounded toward zero. */
export function multiplyAmounts(price: Amount, size: Amount): Amount {
  return (price * size) / ONE
}

/** Divides money by size, rounded toward zero, which gives an average price. @throws RangeError for a size of 0 */
export function divideAmounts(money: Amount, size: Amount): Amount {
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
