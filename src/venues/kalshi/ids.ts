/** Which side of a market an outcome is. Kalshi has no outcome ids: these are the contract's. */
export type Side = 'yes' | 'no'

/** An outcome by what the venue knows: the market's ticker and a side. */
export interface OutcomeRef {
  readonly ticker: string
  readonly side: Side
}

/**
 * What an outcome id can mean. A trailing `-NO` is ambiguous: `KXNFLGAME-26AUG15JACNO-NO` is a market of its own
 * (New Orleans), and the NO side of any other market ends the same way (README.md; docs.kalshi.com, identifiers).
 */
export type OutcomeReading =
  | { readonly kind: 'certain'; readonly ref: OutcomeRef }
  | { readonly kind: 'ambiguous'; readonly full: string; readonly stripped: string }

const NO_SUFFIX = '-NO'
/** The venue's own bound on a ticker in a query (README.md; docs.kalshi.com, batch order books). */
const MAX_TICKER_LENGTH = 200
/** Letters, digits, dots and dashes in practice; only what would change the meaning of a URL or a list is refused. */
const TICKER = /^[A-Z0-9][^\s,/?#%\\]*$/

/**
 * The ticker a caller means: Kalshi's are upper case, callers type them in any.
 * @returns undefined when the text cannot be a ticker
 */
export function readTicker(text: string): string | undefined {
  const ticker = text.trim().toUpperCase()
  return ticker.length <= MAX_TICKER_LENGTH && TICKER.test(ticker) ? ticker : undefined
}

/**
 * As {@link readTicker}, for an event, which may be named by the address of its page as well: the one that rows show, or
 * that of the site, `/markets/<series>/<words>/<event>` (README.md).
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

/** The id of an outcome: the ticker itself for YES, with `-NO` behind it for NO. */
export function packOutcomeId({ ticker, side }: OutcomeRef): string {
  return side === 'yes' ? ticker : ticker + NO_SUFFIX
}

/** Reads an outcome id as far as its text alone tells; undefined when it cannot be one. */
export function readOutcomeId(text: string): OutcomeReading | undefined {
  const full = readTicker(text)
  if (full === undefined) return undefined
  const stripped = full.endsWith(NO_SUFFIX) ? readTicker(full.slice(0, -NO_SUFFIX.length)) : undefined
  return stripped === undefined
    ? { kind: 'certain', ref: { ticker: full, side: 'yes' } }
    : { kind: 'ambiguous', full, stripped }
}

/** Settles a reading by what exists: a market with the very ticker wins. Undefined when neither exists. */
export function resolveReading(
  reading: OutcomeReading,
  exists: (ticker: string) => boolean,
): OutcomeRef | undefined {
  if (reading.kind === 'certain') return exists(reading.ref.ticker) ? reading.ref : undefined
  if (exists(reading.full)) return { ticker: reading.full, side: 'yes' }
  return exists(reading.stripped) ? { ticker: reading.stripped, side: 'no' } : undefined
}
