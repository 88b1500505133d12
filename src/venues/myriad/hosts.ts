import type { Hosts } from '../../transport/hosts.js'

/**
 * Myriad's one public API, and the socket of its order books. Without a key 30 requests per 10 s and address are allowed (README.md);
 * `capacity + 10 x perSecond` spends exactly those. No key is ever sent: since August 2026 a bare one is refused, and
 * how a signed one is encoded is not known.
 */
export const hosts = {
  api: {
    url: 'https://api-v2.myriadprotocol.com',
    limit: {
      capacity: 10,
      perSecond: 2,
      source: 'docs.myriad.markets/builders/myriad-api-reference, read 2026-11',
    },
    groups: {
      /** Published: 10 orders in 10 s and trader. */
      place: {
        capacity: 5,
        perSecond: 0.5,
        ofAccounts: true,
        source: 'docs.myriad.markets/builders/myriad-order-book/order-book-api, read 2026-11',
      },
    },
  },
  /** Changes of order books, for anybody. */
  stream: {
    url: 'wss://ws.myriadprotocol.com',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
