import { PmxError } from '../api/errors.js'
import { type ArgsOf, type MethodName, methodRow } from '../api/methods.js'
import type { UnifiedEvent, UnifiedMarket, UnifiedSeries } from '../api/models.js'
import { ageInSeconds, type StoredTerms, takesStored } from '../api/stored-terms.js'
import type { VenueId } from '../api/venue-ids.js'
import { toWireSeries } from '../api/wire-rows.js'
import type { CandleEngine } from '../candles/engine.js'
import { outOfReach } from '../candles/out-of-reach.js'
import { assertMayAsk } from '../candles/unasked.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import { createLru } from '../policy/lru.js'
import { collect } from '../venue-kit/paging.js'
import { holderOf } from '../venue-kit/secrets.js'
import type { SeriesSource, Venue } from '../venue-kit/venue.js'
import { idleInBook, orderBook, orderBooks } from './books.js'
import { ReadyJson, type Reuse } from './call.js'
import { candleCall } from './candle-call.js'
import { candleHeaders } from './candle-headers.js'
import type { OpenContext } from './context.js'
import { type EventCandleJob, eventCandles } from './event-candles.js'
import { createLastEvents, type EventFace } from './last-events.js'
import type { EventQuery, MarketQuery, MarketReads } from './market-reads.js'
import { toEventTest, toMarketTest } from './query/criteria.js'
import { idleIn, idleInEvents } from './query/idle.js'
import { assertAgrees, assertAsked, isAskedSeries } from './query/lookup.js'
import { assertPage, page } from './query/select.js'
import { createSnapshots, type Snapshots } from './query/snapshots.js'
import { publicTrades } from './trades.js'

/** What a handler works with: the venue, and a context that ends with the request. */
interface Job {
  readonly venue: Venue
  readonly ctx: OpenContext
  /** The caller is the daemon's owner. */
  readonly trusted: boolean
  /** What the caller takes where the venue cannot be asked. */
  readonly stored?: StoredTerms
}

/** A value with a story of its own. */
export class Told {
  constructor(
    readonly data: unknown,
    readonly headers: Readonly<Record<string, string>>,
    readonly reuse?: Omit<Reuse, 'seenBy'>,
    /** Arguments that said nothing beside the others. */
    readonly ignored: readonly string[] = [],
  ) {}
}

function without(ignored: readonly string[], data: unknown): Told {
  return new Told(data, {}, undefined, ignored)
}

export type Handler<M extends MethodName> = (args: ArgsOf<M>, job: Job) => Promise<unknown>
export type Handlers = { readonly [M in MethodName]?: Handler<M> }

export interface HandlerDeps {
  readonly reads: MarketReads
  readonly candles: CandleEngine
  readonly clock: Clock
  readonly pages: ListPages
}

/** Lists that are being read page by page: a cursor outlives the request that gave it. */
export interface ListPages {
  readonly markets: Snapshots<UnifiedMarket>
  readonly events: Snapshots<UnifiedEvent>
}

export function createListPages(clock: Clock, ids: Ids): ListPages {
  return {
    markets: createSnapshots(clock, ids, ({ marketId }) => marketId),
    events: createSnapshots(clock, ids, ({ id }) => id),
  }
}

/** Holders of credentials and venues whose `loadMarkets` is kept. */
const MAX_LOADED_BY_HOLDERS = 8

