import { type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

/**
 * The public gateway, which serves all public data, and the host of orders and accounts. Both have a documented limit of 20 calls
 * per second, by address and by key. The gateway was observed to refuse one address at the seventh call, at one call per second.
 * A quarter of the limit is therefore used (README.md).
 */
export const hosts = {
  gateway: {
    url: 'https://gateway.polymarket.us',
    limit: {
      capacity: 5,
      perSecond: 5,
      source: 'docs.polymarket.us/api-reference/rate-limits: 20 per second',
    },
    maxInFlight: 4,
  },
  api: {
    url: 'https://api.polymarket.us',
    limit: {
      capacity: 5,
      perSecond: 5,
      isOfKeys: true,
      source: 'docs.polymarket.us/api-reference/rate-limits: 20 per second and key',
    },
    maxInFlight: 4,
  },
  /** Live books and trades, for callers with a key. */
  stream: { url: 'wss://api.polymarket.us', limit: unpublishedSocketLimit },
} as const satisfies Hosts
