import type { Hosts } from '../../transport/hosts.js'

/**
 * The public gateway, which has all that is read without a key, and the host of orders and accounts. 20 calls a second
 * are documented of both, by address and by key; of the gateway one address asked every second was refused at the
 * seventh call: a quarter of it is used (README.md).
 */
export const hosts = {
  gateway: {
    url: 'https://gateway.polymarket.us',
    limit: { capacity: 5, perSecond: 5, source: 'docs.polymarket.us/api-reference/rate-limits: 20 a second' },
    maxInFlight: 4,
  },
  api: {
    url: 'https://api.polymarket.us',
    limit: {
      capacity: 5,
      perSecond: 5,
      source: 'docs.polymarket.us/api-reference/rate-limits: 20 a second and key',
    },
    maxInFlight: 4,
  },
  /** Books and trades as they change, for who has a key. */
  stream: {
    url: 'wss://api.polymarket.us',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
