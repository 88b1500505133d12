import type { Venue } from '../../venue-kit/contract/venue.js'
import { accountSource } from './account.js'
import { errorRule } from './errors.js'
import { hosts } from './hosts.js'
import { listEvents, listMarkets } from './listing.js'
import { findOutcome, fitInOneCall, getEvent, getMany, getMarket, readMany } from './lookup.js'
import { MAX_ACCOUNTS } from './native/rpc.js'

/**
 * Baozi: pools of stakes on Solana, read from the accounts of its program. There is no order book, and past bets take one call
 * each, so that neither books nor trades nor candles are offered (README.md).
 */
export const baozi: Venue = {
  id: 'baozi',
  hosts,
  errors: errorRule,
  markets: {
    listEvents,
    listMarkets,
    getEvent,
    getMarket,
    mostIdsARead: MAX_ACCOUNTS,
    readMany,
    manyAt: { host: 'rpc', group: 'accounts' },
    fitACall: fitInOneCall,
    getMany,
    findOutcome,
  },
  account: accountSource,
}
