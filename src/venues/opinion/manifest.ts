import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: {
    apiKey: ['OPINION_API_KEY'],
    privateKey: ['OPINION_PRIVATE_KEY'],
    funderAddress: ['OPINION_FUNDER_ADDRESS', 'OPINION_PROXY_ADDRESS'],
  },
  volumes: 'usdt',
  recordable: [
    'action',
    'channel',
    'collectionType',
    'end_at',
    'interval',
    'marketId',
    'marketType',
    'sortBy',
    'start_at',
    'token_id',
  ],
  unread: {
    OPINION_API_URL: 'api',
    OPINION_BASE_URL: 'api',
    OPINION_WS_URL: 'stream',
    OPINION_RPC_URL: false,
  },
}
