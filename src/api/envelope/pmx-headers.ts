/**
 * The daemon's own headers, `x-pmx-*`. Only this file spells their names. Code takes them from {@link pmxHeaders}. The OpenAPI
 * document, the guide and `api/README.md` take the meanings from {@link listPmxHeaders}.
 */

/** Names of the response headers, in lower case as Node.js has them. */
export const pmxHeaders = {
  version: 'x-pmx-version',
  instance: 'x-pmx-instance',
  mode: 'x-pmx-mode',
  upstreamRequests: 'x-pmx-upstream-requests',
  ignored: 'x-pmx-ignored',
  warning: 'x-pmx-warning',
  cache: 'x-pmx-cache',
  listAge: 'x-pmx-list-age',
  listVersion: 'x-pmx-list-version',
  priceBasis: 'x-pmx-price-basis',
  partialFrom: 'x-pmx-partial-from',
  liveAge: 'x-pmx-live-age',
  completeUntil: 'x-pmx-complete-until',
  searchedFrom: 'x-pmx-searched-from',
  emptyReason: 'x-pmx-empty-reason',
  tradingPeriod: 'x-pmx-trading-period',
  stale: 'x-pmx-stale',
  missing: 'x-pmx-missing',
  provisional: 'x-pmx-provisional',
  provisionalCandles: 'x-pmx-provisional-candles',
  notFinal: 'x-pmx-not-final',
  finalAfter: 'x-pmx-final-after',
  truncated: 'x-pmx-truncated',
  skippedRows: 'x-pmx-skipped-rows',
  missingVenues: 'x-pmx-missing-venues',
  search: 'x-pmx-search',
  repeated: 'x-pmx-repeated',
  overfilled: 'x-pmx-overfilled',
  watch: 'x-pmx-watch',
} as const

/** The only request header: `background` gives every other request precedence; other values have no effect. */
export const PRIORITY_HEADER = 'x-pmx-priority'

/** Prefix of all names above. */
export const PMX_HEADER_PREFIX = 'x-pmx-'

/** Responses that may have a header: all responses, all calls of a method, or one kind of method. */
export type HeaderScope = 'every' | 'calls' | 'lists' | 'candles' | 'live' | 'watch' | 'account' | 'orders'

/** The meaning of a response header. */
export interface PmxHeaderRow {
  /** One or two sentences of Markdown, with the unit. */
  readonly meaning: string
  readonly on: readonly HeaderScope[]
}

