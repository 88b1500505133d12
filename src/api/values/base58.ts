/** The digits of base 58, without 0, O, I and l, which look alike. */
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = 58n

/** Encodes bytes as base 58 in the alphabet of Bitcoin and Solana: a big-endian number with a `1` for each leading zero byte. */
export function encodeBase58(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  for (; rest > 0n; rest /= BASE) digits = DIGITS.charAt(Number(rest % BASE)) + digits
  return DIGITS.charAt(0).repeat(leading(bytes, (byte) => byte === 0)) + digits
}

/**
 * Decodes the text of {@link encodeBase58}, or undefined if the text contains any other character. The cost is quadratic.
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  const values = Array.from(text, (character) => DIGITS.indexOf(character))
  if (values.includes(-1)) return undefined
  const number = values.reduce((sum, value) => sum * BASE + BigInt(value), 0n)
  const hex = number === 0n ? '' : number.toString(16)
  const body = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return new Uint8Array([...new Uint8Array(leading(values, (value) => value === 0)), ...body])
}

function leading(values: ArrayLike<number>, is: (value: number) => boolean): number {
  const first = Array.from(values).findIndex((value) => !is(value))
  return first === -1 ? values.length : first
}
