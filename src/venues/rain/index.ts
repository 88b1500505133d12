import type { Venue } from '../../venue-kit/venue.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'

/** Rain: pools of two options and more on Arbitrum, each of which is an event (README.md). */
export const rain: Venue = {
  id: 'rain',
  hosts,
  errors: errorRule,
  markets: { listEvents, getEvent, getMarket, findOutcome },
}
