import { mapPages, type Pages } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { joinLegs } from '../../venue-kit/requests/request-legs.js'
import { eventsIn, marketIdOf, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { skipEmptyPages } from '../../venue-kit/requests/skip-empty-pages.js'
import { TITLE_JOINT } from './mapping.js'
import { listEventPages } from './native/event-pages.js'
import { gatherEvents } from './native/gather.js'
import { readEvents, searchEvents } from './native/request.js'
import { statusOfEvent } from './native/states.js'

/** Number of events per page. Their markets take two calls, and the contracts of a busy day dozens. */
const MAX_EVENTS = 100
/** A single match has up to two hundred markets, so a few events contain many markets. */
const FEW_EVENTS = 10

/** Lists events with one status in the site's order, each with all its markets. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const limit = Math.max(FEW_EVENTS, Math.min(MAX_EVENTS, listing.atMost ?? MAX_EVENTS))
  return { paging: eventsIn(rowPages(listing.status, limit, ctx)), sorted: listing.sort === undefined }
}

/**
 * Lists markets with one status. Open markets are in open events only. Closed markets are in closed events, and also in open ones
 * (such as the first half of a match in progress), which are read last.
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const statuses: readonly Status[] = listing.status === 'active' ? ['active'] : ['closed', 'active']
  const limit = listing.atMost === undefined ? MAX_EVENTS : FEW_EVENTS
  const legs = statuses.map((status) =>
    mapPages(rowPages(status, limit, ctx), (events) =>
      events.flatMap((row) => row.markets).filter((row) => row.status === listing.status),
    ),
  )
  return {
    paging: marketsIn(skipEmptyPages(joinLegs('markets', marketIdOf, legs))),
    sorted: listing.sort === undefined,
    ...(listing.status === 'active' && listing.atMost === undefined ? { areOfEvents: true } : {}),
  }
}

/** Maximum number of search results. The search is for text, and the venue has no pages. */
const MAX_FOUND = 100

/**
 * Returns the events that the venue's own search finds for a text, best match first. The search finds only events. If none of
 * them is available, this is noted. If the venue has no search, the whole list of the status is returned.
 */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const whole = rowPages(listing.status, MAX_EVENTS, ctx)
  const pages: Pages<EventRow> = {
    async fetch(cursor) {
      const found = cursor === undefined ? await foundEvents(text, listing.status, ctx) : undefined
      return found === undefined ? whole.fetch(cursor) : { rows: found }
    },
  }
  return { paging: eventsIn(pages), sorted: listing.sort === undefined }
}

/**
 * Returns the ids that a search finds. The search does not know market names. If a text has no match, it is searched again
 * without the part that may be a market name.
 */
async function foundIds(text: string, ctx: VenueContext): ReturnType<typeof searchEvents> {
  const found = await searchEvents(text, ctx)
  const eventName = text.slice(0, Math.max(0, text.lastIndexOf(TITLE_JOINT))).trim()
  return found?.ids.length === 0 && eventName !== '' ? searchEvents(eventName, ctx) : found
}

/** Undefined if the venue has no search. */
async function foundEvents(
  text: string,
  status: Status,
  ctx: VenueContext,
): Promise<readonly EventRow[] | undefined> {
  const found = text.trim() === '' ? undefined : await foundIds(text.trim(), ctx)
  if (found === undefined) return undefined
  const shown = found.ids.slice(0, MAX_FOUND)
  const place = new Map(shown.map((id, index) => [id, index]))
  const events = (await readEvents(shown, ctx))
    .filter((event) => event.bettable && statusOfEvent(event) === status)
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const unshown = found.unshown + found.ids.length - shown.length
  if (events.length === 0)
    ctx.omissions.noteCut("rows that Smarkets' own search does not find, because it searches events by name")
  else if (unshown > 0)
    ctx.omissions.noteCut(`${unshown} more events that the venue's search counts: search with more words`)
  return gatherEvents(events, ctx)
}

function rowPages(status: Status, limit: number, ctx: VenueContext): Pages<EventRow> {
  return mapPages(listEventPages(status, limit, ctx), (events) => gatherEvents(events, ctx))
}
