import { type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

/**
 * The open API: 15 calls a second per key, 5 a second per address without one (README.md). `capacity + perSecond` is the maximum
 * of any one second. An older address, proxy.opinion.trade:8443, still serves the same paths.
 */
export const hosts = {
  api: {
    url: 'https://openapi.opinion.trade/openapi',
    limit: {
      capacity: 5,
      perSecond: 10,
      isOfKeys: true,
      source: 'docs.opinion.trade, open API overview: 15 per second and key',
    },
    groups: {
      /** Calls without a key are counted per address, and calls with a key are counted per key. */
      keyless: {
        capacity: 1,
        perSecond: 4,
        isSeparate: true,
        source:
          'PyPI synpath 0.11.0: 5 per second and address without a key, a published limit according to that package',
      },
    },
  },
  /** Live books, for callers with a key. */
  stream: { url: 'wss://ws.opinion.trade', limit: unpublishedSocketLimit },
} as const satisfies Hosts
