import type { Hosts } from '../../transport/hosts.js'

/**
 * The API of the pools, whose limits are not published and some of whose paths are behind a block page. The public gateway to the
 * index of their contracts requires a personal key (README.md).
 */
export const hosts = {
  api: {
    url: 'https://prod-api.rain.one',
    limit: {
      capacity: 4,
      perSecond: 4,
      source: 'unpublished; another client waits 250 ms between calls (2026)',
    },
  },
  subgraph: {
    url: 'https://gateway.thegraph.com/api/subgraphs/id',
    limit: {
      capacity: 5,
      perSecond: 2,
      isOfKeys: true,
      source: 'no published limit per second; keys are billed by the query',
    },
  },
} as const satisfies Hosts
