import { hexOf, mix, mixWide } from '../../world/common/hash.js'

/**
 * Ids of pools (24 hexadecimal digits) and addresses of their contracts (40). Each is a hash followed by the encoded
 * number of the pool's source, so an id of any age resolves to it.
 */

const NUMBER_DIGITS = 12
const LENGTHS = { pool: 24, contract: 40 } as const

export type IdKind = keyof typeof LENGTHS

export function hexIdOf(seed: number, kind: IdKind, number: number): string {
  const digits = LENGTHS[kind] - NUMBER_DIGITS
  const hash = hexOf(mixWide(mix(seed, LENGTHS[kind]), number), digits / 2)
  return hash + number.toString(16).padStart(NUMBER_DIGITS, '0')
}

/** Returns the number in a result of {@link hexIdOf}, or undefined for any other text. */
export function numberIn(seed: number, kind: IdKind, text: string): number | undefined {
  const id = text.toLowerCase()
  if (id.length !== LENGTHS[kind] || !/^[0-9a-f]+$/.test(id)) return undefined
  const number = Number.parseInt(id.slice(-NUMBER_DIGITS), 16)
  return hexIdOf(seed, kind, number) === id ? number : undefined
}
