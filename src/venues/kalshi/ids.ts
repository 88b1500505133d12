/** Side of a market. Kalshi has no outcome ids: these are the contract's. */
export type Side = 'yes' | 'no'

/** An outcome in the venue's terms: the market's ticker and a side. */
export interface OutcomeRef {
  readonly ticker: string
  readonly side: Side
}

/**
 * Possible meanings of an outcome id. A trailing `-NO` is ambiguous: `KXNFLGAME-26AUG15JACNO-NO` is a market of its own (New
 * Orleans), and the NO side of any other market ends the same way (README.md; docs.kalshi.com, identifiers).
 */
export type OutcomeReading =
  | { readonly kind: 'certain'; readonly ref: OutcomeRef }
  | { readonly kind: 'ambiguous'; readonly full: string; readonly stripped: string }

const NO_SUFFIX = '-NO'
/** The venue's limit for a ticker in a query (README.md; docs.kalshi.com, batch order books). */
const MAX_TICKER_LENGTH = 200
/** Letters, digits, dots and dashes in practice; only characters that would change the meaning of a URL or a list are refused. */
const TICKER = /^[A-Z0-9][^\s,/?#%\\]*$/

/**
 * Reads a ticker in any case; Kalshi's tickers are upper case.
 * @returns undefined when the text cannot be a ticker
 */
export function readTicker(text: string): string | undefined {
  const ticker = text.trim().toUpperCase()
  return ticker.length <= MAX_TICKER_LENGTH && TICKER.test(ticker) ? ticker : undefined
}

/**
 * Works like {@link readTicker}, for an event, which the address of its page may also name: the one in rows, or that of
 * the site, `/markets/<series>/<words>/<event>` (README.md).
 */
export function readEventTicker(text: string, site: string): string | undefined {
  const address = text.trim().replace(/^https?:\/\/(www\.)?/i, '')
  if (address === text.trim()) return readTicker(text)
  const [host, kind, ...names] = address
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '')
  if (host?.toLowerCase() !== site.replace('https://', '')) return undefined
  const named = kind === 'events' ? names[0] : kind === 'markets' ? names[2] : undefined
  return named === undefined ? undefined : readTicker(named)
}

/** Returns the id of an outcome: the ticker itself for YES, followed by `-NO` for NO. */
export function packOutcomeId({ ticker, side }: OutcomeRef): string {
  return side === 'yes' ? ticker : ticker + NO_SUFFIX
}

/** Reads an outcome id from its text alone, or undefined for an invalid one. */
export function readOutcomeId(text: string): OutcomeReading | undefined {
  const full = readTicker(text)
  if (full === undefined) return undefined
  const stripped = full.endsWith(NO_SUFFIX) ? readTicker(full.slice(0, -NO_SUFFIX.length)) : undefined
  return stripped === undefined
    ? { kind: 'certain', ref: { ticker: full, side: 'yes' } }
    : { kind: 'ambiguous', full, stripped }
}

/**
 * Resolves an ambiguous id by the existing markets: a market with exactly this ticker wins. Returns undefined if neither
 * exists.
 */
export function resolveReading(
  reading: OutcomeReading,
  exists: (ticker: string) => boolean,
): OutcomeRef | undefined {
  if (reading.kind === 'certain') return exists(reading.ref.ticker) ? reading.ref : undefined
  if (exists(reading.full)) return { ticker: reading.full, side: 'yes' }
  return exists(reading.stripped) ? { ticker: reading.stripped, side: 'no' } : undefined
}
