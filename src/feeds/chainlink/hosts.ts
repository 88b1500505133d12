import type { Hosts } from '../../transport/hosts.js'

/**
 * The prices are contracts on Polygon: any node of the chain tells them. The addresses are public nodes that want no
 * key and publish no limit; one of one's own stands in the configuration (../README.md).
 */
export const hosts = {
  rpc: {
    url: 'https://polygon-bor-rpc.publicnode.com',
    alternates: ['https://polygon.api.onfinality.io/public'],
    limit: { capacity: 10, perSecond: 5, source: 'unpublished; shared with everybody' },
  },
} as const satisfies Hosts
