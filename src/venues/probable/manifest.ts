import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: {
    apiKey: ['PROBABLE_API_KEY'],
    apiSecret: ['PROBABLE_API_SECRET'],
    passphrase: ['PROBABLE_PASSPHRASE'],
    privateKey: ['PROBABLE_PRIVATE_KEY'],
  },
  volumes: 'unknown',
  recordable: [
    'active',
    'ascending',
    'chainId',
    'closed',
    'events_status',
    'fidelity',
    'interval',
    'keep_closed_markets',
    'market',
    'method',
    'next_cursor',
    'params',
    'q',
    'sizeThreshold',
    'takerOnly',
    'token_id',
    'user',
  ],
  unread: { PROBABLE_BASE_URL: 'market', PROBABLE_WS_URL: 'stream', PROBABLE_CHAIN_ID: false },
}
