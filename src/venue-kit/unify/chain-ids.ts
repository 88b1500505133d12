import { createValidationError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'

/** Ids on venues whose outcomes are tokens on a chain, classified only by the form of the text. */

/** The meaning of an id text on such a venue. */
export type ChainId =
  /** The venue's own number for an event or a market. */
  | { readonly kind: 'number'; readonly number: string }
  /** A market's condition id on the chain, in lower case. */
  | { readonly kind: 'condition'; readonly conditionId: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The slug of an event, a market or another named thing, in lower case. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** Not a valid id on the venue. */
  | { readonly kind: 'none' }

/** Parses any spelling of an id or a slug. Never throws. Page addresses are left to the venue. */
export function readChainId(text: string): ChainId {
  const trimmed = withoutZeros(text.trim())
  if (isTokenId(trimmed)) return { kind: 'token', tokenId: trimmed }
  if (/^\d+$/.test(trimmed)) return { kind: 'number', number: trimmed }
  if (/^0x[0-9a-f]{64}$/i.test(trimmed)) return { kind: 'condition', conditionId: trimmed.toLowerCase() }
  return isSlug(trimmed) ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

/**
 * Whether a text can be a token id: a 256-bit number of mostly 76 to 78 digits. Even the smallest ones are far longer than the
 * numbers that venues give their markets.
 */
export function isTokenId(text: string): boolean {
  return /^\d{30,}$/.test(text)
}

/**
 * Whether a text is a valid slug. Because a slug becomes part of a path, it must not change the path or consist only of
 * dots.
 */
export function isSlug(text: string): boolean {
  return text !== '' && text.length <= 300 && !/[\s/\\?#]/.test(text) && !/^\.+$/.test(text)
}

/** Whether a text is the address of a wallet or a contract, in any case. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

/**
 * Asserts that a text can be the address of a wallet.
 * @throws VALIDATION_ERROR field `address` otherwise
 */
export function assertWallet(address: string): void {
  if (!isAddress(address)) {
    throw createValidationError('address', 'address must be a wallet address: 0x and 40 hexadecimal digits')
  }
}
