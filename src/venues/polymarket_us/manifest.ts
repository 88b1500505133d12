import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { apiKey: ['POLYMARKET_US_KEY_ID'], privateKey: ['POLYMARKET_US_SECRET_KEY'] },
  volumes: 'contracts',
  recordable: [
    'active',
    'closed',
    'fidelity',
    'fixedInterval',
    'marketSlug',
    'marketSlugs',
    'orderBy',
    'orderDirection',
    'query',
    'requestId',
    'seriesId',
    'slug',
    'slugs',
    'subscribe',
    'subscriptionType',
    'symbol',
    'timestamp.endTimestamp',
    'timestamp.startTimestamp',
    'unsubscribe',
  ],
  unread: { POLYMARKET_US_BASE_URL: 'api', POLYMARKET_US_GATEWAY_URL: 'gateway' },
}
