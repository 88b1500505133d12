import type { Venue } from '../../venue-kit/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'

/** Opinion: order books of binary markets in USDT, settled on BNB Chain (README.md). */
export const opinion: Venue = {
  id: 'opinion',
  hosts,
  errors: errorRule,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  candles: candleSource,
  book: bookSource,
  account: accountSource,
}
