import { type HostLimit, type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

/** No limit is published. Programs that record from both hosts wait 100 ms between calls (README.md). */
const unpublished: HostLimit = {
  capacity: 20,
  perSecond: 10,
  source: 'unpublished; public recorders wait 100 ms between calls (2026-10)',
}

/** Probable's public hosts; public data requires no key. */
export const hosts = {
  /** Events, markets, search. */
  market: { url: 'https://market-api.probable.markets/public/api/v1', limit: unpublished },
  /** Order books, prices, trades, positions. */
  orderbook: { url: 'https://api.probable.markets/public/api/v1', limit: unpublished },
  /** Live order books. */
  stream: { url: 'wss://ws.probable.markets/public/api/v1', limit: unpublishedSocketLimit },
} as const satisfies Hosts
