import type { Hosts } from '../../transport/hosts.js'

/** The agent API, which is the documented API (README.md). */
export const hosts = {
  agent: {
    url: 'https://www.playhunch.xyz/api/agent/v1',
    limit: {
      capacity: 4,
      perSecond: 2,
      source:
        'published only for quotes and trades, which are not sent; known clients wait 500 ms between calls (2026)',
    },
    maxInFlight: 2,
  },
} as const satisfies Hosts
