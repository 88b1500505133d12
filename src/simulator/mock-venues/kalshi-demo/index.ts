import type { Face } from '../../mock-kit/mock-venue.js'
import { createKalshiFace } from '../kalshi/index.js'

/** Kalshi's sandbox: other tickers, no archive, no search, and hardly anybody there (venues/kalshi-demo/README.md). */
export const kalshiDemoFace: Face = createKalshiFace({
  venue: 'kalshi-demo',
  tickerPrefix: 'KXDEMO',
  hasHistory: false,
  hasSearch: false,
  isSleepy: true,
})
