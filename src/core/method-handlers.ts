import type { ArgsOf } from '../api/arguments/methods.js'
import { assertMayCallVenue, computeAgeSeconds, takesStored } from '../api/arguments/stored-terms.js'
import { pmxHeaders } from '../api/envelope/pmx-headers.js'
import type { UnifiedSeries } from '../api/models/models.js'
import { toWireSeries } from '../api/models/wire-rows.js'
import type { CandleEngine } from '../candles/engine.js'
import type { LocateOutcome } from '../candles/fetch/series-locator.js'
import { toUnreachable } from '../candles/fetch/unreachable.js'
import { toCandleWindow } from '../candles/response/window.js'
import type { Clock } from '../effects/clock.js'
import { collect } from '../venue-kit/contract/paging.js'
import type { SeriesSource, Venue } from '../venue-kit/contract/venue.js'
import type { LookUpMarket } from './listings/batched-market-lookup.js'
import type { CachedLists } from './listings/cache/list-cache-types.js'
import type { ListPages } from './listings/cache/list-cursors.js'
import type { CurrentRows } from './listings/cache/row-refresh.js'
import type { ShownOpen } from './listings/cache/shown-open.js'
import type { LiveRows } from './listings/cache/streamed-row-prices.js'
import { createListHandlers } from './listings/list-handlers.js'
import { createLookups } from './listings/lookups.js'
import type { MarketReads } from './listings/venue-lists.js'
import type { ReadBook } from './market-data/batched-order-books.js'
import { readCandleRows } from './market-data/candle-rows.js'
import { explainEventId } from './market-data/event-as-outcome.js'
import { createLastEvents, type EventHeader } from './market-data/event-cache.js'
import { type EventCandleJob, readEventCandles } from './market-data/event-candles.js'
import { withStored } from './market-data/event-candles-stored.js'
import { createBookReads } from './market-data/order-book-cache.js'
import { findIgnoredInBook } from './market-data/order-books.js'
import { readPublicTrades } from './market-data/public-trades.js'
import { createTradingFee } from './market-data/trading-fee.js'
import { assertPage, slicePage, statusesOf } from './query/sort-and-page.js'
import { assertAgrees, assertRequested, isRequestedSeries } from './query/verify-lookup.js'
import {
  cacheScopeOf,
  createIgnoringResult,
  type Handlers,
  type Job,
  MethodResult,
  ReadyJson,
} from './request/api-call.js'
import { createNotSupportedError } from './request/not-supported-error.js'
import { createCandleCall, type OpenContext } from './request/request-context.js'
import { createCandleHeaders, createProvisionalHeader } from './request/response-headers.js'
import { createAccountHandlers } from './trading/accounts/account-handlers.js'
import type { OrderContext } from './trading/context/order-context.js'
import { createOrderService, type OrderService } from './trading/order-service.js'
import type { SocketWatches } from './watch/socket-subscriptions.js'
import type { StartWatch } from './watch/subscriptions.js'
import { createWatchHandlers } from './watch/watch-handlers.js'

export interface HandlerDeps {
  readonly reads: MarketReads
  readonly candles: CandleEngine
  readonly clock: Clock
  readonly pages: ListPages
  /** The cached lists; without them every list is read from its venue. */
  readonly cachedLists?: CachedLists
  readonly current: CurrentRows
  readonly live: LiveRows
  readonly readBook: ReadBook
  readonly readMarket: LookUpMarket
  readonly locate: LocateOutcome
  /** The context in which orders are placed. Without it, orders are not supported. */
  readonly orders?: OrderContext | undefined
  /** The clock for watch calls that wait. */
  readonly passing: Clock
  /** Starts a subscription. Without it, watching is not supported. */
  readonly startWatch?: StartWatch | undefined
  /** Books that are watched over sockets. */
  readonly socketWatches: SocketWatches
  /** Called with the rows that lookups return. */
  readonly shown?: Pick<ShownOpen, 'note'> | undefined
}

