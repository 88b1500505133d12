import type { Hosts } from '../../transport/hosts.js'

/**
 * One host. Its server allows 100 calls of any kind in 60 s per address. The bucket uses no more than that (`capacity + 60 x
 * perSecond`).
 */
export const hosts = {
  api: {
    url: 'https://www.suibets.com/api',
    limit: {
      capacity: 10,
      perSecond: 1.5,
      source: 'source code of the venue’s server, 2026-06: 100 requests per minute and IP',
    },
    maxInFlight: 4,
  },
} as const satisfies Hosts
