import type { HostLimit, Hosts } from '../../transport/hosts.js'

/**
 * Limit for callers without a key. Kalshi publishes no anonymous limit; refusals were observed from about ten requests a second
 * on (README.md; docs.kalshi.com, rate limits; recordings). Five a second, bursts included, is a safe distance.
 */
export const anonymousLimit: HostLimit = {
  capacity: 5,
  perSecond: 5,
  source: 'no published limit without a key; 429 seen above about 10 per second (2026-08)',
}

/** Maximum number of concurrent calls of an anonymous caller (README.md; docs.kalshi.com, rate limits). */
export const anonymousInFlight = 4

const published = 'docs.kalshi.com, rate limits: buckets of each account, Basic tier, 10 tokens per call'

/**
 * Limits of an account, with a token bucket each for reads and writes (docs.kalshi.com, rate limits). Basic, the lowest tier, has
 * 200 read tokens a second with a capacity of 400, and 100 write tokens a second with the same capacity. A call costs 10, and
 * some less. Half of that is used, because other programs may use the account.
 */
export const accountGroups = {
  accountReads: { capacity: 20, perSecond: 10, ofAccounts: true, isSeparate: true, source: published },
  accountWrites: { capacity: 5, perSecond: 5, ofAccounts: true, isSeparate: true, source: published },
} as const satisfies Readonly<Record<string, HostLimit>>

/** Limit of opened sockets: a caller may have 200 open at a time (README.md; docs.kalshi.com, websockets). */
export const streamLimit: HostLimit = {
  capacity: 5,
  perSecond: 1,
  source: 'no published limit for new sockets, but at most 200 may be open',
}

/**
 * Production. The documents recommend the host `external-api` to programs. `api.elections.kalshi.com` serves the same data but is
 * shared with the web site, so it is used only where the first is blocked (README.md; docs.kalshi.com, api environments).
 */
export const hosts: Hosts = {
  api: {
    url: 'https://external-api.kalshi.com/trade-api/v2',
    alternates: ['https://api.elections.kalshi.com/trade-api/v2'],
    limit: anonymousLimit,
    maxInFlight: anonymousInFlight,
    groups: accountGroups,
  },
  /** Live books and trades, for callers with a key. */
  stream: { url: 'wss://external-api-ws.kalshi.com', limit: streamLimit },
}