/** Creates the methods that call a venue. No venue supports a method that has no entry here. */
export function createHandlers({
  candles,
  clock,
  readBook,
  readMarket,
  locate,
  orders: context,
  startWatch,
  socketWatches,
  passing,
  shown,
  ...lists
}: HandlerDeps): Handlers {
  const { reads } = lists
  const lastEvents = createLastEvents(clock)
  const books = createBookReads(clock, readBook)
  const orders =
    context &&
    createOrderService({
      context,
      locate,
      async readBook(outcomeId, job) {
        if (job.venue.book === undefined) throw createNotSupportedError('fetchOrderBook', job.venue.id)
        return (await books.one(job.venue.book, [outcomeId, undefined, undefined], job)).data
      },
    })
  const tradingFee = createTradingFee(reads, clock)
  const lookups = createLookups(
    lists.cachedLists?.reader,
    clock,
    lists.cachedLists?.writeBack,
    readMarket,
    shown,
  )

  /**
   * Returns an event with its outcomes. If the venue cannot be called and the caller accepts it, this is the event as it
   * was last returned.
   */
  async function eventOf(
    params: ArgsOf<'fetchEventOHLCV'>[0],
    asked: Job,
  ): Promise<{ readonly event: EventHeader; readonly stale?: NonNullable<EventCandleJob['stale']> }> {
    const { venue, ctx, trusted, stored } = asked
    const scope = cacheScopeOf(venue, ctx)
    const { eventId } = params
    try {
      assertMayCallVenue(venue.id, stored)
      const event = await reads.event(venue, { eventId }, ctx)
      lastEvents.note(scope, eventId, event)
      return { event }
    } catch (error) {
      const trouble = toUnreachable(error, venue, ctx)
      if (trouble === undefined) throw error
      const last = lastEvents.get(scope, eventId) ?? (await storedEvent(params, venue, ctx))
      if (last === undefined) throw error
      const ageS = computeAgeSeconds(last.at, clock.now())
      const job = { venue, call: createCandleCall(ctx, trusted, asked), candles }
      if (!takesStored(stored, ageS)) throw await withStored(trouble.error, last.event, ageS, params, job)
      return { event: last.event, stale: { reason: trouble.reason, ageS, missing: [] } }
    }
  }

  async function storedEvent({ eventId }: ArgsOf<'fetchEventOHLCV'>[0], venue: Venue, ctx: OpenContext) {
    const known = await lookups.stored(venue, (kept) => reads.event(kept, { eventId }, ctx))
    return known && { event: known.data, at: known.at }
  }

  return {
    ...createListHandlers({ ...lists, clock, lookups }),
    getMarketsBySlug: ([slug], job) =>
      lookups.fetchResult(job, true, [], (venue) => reads.markets(venue, { slug }, job.ctx)),

    async fetchSeries([params = {}], { venue, ctx }) {
      // Lists of series have no events.
      const isList = params.id === undefined && params.slug === undefined
      const rows = await seriesRows(venue, params, ctx)
      return createIgnoringResult(isList && params.status !== undefined ? ['status'] : [], rows)
    },
    async fetchEventMetadata([eventTicker], { venue, ctx }) {
      if (venue.eventMetadata === undefined) throw createNotSupportedError('fetchEventMetadata', venue.id)
      return venue.eventMetadata(eventTicker, ctx)
    },

    async fetchOHLCV([outcomeId, { partial, ...params } = {}], job) {
      const { venue, ctx, trusted } = job
      const explained = async (error: unknown): Promise<never> => {
        // Background work knows its ids, and does not spend calls on a better message.
        if (ctx.priority === 'background') throw error
        throw await explainEventId(error, outcomeId, venue, () =>
          reads.event(venue, { eventId: outcomeId }, ctx),
        )
      }
      if (job.table === true || partial === false)
        return readCandleRows(candles, outcomeId, { ...params, partial }, job).catch(explained)
      const answer = await candles
        .candlesJson(venue, outcomeId, params, createCandleCall(ctx, trusted, job))
        .catch(explained)
      const { seriesKey, freshUntil, generation } = answer
      const isWhole = answer.stale === undefined && answer.early === undefined
      const reuse = isWhole ? { seriesKey, freshUntil, generation } : undefined
      return new MethodResult(new ReadyJson(answer.json), createCandleHeaders(answer), reuse)
    },
    async fetchEventOHLCV([params], job) {
      const { venue, ctx, trusted } = job
      // An invalid window is rejected whether or not the event exists.
      toCandleWindow(params, clock.now())
      const { event, ...told } = await eventOf(params, job)
      const call = createCandleCall(ctx, trusted, job)
      const { data, headers } = await readEventCandles(event, params, {
        venue,
        call,
        candles,
        now: clock.now(),
        ...told,
      })
      return new MethodResult(data, headers)
    },
    async fetchOrderBook(args, job) {
      const { venue } = job
      if (venue.book === undefined) throw createNotSupportedError('fetchOrderBook', venue.id)
      const { data, headers } = await books.one(venue.book, args, job)
      return new MethodResult(data, headers, undefined, findIgnoredInBook(args))
    },
    async fetchOrderBooks([outcomeIds], job) {
      const { venue } = job
      if (venue.book === undefined) throw createNotSupportedError('fetchOrderBooks', venue.id)
      const { data, headers } = await books.many(venue.book, outcomeIds, job)
      return new MethodResult(data, headers)
    },
    async fetchTrades(args, { venue, ctx }) {
      if (venue.trades === undefined) throw createNotSupportedError('fetchTrades', venue.id)
      const { trades, truncated, inFuture, provisional } = await readPublicTrades(
        venue.trades,
        args,
        ctx,
        () => {
          const { priority, caller, noteSent: onSent } = ctx
          return locate(venue, args[0], ctx, { priority, caller, onSent })
        },
      )
      return new MethodResult(trades, {
        ...(truncated ? { [pmxHeaders.truncated]: String(trades.length) } : {}),
        ...(inFuture === true ? { [pmxHeaders.emptyReason]: 'in_future' } : {}),
        ...createProvisionalHeader(provisional),
      })
    },
    async fetchTradingFee([params], job) {
      const { feeSchedule, id } = job.venue
      if (feeSchedule === undefined) throw createNotSupportedError('fetchTradingFee', id)
      return tradingFee(params, feeSchedule, job)
    },
    ...createAccountHandlers(context?.ledger),
    ...(orders === undefined ? {} : orderHandlers(orders)),

    ...createWatchHandlers(passing, startWatch, socketWatches),

    close: async () => undefined,
    // Hints of older clients: nothing needs to be prepared here.
    initAuth: async () => null,
    preWarmMarket: async () => null,
  }
}

