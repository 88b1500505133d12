import type { Declared } from '../../venue-kit/declared.js'

export const declared: Declared = {
  credentials: { apiKey: ['KALSHI_API_KEY'], privateKey: ['KALSHI_PRIVATE_KEY'] },
  volumes: 'contracts',
  recordable: [
    'action',
    'channels',
    'cmd',
    'depth',
    'end_ts',
    'event_ticker',
    'exchange_index',
    'market_ticker',
    'market_tickers',
    'max_ts',
    'min_ts',
    'mve_filter',
    'params',
    'period_interval',
    'series_ticker',
    'sid',
    'start_ts',
    'ticker',
    'tickers',
    'use_yes_price',
    'with_nested_markets',
  ],
}
