import type { Hosts } from '../../transport/hosts.js'

/**
 * The prices are contracts on Polygon, which any node of the chain can read. The addresses are public nodes that need no key and
 * publish no limit. Your own node goes into the configuration (../README.md).
 */
export const hosts = {
  rpc: {
    url: 'https://polygon-bor-rpc.publicnode.com',
    alternates: ['https://polygon.api.onfinality.io/public'],
    limit: { capacity: 10, perSecond: 5, source: 'unpublished; shared by all clients' },
  },
} as const satisfies Hosts
