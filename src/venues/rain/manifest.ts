import type { Declared } from '../../venue-kit/contract/manifest.js'

/** The key is for the gateway to the index, which trades and candles need. All other data requires no key (README.md). */
export const declared: Declared = {
  credentials: {
    apiKey: ['RAIN_SUBGRAPH_API_KEY'],
    privateKey: ['RAIN_PRIVATE_KEY'],
    walletAddress: ['RAIN_WALLET_ADDRESS'],
  },
  needsFor: { candles: 'apiKey', trades: 'apiKey' },
  volumes: 'usd',
  recordable: ['query', 'sortBy'],
  unread: { RAIN_SUBGRAPH_URL: 'subgraph', RAIN_WS_RPC_URL: false, RAIN_ENVIRONMENT: false },
}
