import type { Hosts } from '../../transport/hosts.js'

/**
 * The exchange's one host. Order books have a limit of their own, counted over fixed minutes: a full bucket and what
 * comes back within a minute must stay within it together.
 */
export const hosts = {
  api: {
    url: 'https://api.smarkets.com/v3',
    limit: {
      capacity: 10,
      perSecond: 10,
      source: 'unpublished but for quotes; other clients keep 100 ms between calls (2026)',
    },
    groups: {
      login: {
        capacity: 5,
        perSecond: 0.08,
        source: '10 in 60 s (OpenAPI document of v3)',
        ofAccounts: true,
      },
      quotes: {
        capacity: 5,
        perSecond: 0.25,
        source: '20 in 60 s without login, seen in x-ratelimit-limit (2026-04)',
      },
    },
  },
} as const satisfies Hosts
