import type { Hosts } from '../../transport/hosts.js'

/**
 * Limitless' public hosts. The limit of keyless calls is not published: 4 a second is what readers were seen to be served
 * without a 429, and as many at once. That of an API token is (README.md).
 */
export const hosts = {
  api: {
    url: 'https://api.limitless.exchange',
    limit: { capacity: 4, perSecond: 4, source: 'practice of public clients, 2026; nothing is published' },
    maxInFlight: 4,
    groups: {
      /** Whatever carries a token; all tokens of a daemon share it. Counted by the token, not by the address. */
      account: {
        capacity: 1,
        perSecond: 1000 / 300,
        maxInFlight: 2,
        ofAccounts: true,
        isApart: true,
        source:
          'docs.limitless.exchange, API reference (2026): 2 at once and 300 ms between calls of a token',
      },
    },
  },
  /** Books as they change. */
  stream: {
    url: 'wss://ws.limitless.exchange',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
