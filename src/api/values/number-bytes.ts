/** Numbers in bytes of text, as csv and JSON have them. Millions are parsed, so that their text is not decoded first. */

const ZERO = 0x30
const POINT = 0x2e

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9
}

/** Returns the end of digits and points. */
export function findNumberEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (!isDigit(byte) && byte !== POINT) break
  }
  return at
}

/** A whole number with this many digits is exact. */
const EXACT_DIGITS = 15
/** Powers of ten are exact up to here. */
const powers = Array.from({ length: 23 }, (_, power) => 10 ** power)

/**
 * Parses digits with or without a point between them. Few digits are a whole number divided by a power of ten. Both are
 * exact, so the division results in the nearest number, just like parsing.
 * @returns undefined for text of another form
 */
export function parseNumberBytes(bytes: Uint8Array, from: number, end: number): number | undefined {
  const first = bytes[from] ?? 0
  const second = bytes[from + 1] ?? 0
  if (from === end || !isDigit(first) || !isDigit(bytes[end - 1] ?? 0)) return undefined
  if (first === ZERO && end > from + 1 && second !== POINT) return undefined
  let whole = 0
  let point = end - 1
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== POINT) whole = whole * 10 + (byte - ZERO)
    else if (point === end - 1) point = at
    else return undefined
  }
  if (end - from > EXACT_DIGITS) return Number(latin1(bytes, from, end))
  return whole / (powers[end - 1 - point] ?? Number.NaN)
}

function latin1(bytes: Uint8Array, from: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(from, end))
}
