import { existsSync } from 'node:fs'
import { messageOf } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import { DAY_MS } from '../api/times/resolution.js'
import { type CompactionProgress, createChunkCompactor } from '../candles/database/compaction-schedule.js'
import type { StoreState } from '../candles/database/fallback-store.js'
import { type CandleEngine, createCandleEngine, createSteadyEngine } from '../candles/engine.js'
import { createJoinedFetch } from '../candles/fetch/batched-fetch.js'
import { createWatch, type Prefetcher } from '../candles/fetch/prefetch.js'
import type { Recheck } from '../candles/maintenance/recheck.js'
import type { Samples } from '../candles/response/sampled-bars.js'
import type { SharedHistory } from '../candles/shared/shared-history.js'
import type { CandleStore } from '../candles/store/candle-store.js'
import { createContradictionNotes } from '../candles/store/contradicted-candles.js'
import { createMemoryStore } from '../candles/store/memory-store.js'
import type { Config } from '../config/schema.js'
import type { CatalogSearch } from '../core/cross-venue/catalog/catalog-search.js'
import { createDispatcher, type Dispatcher } from '../core/dispatcher.js'
import { createJoinedMarkets } from '../core/listings/batched-market-lookup.js'
import { createListPages } from '../core/listings/cache/list-cursors.js'
import { createShownOpen } from '../core/listings/cache/shown-open.js'
import { createListedMarketOf } from '../core/listings/listed-market.js'
import { createJoinedSeek, createLocate, locateOutcome } from '../core/listings/outcome-resolver.js'
import { createJoinedBooks } from '../core/market-data/batched-order-books.js'
import {
  type ContextOptions,
  createContexts,
  FETCH_ALLOWED_MS,
  type OpenContext,
} from '../core/request/request-context.js'
import type { Reconciled } from '../core/trading/reconcile/reconcile-accounts.js'
import type { StartWatch } from '../core/watch/subscriptions.js'
import { runLater } from '../effects/clock.js'
import type { Effects } from '../effects/effects.js'
import { createFeedService, type FeedService } from '../feeds/feed-service.js'
import type { StoredHistory } from '../http/history/stored-history.js'
import type { Logger } from '../observe/logger.js'
import { type Arrivals, createArrivals, createEventLoopYield } from '../policy/event-loop-yield.js'
import { measureDatabases } from '../storage/files.js'
import type { StreamManager } from '../streams/stream-manager.js'
import { createTickers, type Tickers } from '../streams/watch/tickers.js'
import { computeCallRate } from '../transport/budget.js'
import type { Wire } from '../transport/call-types.js'
import type { SocketWire } from '../transport/socket.js'
import { createTransport, type Transport } from '../transport/transport.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { openRecheck, shareToRecheck } from './candle-rechecks.js'
import { type Catalog, type CatalogOptions, openCatalog } from './catalog/catalog.js'
import { openCrossVenueCatalog } from './catalog/cross-venue-catalog.js'
import { openOrders } from './compose-orders.js'
import { openStreams, type RecordedStreams } from './compose-streams.js'
import { noWire } from './network/no-wire.js'
import { createVenueTime } from './network/venue-time.js'
import { wrapDispatcher, wrapFeeds, wrapTickers } from './recording/recorded-dispatcher.js'
import { openSharedHistory, openTiers } from './shared-tiers.js'
import { connectSources } from './sources/connect-sources.js'
import type { OpenWorld } from './sources/source-set.js'
import { checkVenueSettings, loadStoredAddresses } from './sources/venue-loader.js'
import { openCandleStore } from './state/candle-database.js'
import { createLinkReader } from './state/match-links-file.js'
import type { OrderJournalFile } from './state/order-journal-file.js'
import { openStoredHistory } from './state/stored-history.js'

export interface CoreOptions {
  readonly config: Config
  readonly effects: Effects
  readonly log: Logger
  readonly world: OpenWorld
  /** Path of the candle database. Undefined stores candles in memory only. */
  readonly candleFile: string | undefined
  /** Path of the catalog database. If absent, lists are requested from the venues when a call needs them. */
  readonly catalogFile?: string | undefined
  /** Path of the order journal. If absent, the journal ends with the process. */
  readonly orderFile?: string | undefined
  /** Path of the links between markets on different venues. Undefined means no links. */
  readonly linkFile?: string | undefined
  /** Replaces the catalog thread in tests. */
  readonly startCatalogThread?: CatalogOptions['startThread']
  /** Transport to the venues. The network by default. Tests pass their own. */
  readonly wire?: Wire | undefined
}

