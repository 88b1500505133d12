import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorForm, errorRule } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { orderSource } from './orders.js'
import { type Facts, outcomeSource } from './outcomes.js'
import { streamSource } from './stream.js'

/** Opinion: order books of binary markets in USDT, settled on BNB Chain (README.md). */
export const opinion: Venue<Facts, StoredFacts> = {
  id: 'opinion',
  hosts,
  errors: errorRule,
  errorForm,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
  account: accountSource,
  orders: orderSource,
  stream: streamSource,
  feeSchedule,
}
