/**
 * Exact decimal numbers: prices, sizes and money of orders never pass through floats. They are transferred as text such as
 * `0.055`; internally they are integers with a power of ten.
 */
export interface Decimal {
  readonly units: bigint
  /** Digits after the point: the number is `units / 10 ** scale`. */
  readonly scale: number
}

export type Rounding = 'down' | 'up' | 'nearest'

/** More digits than any venue uses; longer text is not a valid price or size. */
const MAX_DIGITS = 60

/**
 * Parses a decimal as venues and users write it; `1e-7` as JavaScript does.
 * @returns undefined for an invalid number
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
 * Returns the decimal of a text, or of a number as JavaScript prints it, which is its shortest representation.
 * @throws RangeError for an invalid number
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

/** Returns a negative number, 0 or a positive number if `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [unitsAt(a, scale), unitsAt(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}

export function pickSmallerDecimal(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? a : b
}

/** Whether `value` is a multiple of `step`. @param step above 0 */
export function isMultiple(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale)
  return unitsAt(value, scale) % unitsAt(step, scale) === 0n
}

/** Rounds `value` to a multiple of `step`; `down` is towards minus infinity. @param step above 0 */
export function toMultiple(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  const scale = Math.max(value.scale, step.scale)
  const [units, size] = [unitsAt(value, scale), unitsAt(step, scale)]
  return trimmed({ units: quotient(units, size, rounding) * size, scale })
}

/** Returns `a / b`, rounded to `digits` after the point. @param b not 0 */
export function divide(a: Decimal, b: Decimal, digits: number, rounding: Rounding): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const [over, under] = [unitsAt(a, scale) * 10n ** BigInt(digits), unitsAt(b, scale)]
  const units = under < 0n ? quotient(-over, -under, rounding) : quotient(over, under, rounding)
  return trimmed({ units, scale: digits })
}

/** Returns integer units of `10 ** -digits`, such as 1500000n for 1.5 and 6 digits, as chains count. */
export function unitsOf(value: Decimal, digits: number, rounding: Rounding): bigint {
  return value.scale <= digits
    ? unitsAt(value, digits)
    : quotient(value.units, 10n ** BigInt(value.scale - digits), rounding)
}

/** Converts units back: 1.5 for 1500000n and 6 digits. */
export function fromUnits(units: bigint, digits: number): Decimal {
  return trimmed({ units, scale: digits })
}

/** Formats without trailing zeros: `0.5`, `12`, `-0.001`. */
export function toText(value: Decimal): string {
  const { units, scale } = trimmed(value)
  return textAt(units, scale)
}

/** Formats with that many digits after the point, for venues that require them: `0.5600`. */
export function toFixed(value: Decimal, digits: number, rounding: Rounding = 'nearest'): string {
  return textAt(unitsOf(value, digits, rounding), digits)
}

/** Returns the nearest float, for HTTP responses. */
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
