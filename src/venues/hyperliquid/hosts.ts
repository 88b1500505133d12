import type { Hosts } from '../../transport/hosts.js'

/**
 * One host for all calls, on which every read is a `POST /info`; the site uses another one with the same protocol. The published
 * limit is 1,200 weight per minute and address, for any mixture of reads. The bucket uses at most about five sixths of it
 * (`capacity + 60 x perSecond`). The venue adds weight for long responses afterwards, and other programs may share the address.
 */
export const hosts = {
  api: {
    url: 'https://api.hyperliquid.xyz',
    limit: {
      capacity: 280,
      perSecond: 12,
      source: 'hyperliquid docs, rate limits and user limits: a weight of 1200 per minute and IP',
    },
  },
  /** Live books and trades. Published: 30 new sockets per minute, 10 open at a time. */
  stream: {
    url: 'wss://api.hyperliquid.xyz',
    limit: {
      capacity: 5,
      perSecond: 0.4,
      source: 'hyperliquid docs, rate limits: 30 new sockets per minute',
    },
  },
} as const satisfies Hosts
