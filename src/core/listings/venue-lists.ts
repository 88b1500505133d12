import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { toWireEvent, toWireMarket } from '../../api/models/wire-rows.js'
import { isPageUrl } from '../../catalog/rows/lookup-keys.js'
import type { EventRow, MarketRow, Sort, Venue } from '../../venue-kit/contract/venue.js'
import { toUnifiedEvent } from '../../venue-kit/requests/row-lists.js'
import { toEventTest, toMarketTest } from '../query/row-filter.js'
import { createSingleEvent, createSingleMarket, type SingleResult } from '../query/single-result.js'
import {
  assertPage,
  joinEvents,
  joinMarkets,
  type Selection,
  searchRows,
  slicePage,
  sortMarkets,
  statusesOf,
} from '../query/sort-and-page.js'
import {
  assertAgrees,
  assertRequested,
  hasOutcome,
  isRequestedEvent,
  isRequestedMarket,
  isShownOn,
} from '../query/verify-lookup.js'
import type { OpenContext } from '../request/request-context.js'
import { type Chosen, criteriaIn, type ListingPlan, listScopeOf, planList, requestsOf } from './list-plan.js'
import type { ListingRequest, Listings, Rows, Scope } from './venue-crawl.js'

export type MarketQuery = NonNullable<ArgsOf<'fetchMarkets'>[0]>
export type EventQuery = NonNullable<ArgsOf<'fetchEvents'>[0]>

/** Whether the query names markets by their own key, or by the key of their event. */
export function namesMarkets({ marketId, slug, outcomeId, eventId }: MarketQuery): boolean {
  return (marketId ?? slug ?? outcomeId ?? eventId) !== undefined
}

/** Whether the query names an event by its key. */
export function namesEvent({ eventId, slug }: EventQuery): boolean {
  return (eventId ?? slug) !== undefined
}

/**
 * Creates the unified market and event queries, shared by all venues (api/README.md, "Lists and lookups"). Lookups go to the
 * venue by id. Everything else is listed, checked again, filtered, sorted and sliced here.
 */
export function createMarketReads(listings: Listings) {
  async function markets(
    venue: Venue,
    query: MarketQuery,
    ctx: OpenContext,
    isOne = false,
  ): Promise<UnifiedMarket[]> {
    assertPage(query)
    const test = criteriaTest(query, toMarketTest)
    const rows = await marketRows(venue, query, test === undefined, ctx)
    const kept = chosenRows(
      rows,
      ({ market }) => market,
      query,
      isOne,
      (row) => test?.(row.market) ?? true,
    )
    return slicePage(kept, query).map((row) => toWireMarket(row.market))
  }

  async function events(
    venue: Venue,
    query: EventQuery,
    ctx: OpenContext,
    isOne = false,
  ): Promise<UnifiedEvent[]> {
    assertPage(query)
    const test = criteriaTest(query, toEventTest)
    const rows = await eventRows(venue, query, test === undefined, ctx)
    const kept = chosenRows(
      rows,
      ({ event }) => event,
      query,
      isOne,
      (row) => test?.(toUnifiedEvent(row)) ?? true,
    )
    return slicePage(kept, query).map((row) => toWireEvent(toUnifiedEvent(row)))
  }

  /** Sorted before filtering, because a stable sort and a filter can be swapped. */
  async function marketRows(
    venue: Venue,
    query: MarketQuery,
    unfiltered: boolean,
    ctx: OpenContext,
  ): Promise<readonly MarketRow[]> {
    const found = await lookUpMarkets(venue, query, ctx)
    if (found !== undefined) return sortMarkets(ofStatus(found, query.status), query.sort)
    const plan = planList(venue, query, listScopeOf(venue, query), unfiltered)
    return listed(plan, joinMarkets, (request) => listings.markets(venue, request, ctx))
  }

  async function eventRows(
    venue: Venue,
    query: EventQuery,
    unfiltered: boolean,
    ctx: OpenContext,
  ): Promise<readonly EventRow[]> {
    const key = query.eventId ?? query.slug
    if (key !== undefined) {
      const row = await findEvent(venue, key, ctx)
      if (row !== undefined && query.slug !== undefined)
        assertAgrees(isRequestedEvent(row, query.slug), 'slug', query.slug, key)
      return ofStatus(row === undefined ? [] : [row], query.status)
    }
    const { series } = query
    const scope: Scope = series === undefined ? listScopeOf(venue, query) : { kind: 'series', series }
    const plan = planList(venue, query, scope, unfiltered)
    return listed(plan, joinEvents, (request) => listings.events(venue, request, ctx))
  }

  return {
    markets,
    events,

    /** @throws MARKET_NOT_FOUND when no row matches, BAD_REQUEST with candidates when several do */
    async market(venue: Venue, query: MarketQuery, ctx: OpenContext): Promise<UnifiedMarket> {
      const asked = query.marketId ?? query.outcomeId ?? query.slug ?? query.eventId ?? query.query
      if (asked === undefined)
        throw createValidationError(
          'marketId',
          'fetchMarket needs one of marketId, slug, outcomeId, eventId, query',
        )
      const found = await markets(venue, withoutPage(query), ctx, true)
      return only(found, createSingleMarket(asked))
    },

    /** @throws EVENT_NOT_FOUND when no row matches, BAD_REQUEST with candidates when several do */
    async event(venue: Venue, query: EventQuery, ctx: OpenContext): Promise<UnifiedEvent> {
      const asked = query.eventId ?? query.slug ?? query.query
      if (asked === undefined)
        throw createValidationError('eventId', 'fetchEvent needs one of eventId, slug, query')
      const found = await events(venue, withoutPage(query), ctx, true)
      return only(found, createSingleEvent(asked))
    },
  }
}

