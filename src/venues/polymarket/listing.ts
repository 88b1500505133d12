import { createNumberedPages, mapPages, type Pages, pageSizeFor } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { expectSomewhere, readPayload } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList, readList } from '../../venue-kit/requests/map-rows.js'
import { joinLegs } from '../../venue-kit/requests/request-legs.js'
import { eventIdOf, marketIdOf, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { searchTextsFor } from '../../venue-kit/unify/search-titles.js'
import { assertEventPage, assertMarketPage, TITLE_JOINT, toEventRow, toMarketRow } from './mapping.js'
import { type GammaList, listGammaPages, PAGE_SIZE } from './native/gamma.js'
import { omitUnknownMarkets, withoutUnknown } from './native/unknown-markets.js'
import {
  eventsKeyset,
  type GammaEvent,
  type GammaMarket,
  gammaEvents,
  gammaMarkets,
  marketsKeyset,
  publicSearch,
} from './schemas.js'

/**
 * Lists events by 24 h volume by default, which is the core's volume order, or by start date for the newest. The venue's event
 * liquidity is not the sum over the markets, so that order does not count as sorted.
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const paging = listGammaPages(createEventList(listing), ctx)
  return { paging, sorted: listing.sort !== 'liquidity' }
}

/**
 * Lists markets of one status. A page comes from the market list, in its native order, however far down it is. Many markets have
 * equal volumes, but pages of any size must have the same order. The complete open list is read from the events, which takes a
 * tenth of the calls. Closed markets and the newest ones always come from the market list, because only that list has the closed
 * markets of open events.
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const isPage = listing.atMost !== undefined
  if (listing.status === 'active' && listing.sort !== 'newest' && !isPage) {
    const events = listGammaPages(createEventList(listing), ctx)
    const markets = mapPages(events, (rows) => rows.flatMap((row) => row.markets))
    return { paging: marketsIn(markets), sorted: false, areOfEvents: true }
  }
  return { paging: listGammaPages(marketList(listing), ctx), sorted: true }
}

/**
 * Searches titles, questions and descriptions with the site's own search, best match first, or by 24 h volume if requested.
 * Closed markets can also be in open events, so events of every status are requested for closed rows.
 */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const texts = searchTextsFor(text, TITLE_JOINT)
  const isInOrder = listing.sort === undefined || (listing.sort === 'volume' && texts.length === 1)
  return {
    paging: joinLegs(
      'events',
      eventIdOf,
      texts.map((one) => foundPages(one, listing, ctx)),
    ),
    sorted: isInOrder,
  }
}

function foundPages(text: string, listing: Listing, ctx: VenueContext): Pages<EventRow> {
  const what = 'GET /public-search'
  const query = {
    q: text,
    limit_per_type: PAGE_SIZE,
    ...(listing.status === 'active' ? { events_status: listing.status } : {}),
    keep_closed_markets: listing.status === 'closed' ? 1 : 0,
    search_tags: false,
    search_profiles: false,
    ...(listing.sort === undefined ? {} : { sort: searchOrder[listing.sort], ascending: false }),
  }
  return createNumberedPages(async (page) => {
    const reply = await ctx.http.send({
      host: 'gamma',
      path: '/public-search',
      query: { ...query, page },
      group: 'search',
    })
    const { events = [], pagination } = readList(publicSearch, reply.json, what, ctx)
    assertEventPage(events, what)
    const isByVolume = page === 1 && listing.sort === 'volume' && listing.status === 'active'
    if (isByVolume) expectSomewhere(events, ['volume24hr'], what, 'events')
    const known = omitUnknownMarkets(events, what, ctx)
    const rows = readInList(what, ctx, () => convertRows(known, 'events', (event) => toEventRow(event, what)))
    return { rows, more: pagination.hasMore }
  })
}

const searchOrder = {
  volume: 'volume_24hr',
  liquidity: 'liquidity',
  newest: 'start_date',
  // No order of the search: the core sorts.
  closed: undefined,
} as const

type Query = GammaList<GammaEvent, EventRow>['query']

/** Lists the events with one status, in the requested order. `filter` narrows the list further. */
export function createEventList(listing: Listing, filter: Query = {}): GammaList<GammaEvent, EventRow> {
  const order = eventOrder(listing)
  return {
    matter: 'events',
    query: { ...filter, ...statusFlags(listing.status), order, ascending: false },
    pageSize: pageSizeFor(listing, PAGE_SIZE),
    readKeyset: (json, what) => readPayload(eventsKeyset, json, what).events,
    readList: (json, what) => readPayload(gammaEvents, json, what),
    toRows(events, what, isFirst, ctx) {
      assertEventPage(events, what)
      if (isFirst && listing.status === 'active') expectSomewhere(events, shownOrder[order], what, 'events')
      const known = omitUnknownMarkets(events, what, ctx)
      return convertRows(known, 'events', (event) => toEventRow(event, what))
    },
    idOf: eventIdOf,
  }
}

function marketList(listing: Listing): GammaList<GammaMarket, MarketRow> {
  const order = marketOrder(listing)
  return {
    matter: 'markets',
    query: { ...statusFlags(listing.status), include_tag: true, order, ascending: false },
    pageSize: pageSizeFor(listing, PAGE_SIZE),
    readKeyset: (json, what) => readPayload(marketsKeyset, json, what).markets,
    readList: (json, what) => readPayload(gammaMarkets, json, what),
    toRows(markets, what, isFirst, ctx) {
      assertMarketPage(markets, what, 'markets')
      if (isFirst && listing.status === 'active') expectSomewhere(markets, [order], what, 'markets')
      return convertRows(withoutUnknown(markets, what, ctx), 'markets', (market) => toMarketRow(market, what))
    },
    idOf: marketIdOf,
  }
}

/**
 * Returns explicit flags, because the defaults have changed several times. Closed rows have `active: true`, so only `closed=true`
 * finds all of them (README.md).
 */
function statusFlags(status: Status): Query {
  return status === 'active' ? { active: true, closed: false, archived: false } : { closed: true }
}

type EventOrder = 'volume24hr' | 'liquidity' | 'startDate' | 'closedTime'

/** Returns the venue's sort member, descending. The first page of open events contains the rows that have this member. */
function eventOrder({ sort = 'volume' }: Listing): EventOrder {
  return (
    { volume: 'volume24hr', liquidity: 'liquidity', newest: 'startDate', closed: 'closedTime' } as const
  )[sort]
}

/** Members that the first page of events must contain for a known order. Liquidity is not one of them (see {@link listEvents}). */
const shownOrder: Readonly<Record<EventOrder, readonly string[]>> = {
  volume24hr: ['volume24hr', 'volume'],
  startDate: ['startDate'],
  liquidity: [],
  closedTime: [],
}

function marketOrder({
  sort = 'volume',
}: Listing): 'volume24hr' | 'liquidityNum' | 'startDate' | 'closedTime' {
  return (
    { volume: 'volume24hr', liquidity: 'liquidityNum', newest: 'startDate', closed: 'closedTime' } as const
  )[sort]
}
