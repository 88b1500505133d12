import type { SqlValue } from '../../storage/driver.js'

/** Numbers as the bytes of doubles, which is how lists of them are kept. */
export function toDoubleBytes(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(numbers).buffer)
}

/** The numbers that {@link toDoubleBytes} has made bytes. */
export function numbersIn(bytes: SqlValue | undefined): Float64Array {
  if (!(bytes instanceof Uint8Array)) return new Float64Array()
  // A copy begins where doubles may begin.
  const own = new Uint8Array(bytes)
  return new Float64Array(own.buffer, 0, Math.floor(own.length / Float64Array.BYTES_PER_ELEMENT))
}