/** The core: every service that handles calls, without an HTTP server. The CLI calls it directly. */
export interface Core {
  readonly dispatcher: Dispatcher
  /** The data feeds, which are not venues. */
  readonly feeds: FeedService
  /** Tickers of the watched feeds. */
  readonly tickers: Tickers
  readonly transport: Transport
  /** All subscriptions, shared by all callers. */
  readonly streams: StreamManager | undefined
  readonly candles: CandleEngine
  /** Takes samples for the candles of venues that have none. */
  readonly samples: Samples
  /** The catalog of all venues. Undefined with a cassette, whose content must not depend on earlier requests. */
  readonly catalogSearch: CatalogSearch | undefined
  /** Opens a context for the daemon's own work, which gives way to all other requests. */
  openBackground(venue: Venue, terms: Omit<ContextOptions, 'priority'>): OpenContext
  readonly storeState: () => StoreState & { readonly sealing?: CompactionProgress }
  /** Results of rechecks of final candles, by venue, or undefined if rechecks are off. */
  readonly recheck: Recheck['counts'] | undefined
  /** The history that this daemon shares with others, or undefined without one. */
  readonly shared: Pick<SharedHistory, 'leases' | 'status'> | undefined
  /** The stored candles. Undefined with a cassette. */
  readonly history: StoredHistory | undefined
  /** Counters for stored candles. */
  readonly storeCounts: () => StoreCounts
  /** Stored market catalogs, or undefined if lists are not stored. */
  readonly catalog: Catalog | undefined
  /** Number of malformed list rows that were left out since the start, by venue. */
  readonly skippedRows: ReadonlyMap<VenueId, number>
  /** Number of orders with an unknown outcome, or undefined without a journal. */
  readonly doubtfulOrders: () => number | undefined
  /** The stop that blocks new orders, and why the order journal cannot be used, if there is one. */
  readonly journal: Pick<OrderJournalFile, 'stopInForce' | 'unusable'>
  /** Continues an earlier run's cancels. If the journal has no orders, it does not send requests or create files. */
  resumeCancels(of?: 'all' | 'abandoned'): Promise<void>
  /** Compares the daemon's accounts with the journal, on venues with orders in it. Empty in a simulation or a replay. */
  reconcileOrders(): Promise<readonly Reconciled[]>
  /** Reports new connections, so that background work waits while they arrive. */
  readonly arrivals: Arrivals
  /** Loads a venue, or undefined for an exchange that this version does not serve. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
  close(): Promise<void>
}

/** Counts of stored candles that are cheap to compute. */
interface StoreCounts {
  /** Candles passed to the store since the daemon started. */
  readonly stored: number
  readonly series: number
  /** File sizes in bytes, by content. */
  readonly fileBytes: ReadonlyMap<string, number>
}

/** Creates the core. Venues are loaded at their first call, except those that the configuration names. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { config, effects, log, world, candleFile, catalogFile, orderFile, linkFile } = options
  const { urls, cassette, held, lent, paper, offline } = world
  const clock = cassette?.clock ?? effects.clock
  const ids = cassette?.ids(effects.ids) ?? effects.ids
  const tiers = await openTiers(world.shared, effects, log)
  const { venueLoader, feeds, wiringOf, budgets, hosts, liveWire, liveSockets } = connectSources(
    config,
    world,
    effects.clock,
    tiers.shareLimit,
  )
  await checkVenueSettings(venueLoader, config.venues)
  await feeds.checkSettings()
  const isReal = urls === undefined && cassette?.kind !== 'replay'
  const venueTime = createVenueTime(clock, isReal && cassette === undefined)
  const { time, isClockConfirmed, isClockDenied, venueNow, onTime } = venueTime
  const transport = createTransport({
    wire: cassette !== undefined ? cassette.wire(liveWire) : offline ? noWire : (options.wire ?? liveWire()),
    clock,
    random: effects.random,
    breakerClock: cassette?.breakerClock,
    budgets,
    onReply: cassette && ((reply) => cassette.onReply(reply)),
    onTime,
    onFailover: ({ venue, host, address, because }) =>
      log.warn({ venue, host, address, because }, 'a host is now called at an alternative address'),
    wiringOf,
    maxBytes: config.limits.maxVenueBytes,
    attemptTimeoutMs: config.limits.venueTimeoutMs,
  })
  const addressOf = await loadStoredAddresses(config.venues, urls)
  const compactAfterMs = config.candles.sealAfterDays * DAY_MS
  const store = await openCandleStore(candleFile, clock, log, addressOf, compactAfterMs, isClockConfirmed)
  const pages = createListPages(clock, ids)
  const limits = isReal ? config.trading : { ...config.trading, enabled: true }
  const orderParts = { file: orderFile, limits, clock, ids, log, time }
  const { journal, orders, shownOrders } = await openOrders(orderParts)
  // A recording holds responses of venues, and a replay sends no request to them: neither reads stored candles.
  const stored =
    cassette === undefined
      ? { serveStale: config.cache.serveStale, offline }
      : { serveStale: false, offline: false }
  const arrivals = createArrivals(runLater)
  const turn = createEventLoopYield(arrivals.later, clock)
  const sealer =
    candleFile === undefined
      ? undefined
      : createChunkCompactor({
          store,
          clock,
          turn,
          compactAfterMs,
          onError: (error) => log.warn({ reason: messageOf(error) }, 'old candles could not be compacted'),
        })
  const sharing = { store, clock, turn, log, isClockConfirmed, isClockDenied, addressOf }
  const { history: shared, lists: sharedLists } = await openSharedHistory(tiers, effects, sharing)
  const catalog =
    catalogFile === undefined || cassette !== undefined
      ? undefined
      : await openCatalog({
          file: catalogFile,
          ages: config.lists,
          transport,
          clock,
          log,
          turn,
          addressOf,
          onSkipped: (venue, rows) => contexts.noteSkipped(venue, rows),
          isClockConfirmed,
          startThread: options.startCatalogThread,
          sharedLists,
        })
  const sockets = (): SocketWire => (cassette === undefined ? liveSockets() : cassette.sockets(liveSockets))
  const tapedOver = (over: Transport): RecordedStreams | undefined =>
    cassette && {
      session: cassette,
      openIsolated: () => createContexts({ transport: over.isolate(), clock, venueNow, log }),
    }
  // A recording must not depend on other requests.
  const shown = cassette === undefined ? createShownOpen(clock, catalog?.cachedLists.reader) : undefined
  const onLaterResponse = createContradictionNotes(store, shared?.restate)
  const open = (
    over: Transport,
    candleStore: CandleStore & { readonly losses: number },
    { watch, startWatch }: { readonly watch?: Prefetcher | undefined; readonly startWatch?: StartWatch } = {},
  ) => {
    const listedMarketOf = catalog && createListedMarketOf(catalog.cachedLists.reader)
    const contexts = createContexts({ transport: over, clock, venueNow, log, listedMarketOf })
    const { reserve } = over
    // A recording must not depend on concurrent requests.
    const mayJoin = cassette === undefined
    const locate = mayJoin ? createLocate(createJoinedSeek(contexts, clock, reserve)) : locateOutcome
    const readWindow = createJoinedFetch({
      clock,
      reserve,
      allowedMs: FETCH_ALLOWED_MS,
      openContext: contexts.openFetch,
    })
    const engine = createCandleEngine({
      store: candleStore,
      clock,
      turn,
      watch,
      locateOutcome: locate,
      openContext: contexts.openFetch,
      ...(mayJoin ? { readWindow } : {}),
      shownOpenAt: shown?.at,
      isClockConfirmed,
      venueNow,
      ...(candleStore === store ? { onLaterResponse, shared } : {}),
    })
    const candles = createSteadyEngine(engine, candleStore)
    const loadVenue = venueLoader.load
    const links = linkFile === undefined ? undefined : createLinkReader(linkFile)
    const staleMs = config.lists.staleSeconds * 1_000
    const catalogSearch =
      cassette === undefined
        ? openCrossVenueCatalog({ catalog, contexts, clock, turn, lent, staleMs, offline, loadVenue })
        : undefined
    const readBook = mayJoin ? createJoinedBooks(contexts, clock, reserve) : undefined
    const streams =
      startWatch === undefined
        ? openStreams({
            effects,
            log,
            contexts,
            locate,
            readBook,
            hosts,
            wire: sockets(),
            maxBytes: config.limits.maxVenueBytes,
            wiringOf,
            paper,
            onTrades: ({ venue, located }, told) => engine.applyTrades(venue, located.outcomeId, told),
            ratePerSecond: (venue) => computeCallRate(over.budgets(), venue),
            taped: tapedOver(over),
            venueNow,
            shownOrders,
          })
        : { house: undefined, startWatch }
    return {
      across: catalogSearch,
      contexts,
      candles,
      streams: streams.house,
      startWatch: streams.startWatch,
      samples: engine.samples,
      again: engine.again,
      dispatcher: createDispatcher({
        contexts,
        candles,
        clock,
        pages,
        held,
        lent,
        paper,
        orders,
        stored,
        loadVenue,
        catalogSearch,
        links,
        locate,
        startWatch: streams.startWatch,
        shown,
        // Rows of recordings stay as they were read.
        live: cassette === undefined ? streams.house?.live : undefined,
        passing: cassette?.passing,
        ...(readBook === undefined ? {} : { readBook }),
        ...(mayJoin ? { readMarket: createJoinedMarkets(contexts, clock, reserve) } : {}),
        ...(catalog === undefined ? {} : { cachedLists: catalog.cachedLists }),
        // A cassette must not depend on the speed of a client or the duration of a read.
        ...(cassette === undefined ? { maxWaitMs: config.freshness.maxWaitMs } : { endsLongReads: true }),
      }),
    }
  }
  // A cassette holds only requests that its callers caused.
  const isWatching = cassette === undefined && !offline
  const watch = isWatching
    ? createWatch({ clock, rateOf: ({ venue, place }) => computeCallRate(transport.budgets(), venue, place) })
    : undefined
  const main = open(transport, store, { watch })
  const { across, contexts, candles, samples, dispatcher, streams, startWatch } = main
  const recheck = openRecheck({
    store,
    again: main.again,
    clock,
    turn,
    share: shareToRecheck(config.candles.recheckPercent, isWatching),
    loadVenue: venueLoader.load,
    rateOf: (venue) => computeCallRate(transport.budgets(), venue),
    onError: (error) => log.warn({ reason: messageOf(error) }, 'stored candles could not be rechecked'),
  })
  // A recorded request must not depend on data from other requests. Otherwise a replay without them would fail.
  const openApart = (): Dispatcher =>
    open(transport.isolate(), { ...createMemoryStore(), losses: 0 }, { startWatch }).dispatcher
  /** Whether the journal is open. Another process of the folder may have placed the first order. */
  async function isJournalOpen(): Promise<boolean> {
    if (journal.doubts !== undefined) return true
    if (orderFile === undefined || !existsSync(orderFile)) return false
    await journal.open()
    return true
  }
  const deskOver = (over: Transport): FeedService =>
    createFeedService({ transport: over, clock, log, loadFeed: feeds.load })
  const openFeedsApart = (): FeedService => deskOver(transport.isolate())
  const desk = deskOver(transport)
  const tickers = createTickers({
    clock: cassette?.passing ?? clock,
    read: cassette === undefined ? desk.freshTicker : wrapTickers(cassette, openFeedsApart),
    factsOf: async (id) => (await feeds.load(id)).watched,
    ratePerSecond: (id) => computeCallRate(transport.budgets(), id),
  })
  return {
    catalogSearch: across,
    dispatcher:
      cassette === undefined
        ? dispatcher
        : wrapDispatcher(dispatcher, cassette, openApart, { held, paper, loadVenue: venueLoader.load }),
    feeds: cassette === undefined ? desk : wrapFeeds(desk, cassette, openFeedsApart),
    tickers,
    transport,
    streams,
    candles,
    samples,
    openBackground: (venue, terms) => contexts.open(venue, { ...terms, priority: 'background' }),
    storeState: () => ({ ...store.state, ...(sealer?.progress && { sealing: sealer.progress }) }),
    recheck: recheck?.counts,
    shared,
    history:
      cassette === undefined ? openStoredHistory({ ...sharing, loadVenue: venueLoader.load }) : undefined,
    storeCounts: () => ({
      stored: store.taken,
      series: store.seriesCount(),
      fileBytes: measureDatabases({ candles: candleFile, catalog: catalog && catalogFile }),
    }),
    catalog,
    skippedRows: contexts.skippedRows,
    arrivals,
    loadVenue: venueLoader.load,
    async resumeCancels(of) {
      if (await isJournalOpen()) await dispatcher.resumeCancels(of)
    },
    reconcileOrders: async () =>
      isReal && cassette === undefined && (await isJournalOpen()) ? dispatcher.reconcileOrders('used') : [],
    doubtfulOrders: () =>
      journal.doubts === undefined ? undefined : Math.max(0, journal.doubts - orders.ledger.underWay),
    journal,
    async close() {
      streams?.close()
      tickers.close()
      await orders.close()
      sealer?.close()
      watch?.close()
      recheck?.close()
      await catalog?.close()
      await transport.close()
      await shared?.close()
      store.close()
      journal.close()
    },
  }
}