/** The methods that ask a venue. One without an entry here is supported by no venue. */
export function createHandlers({ reads, candles, clock, pages }: HandlerDeps): Handlers {
  const loaded = createLoadedMarkets()
  const lastEvents = createLastEvents(clock)

  /** An event with its outcomes; as it was last told, where the venue cannot be asked and the caller takes that. */
  async function eventOf(
    eventId: string,
    { venue, ctx, stored }: Job,
  ): Promise<{ readonly event: EventFace; readonly stale?: NonNullable<EventCandleJob['stale']> }> {
    const scope = scopeOf(venue, ctx)
    try {
      assertMayAsk(venue.id, stored)
      const event = await reads.event(venue, { eventId }, ctx)
      lastEvents.note(scope, eventId, event)
      return { event }
    } catch (error) {
      const trouble = outOfReach(error, venue, ctx)
      const last = lastEvents.get(scope, eventId)
      if (trouble === undefined || last === undefined) throw error
      const ageS = ageInSeconds(last.at, clock.now())
      if (!takesStored(stored, ageS)) throw error
      return { event: last.event, stale: { reason: trouble.reason, ageS, missing: [] } }
    }
  }

  function eventPage(params: ArgsOf<'fetchEventsPaginated'>[0], { venue, ctx }: Job) {
    const test = params?.filter === undefined ? undefined : toEventTest(params.filter)
    const request = { cursor: params?.cursor, limit: params?.limit, test, scope: scopeOf(venue, ctx) }
    return pages.events.page(request, () => reads.events(venue, {}, ctx))
  }

  const markets = async (venue: Venue, query: MarketQuery, ctx: OpenContext): Promise<Told> =>
    without(idleIn(query), await reads.markets(venue, query, ctx))
  const events = async (venue: Venue, query: EventQuery, ctx: OpenContext): Promise<Told> =>
    without(idleInEvents(query), await reads.events(venue, query, ctx))

  return {
    async loadMarkets([reload = false], { venue, ctx }) {
      const scope = scopeOf(venue, ctx)
      const known = loaded.get(scope)
      if (known !== undefined && !reload) return known
      const markets = await reads.markets(venue, {}, ctx)
      const map = Object.fromEntries(markets.map((market) => [market.marketId, market]))
      loaded.set(scope, map)
      return map
    },
    fetchMarkets: ([params = {}], { venue, ctx }) => markets(venue, params, ctx),
    searchMarkets: ([query, params = {}], { venue, ctx }) => markets(venue, withText(query, params), ctx),
    getMarketsBySlug: async ([slug], { venue, ctx }) => reads.markets(venue, { slug }, ctx),
    async fetchMarketsPaginated([params], { venue, ctx }) {
      const test = params?.filter === undefined ? undefined : toMarketTest(params.filter)
      const request = { cursor: params?.cursor, limit: params?.limit, test, scope: scopeOf(venue, ctx) }
      return without(
        idleIn(params ?? {}),
        await pages.markets.page(request, () => reads.markets(venue, {}, ctx)),
      )
    },
    fetchMarket: async ([params = {}], { venue, ctx }) =>
      without(idleIn(params), await reads.market(venue, params, ctx)),

    fetchEvents: ([params = {}], { venue, ctx }) => events(venue, params, ctx),
    searchEvents: ([query, params = {}], { venue, ctx }) => events(venue, withText(query, params), ctx),
    fetchEventsPaginated: async ([params], job) =>
      without(idleIn(params ?? {}), await eventPage(params, job)),
    async fetchEventsPage([params], job) {
      const { data, nextCursor = null } = await eventPage(params, job)
      return without(idleIn(params ?? {}), { events: data, cursor: nextCursor, nextCursor })
    },
    fetchEvent: async ([params = {}], { venue, ctx }) =>
      without(idleInEvents(params), await reads.event(venue, params, ctx)),

    fetchSeries: async ([params = {}], { venue, ctx }) => seriesRows(venue, params, ctx),
    async fetchEventMetadata([eventTicker], { venue, ctx }) {
      if (venue.eventMetadata === undefined) throw notSupported('fetchEventMetadata', venue.id)
      return venue.eventMetadata(eventTicker, ctx)
    },

    async fetchOHLCV([outcomeId, params = {}], { venue, ctx, trusted, stored }) {
      const answer = await candles.candlesJson(venue, outcomeId, params, candleCall(ctx, trusted, stored))
      const { seriesKey, freshUntil, tag, generation } = answer
      const reuse = answer.stale === undefined ? { seriesKey, freshUntil, tag, generation } : undefined
      return new Told(new ReadyJson(answer.json), candleHeaders(answer), reuse)
    },
    async fetchEventOHLCV([params], job) {
      const { venue, ctx, trusted, stored } = job
      const { event, ...told } = await eventOf(params.eventId, job)
      const call = candleCall(ctx, trusted, stored)
      const { data, headers } = await eventCandles(event, params, {
        venue,
        call,
        candles,
        now: clock.now(),
        ...told,
      })
      return new Told(data, headers)
    },
    async fetchOrderBook(args, { venue, ctx }) {
      if (venue.book === undefined) throw notSupported('fetchOrderBook', venue.id)
      return without(idleInBook(args), await orderBook(venue, venue.book, args, ctx))
    },
    async fetchOrderBooks([outcomeIds], { venue, ctx }) {
      if (venue.book === undefined) throw notSupported('fetchOrderBooks', venue.id)
      return orderBooks(venue, venue.book, outcomeIds, ctx)
    },
    async fetchTrades(args, { venue, ctx }) {
      if (venue.trades === undefined) throw notSupported('fetchTrades', venue.id)
      const { trades, truncated, inFuture } = await publicTrades(venue, venue.trades, args, ctx)
      return new Told(trades, {
        ...(truncated ? { 'x-pmx-truncated': String(trades.length) } : {}),
        ...(inFuture === true ? { 'x-pmx-empty-reason': 'in_future' } : {}),
      })
    },
    async fetchPositions([address], { venue, ctx }) {
      if (venue.account?.positionsOf === undefined) throw notSupported('fetchPositions', venue.id)
      if (address !== undefined) return venue.account.positionsOf(address, ctx)
      throw new PmxError(
        'AUTHENTICATION_ERROR',
        'fetchPositions without an address asks for your own account, which needs credentials; pass a public address.',
      )
    },

    close: async () => undefined,
  }
}

