import { assertMayCallVenue } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../api/models/models.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import type { Clock } from '../../effects/clock.js'
import { createAgingCache } from '../../policy/lru.js'
import { findIgnoredInEvents, findIgnoredInMarkets } from '../query/ignored-arguments.js'
import { toEventTest, toMarketTest } from '../query/row-filter.js'
import { assertAgrees } from '../query/verify-lookup.js'
import {
  cacheScopeOf,
  createIgnoringResult,
  type Handlers,
  type Job,
  MethodResult,
} from '../request/api-call.js'
import { createCacheHeaders } from '../request/response-headers.js'
import type { CachedLists } from './cache/list-cache-types.js'
import type { ListPages } from './cache/list-cursors.js'
import type { CurrentRows } from './cache/row-refresh.js'
import type { LiveRows } from './cache/streamed-row-prices.js'
import { createCatalogReads, type PageEnvelope, type PageQuery } from './catalog-lists.js'
import type { Lookups } from './lookups.js'
import {
  type EventQuery,
  type MarketQuery,
  type MarketReads,
  namesEvent,
  namesMarkets,
} from './venue-lists.js'

interface ListDeps {
  readonly reads: MarketReads
  readonly clock: Clock
  readonly pages: ListPages
  readonly cachedLists?: CachedLists
  readonly current: CurrentRows
  readonly live: LiveRows
  readonly lookups: Lookups
}

type ListMethod =
  | 'loadMarkets'
  | 'fetchMarket'
  | 'fetchEvent'
  | 'fetchMarkets'
  | 'searchMarkets'
  | 'fetchMarketsPaginated'
  | 'fetchEvents'
  | 'searchEvents'
  | 'fetchEventsPaginated'
  | 'fetchEventsPage'
  | 'getEventById'
  | 'getEventBySlug'

/** Maximum number of pairs of credential holder and venue whose `loadMarkets` result is cached. */
const MAX_LOADED_BY_HOLDERS = 8
/** Maximum age of such a result, ms. */
const LOADED_FOR_MS = 10 * 60_000

