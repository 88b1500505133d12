import type { Venue } from '../../venue-kit/venue.js'
import { bookSource } from './book.js'
import { candleSource } from './candles.js'
import type { KalshiEnvironment } from './environment.js'
import { kalshiErrors } from './errors.js'
import { fetchEventMetadata } from './event-metadata.js'
import { createMarketSource } from './markets.js'
import { createSeriesSource } from './series.js'
import { tradeSource } from './trades.js'

/** The exchange in one of its environments. Nobody's positions are public: there is no account source without keys. */
export function defineKalshi(environment: KalshiEnvironment): Venue {
  return {
    id: environment.id,
    hosts: environment.hosts,
    errors: kalshiErrors,
    markets: createMarketSource(environment),
    series: createSeriesSource(environment),
    candles: candleSource,
    book: bookSource,
    trades: tradeSource,
    eventMetadata: fetchEventMetadata,
  }
}
