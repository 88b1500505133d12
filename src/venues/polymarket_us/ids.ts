import { createValidationError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'

/** A side of a market. One book prices both sides, in prices of the long side. */
export type Side = 'long' | 'short'

/** The venue's own number, or its name in lower case. */
export type Key =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'slug'; readonly slug: string }

/** The meaning of an id, by its form alone (README.md). */
export type NativeId =
  | Key
  /** A page of the site. */
  | { readonly kind: 'event page' | 'market page'; readonly slug: string }
  /** Not a valid id on this venue. */
  | { readonly kind: 'none' }

/** Slugs never contain a colon, which separates a market from its side. */
const SLUG = /^[a-z0-9][a-z0-9._-]{0,249}$/
const PAGE = /^https?:\/\/(?:www\.)?polymarket\.us\/(event|market)\/([^/?#]+)/i
/** Numbers are 32-bit integers (docs.polymarket.us). */
const LARGEST_NUMBER = 2_147_483_647

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim().toLowerCase()
  const page = PAGE.exec(trimmed)
  if (page?.[2] !== undefined && SLUG.test(page[2]))
    return { kind: page[1] === 'event' ? 'event page' : 'market page', slug: page[2] }
  return readKey(trimmed) ?? { kind: 'none' }
}

function readKey(text: string): Key | undefined {
  if (/^\d+$/.test(text)) {
    const number = withoutZeros(text)
    return Number(number) <= LARGEST_NUMBER ? { kind: 'number', number } : undefined
  }
  return SLUG.test(text) ? { kind: 'slug', slug: text } : undefined
}

/** Whether a market consists of legs from other markets (docs.polymarket.us, combos, 2026-10-01). */
export function isCombo(slug: string): boolean {
  return slug.startsWith('caoc-')
}

/** A side of a market that is named by its slug or number. */
export interface OutcomeId {
  readonly market: Key
  readonly side: Side
}

/** Returns the id of a side: `<market slug>:long`, `<market slug>:short`. */
export function outcomeIdOf(slug: string, side: Side): string {
  return `${slug}:${side}`
}

/**
 * Reads an outcome id. A market without a side stands for its long side.
 * @returns undefined for an invalid id
 * @throws VALIDATION_ERROR field `id` for an empty one (api/README.md, "Outcome ids")
 */
export function readOutcomeId(text: string): OutcomeId | undefined {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '')
    throw createValidationError(
      'id',
      'An outcome id is required: the slug of a market and a side, such as `<slug>:long`.',
    )
  const [, name = '', side = 'long'] = /^(.*?)(?::(long|short))?$/.exec(trimmed) ?? []
  const market = readKey(name)
  return market && { market, side: side === 'short' ? 'short' : 'long' }
}
