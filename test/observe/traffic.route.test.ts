import { expect, test } from 'vitest'
import { classifyPath } from '../../src/observe/traffic.js'

test.each([
  ['/api/kalshi/fetchOHLCV', 'candles'],
  ['/api/kalshi/fetchEventOHLCV', 'candles'],
  ['/api/kalshi/fetchOrderBooks', 'books'],
  ['/api/KALSHI/fetchMarkets', 'lists'],
  ['/api/router/fetchArbitrage', 'router'],
  ['/api/kalshi/fetchBalance', 'account'],
  ['/api/kalshi/has', 'calls'],
  ['/api/kalshi/what-nobody-has', 'calls'],
  ['/api/kalshi/constructor', 'calls'],
  ['/api/feeds/binance/fetchTicker', 'feeds'],
  ['/v0/events', 'catalog'],
  ['/mcp', 'assistants'],
  ['/docs/candles', 'pages'],
  ['/', 'pages'],
  ['/health', 'daemon'],
  ['/whatever', 'daemon'],
])('%s is counted as %s', (path, what) => {
  expect(classifyPath(path)).toBe(what)
})
