import { type Hosts, unpublishedSocketLimit } from '../../transport/hosts.js'

const published = 'docs.polymarket.com/api-reference/rate-limits, read 2026-11'
/** Each signing key has a token bucket that depends on its 30-day volume. These are the limits of an account without volume. */
const perSigner = 'docs.polymarket.com/api-reference/trading-rate-limits (standard tier, read 2026-11)'
const measured = 'measured by others in 2026-09, not published by the venue'

/**
 * Polymarket's public hosts. The published limits are counts per sliding 10 s and address. Each bucket here uses at most about
 * half of one (`capacity + 10 x perSecond`), because the venue first delays excess requests and other programs may use the same
 * address.
 */
export const hosts = {
  /** Events, markets, series, search. Published: 4000 per 10 s. */
  gamma: {
    url: 'https://gamma-api.polymarket.com',
    limit: { capacity: 500, perSecond: 150, source: published },
    groups: {
      /** Published: 500 per 10 s. */
      events: { capacity: 50, perSecond: 20, source: published },
      /**
       * Published: 300 per 10 s. The limit of events and markets together, 900 per 10 s, cannot be exceeded with both of these.
       */
      markets: { capacity: 40, perSecond: 11, source: published },
      /** Published: 350 per 10 s. */
      search: { capacity: 30, perSecond: 14, source: published },
    },
  },
  /** Order books and the older price history. Published: 9000 per 10 s. */
  clob: {
    url: 'https://clob.polymarket.com',
    limit: { capacity: 500, perSecond: 300, source: published },
    groups: {
      /** Published: 1500 per 10 s. */
      book: { capacity: 150, perSecond: 60, source: published },
      /** Published: 500 per 10 s. */
      books: { capacity: 50, perSecond: 20, source: published },
      /** Published: 1000 per 10 s. */
      history: { capacity: 100, perSecond: 40, source: published },
      /** Published: 500 per 10 s for each of two lists; both are counted here. */
      lists: { capacity: 50, perSecond: 20, source: published },
      /** Published: 200 per 10 s. */
      balance: { capacity: 20, perSecond: 8, source: published, ofAccounts: true },
      /** Published: 100 per 10 s. */
      keys: { capacity: 10, perSecond: 4, source: published, ofAccounts: true },
      /** Published: 900 per 10 s for the lookup of one order. */
      order: { capacity: 90, perSecond: 36, source: published, ofAccounts: true },
      /** Published: 40 orders per s and signer, 60 in a burst; 5000 per 10 s and address. */
      place: { capacity: 50, perSecond: 35, source: perSigner, ofAccounts: true },
      /** Published: 80 cancels per s and signer, 120 in a burst; 5000 per 10 s and address. */
      cancel: { capacity: 100, perSecond: 70, source: perSigner, ofAccounts: true },
    },
  },
  /** Trades, positions and the newer price history. Published: 800 per 10 s for its second generation. */
  data: {
    url: 'https://data-api.polymarket.com',
    limit: { capacity: 100, perSecond: 40, source: published },
    groups: {
      /** Measured: 200 per 10 s. */
      tradesV2: { capacity: 20, perSecond: 8, source: measured },
      /** Measured: 200 per 10 s. */
      positionsV2: { capacity: 20, perSecond: 8, source: measured },
      /** Measured: 200 per 10 s. */
      historyV2: { capacity: 20, perSecond: 8, source: measured },
    },
  },
  /** Live books and trades. */
  stream: { url: 'wss://ws-subscriptions-clob.polymarket.com', limit: unpublishedSocketLimit },
} as const satisfies Hosts
