import type { Hosts } from '../../transport/hosts.js'

/**
 * The API of the pools, whose limits are not published and which has a wall before some of its paths, and the public
 * gateway to the index of their contracts, which wants a key of one's own (README.md).
 */
export const hosts = {
  api: {
    url: 'https://prod-api.rain.one',
    limit: {
      capacity: 4,
      perSecond: 4,
      source: 'unpublished; another client keeps 250 ms between calls (2026)',
    },
  },
  subgraph: {
    url: 'https://gateway.thegraph.com/api/subgraphs/id',
    limit: { capacity: 5, perSecond: 2, source: 'unpublished a second; keys are billed by the question' },
  },
} as const satisfies Hosts
