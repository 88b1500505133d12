import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: {
    apiKey: ['MYRIAD_API_KEY', 'MYRIAD_PROD'],
    apiSecret: ['MYRIAD_API_SECRET'],
    privateKey: ['MYRIAD_PRIVATE_KEY', 'MYRIAD_WALLET_ADDRESS'],
  },
  volumes: 'usd',
  recordable: [
    'channel',
    'connect',
    'ids',
    'keyword',
    'min_shares',
    'name',
    'network_id',
    'outcome',
    'since',
    'state',
    'subscribe',
    'trading_model',
    'unsubscribe',
    'until',
  ],
  unread: { MYRIAD_BASE_URL: 'api' },
}
