import type { CursorPaging } from '../paging.js'
import type { EventRow, Listed, Listing, MarketRow, Status, VenueContext } from '../venue.js'
import { type EventPages, eventPages } from './event-pages.js'
import { fruitful, type Pages } from './fruitful.js'
import { gatherEvents } from './gather.js'

/** Events of a page: their markets come in two calls, the contracts of a busy day in dozens. */
const MOST_EVENTS = 100
/** A match alone has up to two hundred markets, so few events hold many. */
const FEW_EVENTS = 10

/** Events of one status in the site's order, each with all its markets. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const limit = Math.max(FEW_EVENTS, Math.min(MOST_EVENTS, listing.atMost ?? MOST_EVENTS))
  const paging: CursorPaging<EventRow> = {
    kind: 'cursor',
    what: 'events',
    idOf: (row) => row.event.id,
    fetch: (cursor) => rowsOf(eventPages(listing.status, limit, ctx), cursor, ctx),
  }
  return { paging, sorted: listing.sort === undefined }
}

/**
 * Markets of one status. Open ones are found in open events alone; closed ones in closed events and, after them, in
 * those that go on (the first half of a match that is under way).
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const legs: readonly Status[] = listing.status === 'active' ? ['active'] : ['closed', 'active']
  const limit = listing.atMost === undefined ? MOST_EVENTS : FEW_EVENTS
  const pages: Pages<MarketRow> = {
    async fetch(cursor) {
      const [at, inner] = readCursor(cursor)
      const leg = legs[at]
      if (leg === undefined) return { rows: [] }
      const { rows, next } = await rowsOf(eventPages(leg, limit, ctx), inner, ctx)
      const markets = rows.flatMap((row) => row.markets).filter((row) => row.status === listing.status)
      if (next !== undefined) return { rows: markets, next: `${at}:${next}` }
      return { rows: markets, next: at + 1 < legs.length ? `${at + 1}:` : undefined }
    },
  }
  const facts = { kind: 'cursor' as const, what: 'markets', idOf: (row: MarketRow) => row.market.marketId }
  return { paging: { ...facts, ...fruitful(pages) }, sorted: listing.sort === undefined }
}

async function rowsOf(
  pages: EventPages,
  cursor: string | undefined,
  ctx: VenueContext,
): Promise<{ readonly rows: readonly EventRow[]; readonly next?: string | undefined }> {
  const { rows, next } = await pages.fetch(cursor)
  return { rows: await gatherEvents(rows, ctx), next }
}

/** `<leg>:<cursor of the leg>`, from the start when there is none. */
function readCursor(cursor: string | undefined): readonly [number, string | undefined] {
  const colon = cursor?.indexOf(':') ?? -1
  if (cursor === undefined || colon < 0) return [0, undefined]
  const inner = cursor.slice(colon + 1)
  return [Number(cursor.slice(0, colon)), inner === '' ? undefined : inner]
}
