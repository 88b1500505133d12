import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorRule } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search, searchMarkets } from './listing.js'
import { findOutcome, fitInOneCall, getEvent, getMany, getMarket, IDS_PER_CALL, readMany } from './lookup.js'
import { orderSource } from './orders.js'
import { type OutcomeFacts, outcomeSource } from './outcomes.js'
import { ownStream } from './own-stream.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Myriad: markets of liquidity pools on several chains, and order-book markets on one of them (README.md). */
export const myriad: Venue<OutcomeFacts, StoredFacts> = {
  id: 'myriad',
  hosts,
  errors: errorRule,
  markets: {
    listEvents,
    listMarkets,
    search,
    searchMarkets,
    getEvent,
    getMarket,
    mostIdsARead: IDS_PER_CALL,
    readMany,
    manyAt: { host: 'api' },
    fitACall: fitInOneCall,
    getMany,
    findOutcome,
  },
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
  orders: orderSource,
  stream: streamSource,
  ownStream,
  feeSchedule,
}
