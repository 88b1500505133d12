import type { Hosts } from '../../transport/hosts.js'

/**
 * One host; every path ends with a slash. Limits are unpublished: the venue's own client waits 3.5 to 4.5 s between calls, others
 * half a second without refusals (README.md). One per second, with a small burst for a lookup and its related calls, is in
 * between.
 */
export const hosts = {
  api: {
    url: 'https://www.metaculus.com/api',
    limit: {
      capacity: 8,
      perSecond: 1,
      source: 'no published limit; the pause of known clients, read 2026-11',
    },
    maxInFlight: 2,
  },
} as const satisfies Hosts
