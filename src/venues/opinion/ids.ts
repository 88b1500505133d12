import { withoutZeros } from '../../api/values/numerals.js'
import { isTokenId } from '../../venue-kit/unify/chain-ids.js'

/** The meaning of an id on Opinion, by its form alone (README.md). */
export type NativeId =
  /** The number of a binary market or of a categorical one. The two number ranges overlap. */
  | { readonly kind: 'number'; readonly number: number }
  /** An outcome token, as a decimal number. */
  | { readonly kind: 'token'; readonly tokenId: string }
  | { readonly kind: 'slug'; readonly slug: string }
  /** The page of a categorical or a binary market on the site. */
  | { readonly kind: 'page'; readonly number: number; readonly isCategorical: boolean }
  | { readonly kind: 'none' }

const SITE = 'https://app.opinion.trade/detail'
const otherSites: ReadonlySet<string> = new Set(['https://www.opinion.trade', 'https://opinion.trade'])

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = withoutZeros(text.trim())
  if (isTokenId(trimmed)) return { kind: 'token', tokenId: trimmed }
  if (/^\d+$/.test(trimmed)) {
    const number = Number(trimmed)
    return Number.isSafeInteger(number) ? { kind: 'number', number } : { kind: 'none' }
  }
  if (/^https?:\/\//i.test(trimmed)) return readPage(trimmed)
  return isSlug(trimmed) ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

/**
 * Whether a text is a slug. Slugs are derived from titles, which are rarely a single word. A single word is therefore treated as
 * a mistyped number.
 */
function isSlug(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u.test(text) && text.includes('-') && text.length <= 300
}

function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { origin, pathname: path, searchParams } = new URL(address)
  const pathname = path.replace(/\/+$/, '')
  // Addresses as other clients write them; a number in their place does not show its kind.
  const named = /^\/market\/([^/]+)$/.exec(pathname)?.[1]
  if (named !== undefined && otherSites.has(origin)) {
    return isSlug(named) ? { kind: 'slug', slug: named.toLowerCase() } : { kind: 'none' }
  }
  const topic = searchParams.get('topicId') ?? ''
  if (origin + pathname !== SITE || !/^\d{1,15}$/.test(topic)) return { kind: 'none' }
  return { kind: 'page', number: Number(topic), isCategorical: searchParams.get('type') === 'multi' }
}

/** Returns the page of a categorical market, which shows its children, or of a binary market that stands alone. */
export function pageOf(number: number, kind: 'categorical' | 'binary'): string {
  return `${SITE}?topicId=${number}${kind === 'categorical' ? '&type=multi' : ''}`
}
