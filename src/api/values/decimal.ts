/**
 * Decimal numbers that are exact: prices, sizes and money of orders never pass through floats. Text such as `0.055` is how
 * they travel; inside they are whole units of a power of ten.
 */
export interface Decimal {
  readonly units: bigint
  /** Digits behind the point: the number is `units / 10 ** scale`. */
  readonly scale: number
}

export type Rounding = 'down' | 'up' | 'nearest'

/** More digits than any venue counts in; what is longer is no price and no size. */
const MAX_DIGITS = 60

/**
 * Reads a decimal as venues and people write it; `1e-7` as JavaScript does.
 * @returns undefined for what is no number
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text.trim())
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  if (digits === '' || digits.length > MAX_DIGITS) return undefined
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > MAX_DIGITS) return undefined
  const units = BigInt(digits) * (sign === '-' ? -1n : 1n)
  return trimmed(scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 })
}

/**
 * The decimal of a text, or of a number as JavaScript prints it, which is the shortest that stands for it.
 * @throws RangeError for what is no number
 */
export function decimalOf(value: string | number): Decimal {
  const read = parseDecimal(String(value))
  if (read === undefined) throw new RangeError('not a decimal number')
  return read
}

export const zero: Decimal = { units: 0n, scale: 0 }
export const one: Decimal = { units: 1n, scale: 0 }

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return trimmed({ units: unitsAt(a, scale) + unitsAt(b, scale), scale })
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return trimmed({ units: a.units * b.units, scale: a.scale + b.scale })
}

/** Below 0, 0 or above it, as `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [unitsAt(a, scale), unitsAt(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}

export function pickSmallerDecimal(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? a : b
}

/** Whether `value` is a whole number of steps. @param step above 0 */
export function isMultiple(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale)
  return unitsAt(value, scale) % unitsAt(step, scale) === 0n
}

/** The multiple of `step` beside `value`; `down` is towards minus infinity. @param step above 0 */
export function toMultiple(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const scale = Math.max(value.scale, step.scale)
  const [units, size] = [unitsAt(value, scale), unitsAt(step, scale)]
  return trimmed({ units: quotient(units, size, rounding) * size, scale })
}

/** `a / b`, rounded to `digits` behind the point. @param b not 0 */
export function divide(a: Decimal, b: Decimal, digits: number, rounding: Rounding): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const [over, under] = [unitsAt(a, scale) * 10n ** BigInt(digits), unitsAt(b, scale)]
  const units = under < 0n ? quotient(-over, -under, rounding) : quotient(over, under, rounding)
  return trimmed({ units, scale: digits })
}

/** Whole units of `10 ** -digits`, such as 1500000n for 1.5 and 6 digits: how chains count. */
export function unitsOf(value: Decimal, digits: number, rounding: Rounding): bigint {
  return value.scale <= digits
    ? unitsAt(value, digits)
    : quotient(value.units, 10n ** BigInt(value.scale - digits), rounding)
}

/** The other way round: 1.5 for 1500000n and 6 digits. */
export function fromUnits(units: bigint, digits: number): Decimal {
  return trimmed({ units, scale: digits })
}

/** Without needless zeros: `0.5`, `12`, `-0.001`. */
export function toText(value: Decimal): string {
  const { units, scale } = trimmed(value)
  return textAt(units, scale)
}

/** With that many digits behind the point, as venues want that count them: `0.5600`. */
export function toFixed(value: Decimal, digits: number, rounding: Rounding = 'nearest'): string {
  return textAt(unitsOf(value, digits, rounding), digits)
}

/** The nearest float, for answers of the wire. */
export function toNumber(value: Decimal): number {
  return Number(toText(value))
}

function textAt(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale)
}

function quotient(over: bigint, under: bigint, rounding: Rounding): bigint {
  const cut = over / under
  const rest = over - cut * under
  if (rest === 0n) return cut
  const below = rest < 0n ? cut - 1n : cut
  if (rounding === 'down') return below
  if (rounding === 'up') return below + 1n
  const above = over - below * under
  return above * 2n >= under ? below + 1n : below
}

function trimmed({ units, scale }: Decimal): Decimal {
  let [shortest, digits] = [units, scale]
  while (digits > 0 && shortest % 10n === 0n) {
    shortest /= 10n
    digits--
  }
  return { units: shortest, scale: digits }
}
