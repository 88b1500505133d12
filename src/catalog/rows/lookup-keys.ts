import { withoutZeros } from '../../api/values/numerals.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'

/** The spelling by which keys are compared: ids differ by more than their case on no venue; callers often write tickers in lower case. */
export function normalizeKey(key: string): string {
  return withoutZeros(key.toLowerCase())
}

/** Ids of a market's outcomes, with the other spellings of its ids. */
export function outcomeKeysOf({ market, aliases = [] }: MarketRow): readonly string[] {
  return [...market.outcomes.map((outcome) => outcome.outcomeId), ...aliases]
}

/** Everything that names this market, as the venue writes it. */
export function marketKeysOf(row: MarketRow): readonly string[] {
  const { marketId, slug, contractAddress, url } = row.market
  return pickNonEmptyKeys([marketId, slug, contractAddress, url, ...outcomeKeysOf(row)])
}

/** Everything that names this event, as the venue writes it. */
export function eventKeysOf({ event, aliases = [] }: Pick<EventRow, 'event' | 'aliases'>): readonly string[] {
  return pickNonEmptyKeys([event.id, event.slug, event.url, ...aliases])
}

/** The known keys that say something. */
export function pickNonEmptyKeys(keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined).filter((key) => key !== '')
}

/** Spellings of the keys that may be meant: what was asked, and the parts of an address in which a key may stand. */
export function spellingsOf(asked: string): readonly string[] {
  const segments = isPageUrl(asked) ? asked.split(/[/?#]/).map(decodeSafely) : []
  return [...new Set([asked, ...segments].map(normalizeKey))]
}

/** Whether what names a thing is the address of a page. */
export function isPageUrl(asked: string): boolean {
  return /^https?:\/\//i.test(asked)
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
