import type { Hosts } from '../../transport/hosts.js'

/**
 * Limitless' public hosts. The first enforces a limit and publishes none: 4 a second is what its readers were seen to be
 * served without a 429, and as many at once (README.md).
 */
export const hosts = {
  api: {
    url: 'https://api.limitless.exchange',
    limit: { capacity: 4, perSecond: 4, source: 'practice of public clients, 2026; nothing is published' },
    maxInFlight: 4,
  },
  /** Books as they change. */
  stream: {
    url: 'wss://ws.limitless.exchange',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