export type MarketReads = ReturnType<typeof createMarketReads>

/**
 * Returns the rows that match the query text and the other criteria.
 * @param isOne whether one row is meant: rows whose title contains the text verbatim then win over other matches
 */
function chosenRows<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => { readonly title: string; readonly description: string },
  query: Selection,
  isOne: boolean,
  test: (row: Row) => boolean,
): readonly Row[] {
  const asText = isOne ? searchRows(rows, textsOf, query, true).filter(test) : []
  return asText.length > 0 ? asText : searchRows(rows, textsOf, query).filter(test)
}

/** Reads the list of each status and joins them in one order. */
async function listed<Row>(
  plan: ListingPlan,
  join: (parts: readonly Rows<Row>[], by: Sort | undefined) => readonly Row[],
  read: (request: ListingRequest) => Promise<Rows<Row>>,
): Promise<readonly Row[]> {
  const parts: Rows<Row>[] = []
  for (const request of requestsOf(plan)) parts.push(await read(request))
  return join(parts, plan.sort)
}

/** Returns undefined if the query names no single object, and an empty list if the named object does not exist. */
async function lookUpMarkets(
  venue: Venue,
  query: MarketQuery,
  ctx: OpenContext,
): Promise<readonly MarketRow[] | undefined> {
  const key = query.marketId ?? query.slug
  if (key !== undefined) {
    const row = await venue.markets.getMarket(key, ctx)
    return row === undefined
      ? marketsOfEvent(venue, key, query, ctx)
      : [await agreeing(venue, assertRequested(row, key, isRequestedMarket, venue), query, ctx)]
  }
  if (query.outcomeId !== undefined) {
    const row = await venue.markets.findOutcome(query.outcomeId, ctx)
    return row === undefined
      ? []
      : [await agreeing(venue, assertRequested(row, query.outcomeId, hasOutcome, venue), query, ctx)]
  }
  if (query.eventId !== undefined) {
    const row = await findEvent(venue, query.eventId, ctx)
    return row?.markets ?? []
  }
  return undefined
}

/**
 * If markets share the page of their event, its address names all markets shown there, or the one that matches. The slug
 * of an event names all its markets, since scripts take slugs from event pages.
 */
async function marketsOfEvent(
  venue: Venue,
  name: string,
  { marketId, slug, outcomeId, eventId }: MarketQuery,
  ctx: OpenContext,
): Promise<readonly MarketRow[]> {
  const isPage = isPageUrl(name)
  if (!isPage && marketId !== undefined) return []
  const event = await findEvent(venue, name, ctx)
  return (event?.markets ?? []).filter(
    (row) =>
      (!isPage || (isShownOn(row, name) && (slug === undefined || isRequestedMarket(row, slug)))) &&
      (outcomeId === undefined || hasOutcome(row, outcomeId)) &&
      (eventId === undefined || row.market.eventId === eventId),
  )
}

/** Returns the row that the first key found, if the other keys agree with it. */
async function agreeing(
  venue: Venue,
  row: MarketRow,
  query: MarketQuery,
  ctx: OpenContext,
): Promise<MarketRow> {
  const { marketId, slug, outcomeId, eventId } = query
  const asked = marketId ?? slug ?? outcomeId ?? ''
  if (slug !== undefined) assertAgrees(isRequestedMarket(row, slug), 'slug', slug, asked)
  if (outcomeId !== undefined) assertAgrees(hasOutcome(row, outcomeId), 'outcomeId', outcomeId, asked)
  if (eventId !== undefined && row.market.eventId !== eventId) {
    // An event has several keys: only the event itself shows whether this one is among them.
    const event = await findEvent(venue, eventId, ctx)
    const isIn = event?.markets.some(({ market }) => market.marketId === row.market.marketId) === true
    assertAgrees(isIn, 'eventId', eventId, asked)
  }
  return row
}

async function findEvent(venue: Venue, id: string, ctx: OpenContext): Promise<EventRow | undefined> {
  const row = await venue.markets.getEvent(id, ctx)
  return row === undefined ? undefined : assertRequested(row, id, isRequestedEvent, venue)
}

/** A lookup by key returns the row regardless of its status, unless the caller requested a status. */
function ofStatus<Row extends { readonly status: 'active' | 'closed' }>(
  rows: readonly Row[],
  status: MarketQuery['status'],
): readonly Row[] {
  if (status === undefined) return rows
  const wanted = statusesOf(status)
  return rows.filter((row) => wanted.includes(row.status))
}

function criteriaTest<Row>(
  query: Chosen,
  toTest: (criteria: unknown) => (row: Row) => boolean,
): ((row: Row) => boolean) | undefined {
  const criteria = criteriaIn(query)
  return criteria === undefined ? undefined : toTest(criteria)
}

/**
 * Returns the query without its page, because a list of several rows that is cut to a page could look like a single row.
 */
export function withoutPage<Query extends Selection>({ limit: _limit, offset: _offset, ...query }: Query) {
  return query
}

function only<Row>(rows: readonly Row[], one: SingleResult<Row>): Row {
  for (const row of rows) one.add(row)
  return one.row()
}
