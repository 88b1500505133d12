import { withoutZeros } from '../../api/values/numerals.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'

/** The spelling by which keys are compared: ids differ by more than their case on no venue; callers often write tickers in lower case. */
export function keySpelling(key: string): string {
  return withoutZeros(key.toLowerCase())
}

/** Ids of a market's outcomes, with the other spellings of its ids. */
export function outcomeKeys({ market, aliases = [] }: MarketRow): readonly string[] {
  return [...market.outcomes.map((outcome) => outcome.outcomeId), ...aliases]
}

/** Everything that names this market, as the venue writes it. */
export function marketKeys(row: MarketRow): readonly string[] {
  const { marketId, slug, contractAddress, url } = row.market
  return said([marketId, slug, contractAddress, url, ...outcomeKeys(row)])
}

/** Everything that names this event, as the venue writes it. */
export function eventKeys({ event, aliases = [] }: Pick<EventRow, 'event' | 'aliases'>): readonly string[] {
  return said([event.id, event.slug, event.url, ...aliases])
}

/** The known keys that say something. */
export function said(keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined).filter((key) => key !== '')
}

/** Spellings of the keys that may be meant: what was asked, and the parts of an address in which a key may stand. */
export function askedSpellings(asked: string): readonly string[] {
  const segments = isAddress(asked) ? asked.split(/[/?#]/).map(decodeSafely) : []
  return [...new Set([asked, ...segments].map(keySpelling))]
}

/** Whether what names a thing is the address of a page. */
export function isAddress(asked: string): boolean {
  return /^https?:\/\//i.test(asked)
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
