import type { SqlValue } from '../../storage/driver.js'

/** Returns numbers as the bytes of doubles, which is the form in which lists store them. */
export function toDoubleBytes(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(numbers).buffer)
}

/** Returns the numbers from the bytes of {@link toDoubleBytes}. */
export function numbersIn(bytes: SqlValue | undefined): Float64Array {
  if (!(bytes instanceof Uint8Array)) return new Float64Array()
  // The copy is aligned for doubles.
  const own = new Uint8Array(bytes)
  return new Float64Array(own.buffer, 0, Math.floor(own.length / Float64Array.BYTES_PER_ELEMENT))
}
