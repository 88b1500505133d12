import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorRule } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, search } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { orderSource } from './orders.js'
import { type OutcomeFacts, outcomeSource } from './outcomes.js'
import { ownStream } from './own-stream.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Limitless: order books of binary markets and groups of them in USDC, settled on Base (README.md). */
export const limitless: Venue<OutcomeFacts, StoredFacts> = {
  id: 'limitless',
  hosts,
  errors: errorRule,
  // No member has the liquidity of a book.
  markets: { listEvents, getEvent, getMarket, findOutcome, search, unseenOrders: ['liquidity'] },
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
