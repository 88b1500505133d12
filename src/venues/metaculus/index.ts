import type { Venue } from '../../venue-kit/contract/venue.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorForm, errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, listSeriesEvents, search } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { accountSource, orderSource } from './orders.js'
import { type Facts, outcomeSource } from './outcomes.js'
import { seriesSource } from './series.js'

/**
 * Metaculus: forecasts without money, so no books, trades or volumes; a price is the community prediction. Every read requires a
 * token, and most tokens give access to few predictions (README.md).
 */
export const metaculus: Venue<Facts, StoredFacts> = {
  id: 'metaculus',
  hosts,
  errors: errorRule,
  errorForm,
  isPrivate: true,
  markets: {
    hasNoVolumes: true,
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    findOutcome,
    search,
    listSeriesEvents,
  },
  series: seriesSource,
  outcomes: outcomeSource,
  candles: candleSource,
  account: accountSource,
  orders: orderSource,
}
