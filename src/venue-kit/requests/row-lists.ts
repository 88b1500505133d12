import type { UnifiedEvent } from '../../api/models/models.js'
import { type CursorPaging, collect, type Pages } from '../contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, Status, Venue, VenueContext } from '../contract/venue.js'

/** Returns the identity of an event in a list. */
export function eventIdOf({ event }: EventRow): string {
  return event.id
}

/** Returns the identity of a market in a list. */
export function marketIdOf({ market }: MarketRow): string {
  return market.marketId
}

/** Turns pages of events into a paged list. */
export function eventsIn(pages: Pages<EventRow>): CursorPaging<EventRow> {
  return { ...pages, kind: 'cursor', what: 'events', idOf: eventIdOf }
}

/** Turns pages of markets into a paged list. */
export function marketsIn(pages: Pages<MarketRow>): CursorPaging<MarketRow> {
  return { ...pages, kind: 'cursor', what: 'markets', idOf: marketIdOf }
}

/** Returns the event of a row, with its markets. */
export function toUnifiedEvent({ event, markets }: EventRow): UnifiedEvent {
  return { ...event, markets: markets.map(({ market }) => market) }
}

/** Collects all events of several statuses, in the order of the statuses. */
export async function collectEvents(
  statuses: readonly Status[],
  list: (status: Status) => Listed<EventRow>,
): Promise<UnifiedEvent[]> {
  const lists = await Promise.all(statuses.map((status) => collect(list(status).paging)))
  return lists.flat().map(toUnifiedEvent)
}

/**
 * Returns the list of a venue's markets, or undefined if they are the markets of its list of events, which is then read
 * instead.
 */
export function listOwnMarkets(
  { markets }: Pick<Venue, 'markets'>,
  listing: Listing,
  ctx: VenueContext,
): Listed<MarketRow> | undefined {
  const listed = markets.listMarkets?.(listing, ctx)
  return listed?.areOfEvents === true ? undefined : listed
}

/**
 * Sorts rows by the requested ids, and repeats each row as often as it was requested.
 * @param idIn the market's own id for a requested one, or undefined for an id of no market
 */
export function orderByRequest(
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
