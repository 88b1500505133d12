import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { bookSource } from './book.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, getEvent, getMarket } from './lookup.js'
import { type Facts, outcomeSource } from './outcomes.js'

/** SuiBets: offers of sports bets between two parties, settled on Sui, with neither trades nor candles (README.md). */
export const suibets: Venue<Facts> = {
  id: 'suibets',
  hosts,
  markets: { listEvents, listMarkets, getEvent, getMarket, findOutcome },
  outcomes: outcomeSource,
  book: bookSource,
  account: accountSource,
}
