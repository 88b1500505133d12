import type { Venue } from '../../venue-kit/venue.js'
import { accountSource } from './account.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'

/** Hunch: pools of bets on crypto, paid in dollars on Base; neither books nor candles (README.md). */
export const hunch: Venue = {
  id: 'hunch',
  hosts,
  errors: errorRule,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  account: accountSource,
}