/**
 * The text stands in a place of its own; a second one among the others is of something else.
 * @throws BAD_REQUEST
 */
function withText<Query extends { readonly query?: string }>(query: string, params: Query) {
  if (params.query !== undefined) assertAgrees(params.query === query, 'query', params.query, query)
  return { ...params, query }
}

/** Whose a kept thing is: a venue's, and of those who may see it. */
function scopeOf(venue: Venue, ctx: OpenContext): string {
  return `${venue.id} ${holderOf(ctx.secrets)}`
}

/** Maps of `loadMarkets`: everybody's for good, and those of the holders of credentials who came last. */
function createLoadedMarkets() {
  type Markets = Readonly<Record<string, UnifiedMarket>>
  const everybodys = new Map<string, Markets>()
  const holders = createLru<Markets>(MAX_LOADED_BY_HOLDERS)
  return {
    get: (scope: string): Markets | undefined => everybodys.get(scope) ?? holders.get(scope),
    set(scope: string, markets: Markets): void {
      if (scope.endsWith(' ')) everybodys.set(scope, markets)
      else holders.set(scope, markets)
    },
  }
}

type SeriesQuery = NonNullable<ArgsOf<'fetchSeries'>[0]>

async function seriesRows(venue: Venue, params: SeriesQuery, ctx: OpenContext): Promise<UnifiedSeries[]> {
  assertPage(params)
  // Venues without series have none to list, which is no failure (api/README.md, "Lists and lookups").
  if (venue.series === undefined) return []
  const rows = await foundSeries(venue.series, venue, params, ctx)
  ctx.omissions.assertFew()
  const needle = params.query?.toLowerCase()
  const recurrence = params.recurrence?.toLowerCase()
  const kept = rows.filter(
    (row) =>
      (needle === undefined || row.title.toLowerCase().includes(needle)) &&
      (recurrence === undefined || row.recurrence?.toLowerCase() === recurrence),
  )
  return page(kept, params)
}

async function foundSeries(
  source: SeriesSource,
  venue: Venue,
  { id, slug }: SeriesQuery,
  ctx: OpenContext,
): Promise<readonly UnifiedSeries[]> {
  const key = id ?? slug
  if (key === undefined) return collect(source.list(ctx))
  const found = await source.get(key, ctx)
  if (found === undefined) return []
  assertAsked(found, key, isAskedSeries, venue)
  if (slug !== undefined) assertAgrees(isAskedSeries(found, slug), 'slug', slug, key)
  return [toWireSeries(found)]
}

/** The error for what a venue, or this version of it, cannot do. */
export function notSupported(method: MethodName, venue: VenueId): PmxError {
  const hint =
    methodRow(method).group === 'router' ? " Cross-venue methods belong to the exchange 'router'." : ''
  return new PmxError(
    'NOT_SUPPORTED',
    `Method '${method}' is not supported by '${venue}' here; GET /api/${venue}/has lists what is.${hint}`,
    { exchange: venue },
  )
}
