import type { Venue } from '../../venue-kit/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { tradeSource } from './trades.js'

/** Myriad: markets of liquidity pools on several chains, and order-book markets on one of them (README.md). */
export const myriad: Venue = {
  id: 'myriad',
  hosts,
  errors: errorRule,
  markets: { listEvents, listMarkets, search, getEvent, getMarket, findOutcome },
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
}
