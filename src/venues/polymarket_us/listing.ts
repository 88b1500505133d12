import type { QueryValue } from '../../transport/call-types.js'
import { createNumberedPages, mapPages, type Pages } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { convertRows, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs } from '../../venue-kit/requests/request-legs.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf, eventsIn, marketIdOf, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { skipEmptyPages } from '../../venue-kit/requests/skip-empty-pages.js'
import { searchTextsFor } from '../../venue-kit/unify/search-titles.js'
import { assertEventPage, assertMarketPage, TITLE_JOINT, toMarketRow } from './mapping.js'
import { EVENTS_A_PAGE, listEventPagesByNumber, requestEvents, toRows } from './native/event-pages.js'
import { eventsReply, marketsReply, type NativeEvent } from './schemas.js'

/** Markets in their own list come without events, at about 5 kB each. */
const MARKETS_A_PAGE = 100
/** A smaller page cannot both overlap with the previous one and contain new rows. */
const FEWEST_A_PAGE = 2
/** Maximum number of search pages. Results become less and less relevant, but never end. */
const MAX_SEARCH_PAGES = 10

type Query = Readonly<Record<string, QueryValue>>

/**
 * Lists events with one status, oldest first, or by volume if requested. Volume is the venue's own order, for which the rows have
 * no member.
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const pages = listEventPages({}, listing, ctx)
  return { paging: eventsIn(mapPages(pages, (events) => toRows(events, ctx))), sorted: isNative(listing) }
}

/** Whether the venue sorts natively by this order: by number, which cannot be requested, or by volume. */
export function isNative({ sort }: Listing): boolean {
  return sort === undefined || sort === 'volume'
}

/** Returns native events of one status that match a filter. */
export function listEventPages(filter: Query, listing: Listing, ctx: VenueContext): Pages<NativeEvent> {
  const query = { ...filter, ...statusFlags(listing.status) }
  const limit = pageSize(listing)
  if (listing.sort !== 'volume') return listEventPagesByNumber(query, limit, ctx)
  return offsetPages('events', limit, ctx, async (offset) => {
    const rows = await requestEvents({ ...query, ...byVolume, limit, offset }, ctx)
    return { rows, sent: sentIn(rows) }
  })
}

/**
 * Lists markets of one status. Sorted by volume, they come from their own list, without their events. Otherwise from events.
 * Closed markets come from ended events first, then from open ones.
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const { sort, status } = listing
  if (sort === 'volume') return { paging: marketsIn(marketPagesByVolume(listing, ctx)), sorted: true }
  const statuses: readonly Status[] = status === 'active' ? ['active'] : ['closed', 'active']
  const legs = statuses.map((one) =>
    mapPages(listEventPagesByNumber(statusFlags(one), pageSize(listing), ctx), (events) =>
      toRows(events, ctx)
        .flatMap((row) => row.markets)
        .filter((row) => row.status === status),
    ),
  )
  return {
    paging: marketsIn(skipEmptyPages(joinLegs('markets', marketIdOf, legs))),
    sorted: sort === undefined,
    ...(status === 'active' && sort === undefined ? { areOfEvents: true } : {}),
  }
}

/**
 * Searches all statuses with the venue's own search, most relevant first. It is not documented which of its statuses exclude
 * markets that have not begun. The core selects literal matches.
 */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const legs = searchTextsFor(text, TITLE_JOINT).map((one) => foundPages(one, ctx))
  return { paging: joinLegs('events', eventIdOf, legs), sorted: listing.sort === undefined }
}

function foundPages(text: string, ctx: VenueContext): Pages<EventRow> {
  const what = 'GET /v1/search'
  return createNumberedPages(async (page) => {
    const query = { query: text, limit: EVENTS_A_PAGE, page }
    const { events } = await requestList(ctx, eventsReply, {
      host: 'gateway',
      path: '/v1/search',
      query,
      what,
    })
    assertEventPage(events, what)
    const more = sentIn(events) >= EVENTS_A_PAGE
    if (more && page === MAX_SEARCH_PAGES)
      ctx.omissions.noteCut(`search results beyond ${page * EVENTS_A_PAGE} events: search with more words`)
    return { rows: toRows(events, ctx), more: more && page < MAX_SEARCH_PAGES }
  })
}

/** Always sent. An ended market stays `active`. */
function statusFlags(status: Status): Query {
  return status === 'active' ? { active: true, closed: false } : { closed: true }
}

function pageSize({ atMost }: Listing): number {
  return Math.max(FEWEST_A_PAGE, Math.min(EVENTS_A_PAGE, atMost ?? EVENTS_A_PAGE))
}

const byVolume = { orderBy: 'volume', orderDirection: 'desc' }

function marketPagesByVolume({ status, atMost }: Listing, ctx: VenueContext): Pages<MarketRow> {
  const what = 'GET /v1/markets'
  const limit = Math.max(1, Math.min(MARKETS_A_PAGE, atMost ?? MARKETS_A_PAGE))
  return offsetPages('markets', limit, ctx, async (offset) => {
    const query = { ...statusFlags(status), ...byVolume, limit, offset }
    const { markets } = await requestList(ctx, marketsReply, {
      host: 'gateway',
      path: '/v1/markets',
      query,
      what,
    })
    assertMarketPage(markets, what, 'markets')
    const rows = readInList(what, ctx, () =>
      convertRows(markets, 'markets', (market) => toMarketRow(market, what)),
    )
    return { rows, sent: sentIn(markets) }
  })
}

/**
 * Paginates a list whose order changes. Even a complete list may lack rows that moved in the meantime, which is noted. Only an
 * empty page marks the end.
 */
function offsetPages<Row>(
  matter: string,
  limit: number,
  ctx: VenueContext,
  ask: (offset: number) => Promise<{ readonly rows: readonly Row[]; readonly sent: number }>,
): Pages<Row> {
  return {
    async fetch(cursor) {
      const offset = Number(cursor ?? 0)
      const { rows, sent } = await ask(offset)
      if (sent === 0 && offset > limit)
        ctx.omissions.noteCut(
          `${matter} that were missed because their volume changed while the list was being read: omit sort to get all`,
        )
      return { rows, next: sent === 0 ? undefined : String(offset + sent) }
    },
  }
}
