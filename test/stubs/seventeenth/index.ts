import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { hosts } from './hosts.js'
import { VENUE } from './ids.js'
import { listEvents } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { type Facts, outcomeSource } from './outcomes.js'

/** A made-up venue without trades, for the promise that a venue is a folder, a line and a face. */
export const seventeenth: Venue<Facts, Facts> = {
  id: VENUE,
  hosts,
  markets: { listEvents, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
}
