import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: {
    privateKey: ['LIMITLESS_PK', 'LIMITLESS_PRIVATE_KEY'],
    apiKey: ['LIMITLESS_API_KEY'],
    apiSecret: ['LIMITLESS_API_SECRET'],
    passphrase: ['LIMITLESS_PASSPHRASE'],
  },
  volumes: 'usd',
  recordable: ['EIO', 'marketSlugs', 'query', 'similarityThreshold', 'sortBy', 'transport'],
  unread: { LIMITLESS_BASE_URL: 'api', LIMITLESS_RPC_URL: false },
}
