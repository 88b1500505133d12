import type { Venue } from '../../venue-kit/contract/venue.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { type Facts, outcomeSource } from './outcomes.js'
import { tradeSource } from './trades.js'

/** Rain: pools of two or more options on Arbitrum, each of which is an event (README.md). */
export const rain: Venue<Facts, StoredFacts> = {
  id: 'rain',
  hosts,
  errors: errorRule,
  markets: { listEvents, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  candles: candleSource,
  trades: tradeSource,
}
