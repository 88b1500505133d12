import type { HostLimit, Hosts } from '../../transport/hosts.js'

/**
 * What a caller without a key may ask. Kalshi publishes no anonymous limit; refusals were seen from about ten
 * requests a second on (README.md; docs.kalshi.com, rate limits; recordings). Five a second, bursts included, stays
 * clear of that.
 */
export const anonymousLimit: HostLimit = {
  capacity: 5,
  perSecond: 5,
  source: 'anonymous limit unpublished; 429 seen above about 10 a second (2026-08)',
}

/** Calls at once that an unnamed caller may have under way (README.md; docs.kalshi.com, rate limits). */
export const anonymousInFlight = 4

const published = 'docs.kalshi.com, rate limits: buckets of each account, Basic tier, 10 tokens a call'

/**
 * Calls of an account, which are counted by the account, reads and writes in a bucket each (docs.kalshi.com, rate
 * limits). Basic, the lowest tier, has 200 read tokens a second and room for 400, and 100 write tokens a second and room
 * for as many. A call costs 10, and some less. Half of that is spent, because other programs may use the account.
 */
export const accountGroups = {
  accountReads: { capacity: 20, perSecond: 10, ofAccounts: true, isApart: true, source: published },
  accountWrites: { capacity: 5, perSecond: 5, ofAccounts: true, isApart: true, source: published },
} as const satisfies Readonly<Record<string, HostLimit>>

/** Sockets opened by one caller: 200 may be open at a time (README.md; docs.kalshi.com, websockets). */
export const streamLimit: HostLimit = {
  capacity: 5,
  perSecond: 1,
  source: 'sockets opened; nothing is published but that 200 may be open',
}

/**
 * Production. `external-api` is the host the documents recommend to programs; `api.elections.kalshi.com` serves the
 * same data but is shared with the web site, so it is asked only where the first lets nobody in (README.md;
 * docs.kalshi.com, api environments).
 */
export const hosts: Hosts = {
  api: {
    url: 'https://external-api.kalshi.com/trade-api/v2',
    alternates: ['https://api.elections.kalshi.com/trade-api/v2'],
    limit: anonymousLimit,
    maxInFlight: anonymousInFlight,
    groups: accountGroups,
  },
  /** Books and trades as they change, for who has a key. */
  stream: { url: 'wss://external-api-ws.kalshi.com', limit: streamLimit },
}
