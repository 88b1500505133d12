import type { Declared } from '../../venue-kit/declared.js'

export const declared: Declared = {
  credentials: { apiKey: ['KALSHI_API_KEY'], privateKey: ['KALSHI_PRIVATE_KEY'] },
  volumes: 'contracts',
  recordable: [
    'depth',
    'end_ts',
    'event_ticker',
    'market_tickers',
    'max_ts',
    'min_ts',
    'mve_filter',
    'period_interval',
    'series_ticker',
    'start_ts',
    'ticker',
    'tickers',
    'with_nested_markets',
  ],
}
