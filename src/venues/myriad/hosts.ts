import { type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

/**
 * Myriad's public API, and the socket of its order books. Without a key the limit is 30 requests per 10 s and address
 * (README.md); `capacity + 10 x perSecond` uses exactly that. Callers with an API key and its secret have a higher limit, which
 * is not used: limits here are per address.
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
      /** 200 orders in 10 s per wallet, where an older document has 10 (README.md, "Accounts and orders"). */
      place: {
        capacity: 100,
        perSecond: 10,
        ofAccounts: true,
        source: 'PyPI synpath 0.11.0, built to the venue’s reference, 2026-10',
      },
    },
  },
  /** Public changes of order books. */
  stream: { url: 'wss://ws.myriadprotocol.com', limit: unpublishedSocketLimit },
} as const satisfies Hosts
