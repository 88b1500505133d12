import type { Hosts } from '../../transport/hosts.js'

/**
 * Myriad's one public API, and the socket of its order books. Without a key 30 requests per 10 s and address are allowed (README.md);
 * `capacity + 10 x perSecond` spends exactly those. Callers whose API key comes with its secret are allowed more, which is not
 * used: limits are those of the address here.
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
      /** 200 orders in 10 s and wallet, where an older document has 10 (README.md, "Accounts and orders"). */
      place: {
        capacity: 100,
        perSecond: 10,
        ofAccounts: true,
        source: 'PyPI synpath 0.11.0, built to the venue’s reference, 2026-10',
      },
    },
  },
  /** Changes of order books, for anybody. */
  stream: {
    url: 'wss://ws.myriadprotocol.com',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
