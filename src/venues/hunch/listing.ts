import { fruitful } from '../../venue-kit/fruitful.js'
import { mapPages, type Pages } from '../../venue-kit/paging.js'
import { eventsIn, marketsIn } from '../../venue-kit/row-lists.js'
import { eachRow, inList } from '../../venue-kit/rows.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/venue.js'
import { fetchMarkets, MARKETS } from './native/ask.js'
import { sidesOf } from './native/sides.js'
import { toEventRow, toMarketRow } from './rows.js'
import type { MarketRef } from './wire.js'

/** Markets of one status in the venue's order, each as an event of its own. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { sorted: false, paging: eventsIn(mapPages(rowPages(listing, ctx), (rows) => rows.map(toEventRow))) }
}

/** The same, without the events that only wrap them. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  return { sorted: false, paging: marketsIn(rowPages(listing, ctx)) }
}

function rowPages({ status }: Listing, ctx: VenueContext): Pages<MarketRow> {
  let unnamed = false
  function toRows(markets: readonly MarketRef[]): readonly MarketRow[] {
    const now = ctx.clock.now()
    const rows = inList(MARKETS, ctx, () =>
      eachRow(markets, 'markets', (market) => {
        if (sidesOf(market).length > 0) return toMarketRow(market, {}, now)
        if (!unnamed)
          ctx.omissions.noteCut(
            'markets of more than two outcomes that Hunch does not name: coin flips and races; see its site',
          )
        unnamed = true
        return undefined
      }),
    )
    // What is over stands among what is not.
    return rows.filter((row) => row.status === status)
  }
  return fruitful(mapPages({ fetch: (cursor) => fetchMarkets(status, cursor, ctx) }, toRows))
}
