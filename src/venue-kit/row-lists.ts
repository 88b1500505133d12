import type { CursorPaging, Pages } from './paging.js'
import type { EventRow, MarketRow } from './venue.js'

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
