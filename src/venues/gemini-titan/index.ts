import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import { errorForm, geminiErrors } from './errors.js'
import { feeSchedule } from './fees.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { orderSource } from './orders.js'
import { type Facts, type InstrumentFacts, outcomeSource } from './outcomes.js'
import { ownStream } from './own-stream.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Gemini Predictions: order books of binary contracts in USD, run by Gemini Titan for customers in the US (README.md). */
export const geminiTitan: Venue<Facts, InstrumentFacts> = {
  id: 'gemini-titan',
  hosts,
  errors: geminiErrors,
  errorForm,
  // Its own search is semantic and misses literal matches, so the core searches the whole list.
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
