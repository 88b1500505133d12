import { PmxError } from '../../api/errors.js'
import type { Pages } from '../../venue-kit/paging.js'
import { eventsIn, marketsIn } from '../../venue-kit/row-lists.js'
import { eachRow, inList } from '../../venue-kit/rows.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/venue.js'
import { CATALOGUE, fetchCatalogue, fetchTrending } from './native/ask.js'
import { sidesOf } from './native/sides.js'
import { toEventRow, toMarketRow } from './rows.js'

/**
 * The catalogue holds everything that takes bets, in one answer without odds; odds and pools are there for the markets
 * that are bet on most. What is closed is in no list (README.md).
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { sorted: false, paging: eventsIn(onePage(listing, ctx, toEventRow)) }
}

/** The same, without the events that only wrap them. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  return { sorted: false, paging: marketsIn(onePage(listing, ctx, (row) => row)) }
}

function onePage<Row>({ status }: Listing, ctx: VenueContext, convert: (row: MarketRow) => Row): Pages<Row> {
  return {
    async fetch() {
      if (status === 'active') return { rows: (await readAll(ctx)).map(convert) }
      throw new PmxError(
        'NOT_SUPPORTED',
        'Hunch lists only markets that take bets. Another one can be looked up by its id as long as the venue tells of it.',
        { detail: { kind: 'not_listed', status } },
      )
    },
  }
}

async function readAll(ctx: VenueContext): Promise<readonly MarketRow[]> {
  const [markets, trends] = await Promise.all([fetchCatalogue(ctx), fetchTrending(ctx)])
  const now = ctx.clock.now()
  let unnamed = 0
  const rows = inList(CATALOGUE, ctx, () =>
    eachRow(markets, 'markets', ({ market, shelf }) => {
      if (sidesOf(market).length === 0) {
        unnamed++
        return undefined
      }
      const { odds, outcomeOdds, stats } = trends.get(market.id) ?? {}
      return toMarketRow(market, { odds: outcomeOdds ?? odds, stats, shelf }, now)
    }),
  )
  if (unnamed > 0) {
    ctx.omissions.noteCut(
      'markets of more than two outcomes that Hunch does not name: coin flips and races; see its site',
    )
  }
  return rows
}
