import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { candleSource, type StoredFacts } from './candles.js'
import { errorForm, errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets, search } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import type { OutcomeFacts } from './native/directory.js'
import { orderSource } from './orders.js'
import { outcomeSource } from './outcomes.js'
import { streamSource } from './stream.js'
import { tradeSource } from './trades.js'

/** Probable: order books of binary markets in USDT, settled on BNB Chain (README.md). */
export const probable: Venue<OutcomeFacts, StoredFacts> = {
  id: 'probable',
  hosts,
  errors: errorRule,
  errorForm,
  outlook:
    'Probable was bought by predict.fun in March 2026, and its documentation is closed. No shutdown of its API was announced; ' +
    'if its calls continue to fail, the API may have been shut down. See predict.fun.',
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome, search },
  outcomes: outcomeSource,
  candles: candleSource,
  book: bookSource,
  trades: tradeSource,
  account: accountSource,
  orders: orderSource,
  stream: streamSource,
}
