import type { MarketSource, Venue } from '../../../venue-kit/contract/venue.js'
import { joinLegs } from '../../../venue-kit/requests/request-legs.js'
import { eventIdOf } from '../../../venue-kit/requests/row-lists.js'
import { createAccountSource } from '../account.js'
import { bookSource } from '../book.js'
import { type CandleFacts, candleSource } from '../candles.js'
import { errorForm, kalshiErrors } from '../errors.js'
import { feeSchedule } from '../fees.js'
import { readTicker } from '../ids.js'
import { listEvents } from '../listing.js'
import { findOutcome, fitInOneCall, getEvent, getMany, getMarket, readMany } from '../lookup.js'
import { createOrderSource } from '../orders.js'
import { type OutcomeFacts, outcomeSource } from '../outcomes.js'
import { createOwnStream } from '../own-stream.js'
import { createSeriesSource } from '../series.js'
import { createStreamSource } from '../stream.js'
import { tradeSource } from '../trades.js'
import type { KalshiEnvironment } from './environment.js'
import { fetchEventMetadata } from './event-metadata.js'
import { TICKERS_PER_CALL } from './find-market.js'

/** Defines the exchange in one of its environments. Positions are not public: accounts are read with their keys. */
export function defineKalshi(environment: KalshiEnvironment): Venue<OutcomeFacts, CandleFacts> {
  return {
    id: environment.id,
    hosts: environment.hosts,
    ...(environment.isSandbox === true ? { isSandbox: true } : {}),
    errors: kalshiErrors,
    errorForm,
    markets: marketSource(environment),
    series: createSeriesSource(environment),
    outcomes: outcomeSource,
    candles: candleSource,
    book: bookSource,
    trades: tradeSource,
    account: createAccountSource(environment),
    orders: createOrderSource(environment),
    stream: createStreamSource(environment),
    ownStream: createOwnStream(environment),
    feeSchedule,
    eventMetadata: fetchEventMetadata,
  }
}

/**
 * Creates the source of events and markets. Lists of markets come from the events with their nested markets. `/markets` would
 * return 1,000 a page, but has neither category nor series, includes combos unless excluded, and needs more pages for the same
 * rows. The only cost is that an event includes its markets of every status. There is no text search (README.md; docs.kalshi.com,
 * search).
 */
function marketSource(environment: KalshiEnvironment): MarketSource {
  return {
    listEvents: (listing, ctx) => listEvents({}, listing, environment, ctx),
    listSeriesEvents(series, listing, ctx) {
      const ticker = readTicker(series)
      if (ticker === undefined) return { sorted: false, paging: joinLegs('events', eventIdOf, []) }
      return listEvents({ series_ticker: ticker }, listing, environment, ctx)
    },
    getEvent: (id, ctx) => getEvent(id, environment, ctx),
    getMarket: (id, ctx) => getMarket(id, environment, ctx),
    mostIdsARead: TICKERS_PER_CALL,
    readMany: (ids, ctx) => readMany(ids, environment, ctx),
    manyAt: { host: 'api' },
    fitACall: fitInOneCall,
    getMany: (ids, ctx) => getMany(ids, environment, ctx),
    findOutcome: (outcomeId, ctx) => findOutcome(outcomeId, environment, ctx),
  }
}
