import { invalid } from '../../contract/errors.js'

/** What a text that names something on Limitless is, judged by its shape alone (docs: limitless, section 2). */
export type NativeId =
  /** A market or a group: both have slugs of one kind. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The contract of a market of the older, pooled kind. */
  | { readonly kind: 'address'; readonly address: string }
  /** Nothing the venue could know. */
  | { readonly kind: 'none' }

/** Token ids are 256-bit numbers; the venue's own market numbers have some six digits. */
const SHORTEST_TOKEN = 30
/** The venue looks up nothing that does not end in a dash and a number, such as the names of its series. */
const SLUG = /^[^\s/?#\\%]{1,290}-\d+$/
const PAGE = /^https?:\/\/(?:www\.)?limitless\.exchange\/(?:[a-z]{2}\/)?markets\/([^/?#]+)/i

/** Reads any spelling of an id, a slug or a site address; never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed))
    return trimmed.length >= SHORTEST_TOKEN ? { kind: 'token', tokenId: trimmed } : { kind: 'none' }
  if (/^0x[0-9a-f]{40}$/i.test(trimmed)) return { kind: 'address', address: trimmed }
  const slug = PAGE.exec(trimmed)?.[1] ?? trimmed
  return SLUG.test(slug) ? { kind: 'slug', slug } : { kind: 'none' }
}

/**
 * Reads an outcome id.
 * @throws VALIDATION_ERROR field `id` for an empty one (contract: http, "Validation done in the dispatcher")
 */
export function readOutcomeId(text: string): NativeId {
  if (text.trim() === '') {
    throw invalid(
      'id',
      'An outcome id is needed: the long decimal token id of an outcome, or the slug of a market.',
    )
  }
  return readId(text)
}
