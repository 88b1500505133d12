/**
 * Prices, sizes and money of paper trading: whole trillionths, so that no sum drifts. A price and a size of at most
 * six decimals each have a product that is exact.
 */
export type Decimal = bigint

const DECIMALS = 12
export const ONE: Decimal = 10n ** 12n
/** The finest step of a price or a size. */
export const MICRO: Decimal = 10n ** 6n

/** The amount of a decimal text without an exponent; undefined for any other text, and for more than twelve decimals. */
export function decimalOf(text: string): Decimal | undefined {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,12}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = ''] = match
  const amount = BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  return sign === '-' ? -amount : amount
}

/** A number of the world, read to the nearest millionth: 0.1 + 0.2 is 0.3. @throws RangeError unless it is finite */
export function decimalOfNumber(value: number): Decimal {
  return BigInt(Math.round(value * 1e6)) * MICRO
}

/** An amount as the nearest number, for answers that hold numbers. */
export function numberOf(amount: Decimal): number {
  return Number(textOf(amount))
}

/** Price times size; exact where neither has more than six decimals, else rounded towards zero. */
export function times(price: Decimal, size: Decimal): Decimal {
  return (price * size) / ONE
}

/** Money over size, rounded towards zero: an average price. @throws RangeError for a size of 0 */
export function per(money: Decimal, size: Decimal): Decimal {
  return (money * ONE) / size
}

export type Rounding = 'up' | 'down' | 'nearest'

/** An amount on a grid: `up` is away from zero, `nearest` takes halves away from zero. */
export function rounded(amount: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const size = amount < 0n ? -amount : amount
  const extra = rounding === 'up' ? step - 1n : rounding === 'nearest' ? step / 2n : 0n
  const steps = ((size + extra) / step) * step
  return amount < 0n ? -steps : steps
}

/** Shortest decimal text: `0.3`, `-12`. */
export function textOf(amount: Decimal): string {
  return fixedText(amount, DECIMALS).replace(/\.?0+$/, '')
}

/** Decimal text with so many decimals, at most twelve: `0.3000`. */
export function fixedText(amount: Decimal, decimals: number, rounding: Rounding = 'nearest'): string {
  const step = 10n ** BigInt(DECIMALS - decimals)
  const steps = rounded(amount, step, rounding) / step
  const digits = (steps < 0n ? -steps : steps).toString().padStart(decimals + 1, '0')
  const sign = steps < 0n ? '-' : ''
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}

export function least(a: Decimal, b: Decimal): Decimal {
  return a < b ? a : b
}

export function most(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b
}

export function sumOf(amounts: Iterable<Decimal>): Decimal {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}
