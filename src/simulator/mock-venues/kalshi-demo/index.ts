import type { MockVenue } from '../../mock-kit/mock-venue.js'
import { createKalshiMock } from '../kalshi/index.js'

/** Kalshi's sandbox: other tickers, no archive, no search, and hardly anybody there (venues/kalshi-demo/README.md). */
export const kalshiDemoMock: MockVenue = createKalshiMock({
  venue: 'kalshi-demo',
  tickerPrefix: 'KXDEMO',
  hasHistory: false,
  hasSearch: false,
  isSleepy: true,
})
