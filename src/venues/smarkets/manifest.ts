import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { apiKey: ['SMARKETS_EMAIL'], privateKey: ['SMARKETS_PASSWORD'] },
  volumes: 'GBP',
  recordable: [
    'include_hidden',
    'pagination_last_display_order',
    'pagination_last_id',
    'pagination_last_start_datetime',
    'state',
    'with_new_type',
  ],
  unread: { SMARKETS_BASE_URL: 'api' },
}
