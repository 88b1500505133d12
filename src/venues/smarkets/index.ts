import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { errorForm, errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search } from './listing.js'
import { findOutcome, fitInOneCall, getEvent, getMany, getMarket, readMany } from './lookup.js'
import { MAX_IDS, READS } from './native/request.js'
import { orderSource } from './orders.js'
import { type Facts, outcomeSource } from './outcomes.js'
import { tradeSource } from './trades.js'

/**
 * Smarkets: a betting exchange in GBP, with a book of back and lay orders for each contract. Its charts service returns 503, so
 * candles are not offered (README.md).
 */
export const smarkets: Venue<Facts> = {
  id: 'smarkets',
  hosts,
  errors: errorRule,
  errorForm,
  markets: {
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    mostIdsARead: MAX_IDS.contracts,
    readMany,
    manyAt: READS,
    fitACall: fitInOneCall,
    getMany,
    findOutcome,
    search,
  },
  outcomes: outcomeSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
  orders: orderSource,
}
