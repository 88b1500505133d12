import type { Declared } from '../../venue-kit/declared.js'

export const declared: Declared = {
  credentials: { apiKey: ['OPINION_API_KEY'], privateKey: ['OPINION_PRIVATE_KEY'] },
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
}
