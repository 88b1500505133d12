import type { Venue } from '../../venue-kit/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, fitACall, getEvent, getMany, getMarket, readMany } from './lookup.js'
import { MOST } from './native/ask.js'
import { orderSource } from './orders.js'
import { type Facts, outcomeSource } from './outcomes.js'

/**
 * Smarkets: a betting exchange, a book of backing and laying orders per contract, in GBP (README.md). No documented
 * call has public trades or a price history, so neither is offered.
 */
export const smarkets: Venue<Facts> = {
  id: 'smarkets',
  hosts,
  errors: errorRule,
  markets: {
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    mostIdsARead: MOST.contracts,
    readMany,
    manyAt: { host: 'api' },
    fitACall,
    getMany,
    findOutcome,
  },
  outcomes: outcomeSource,
  book: bookSource,
  account: accountSource,
  orders: orderSource,
}
