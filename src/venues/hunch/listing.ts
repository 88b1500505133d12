import { mapPages, type Pages } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { eventsIn, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { skipEmptyPages } from '../../venue-kit/requests/skip-empty-pages.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { fetchMarkets, MARKETS } from './native/request.js'
import { sidesOf } from './native/sides.js'
import type { MarketRef } from './schemas.js'

/** Lists markets of one status in the venue's order, each as a separate event. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { sorted: false, paging: eventsIn(mapPages(rowPages(listing, ctx), (rows) => rows.map(toEventRow))) }
}

/** Lists the same without the events that only wrap them. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  return { sorted: false, paging: marketsIn(rowPages(listing, ctx)) }
}

function rowPages({ status }: Listing, ctx: VenueContext): Pages<MarketRow> {
  let unnamed = false
  function toRows(markets: readonly MarketRef[]): readonly MarketRow[] {
    const now = ctx.clock.now()
    const rows = readInList(MARKETS, ctx, () =>
      convertRows(markets, 'markets', (market) => {
        if (sidesOf(market).length > 0) return toMarketRow(market, {}, now)
        if (!unnamed)
          ctx.omissions.noteCut(
            'markets with more than two outcomes whose names Hunch does not return (coin flips and races): see its site',
          )
        unnamed = true
        return undefined
      }),
    )
    // Ended markets are among the others.
    return rows.filter((row) => row.status === status)
  }
  return skipEmptyPages(mapPages({ fetch: (cursor) => fetchMarkets(status, cursor, ctx) }, toRows))
}
