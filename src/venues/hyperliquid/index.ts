import type { Venue } from '../../venue-kit/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { marketSource } from './markets.js'
import { tradeSource } from './trades.js'

/** Hyperliquid: order books of yes/no outcomes on a chain of its own, collateral in dollars (README.md). */
export const hyperliquid: Venue = {
  id: 'hyperliquid',
  hosts,
  errors: errorRule,
  markets: marketSource,
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
}
