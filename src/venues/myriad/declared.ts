import type { Declared } from '../../venue-kit/declared.js'

export const declared: Declared = {
  credentials: {
    apiKey: ['MYRIAD_API_KEY', 'MYRIAD_PROD'],
    privateKey: ['MYRIAD_PRIVATE_KEY', 'MYRIAD_WALLET_ADDRESS'],
  },
  volumes: 'usd',
  recordable: [
    'ids',
    'keyword',
    'min_shares',
    'network_id',
    'outcome',
    'since',
    'state',
    'trading_model',
    'until',
  ],
}
