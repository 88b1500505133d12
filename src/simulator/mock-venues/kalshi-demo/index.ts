import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { createKalshiMock } from '../kalshi/index.js'

/**
 * Mock venue of Kalshi's sandbox: other tickers, no archive, no search, and little trading
 * (venues/kalshi-demo/README.md).
 */
export const kalshiDemoMock: MockVenue = createKalshiMock({
  venue: 'kalshi-demo',
  tickerPrefix: 'KXDEMO',
  hasHistory: false,
  hasSearch: false,
  isSleepy: true,
})
