import { withoutZeros } from '../../api/values/numerals.js'
import { decodeSafely } from '../../api/values/percent-text.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'

/**
 * Returns the spelling in which keys are compared. Ids never differ only by case on any venue, and callers often write
 * tickers in lower case.
 */
export function normalizeKey(key: string): string {
  return withoutZeros(key.toLowerCase())
}

/** Returns the ids of a market's outcomes, with the aliases of its ids. */
export function outcomeKeysOf({ market, aliases = [] }: MarketRow): readonly string[] {
  return [...market.outcomes.map((outcome) => outcome.outcomeId), ...aliases]
}

/** Returns all keys of this market, as the venue writes them. */
export function marketKeysOf(row: MarketRow): readonly string[] {
  const { marketId, slug, contractAddress, url } = row.market
  return pickNonEmptyKeys([marketId, slug, contractAddress, url, ...outcomeKeysOf(row)])
}

/** Returns all keys of this event, as the venue writes them. */
export function eventKeysOf({ event, aliases = [] }: Pick<EventRow, 'event' | 'aliases'>): readonly string[] {
  return pickNonEmptyKeys([event.id, event.slug, event.url, ...aliases])
}

/** Returns the keys that are neither undefined nor empty. */
export function pickNonEmptyKeys(keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined).filter((key) => key !== '')
}

/** Returns the keys that a request may mean: the given text and, for a URL, its segments. */
export function spellingsOf(asked: string): readonly string[] {
  const segments = isPageUrl(asked) ? asked.split(/[/?#]/).map(decodeSafely) : []
  return [...new Set([asked, ...segments].map(normalizeKey))]
}

/** Whether the key is the URL of a page. */
export function isPageUrl(asked: string): boolean {
  return /^https?:\/\//i.test(asked)
}
