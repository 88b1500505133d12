import type { QueryValue } from '../../transport/call.js'
import { inTurn } from '../legs.js'
import { type CursorPaging, mapPages, numberedPages, type Pages } from '../paging.js'
import { readPayload } from '../payload.js'
import { eventsIn, marketsIn } from '../row-lists.js'
import type { EventRow, Listed, Listing, MarketRow, Status, VenueContext } from '../venue.js'
import { assertEventPage, assertMarketPage, toEventRow, toMarketRow } from './markets.js'
import { readPrices } from './prices.js'
import { bareEvents, eventsPage, marketsPage, type NativeEvent, type NativeMarket } from './wire.js'

/** The largest page both lists give (docs: probable, sections 3.1 and 3.2). */
const PAGE_SIZE = 100

type Query = Readonly<Record<string, QueryValue>>

/** Events of one status, by the volume of their whole life: no order counts as the one wished for. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const paging = eventRows(eventPages(listing.status, pageSizeFor(listing), ctx), ctx)
  return { paging, sorted: listing.sort === undefined }
}

/** Markets of one status, newest first. Which event they belong to is told by its number alone. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const pages = mapPages(marketPages(listing.status, pageSizeFor(listing), ctx), async (markets) => {
    const prices = await readPrices(markets, ctx)
    return markets.map((market) => toMarketRow(market, 'GET /markets', prices))
  })
  return { paging: marketsIn(pages), sorted: listing.sort === undefined }
}

/** The site's search over titles, questions and tags, best match first. */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const query = {
    q: text,
    events_status: listing.status,
    keep_closed_markets: listing.status === 'closed' ? 1 : 0,
    limit: PAGE_SIZE,
  }
  const pages = pagesOf('/public-search', query, ctx, readEvents)
  return { paging: eventRows(pages, ctx), sorted: listing.sort === undefined }
}

/** Native events of one status, without prices. */
export function eventPages(status: Status, limit: number, ctx: VenueContext): Pages<NativeEvent> {
  // The default status shows closed events among the open ones.
  return pagesOf('/events', { status, sort: 'volume', ascending: false, limit }, ctx, readEvents)
}

/**
 * Native markets of one status, without prices. Paused markets are neither open nor closed to the venue: they are
 * asked for beside the closed ones.
 */
export function marketPages(status: Status, limit: number, ctx: VenueContext): Pages<NativeMarket> {
  const leg = (flags: Query) => pagesOf('/markets', { ...flags, limit }, ctx, readMarkets)
  if (status === 'active') return leg({ active: true, closed: false })
  const paused = leg({ active: false, closed: false })
  const isPaused = (market: NativeMarket) => !market.active && !market.closed
  return inTurn('markets', (market) => market.id, [leg({ closed: true }), only(paused, isPaused)])
}

interface NativePage<Native> {
  readonly rows: readonly Native[]
  /** Whether more follow; undefined where the answer does not say. */
  readonly hasMore: boolean | undefined
}

function pagesOf<Native>(
  path: string,
  query: Query,
  ctx: VenueContext,
  read: (json: unknown, what: string) => NativePage<Native>,
): Pages<Native> {
  return numberedPages(async (page) => {
    const reply = await ctx.http.send({ host: 'market', path, query: { ...query, page } })
    const { rows, hasMore } = read(reply.json, `GET ${path}`)
    // Without a word about what follows only an empty page is the end: a short one may be a capped one.
    return { rows, more: hasMore ?? rows.length > 0 }
  })
}

/** The documents show an object with a pagination, live clients take a bare list: both are read. */
function readEvents(json: unknown, what: string): NativePage<NativeEvent> {
  const page = Array.isArray(json)
    ? { rows: readPayload(bareEvents, json, what), hasMore: undefined }
    : toPage(readPayload(eventsPage, json, what))
  assertEventPage(page.rows, what)
  return page
}

function toPage({ events, pagination }: ReturnType<typeof eventsPage.parse>): NativePage<NativeEvent> {
  return { rows: events, hasMore: pagination.hasMore }
}

function readMarkets(json: unknown, what: string): NativePage<NativeMarket> {
  const { markets, pagination } = readPayload(marketsPage, json, what)
  assertMarketPage(markets, what, 'markets')
  return { rows: markets, hasMore: pagination.hasMore }
}

/** The rows that fit; ends at a page with none of them, because its list was then filtered by something else. */
function only<Native>(pages: Pages<Native>, fits: (native: Native) => boolean): Pages<Native> {
  return {
    async fetch(cursor) {
      const { rows, next } = await pages.fetch(cursor)
      const kept = rows.filter(fits)
      return { rows: kept, next: kept.length === 0 ? undefined : next }
    },
  }
}

function eventRows(pages: Pages<NativeEvent>, ctx: VenueContext): CursorPaging<EventRow> {
  const rows = mapPages(pages, async (events) => {
    const markets = events.flatMap((event) => event.markets ?? [])
    const prices = await readPrices(markets, ctx)
    return events.map((event) => toEventRow(event, 'GET /events', prices))
  })
  return eventsIn(rows)
}

function pageSizeFor({ atMost }: Listing): number {
  return Math.max(1, Math.min(PAGE_SIZE, atMost ?? PAGE_SIZE))
}
