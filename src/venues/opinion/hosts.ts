import type { Hosts } from '../../transport/hosts.js'

/**
 * The open API. 15 calls a second are published for each key; what callers without one may ask is not, and five a
 * second were never refused. An older address, proxy.opinion.trade:8443, still answers the same paths.
 */
export const hosts = {
  api: {
    url: 'https://openapi.opinion.trade/openapi',
    limit: {
      capacity: 5,
      perSecond: 4,
      source: 'opinion open API overview: 15 a second and key; unpublished without one, so kept below 5',
    },
  },
  /** Books as they change, for who has a key. */
  stream: {
    url: 'wss://ws.opinion.trade',
    limit: { capacity: 5, perSecond: 1, source: 'sockets opened; nothing is published' },
  },
} as const satisfies Hosts
