import type { Hosts } from '../../transport/hosts.js'

/** The agent API, which is the documented one (README.md). */
export const hosts = {
  agent: {
    url: 'https://www.playhunch.xyz/api/agent/v1',
    limit: {
      capacity: 4,
      perSecond: 2,
      source: 'unpublished but for quotes and trades, which are not sent; known clients keep 500 ms (2026)',
    },
    maxInFlight: 2,
  },
} as const satisfies Hosts
