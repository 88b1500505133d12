import { createValidationError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'

/** Ids of venues whose outcomes are tokens on a chain, told by the shape of the text alone. */

/** What a text names on such a venue. */
export type ChainId =
  /** The venue's own number of an event or a market. */
  | { readonly kind: 'number'; readonly number: string }
  /** A market's condition id on the chain, in lower case. */
  | { readonly kind: 'condition'; readonly conditionId: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The slug of an event, a market or whatever else the venue names so, in lower case. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** Nothing the venue could know. */
  | { readonly kind: 'none' }

/** Reads any spelling of an id or a slug; never throws. Addresses of pages are the venue's matter. */
export function readChainId(text: string): ChainId {
  const trimmed = withoutZeros(text.trim())
  if (isTokenId(trimmed)) return { kind: 'token', tokenId: trimmed }
  if (/^\d+$/.test(trimmed)) return { kind: 'number', number: trimmed }
  if (/^0x[0-9a-f]{64}$/i.test(trimmed)) return { kind: 'condition', conditionId: trimmed.toLowerCase() }
  return isSlug(trimmed) ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

/**
 * Whether a text can be a token id: a 256-bit number of mostly 76 to 78 digits. The smallest conceivable ones are still
 * far longer than the numbers venues give their markets.
 */
export function isTokenId(text: string): boolean {
  return /^\d{30,}$/.test(text)
}

/** A slug goes into a path: nothing that would lead to another path, and nothing that is only dots. */
export function isSlug(text: string): boolean {
  return text !== '' && text.length <= 300 && !/[\s/\\?#]/.test(text) && !/^\.+$/.test(text)
}

/** Whether a text is the address of a wallet or a contract, in any case. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

/** @throws VALIDATION_ERROR field `address` for what no wallet's address can be */
export function assertWallet(address: string): void {
  if (!isAddress(address)) {
    throw createValidationError('address', 'address must be a wallet address: 0x and 40 hexadecimal digits')
  }
}
