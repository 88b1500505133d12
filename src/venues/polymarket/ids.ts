import { invalid } from '../../contract/errors.js'

/** What a text that names something on Polymarket is, judged by its shape alone (docs: polymarket, section 2). */
export type NativeId =
  /** Gamma's own number of an event or a market. */
  | { readonly kind: 'number'; readonly number: string }
  /** A market's condition id on the chain, in lower case. */
  | { readonly kind: 'condition'; readonly conditionId: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The slug of an event, a market or a series, in lower case. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** A page of the site; `market` is absent on the page of an event, `event` on the page of a market. */
  | { readonly kind: 'page'; readonly event?: string; readonly market?: string }
  /** Nothing the venue could know. */
  | { readonly kind: 'none' }

/** Token ids are 256-bit numbers: 70 to 78 digits, the smallest conceivable ones still far longer than a gamma number. */
const SHORTEST_TOKEN = 30
/** All-digit outcome ids below this are market numbers put in the wrong place (contract: http, "Validation"). */
const SHORTEST_OUTCOME = 10

/** Reads any spelling of an id, a slug or a site address; never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) {
    return trimmed.length >= SHORTEST_TOKEN
      ? { kind: 'token', tokenId: trimmed }
      : { kind: 'number', number: trimmed }
  }
  if (/^0x[0-9a-f]{64}$/i.test(trimmed)) return { kind: 'condition', conditionId: trimmed.toLowerCase() }
  if (/^https?:\/\//i.test(trimmed)) return readPage(trimmed)
  return isSlug(trimmed) ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { hostname, pathname } = new URL(address)
  if (!/^(www\.)?polymarket\.com$/i.test(hostname)) return { kind: 'none' }
  const parts = pathname.split('/').filter((part) => isSlug(part))
  const after = (word: string, distance: number): string | undefined => {
    const at = parts.indexOf(word)
    return at < 0 ? undefined : parts[at + distance]?.toLowerCase()
  }
  const market = after('market', 1) ?? after('event', 2)
  const event = after('event', 1) ?? sportsEvent(parts)
  if (market === undefined && event === undefined) return { kind: 'none' }
  return {
    kind: 'page',
    ...(event === undefined ? {} : { event }),
    ...(market === undefined ? {} : { market }),
  }
}

/** `/sports/<league>/.../<event slug>`. */
function sportsEvent(parts: readonly string[]): string | undefined {
  const at = parts.indexOf('sports')
  return at >= 0 && parts.length >= at + 3 ? parts.at(-1)?.toLowerCase() : undefined
}

/** A slug goes into a path: nothing that would lead to another path, and nothing that is only dots. */
function isSlug(text: string): boolean {
  return text !== '' && text.length <= 300 && !/[\s/\\?#]/.test(text) && !/^\.+$/.test(text)
}

/**
 * Refuses what cannot be an outcome id whatever the venue holds (contract: http, "Validation done in the dispatcher").
 * @throws VALIDATION_ERROR field `id` for an empty id and for all-digit ids shorter than 10 digits
 */
export function assertOutcomeShape(outcomeId: string): void {
  const text = outcomeId.trim()
  if (text === '') throw invalid('id', 'An outcome id is needed: the long decimal token id of an outcome.')
  if (/^\d+$/.test(text) && text.length < SHORTEST_OUTCOME) {
    throw invalid(
      'id',
      `'${text}' is a Polymarket market or event id, not an outcome id. ` +
        `Take the outcomeId of one of the market's outcomes, see fetchMarket({ marketId: '${text}' }).`,
    )
  }
}
