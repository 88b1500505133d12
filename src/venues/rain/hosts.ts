import type { Hosts } from '../../transport/hosts.js'

/** The API of the pools. Its limits are not published; a wall stands before some of its paths (README.md). */
export const hosts = {
  api: {
    url: 'https://prod-api.rain.one',
    limit: {
      capacity: 4,
      perSecond: 4,
      source: 'unpublished; another client keeps 250 ms between calls (2026)',
    },
  },
} as const satisfies Hosts
