import type { QueryValue } from '../../transport/call-types.js'
import { defineMemoKey, rememberFilled } from '../../venue-kit/contract/memo.js'
import {
  type CursorPaging,
  collect,
  createNumberedPages,
  mapPages,
  type Pages,
  pageSizeFor,
} from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { withRawOf } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, loadOrElse, readInList, readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs } from '../../venue-kit/requests/request-legs.js'
import { eventsIn, marketsIn } from '../../venue-kit/requests/row-lists.js'
import {
  assertEventPage,
  assertMarketPage,
  noPrices,
  statusOf,
  type TokenPrices,
  toEventRow,
  tokensOf,
  toMarketRow,
} from './mapping.js'
import { readPrices } from './native/prices.js'
import {
  bareEvents,
  eventsPage,
  marketsPage,
  type NativeEvent,
  type NativeMarket,
  type ParentEvent,
} from './schemas.js'

/** Maximum page size of both lists (README.md). */
const PAGE_SIZE = 100

type Query = Readonly<Record<string, QueryValue>>

/** Lists events with one status by lifetime volume, which does not match any sort that can be requested. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const paging = eventRows(listEventPages(listing.status, pageSizeFor(listing, PAGE_SIZE), ctx), ctx)
  return { paging, sorted: listing.sort === undefined }
}

/**
 * Lists markets with one status, newest first. A market has only the number of its event. The list of events has the event's
 * texts.
 */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  // Requested once per pagination: a failure is not repeated for each following page.
  let parentsOfAll: Promise<Parents> | undefined
  const pages = mapPages(
    listMarketPages(listing.status, pageSizeFor(listing, PAGE_SIZE), ctx),
    async (markets) => {
      parentsOfAll ??= parentsUnlessFailing(listing.status, ctx)
      const [prices, parents] = await Promise.all([pricesUnlessFailing(markets, ctx), parentsOfAll])
      return readInList('GET /markets', ctx, () =>
        convertRows(markets, 'markets', (market) =>
          toMarketRow(market, 'GET /markets', prices, parents.get(market.event_id)),
        ),
      )
    },
  )
  return { paging: marketsIn(pages), sorted: listing.sort === undefined }
}

/** Searches titles, questions and tags with the site's own search, best match first. Closed markets can be in open events. */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const query = {
    q: text,
    events_status: listing.status === 'closed' ? 'all' : 'active',
    keep_closed_markets: 1,
    limit: PAGE_SIZE,
  }
  const pages = pagesOf('/public-search', query, ctx, readEvents)
  return { paging: eventRows(pages, ctx), sorted: listing.sort === undefined }
}

/** The venue edits the titles, categories and tags of events by hand, and only rarely. */
const parentsOf = defineMemoKey<Parents>('probable events', 30 * 60_000)
const noParents: Parents = new Map()

/** Events by their ids. */
type Parents = ReadonlyMap<string, ParentEvent>

function parentsUnlessFailing(status: Status, ctx: VenueContext): Promise<Parents> {
  return loadOrElse('category and tags of events', ctx, () => findParents(status, ctx), noParents)
}

/** Returns the data of all events with one status by event id, because a list of markets lacks it. */
function findParents(status: Status, ctx: VenueContext): Promise<Parents> {
  return rememberFilled(ctx.memo, parentsOf, status, async () => {
    const pages = listEventPages(status, PAGE_SIZE, ctx)
    const idOf = (event: NativeEvent): string => event.id
    const events = await collect<NativeEvent>({ kind: 'cursor', what: 'events', idOf, ...pages })
    return new Map(events.map(({ markets: _markets, ...event }) => [event.id, event]))
  })
}

/** In lists, prices are optional. */
function pricesUnlessFailing(markets: readonly NativeMarket[], ctx: VenueContext): Promise<TokenPrices> {
  return loadOrElse('prices', ctx, () => readPrices(markets, ctx), noPrices)
}

/** Returns native events with one status, without prices. */
export function listEventPages(status: Status, limit: number, ctx: VenueContext): Pages<NativeEvent> {
  // The default status includes closed events.
  return pagesOf('/events', { status, sort: 'volume', ascending: false, limit }, ctx, readEvents)
}

/**
 * Returns native markets with one status, without prices. The venue counts paused markets neither as open nor as closed, and
 * archived ones may be among the open. Both are requested in addition to the closed ones.
 */
export function listMarketPages(status: Status, limit: number, ctx: VenueContext): Pages<NativeMarket> {
  const leg = (flags: Query) => pagesOf('/markets', { ...flags, limit }, ctx, readMarkets)
  if (status === 'active') return leg({ active: true, closed: false })
  const paused = leg({ active: false, closed: false })
  const isPaused = (market: NativeMarket) => !market.active && !market.closed
  const archived = mapPages(leg({ active: true, closed: false }), (markets) => markets.filter(isOver))
  return joinLegs('markets', (market) => market.id, [leg({ closed: true }), only(paused, isPaused), archived])
}

/** Whether a market in the open list has ended. */
function isOver(market: NativeMarket): boolean {
  return market.active && !market.closed && statusOf(market) === 'closed'
}

interface NativePage<Native> {
  readonly rows: readonly Native[]
  /** Whether another page follows. */
  readonly more: boolean
}

function pagesOf<Native>(
  path: string,
  query: Query,
  ctx: VenueContext,
  read: (json: unknown, what: string, ctx: VenueContext) => NativePage<Native>,
): Pages<Native> {
  return createNumberedPages(async (page) => {
    const reply = await ctx.http.send({ host: 'market', path, query: { ...query, page } })
    return read(reply.json, `GET ${path}`, ctx)
  })
}

/**
 * Reads a page of events. The documents show an object with pagination, while live clients read a plain list. Both are accepted.
 */
function readEvents(json: unknown, what: string, ctx: VenueContext): NativePage<NativeEvent> {
  const { rows, hasMore } = Array.isArray(json)
    ? { rows: readList(bareEvents, json, what, ctx), hasMore: undefined }
    : toPage(readList(eventsPage, json, what, ctx))
  assertEventPage(rows, what)
  // Without a paging member only an empty page is the end: a short one may be capped.
  const more = hasMore ?? sentIn(rows) > 0
  const sound = readInList(what, ctx, () =>
    convertRows(rows, 'events', (event) => {
      if (event.markets === undefined) return event
      const markets = convertRows(event.markets, 'markets', (market) => withTokens(market, what))
      return withRawOf(event, { ...event, markets })
    }),
  )
  return { rows: sound, more }
}

function toPage({ events, pagination }: ReturnType<typeof eventsPage.parse>) {
  return { rows: events, hasMore: pagination.hasMore }
}

function readMarkets(json: unknown, what: string, ctx: VenueContext): NativePage<NativeMarket> {
  const { markets, pagination } = readList(marketsPage, json, what, ctx)
  assertMarketPage(markets, what, 'markets')
  const rows = readInList(what, ctx, () =>
    convertRows(markets, 'markets', (market) => withTokens(market, what)),
  )
  return { rows, more: pagination.hasMore }
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for a market with inconsistent lists of tokens */
function withTokens(market: NativeMarket, what: string): NativeMarket {
  tokensOf(market, what)
  return market
}

/** Filters the rows of pages. It ends at a page without a match, because the list then uses another filter. */
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
    const prices = await pricesUnlessFailing(markets, ctx)
    return readInList('GET /events', ctx, () =>
      convertRows(events, 'events', (event) => toEventRow(event, 'GET /events', prices)),
    )
  })
  return eventsIn(rows)
}
