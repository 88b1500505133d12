import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { apiKey: ['GEMINI_API_KEY'], apiSecret: ['GEMINI_API_SECRET'] },
  volumes: 'unknown',
  recordable: [
    'endTime',
    'interval',
    'limit_asks',
    'limit_bids',
    'limit_trades',
    'method',
    'orderIds',
    'orders',
    'params',
    'snapshot',
    'startTime',
    'symbol',
    'timestamp',
  ],
}
