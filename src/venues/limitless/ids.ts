import { createValidationError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'
import { isAddress, isTokenId } from '../../venue-kit/unify/chain-ids.js'

/** The meaning of an id on Limitless, by its form alone (README.md). */
export type NativeId =
  /** A market or a group: both have slugs of one kind. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The contract of a market of the older, pooled kind. */
  | { readonly kind: 'address'; readonly address: string }
  /** No valid id of the venue. */
  | { readonly kind: 'none' }

/** The venue only looks up slugs that end in a dash and a number, unlike the names of its series. */
const SLUG = /^[^\s/?#\\%]{1,290}-\d+$/
const PAGE = /^https?:\/\/(?:www\.)?limitless\.exchange\/(?:[a-z]{2}\/)?markets\/([^/?#]+)/i

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = withoutZeros(text.trim())
  if (isTokenId(trimmed)) return { kind: 'token', tokenId: trimmed }
  if (isAddress(trimmed)) return { kind: 'address', address: trimmed }
  const slug = PAGE.exec(trimmed)?.[1] ?? trimmed
  return SLUG.test(slug) ? { kind: 'slug', slug } : { kind: 'none' }
}

/**
 * Reads an outcome id.
 * @throws VALIDATION_ERROR field `id` for an empty one (api/README.md, "Outcome ids")
 */
export function readOutcomeId(text: string): NativeId {
  if (text.trim() === '') {
    throw createValidationError(
      'id',
      'An outcome id is required. Use the long decimal token id of the outcome, or the slug of its market.',
    )
  }
  return readId(text)
}
