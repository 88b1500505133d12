import type { UnifiedEvent, UnifiedSeries } from '../../api/models/models.js'
import { toIsoIfKnown } from '../../api/times/instant.js'
import type { SeriesSource } from '../../venue-kit/contract/venue.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { collectEvents } from '../../venue-kit/requests/row-lists.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readTicker } from './ids.js'
import { listEvents } from './listing.js'
import type { KalshiEnvironment } from './native/environment.js'
import { findSeriesFacts } from './native/series-facts.js'
import { promoted } from './promoted.js'
import { type NativeSeries, seriesListReply } from './schemas.js'

/** Converts a native series; `events` only where they are given. */
function toSeries(
  native: NativeSeries,
  environment: KalshiEnvironment,
  events?: readonly UnifiedEvent[],
): UnifiedSeries {
  return omitUndefined<UnifiedSeries>({
    id: native.ticker,
    title: native.title ?? native.ticker,
    ticker: native.ticker,
    recurrence: native.frequency,
    url: `${environment.site}/markets/${encodeURIComponent(native.ticker.toLowerCase())}`,
    events: events && [...events],
    sourceExchange: environment.id,
    sourceMetadata: toSourceMetadata(native, promoted.series, {
      category: native.category,
      tags: native.tags ?? [],
      contract_terms_url: native.contract_terms_url,
      last_updated_ts: toIsoIfKnown(native.last_updated_ts),
    }),
  })
}

/** Creates the source of series: the list is one response of thousands of rows; a single series has its events. */
export function createSeriesSource(environment: KalshiEnvironment): SeriesSource {
  return {
    list: (ctx) => ({
      kind: 'cursor',
      what: 'series',
      idOf: (series) => series.id,
      // The venue does not page this list (README.md; docs.kalshi.com, get series list).
      async fetch() {
        const reply = await requestList(ctx, seriesListReply, { path: '/series', what: 'GET /series' })
        return { rows: reply.series.map((series) => toSeries(series, environment)) }
      },
    }),
    async get(id, statuses, ctx) {
      const ticker = readTicker(id)
      const native = ticker === undefined ? undefined : await findSeriesFacts(ticker, ctx)
      if (native === undefined) return undefined
      const scope = { series_ticker: native.ticker }
      const events = await collectEvents(statuses, (status) =>
        listEvents(scope, { status }, environment, ctx),
      )
      return toSeries(native, environment, events)
    },
  }
}
