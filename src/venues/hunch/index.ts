import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorForm, errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { type Facts, outcomeSource } from './outcomes.js'

/** Hunch: pools of bets on crypto, paid in dollars on Base; neither books nor trades (README.md). */
export const hunch: Venue<Facts, StoredFacts> = {
  id: 'hunch',
  hosts,
  errors: errorRule,
  errorForm,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  candles: candleSource,
  account: accountSource,
}