function orderHandlers({
  create,
  createMany,
  build,
  submit,
  edit,
  cancel,
  cancelMany,
  cancelAll,
  cancelAllAfter,
}: OrderService): Handlers {
  return {
    createOrder: ([params], job) => create(params, job),
    createOrders: ([inputs], job) => createMany(inputs, job),
    buildOrder: ([params], job) => build(params, job),
    submitOrder: ([built], job) => submit(built, job),
    editOrder: ([orderId, changes], job) => edit(orderId, changes, job),
    cancelOrder: ([orderId], job) => cancel(orderId, job),
    cancelOrders: ([orderIds], job) => cancelMany(orderIds, job),
    cancelAllOrders: ([marketId], job) => cancelAll(marketId, job),
    cancelAllOrdersAfter: ([timeoutMs], job) => cancelAllAfter(timeoutMs, job),
  }
}

type SeriesQuery = NonNullable<ArgsOf<'fetchSeries'>[0]>

async function seriesRows(venue: Venue, params: SeriesQuery, ctx: OpenContext): Promise<UnifiedSeries[]> {
  assertPage(params)
  // A venue without series has none to list, which is not a failure (api/README.md, "Lists and lookups").
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
  return slicePage(kept, params)
}

async function foundSeries(
  source: SeriesSource,
  venue: Venue,
  { id, slug, status }: SeriesQuery,
  ctx: OpenContext,
): Promise<readonly UnifiedSeries[]> {
  const key = id ?? slug
  if (key === undefined) return collect(source.list(ctx))
  const found = await source.get(key, statusesOf(status), ctx)
  if (found === undefined) return []
  assertRequested(found, key, isRequestedSeries, venue)
  if (slug !== undefined) assertAgrees(isRequestedSeries(found, slug), 'slug', slug, key)
  return [toWireSeries(found)]
}
