import type { Hosts } from '../../transport/hosts.js'

/** The address for public market data, which needs no key, and those of the exchange itself (../README.md). */
export const hosts = {
  api: {
    url: 'https://data-api.binance.vision',
    alternates: ['https://api.binance.com', 'https://api-gcp.binance.com'],
    limit: {
      capacity: 1_000,
      perSecond: 50,
      source:
        'github.com/binance/binance-spot-api-docs: 6,000 weight per minute and address (2026), of which half is used',
    },
  },
} as const satisfies Hosts
