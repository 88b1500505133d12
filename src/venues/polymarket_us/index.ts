import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorForm } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { orderSource } from './orders.js'
import { type Facts, outcomeSource } from './outcomes.js'
import { ownStream } from './own-stream.js'
import { listSeriesEvents, seriesSource } from './series.js'
import { streamSource } from './stream.js'

/** Polymarket US: order books of binary contracts in dollars, on its own exchange (README.md). */
export const polymarketUs: Venue<Facts, StoredFacts> = {
  id: 'polymarket_us',
  hosts,
  errorForm,
  markets: {
    // The venue sorts lists by volume, but does not report it.
    hasNoVolumes: true,
    unseenOrders: ['volume'],
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    findOutcome,
    search,
    listSeriesEvents,
  },
  outcomes: outcomeSource,
  series: seriesSource,
  candles: candleSource,
  book: bookSource,
  stream: streamSource,
  ownStream,
  account: accountSource,
  orders: orderSource,
  feeSchedule,
}
