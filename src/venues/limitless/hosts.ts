import { type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

/**
 * Limitless' public hosts. The limit of keyless calls is not published: readers were observed without a 429 at 4 a second, with
 * as many concurrent calls. The limit of an API token is published (README.md).
 */
export const hosts = {
  api: {
    url: 'https://api.limitless.exchange',
    limit: { capacity: 4, perSecond: 4, source: 'as in public clients of 2026; no published limit' },
    maxInFlight: 4,
    groups: {
      /** All calls with a token. All of a daemon's tokens share the budget. The venue counts per token, not per address. */
      account: {
        capacity: 1,
        perSecond: 1000 / 300,
        maxInFlight: 2,
        ofAccounts: true,
        isSeparate: true,
        source:
          'docs.limitless.exchange, API reference (2026): 2 simultaneous calls and 300 ms between calls of a token',
      },
    },
  },
  /** Live books. */
  stream: { url: 'wss://ws.limitless.exchange', limit: unpublishedSocketLimit },
} as const satisfies Hosts
