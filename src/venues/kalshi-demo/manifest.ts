import type { Declared } from '../../venue-kit/contract/manifest.js'
import { declared as kalshi } from '../kalshi/manifest.js'

/** The demo has the same API. Its own variables take precedence over Kalshi's, which otherwise serve both. */
export const declared: Declared = {
  ...kalshi,
  credentials: {
    apiKey: ['KALSHI_DEMO_API_KEY', 'KALSHI_API_KEY'],
    privateKey: ['KALSHI_DEMO_PRIVATE_KEY', 'KALSHI_PRIVATE_KEY'],
  },
  unread: { KALSHI_DEMO_BASE_URL: 'api' },
}
