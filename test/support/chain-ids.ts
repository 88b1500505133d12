/** Ids as chains give them, of things that do not exist. */

/** A token id of the real length, 77 digits; `n` makes it another. */
export function token(n: number): string {
  return `7${String(n).padStart(6, '0')}${'3'.repeat(70)}`
}

/** A condition id of the real length; `n` makes it another. */
export function condition(n: number): string {
  return `0x${String(n).padStart(4, '0')}${'ab'.repeat(30)}`
}

/** The address of a wallet. */
export const wallet = `0x${'c0ffee'.repeat(6)}beef`
