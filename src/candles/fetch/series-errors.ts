import { PmxError } from '../../api/envelope/errors.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { KnownSeries } from '../store/candle-store.js'

/** The venue keeps the outcome's candles under another name than it did: the question must be planned anew. */
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

/** The venue turns out not to know the outcome: only what is stored of it can be told. */
export class UnknownSeriesError extends PmxError {
  constructor(
    venue: Venue,
    /** What is stored, as it was found. */
    readonly known: KnownSeries,
  ) {
    super(
      'NOT_FOUND',
      `${venue.id} does not know outcome '${known.series.outcomeId}' any more, and nothing of that time is stored.`,
      { exchange: venue.id },
    )
  }
}
