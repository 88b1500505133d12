import { fruitful } from '../../venue-kit/fruitful.js'
import { inTurn } from '../../venue-kit/legs.js'
import { mapPages, type Pages } from '../../venue-kit/paging.js'
import { eventsIn, marketIdOf, marketsIn } from '../../venue-kit/row-lists.js'
import type { EventRow, Listed, Listing, MarketRow, Status, VenueContext } from '../../venue-kit/venue.js'
import { eventPages } from './native/event-pages.js'
import { gatherEvents } from './native/gather.js'

/** Events of a page: their markets come in two calls, the contracts of a busy day in dozens. */
const MOST_EVENTS = 100
/** A match alone has up to two hundred markets, so few events hold many. */
const FEW_EVENTS = 10

/** Events of one status in the site's order, each with all its markets. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const limit = Math.max(FEW_EVENTS, Math.min(MOST_EVENTS, listing.atMost ?? MOST_EVENTS))
  return { paging: eventsIn(rowPages(listing.status, limit, ctx)), sorted: listing.sort === undefined }
}

/**
 * Markets of one status. Open ones are found in open events alone; closed ones in closed events and, after them, in
 * those that go on (the first half of a match that is under way).
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const statuses: readonly Status[] = listing.status === 'active' ? ['active'] : ['closed', 'active']
  const limit = listing.atMost === undefined ? MOST_EVENTS : FEW_EVENTS
  const legs = statuses.map((status) =>
    mapPages(rowPages(status, limit, ctx), (events) =>
      events.flatMap((row) => row.markets).filter((row) => row.status === listing.status),
    ),
  )
  return {
    paging: marketsIn(fruitful(inTurn('markets', marketIdOf, legs))),
    sorted: listing.sort === undefined,
    ...(listing.status === 'active' && listing.atMost === undefined ? { areOfEvents: true } : {}),
  }
}

function rowPages(status: Status, limit: number, ctx: VenueContext): Pages<EventRow> {
  return mapPages(eventPages(status, limit, ctx), (events) => gatherEvents(events, 'list', ctx))
}
