import type { Declared } from '../../venue-kit/contract/manifest.js'

/** Every read requires the token (README.md). */
export const declared: Declared = {
  credentials: { apiToken: ['METACULUS_API_TOKEN'] },
  needs: ['apiToken'],
  recordable: ['forecast_type', 'order_by', 'search', 'statuses', 'tournaments', 'with_cp'],
  unread: { METACULUS_BASE_URL: 'api' },
}
