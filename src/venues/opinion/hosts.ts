import type { Hosts } from '../../transport/hosts.js'

/**
 * The open API: 15 calls a second and key, 5 a second and address without one (README.md). `capacity + perSecond` is what
 * any one second holds. An older address, proxy.opinion.trade:8443, still answers the same paths.
 */
export const hosts = {
  api: {
    url: 'https://openapi.opinion.trade/openapi',
    limit: {
      capacity: 5,
      perSecond: 10,
      source: 'docs.opinion.trade, open API overview: 15 a second and key',
    },
    groups: {
      /** Calls without a key, which count by the address that they come from; those with one count by the key. */
      keyless: {
        capacity: 1,
        perSecond: 4,
        isApart: true,
        source: 'PyPI synpath 0.11.0: 5 a second and address without a key, said to be published',
      },
    },
  },
  /** Books as they change, for who has a key. */
  stream: {
    url: 'wss://ws.opinion.trade',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