/** Meaning and scope of each header, in the order in which pages list them. */
const pmxHeaderTable: Readonly<Record<keyof typeof pmxHeaders, PmxHeaderRow>> = {
  version: { meaning: 'Daemon version. Not sent to clients without access.', on: ['every'] },
  instance: { meaning: 'Id of this daemon run.', on: ['every'] },
  mode: { meaning: '`demo` or `replay`. Absent when live.', on: ['every'] },
  upstreamRequests: {
    meaning: "Number of venue calls for this response. 0 if it shares another request's call.",
    on: ['calls', 'lists'],
  },
  ignored: { meaning: 'Arguments that were sent but have no effect.', on: ['calls'] },
  warning: { meaning: 'What is missing from the result, or unusual about the request.', on: ['calls'] },
  cache: {
    meaning: 'Candles: `hit`, `partial` or `miss`. Lists: `hit`, `stale` (a refresh is running) or `miss`.',
    on: ['lists', 'candles'],
  },
  listAge: { meaning: 'Seconds since the last refresh of the list began.', on: ['lists'] },
  listVersion: {
    meaning: 'Changes when the list is replaced. Pages with different values come from different lists.',
    on: ['lists'],
  },
  priceBasis: {
    meaning: '`trade`, `mid` or `point`: whether prices are trades, mid prices or sampled points.',
    on: ['candles'],
  },
  partialFrom: { meaning: 'Open time of the first candle that may still change, ms.', on: ['candles'] },
  liveAge: {
    meaning: 'Age of the part that may still change, in ms.',
    on: ['lists', 'candles', 'live', 'watch'],
  },
  completeUntil: {
    meaning:
      'First open time that may be incomplete, ms. Sent if the response did not wait for the newest candles.',
    on: ['candles'],
  },
  searchedFrom: {
    meaning: 'Oldest open time that was searched, ms. Sent if the request has no `start`.',
    on: ['candles'],
  },
  emptyReason: {
    meaning:
      'Why the result is empty: `no_trades`, `before_listing`, `after_close`, `beyond_retention`, `not_sampled` or `in_future`.',
    on: ['candles', 'live'],
  },
  tradingPeriod: {
    meaning:
      "`<listed>-<closed>`, ms: the market's trading period. A time that the venue does not report is left out.",
    on: ['candles'],
  },
  stale: {
    meaning:
      '`<reason>; age=<seconds>`: stored data, because the venue was not reachable or does not know the outcome.',
    on: ['lists', 'candles'],
  },
  missing: {
    meaning: '`<from>-<to>`, ms: open times that are not stored, not sampled, or not retained by the venue.',
    on: ['candles'],
  },
  provisional: {
    meaning:
      '`<from>-<to>`, ms: candles and times without trades that only one response has reported. Candles are fetched again later.',
    on: ['candles', 'live'],
  },
  provisionalCandles: {
    meaning:
      'Number of candles in the response that have ended but are not final. They are fetched again later, and exports leave them out.',
    on: ['candles'],
  },
  notFinal: {
    meaning:
      '`<from>-<to>`, ms: open times of candles that have ended but are not final. Tables mark them in the `provisional` column.',
    on: ['candles'],
  },
  finalAfter: {
    meaning: 'Time after which a repeated request may make the provisional part final, ms.',
    on: ['candles'],
  },
  truncated: {
    meaning:
      'What the venue does not list or retain, or the number of rows returned if more exist. Candles: `limit` if the `limit` argument left out candles after `start`.',
    on: ['calls', 'lists', 'candles'],
  },
  skippedRows: {
    meaning: 'Number of malformed rows from the venue that were left out.',
    on: ['calls', 'lists'],
  },
  missingVenues: { meaning: 'Venues whose lists are missing from the result.', on: ['lists'] },
  search: {
    meaning:
      '`words`: `query` matched as words in any order, best match first. Absent if a title or slug contains the exact text.',
    on: ['lists'],
  },
  repeated: {
    meaning: "Sent if an earlier call placed this order: the order's name in the journal, or `under way`.",
    on: ['orders'],
  },
  overfilled: { meaning: "Contracts filled beyond the order's amount.", on: ['orders'] },
  watch: {
    meaning: "`streamed` if the data comes from the venue's socket, otherwise `polled`.",
    on: ['watch', 'account'],
  },
}

/** Lists the response headers with the spelling that pages use, such as `X-Pmx-List-Age`. */
export function listPmxHeaders(): readonly (PmxHeaderRow & { readonly title: string })[] {
  return Object.entries(pmxHeaderTable).map(([key, row]) => ({
    ...row,
    title: titleHeader(pmxHeaders[key as keyof typeof pmxHeaders]),
  }))
}

/** Returns the spelling of a header in pages: `X-Pmx-List-Age` for `x-pmx-list-age`. */
export function titleHeader(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (part) => part.toUpperCase())
}

const scopeTexts: Readonly<Record<HeaderScope, string>> = {
  every: 'every response',
  calls: 'method calls',
  lists: 'lists',
  candles: 'candles',
  live: 'order books, trades',
  watch: 'watch calls',
  account: 'accounts',
  orders: 'orders',
}

/** Describes which responses have a header, for a table. */
export function describeScope(on: readonly HeaderScope[]): string {
  return on.map((scope) => scopeTexts[scope]).join(', ')
}
