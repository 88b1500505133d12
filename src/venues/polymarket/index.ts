import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { errorForm, errorRule } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search } from './listing.js'
import { findOutcome, fitInOneCall, getEvent, getMany, getMarket, IDS_PER_CALL, readMany } from './lookup.js'
import type { CandleFacts } from './native/candle-facts.js'
import { orderSource } from './orders.js'
import { type OutcomeFacts, outcomeSource } from './outcomes.js'
import { ownStream } from './own-stream.js'
import { listSeriesEvents, seriesSource } from './series.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Polymarket: order books of binary markets in USD, settled on Polygon (README.md). */
export const polymarket: Venue<OutcomeFacts, CandleFacts> = {
  id: 'polymarket',
  hosts,
  errors: errorRule,
  errorForm,
  markets: {
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    mostIdsARead: IDS_PER_CALL,
    readMany,
    manyAt: { host: 'gamma', group: 'markets' },
    fitACall: fitInOneCall,
    getMany,
    findOutcome,
    search,
    listSeriesEvents,
  },
  series: seriesSource,
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
  orders: orderSource,
  stream: streamSource,
  feeSchedule,
  ownStream,
}
