import type { CursorPaging, Pages } from './paging.js'
import type { EventRow, Listed, Listing, MarketRow, Venue, VenueContext } from './venue.js'

/** What tells events apart in a list. */
export function eventIdOf({ event }: EventRow): string {
  return event.id
}

/** What tells markets apart in a list. */
export function marketIdOf({ market }: MarketRow): string {
  return market.marketId
}

/** Pages of events as the list of them. */
export function eventsIn(pages: Pages<EventRow>): CursorPaging<EventRow> {
  return { ...pages, kind: 'cursor', what: 'events', idOf: eventIdOf }
}

/** Pages of markets as the list of them. */
export function marketsIn(pages: Pages<MarketRow>): CursorPaging<MarketRow> {
  return { ...pages, kind: 'cursor', what: 'markets', idOf: marketIdOf }
}

/** The list of a venue's markets; undefined where they are those of its list of events, which is to be read instead. */
export function ownMarkets(
  { markets }: Pick<Venue, 'markets'>,
  listing: Listing,
  ctx: VenueContext,
): Listed<MarketRow> | undefined {
  const listed = markets.listMarkets?.(listing, ctx)
  return listed?.areOfEvents === true ? undefined : listed
}