/** Creates the methods that return lists, either from the cached lists or by reading the venue. */
export function createListHandlers(deps: ListDeps): Pick<Handlers, ListMethod> {
  const { reads, clock, pages, cachedLists, current, live, lookups } = deps
  const loaded = createLoadedMarkets(clock)
  const catalog =
    cachedLists === undefined ? undefined : createCatalogReads(cachedLists, current, live, clock)

  async function markets(query: MarketQuery, job: Job): Promise<MethodResult> {
    const ignored = findIgnoredInMarkets(query)
    const told = await catalog?.markets(query, job, ignored)
    if (told !== undefined) return told
    return lookups.fetchResult(job, namesMarkets(query), ignored, (venue) =>
      reads.markets(venue, query, job.ctx),
    )
  }

  async function market(query: MarketQuery, job: Job): Promise<MethodResult> {
    const ignored = findIgnoredInMarkets(query)
    const told = await catalog?.market(query, job, ignored)
    if (told !== undefined) return told
    return lookups.fetchResult(job, namesMarkets(query), ignored, (venue) =>
      reads.market(venue, query, job.ctx),
    )
  }

  async function event(query: EventQuery, job: Job): Promise<MethodResult> {
    const ignored = findIgnoredInEvents(query)
    const told = await catalog?.event(query, job, ignored)
    if (told !== undefined) return told
    return lookups.fetchResult(job, namesEvent(query), ignored, (venue) => reads.event(venue, query, job.ctx))
  }

  async function events(query: EventQuery, job: Job): Promise<MethodResult> {
    const ignored = findIgnoredInEvents(query)
    const told = await catalog?.events(query, job, ignored)
    if (told !== undefined) return told
    return lookups.fetchResult(job, namesEvent(query), ignored, (venue) =>
      reads.events(venue, query, job.ctx),
    )
  }

  /** Returns a page that is read from the venue itself. */
  function pageOf(kind: RowKind, { cursor, limit, filter }: PageQuery, { venue, ctx, stored }: Job) {
    assertMayCallVenue(venue.id, stored)
    const request = { cursor, limit, scope: cacheScopeOf(venue, ctx) }
    if (kind === 'market') {
      const test = filter === undefined ? undefined : toMarketTest(filter)
      return pages.markets.page({ ...request, test }, () => reads.markets(venue, {}, ctx))
    }
    const test = filter === undefined ? undefined : toEventTest(filter)
    return pages.events.page({ ...request, test }, () => reads.events(venue, {}, ctx))
  }

  async function paginated(kind: RowKind, query: PageQuery, job: Job): Promise<MethodResult> {
    const ignored = findIgnoredInMarkets(query)
    const told = await catalog?.page(kind, query, job, ignored, paginatedAround)
    return told ?? createIgnoringResult(ignored, await pageOf(kind, query, job))
  }

  return {
    async loadMarkets([reload = false], job) {
      const { venue, ctx, stored } = job
      const told = await catalog?.marketsById(job)
      if (told !== undefined) return told
      assertMayCallVenue(venue.id, stored)
      const scope = cacheScopeOf(venue, ctx)
      const known = loaded.get(scope)
      if (known !== undefined && !reload) {
        const ageS = Math.floor((clock.monotonic() - known.beganAt) / 1_000)
        return new MethodResult(known.markets, createCacheHeaders({ ageS, cache: 'hit' }))
      }
      const beganAt = clock.monotonic()
      const rows = await reads.markets(venue, {}, ctx)
      const markets = Object.fromEntries(rows.map((market) => [market.marketId, market]))
      loaded.set(scope, { markets, beganAt })
      return markets
    },
    fetchMarket: ([params = {}], job) => market(params, job),
    fetchEvent: ([params = {}], job) => event(params, job),
    getEventById: ([eventId], job) => event({ eventId }, job).catch(nullForNoEvent),
    getEventBySlug: ([slug], job) => event({ slug }, job).catch(nullForNoEvent),
    fetchMarkets: ([params = {}], job) => markets(params, job),
    searchMarkets: ([query, params = {}], job) => markets(withText(query, params), job),
    fetchMarketsPaginated: ([params = {}], job) => paginated('market', params, job),
    fetchEvents: ([params = {}], job) => events(params, job),
    searchEvents: ([query, params = {}], job) => events(withText(query, params), job),
    fetchEventsPaginated: ([params = {}], job) => paginated('event', params, job),
    async fetchEventsPage([params = {}], job) {
      const ignored = findIgnoredInMarkets(params)
      const told = await catalog?.page('event', params, job, ignored, legacyAround)
      if (told !== undefined) return told
      const { data, nextCursor = null } = await pageOf('event', params, job)
      return createIgnoringResult(ignored, { events: data, cursor: nextCursor, nextCursor })
    },
  }
}

/** Older methods return null for an unknown event, as their clients document. */
function nullForNoEvent(error: unknown): null {
  if (error instanceof PmxError && error.code === 'EVENT_NOT_FOUND') return null
  throw error
}

const paginatedAround: PageEnvelope = (page) => ['{"data":', `,${JSON.stringify(page).slice(1)}`]

const legacyAround: PageEnvelope = ({ nextCursor = null }) => {
  const cursor = JSON.stringify(nextCursor)
  return ['{"events":', `,"cursor":${cursor},"nextCursor":${cursor}}`]
}

/**
 * Adds the text, which is an argument of its own; a second text among the other parameters is a contradiction.
 * @throws BAD_REQUEST
 */
function withText<Query extends { readonly query?: string }>(query: string, params: Query) {
  if (params.query !== undefined) assertAgrees(params.query === query, 'query', params.query, query)
  return { ...params, query }
}

/** The map of `loadMarkets`, and when its read began, by the monotonic clock. */
interface LoadedMarkets {
  readonly markets: Readonly<Record<string, UnifiedMarket>>
  readonly beganAt: number
}

/**
 * Caches the maps of `loadMarkets` for some minutes: public ones, and those of the most recent credential holders. An empty map is
 * not cached, because a blank response looks the same.
 */
function createLoadedMarkets(clock: Clock) {
  const everybodys = createAgingCache<LoadedMarkets>(venueIds.length, clock)
  const holders = createAgingCache<LoadedMarkets>(MAX_LOADED_BY_HOLDERS, clock)
  const cacheOf = (scope: string) => (scope.endsWith(' ') ? everybodys : holders)
  return {
    get: (scope: string): LoadedMarkets | undefined => cacheOf(scope).get(scope),
    set(scope: string, loaded: LoadedMarkets): void {
      if (Object.keys(loaded.markets).length === 0) cacheOf(scope).delete(scope)
      else cacheOf(scope).set(scope, loaded, LOADED_FOR_MS)
    },
  }
}
