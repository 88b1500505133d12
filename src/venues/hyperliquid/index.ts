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
import { ownStream } from './own-stream.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Hyperliquid: order books of yes/no outcomes on its own chain, collateral in dollars (README.md). */
export const hyperliquid: Venue<Facts, StoredFacts> = {
  id: 'hyperliquid',
  hosts,
  errors: errorRule,
  errorForm,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  stream: streamSource,
  ownStream,
  account: accountSource,
  orders: orderSource,
  feeSchedule,
}
