import type { Hosts } from '../../transport/hosts.js'

/** What a quote costs of the bucket: an address may ask for 30 in a minute (README.md). */
export const QUOTE_COST = 4

/**
 * One host with two APIs. Quotes have a limit of their own, other reads none that is published: known clients leave half a second
 * between calls. The bucket lets 29 quotes through in a minute (`(capacity + 60 x perSecond) / 4`).
 */
export const hosts = {
  api: {
    url: 'https://www.playhunch.xyz/api/partner',
    limit: {
      capacity: 8,
      perSecond: 1.8,
      source: 'venue’s documents: 30 quotes a minute and IP; spacing of known clients for the rest',
    },
    maxInFlight: 2,
  },
  /** The newer API, of which only what a wallet has is read. */
  agent: {
    url: 'https://www.playhunch.xyz/api/agent/v1',
    limit: {
      capacity: 2,
      perSecond: 0.5,
      source: 'unpublished; well below the spacing of known clients',
      ofAccounts: true,
    },
    maxInFlight: 1,
  },
} as const satisfies Hosts
