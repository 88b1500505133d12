import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { KnownSeries } from '../store/candle-store.js'

/** The venue now has the candles of the outcome under another name: the request must be planned again. */
export class SeriesMoved extends PmxError {
  constructor(venue: Venue, outcomeId: string) {
    super(
      'EXCHANGE_NOT_AVAILABLE',
      `${venue.id} is changing the series of outcome '${outcomeId}'. Try again.`,
      {
        exchange: venue.id,
        retryable: true,
      },
    )
  }
}

/** The venue does not know the outcome: only stored data can be returned. */
export class UnknownSeriesError extends PmxError {
  constructor(
    venue: Venue,
    /** The stored facts, as found. */
    readonly known: KnownSeries,
  ) {
    super(
      'NOT_FOUND',
      `${venue.id} no longer knows outcome '${known.series.outcomeId}', and no candles from that time are stored.`,
      { exchange: venue.id },
    )
  }
}

/** Creates the error of a live cache that expires too early, or of shared fetches that all fail. */
export function createTooSlowError(venue: VenueId): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${venue} responded too slowly for all of its newest candles to be read. Try again, or request an earlier end.`,
    { exchange: venue, retryable: true },
  )
}
