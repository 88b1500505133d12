import type { CursorPaging, Pages } from '../contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, Venue, VenueContext } from '../contract/venue.js'

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

/**
 * Rows by the ids that were asked for, each as often as it was.
 * @param idIn the market's own id that an asked one means; undefined for one that means none
 */
export function byAsked(
  asked: readonly string[],
  rows: readonly MarketRow[],
  idIn: (asked: string) => string | undefined,
): ReadonlyMap<string, MarketRow> {
  const byId = new Map(rows.map((row) => [marketIdOf(row), row]))
  return new Map(
    asked.flatMap((text) => {
      const id = idIn(text)
      const row = id === undefined ? undefined : byId.get(id)
      return row === undefined ? [] : [[text, row] as const]
    }),
  )
}
