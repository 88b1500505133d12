import type * as z from 'zod'
import { type CursorPaging, createNumberedPages, mapPages } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Sort,
  Status,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import { convertRows, readInList, readList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { type NamedRequest, requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf, marketIdOf } from '../../venue-kit/requests/row-lists.js'
import { assertEventPage, assertMarketPage, toEventRow, toMarketRow, toOwnEventRow } from './mapping.js'
import { eventsReply, marketsReply, type NativeMarket } from './schemas.js'

/** Maximum number of rows on a page (README.md). */
const PAGE_SIZE = 100

/** The venue's words for the unified statuses. */
const stateWords = {
  active: ['open'],
  closed: ['resolved', 'closed', 'voided'],
} as const satisfies Record<Status, readonly string[]>

/** An empty list. */
const nothing = { rows: [], more: false }

type State = (typeof stateWords)[Status][number]

/** Native sort orders. Those by money mix tokens, so only the order by time serves a requested sort. */
const nativeSort: Readonly<Record<Sort, string>> = {
  volume: 'volume_24h',
  liquidity: 'liquidity',
  newest: 'published_at',
  // No native order: the core sorts.
  closed: 'published_at',
}

/** Lists markets of one status, of both trading models: without the word for both the order book would be left out. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const legs = stateWords[listing.status].map((state) =>
    marketLeg({ state, listing, idOf: marketIdOf }, ctx, (market) => [toMarketRow(market)]),
  )
  const paging = joinLegs('markets', marketIdOf, legs)
  return { paging, sorted: listing.sort === 'newest' && legs.length === 1 }
}

/** Lists events of the order book, then the markets that are events of their own. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { paging: eventPaging({ listing }, ctx), sorted: false }
}

/**
 * Searches titles, descriptions and outcomes of markets with the venue's full text search. Events of the order book cannot be
 * searched and are few: all of them are returned, and the core filters them.
 */
export function search(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { paging: eventPaging({ listing, keyword: text }, ctx), sorted: false }
}

/**
 * Searches markets as their list shows them, if a market of several candidates is one row. Those of the order book cannot
 * be searched: they are returned with their events.
 */
export function searchMarkets(text: string, listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const states = stateWords[listing.status]
  const found = states.map((state) =>
    marketLeg({ state, listing, keyword: text, idOf: marketIdOf }, ctx, (market) => [toMarketRow(market)]),
  )
  const ofBook = states.map((state) =>
    mapPages(eventLeg(state, ctx), (rows) => rows.flatMap((row) => row.markets)),
  )
  return { paging: joinLegs('markets', marketIdOf, [...found, ...ofBook]), sorted: false }
}

interface Wanted {
  readonly listing: Listing
  readonly keyword?: string
}

function eventPaging(wanted: Wanted, ctx: VenueContext): CursorPaging<EventRow> {
  const states = stateWords[wanted.listing.status]
  const own = states.map((state) =>
    // A market with an event is in that event, in whichever list the event is.
    marketLeg({ ...wanted, state, idOf: eventIdOf }, ctx, (market) =>
      market.eventId === undefined ? [toOwnEventRow(market)] : [],
    ),
  )
  return joinLegs('events', eventIdOf, [...states.map((state) => eventLeg(state, ctx)), ...own])
}

/** Returns pages of markets of one native state. */
function marketLeg<Row>(
  { state, listing, keyword, idOf }: Wanted & { readonly state: State; idOf(row: Row): string },
  ctx: VenueContext,
  toRows: (market: NativeMarket) => Row[],
): Leg<Row> {
  const what = 'GET /markets'
  return createNumberedPages(async (page) => {
    const query = {
      state,
      trading_model: 'all',
      keyword,
      sort: nativeSort[listing.sort ?? 'volume'],
      order: 'desc',
      page,
      limit: Math.min(PAGE_SIZE, Math.max(1, listing.atMost ?? PAGE_SIZE)),
    }
    const asking = isNewWord(state) ? askUnlessRefused : requestList
    const reply = await asking(ctx, marketsReply, { path: '/markets', query, what })
    if (reply === undefined || isIgnored(state, reply.data)) return nothing
    assertMarketPage(reply.data, what, 'data')
    return {
      rows: readInList(what, ctx, () => convertRows(reply.data, 'data', toRows)),
      more: reply.pagination.hasNext && sentIn(reply.data) > 0,
      total: reply.pagination.total,
    }
  }, idOf)
}

/** Requests a list whose filter the venue may not know. @returns undefined when it refuses the request */
async function askUnlessRefused<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [400] })
  return reply.status === 400 ? undefined : readList(schema, reply.json, what, ctx)
}

/**
 * Whether a state is new: only the newest documents have the state `voided`. A server that refuses it has those markets among the
 * resolved.
 */
function isNewWord(state: State): boolean {
  return state === 'voided'
}

/** Whether the server ignores the new word and lists everything: the other words have returned those rows. */
function isIgnored(
  state: State,
  rows: readonly { readonly state: string; readonly voided?: boolean | undefined }[],
): boolean {
  return isNewWord(state) && rows.some((row) => row.state !== state && row.voided !== true)
}

/**
 * Lists events of the order book. Their list has no paging in the documents, whose general part describes paging for every list.
 * Without paging members the list ends where a page has no new rows.
 */
function eventLeg(state: State, ctx: VenueContext): Leg<EventRow> {
  const what = 'GET /events'
  const seen = new Set<string>()
  return createNumberedPages(async (page) => {
    const query = { state, trading_model: 'ob', page, limit: PAGE_SIZE }
    if (page === 1) seen.clear()
    const asking = isNewWord(state) ? askUnlessRefused : requestList
    const reply = await asking(ctx, eventsReply, { path: '/events', query, what })
    if (reply === undefined || isIgnored(state, reply.data)) return nothing
    assertEventPage(reply.data, what)
    const fresh = reply.data.filter((event) => !seen.has(event.id))
    for (const event of fresh) seen.add(event.id)
    const hasNext = reply.pagination?.hasNext ?? true
    const rows = readInList(what, ctx, () => convertRows(fresh, 'data', toEventRow))
    return { rows, more: hasNext && fresh.length > 0 }
  })
}
