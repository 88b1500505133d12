/** The side of a contract. */
export type Side = 'yes' | 'no'

/** The meaning of an id on Gemini, by its form alone (README.md). */
export type NativeId =
  /** A contract, by its instrument symbol in capitals; with a side it is an outcome. */
  | { readonly kind: 'contract'; readonly symbol: string; readonly side?: Side }
  /** An event by its ticker in capitals, or by its slug if it can be one. */
  | { readonly kind: 'event'; readonly ticker: string; readonly slug?: string }
  /** Not a valid id on the venue. */
  | { readonly kind: 'none' }

const NAME = /^[^\s/?#\\%:]{1,200}$/
const SYMBOL = /^GEMI-[^\s/?#\\%:]{1,200}$/
/** Derived from titles: their punctuation may leave dots, repeated dashes, or one at the end where it was cut. */
const SLUG = /^[a-z0-9]+(?:[-._]+[a-z0-9]+)+[-._]*$/
const PAGE =
  /^https?:\/\/(?:www\.|exchange\.)?gemini\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?prediction(?:-market)?s\/(?:events\/)?([^/?#]+)/i

/** The venue's lists whose paths look like ticker paths. */
const listNames: ReadonlySet<string> = new Set(['NEWLY-LISTED', 'RECENTLY-SETTLED', 'UPCOMING', '.', '..'])

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  const sided = /^GEMI:(.+):(yes|no)$/i.exec(trimmed)
  const symbol = (sided?.[1] ?? trimmed.replace(/^gemi-(?=gemi-)/i, '')).toUpperCase()
  if (SYMBOL.test(symbol)) {
    const side = sided?.[2]?.toLowerCase()
    return { kind: 'contract', symbol, ...(side === 'yes' || side === 'no' ? { side } : {}) }
  }
  const name = PAGE.exec(trimmed)?.[1] ?? trimmed
  const ticker = name.toUpperCase()
  if (sided !== null || !NAME.test(name) || listNames.has(ticker)) return { kind: 'none' }
  return { kind: 'event', ticker, ...(SLUG.test(name) ? { slug: name } : {}) }
}

export function packOutcomeId(symbol: string, side: Side): string {
  return `GEMI:${symbol}:${side}`
}

export function packMarketId(symbol: string): string {
  return `gemi-${symbol}`
}

/** Returns the public page of an event, with all its contracts. */
export function pageOf(eventTicker: string): string {
  return `https://www.gemini.com/prediction-markets/${encodeURIComponent(eventTicker)}`
}
