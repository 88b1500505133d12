import { type ArgsOf, getMethodRow, type MethodName, methodOf } from '../api/arguments/methods.js'
import { assertMayCallVenue } from '../api/arguments/stored-terms.js'
import { PmxError } from '../api/envelope/errors.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import { containsCatalogId } from '../api/values/catalog-id.js'
import type { CandleEngine } from '../candles/engine.js'
import type { Freshness } from '../candles/fetch/max-wait.js'
import type { LocateOutcome } from '../candles/fetch/series-locator.js'
import type { Clock } from '../effects/clock.js'
import { type LinkView, noLinks } from '../matching/links.js'
import { createAbort, DeadlineExceeded } from '../policy/abort.js'
import type { Priority } from '../policy/urgency.js'
import type { LiveBooks } from '../streams/books/live-books.js'
import { toPmxError } from '../transport/errors.js'
import {
  type DaemonCredentials,
  holderOf,
  type Secrets,
  secretsFor,
  socketSecretsOf,
} from '../venue-kit/contract/account-secrets.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { isOwnWatch } from './capabilities/account-watch-kinds.js'
import { buildCapabilityMap, type CapabilityScope } from './capabilities/capabilities.js'
import type { CatalogSearch } from './cross-venue/catalog/catalog-search.js'
import type { ClusterKind, ClusterQuery } from './cross-venue/matches/clusters.js'
import { createRouter } from './cross-venue/router.js'
import { type LookUpMarket, readMarketAlone } from './listings/batched-market-lookup.js'
import type { CachedLists } from './listings/cache/list-cache-types.js'
import type { ListPages } from './listings/cache/list-cursors.js'
import { createCurrentRows } from './listings/cache/row-refresh.js'
import type { ShownOpen } from './listings/cache/shown-open.js'
import { createLiveRows } from './listings/cache/streamed-row-prices.js'
import { locateOutcome } from './listings/outcome-resolver.js'
import { createListings } from './listings/venue-crawl.js'
import { createMarketReads } from './listings/venue-lists.js'
import { type ReadBook, readAlone } from './market-data/batched-order-books.js'
import { repeatUntilComplete } from './market-data/complete-candles.js'
import { findIgnoredInCalculation, pureMethods } from './market-data/local-calculations.js'
import { createHandlers } from './method-handlers.js'
import {
  type CoreAnswer,
  type CoreCall,
  cacheScopeOf,
  type Handler,
  type Job,
  MethodResult,
  needsNoVenue,
  type Reuse,
  type StoredDefaults,
  termsOf,
} from './request/api-call.js'
import { createNotSupportedError } from './request/not-supported-error.js'
import { type Contexts, type OpenContext, REQUEST_ALLOWED_MS } from './request/request-context.js'
import { createOmissionHeaders, createUpstreamHeader } from './request/response-headers.js'
import { assertAccountWatched, createAccountFinder } from './trading/accounts/account-resolver.js'
import type { OrderContext } from './trading/context/order-context.js'
import { createOwnerOrders, type OwnerOrders } from './trading/owner-orders.js'
import { accountWaitOf, isOfOrders, orderPriorityOf, orderTermsOf } from './trading/request/order-calls.js'
import { createSocketWatches } from './watch/socket-subscriptions.js'
import {
  createNoStreamsError,
  type StartWatch,
  type Watching,
  type WatchMethod,
  type WatchSink,
} from './watch/subscriptions.js'

export interface DispatcherDeps {
  readonly contexts: Contexts
  readonly candles: CandleEngine
  readonly clock: Clock
  readonly pages: ListPages
  readonly held: DaemonCredentials
  /** Credentials for every caller without its own. Only if data is not real. */
  readonly lent?: DaemonCredentials
  /** Substitute account credentials for every caller without its own. Only if data is not real. */
  readonly paper?: DaemonCredentials
  /** How stored responses are used. By default they are not used. */
  readonly stored?: StoredDefaults
  /** How long callers wait for the newest candles before stored ones are returned, ms. No limit by default. */
  readonly maxWaitMs?: number
  /** Whether a candle request ends at its deadline, so that the client must repeat it. Otherwise the request waits. */
  readonly endsLongReads?: boolean
  /** Reads the book of one outcome. By default with a separate call. */
  readonly readBook?: ReadBook
  /** Looks up one market by its id. By default with a separate call. */
  readonly readMarket?: LookUpMarket
  /** Finds outcomes. By default, each is looked up separately. */
  readonly locate?: LocateOutcome
  /** The cached lists; without them every list is read from its venue. */
  readonly cachedLists?: CachedLists
  /** The cross-venue catalog. Without it, there are no cross-venue queries. */
  readonly catalogSearch?: CatalogSearch | undefined
  /** Returns the user's current links between markets. Without it, there are none. @throws PmxError if unreadable */
  readonly links?: (() => LinkView) | undefined
  /** The context in which orders are placed. Without it, orders are not supported. */
  readonly orders?: OrderContext | undefined
  /** The clock for watch calls that wait. By default `clock`. */
  readonly passing?: Clock | undefined
  /** Starts a subscription. Without it, watching is not supported. */
  readonly startWatch?: StartWatch | undefined
  /** Watched books, which update the rows of their markets. Without it, rows stay as they were read. */
  readonly live?: LiveBooks | undefined
  /** Called with the rows that lists and lookups return. Without it, they are not used for candles. */
  readonly shown?: Pick<ShownOpen, 'note'> | undefined
  /** Loads a venue. Returns undefined for an exchange that this version does not support. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
}

export interface Dispatcher extends OwnerOrders {
  /** Runs one method of one venue within the request deadline. @throws PmxError naming the venue, such as NOT_SUPPORTED */
  run<M extends MethodName>(method: M, args: ArgsOf<M>, call: CoreCall): Promise<CoreAnswer>
  /** Returns cross-venue clusters. @throws PmxError naming the router; NOT_SUPPORTED without a cross-venue catalog */
  clusters(kind: ClusterKind, query: ClusterQuery, call: CoreCall): Promise<CoreAnswer>
  /**
   * Starts a watch and reports updates to the sink until the watch ends. The signal aborts only the start.
   * @throws as `run`
   */
  watch<M extends WatchMethod>(method: M, args: ArgsOf<M>, call: CoreCall, sink: WatchSink): Promise<Watching>
}

/** Creates the dispatcher, which finds the venue, checks that the method is supported, and runs it. */
export function createDispatcher({
  contexts,
  candles,
  clock,
  pages,
  held,
  lent = {},
  paper = {},
  stored: defaults = { serveStale: false, offline: false },
  readBook = readAlone,
  readMarket = readMarketAlone,
  locate = locateOutcome,
  cachedLists,
  catalogSearch,
  links = () => noLinks,
  startWatch,
  live,
  passing = clock,
  maxWaitMs,
  endsLongReads = false,
  orders,
  shown,
  loadVenue,
}: DispatcherDeps): Dispatcher {
  const reads = createMarketReads(createListings(contexts, clock, shown))
  const socketWatches = createSocketWatches()
  const handlers = createHandlers({
    reads,
    candles,
    clock,
    pages,
    readBook,
    readMarket,
    locate,
    startWatch,
    socketWatches,
    passing,
    shown,
    current: createCurrentRows(contexts, clock),
    live: createLiveRows(live),
    orders,
    ...(cachedLists === undefined ? {} : { cachedLists }),
  })
  const router =
    catalogSearch === undefined
      ? undefined
      : createRouter({
          catalogSearch,
          books: {
            clock,
            read: (outcomeId, call) => askVenue(methodOf.book, [outcomeId, undefined, undefined], call),
          },
          async feesOf(venues) {
            const loaded = await Promise.all(venues.map(async (id) => [id, await loadVenue(id)] as const))
            const byId = new Map<string, Venue | undefined>(loaded)
            return ({ market, ...order }) =>
              byId.get(market.sourceExchange)?.feeSchedule?.(market, clock.now())?.taker?.feeOf(order)
          },
          links,
          pages: pages.ofAll,
        })

  /** Background work always fetches new data. So does an order, whatever age of data its caller accepts. */
  function freshnessOf({ maxAgeS, priority }: CoreCall): Freshness | undefined {
    const begunAt = clock.monotonic()
    if (maxAgeS !== undefined) return { maxAgeMs: maxAgeS * 1000, begunAt }
    return maxWaitMs === undefined || priority === 'background' ? undefined : { waitMs: maxWaitMs, begunAt }
  }

  /** Returns a call's credentials, and whether it may see everything that the daemon's owner may see. */
  function proofOf(venue: VenueId, method: MethodName, call: CoreCall) {
    const { group } = getMethodRow(method)
    // The positions of an address are those that `fetchPositions` shows.
    const isOfAccount = group === 'trading' || group === 'account' || method === methodOf.watchAddress
    const free = lent[venue] ?? (isOfAccount ? paper[venue] : undefined)
    const secrets = secretsFor(venue, call.credentials, call.trusted, held, free)
    return { secrets, trusted: call.trusted || free !== undefined }
  }

  /** Replaces catalog ids. Most calls have none, and do not use the catalog. */
  async function nativeIds<Args>(venue: VenueId, args: Args): Promise<Args> {
    return catalogSearch === undefined || !containsCatalogId(args)
      ? args
      : await catalogSearch.nativeIds(venue, args)
  }

  const withAccount = createAccountFinder(orders, clock)
  let requests = 0

  function openFor(
    venue: Venue,
    call: CoreCall,
    secrets: Secrets,
    priority: Priority = call.priority ?? 'interactive',
  ): OpenContext {
    return contexts.open(venue, {
      priority,
      caller: { client: call.client ?? '', work: String(requests++) },
      signal: call.signal,
      allowedMs: REQUEST_ALLOWED_MS,
      secrets,
    })
  }

  async function askVenue<M extends MethodName>(
    method: M,
    given: ArgsOf<M>,
    call: CoreCall,
  ): Promise<CoreAnswer> {
    const venue = await loadVenue(call.venue)
    const handler: Handler<M> | undefined = handlers[method]
    if (venue === undefined || handler === undefined) throw createNotSupportedError(method, call.venue)
    const args = await nativeIds(venue.id, given)
    const stored = termsOf(call, defaults)
    const { group } = getMethodRow(method)
    const isTrading = group === 'trading'
    const freshness = isTrading ? undefined : freshnessOf(call)
    if (!needsNoVenue(method)) assertMayCallVenue(venue.id, stored)
    const { secrets: sent, trusted } = proofOf(venue.id, method, call)
    // An order that was begun is completed, whether or not its caller still waits.
    const seen = isTrading ? { ...call, signal: createAbort().signal } : call
    const urgency = orderPriorityOf(method, group, call)
    const openSent = (): OpenContext => openFor(venue, seen, sent, urgency)
    const secrets = isOfOrders(method)
      ? await withAccount(venue, sent, openSent, accountWaitOf(method))
      : sent
    const open = (priority = urgency) => openFor(venue, seen, secrets, priority)
    const ctx = open()
    try {
      const result = await handler(args, {
        venue,
        ctx,
        trusted,
        isHeld: secrets.isHeld === true,
        ...(isTrading ? { order: orderTermsOf(call), reopen: open } : {}),
        ...(stored === undefined || isTrading ? {} : { stored }),
        bare: call.bare,
        table: call.table,
        ...(freshness === undefined ? {} : { freshness }),
      })
      const told = result instanceof MethodResult ? result : new MethodResult(result, {})
      return answerOf(told, ctx, mayReuse(venue, secrets, call))
    } finally {
      ctx.release()
    }
  }

  async function watchVenue<M extends WatchMethod>(
    method: M,
    given: ArgsOf<M>,
    call: CoreCall,
    sink: WatchSink,
  ): Promise<Watching> {
    const venue = await loadVenue(call.venue)
    if (venue === undefined) throw createNotSupportedError(method, call.venue)
    if (startWatch === undefined) throw createNoStreamsError(call.venue)
    const args = await nativeIds(venue.id, given)
    assertMayCallVenue(venue.id, termsOf(call, defaults))
    const sent = proofOf(venue.id, method, call).secrets
    const isOwn = isOwnWatch(method)
    const secrets = isOwn ? await withAccount(venue, sent, () => openFor(venue, call, sent)) : sent
    const ctx = openFor(venue, call, secrets)
    try {
      if (isOwn && orders !== undefined) await assertAccountWatched({ venue, ctx })
      const watching = await startWatch(method, args, { venue, ctx }, sink, given[0])
      const [outcomeId] = args
      if (method !== methodOf.watchBook || typeof outcomeId !== 'string') return watching
      const watch = { scope: cacheScopeOf(venue, ctx), client: call.client ?? '', outcomeId }
      return socketWatches.add(watch, watching, sink)
    } finally {
      ctx.release()
    }
  }

  /** Returns the caller for whom capabilities are determined. */
  function askerOf({ venue, credentials, trusted }: CoreCall): CapabilityScope {
    const secrets = secretsFor(venue, credentials, trusted, held, lent[venue])
    return { secrets: socketSecretsOf(venue, secrets, paper), mayWatch: startWatch !== undefined }
  }

  /** Opens a job of the daemon's owner, for work without a request. */
  async function openOwnJob(id: VenueId, why?: 'cancel'): Promise<(Job & { release(): void }) | undefined> {
    const venue = await loadVenue(id)
    if (venue === undefined) return undefined
    const given = secretsFor(id, undefined, true, held, lent[id] ?? paper[id])
    const openWith = (secrets: Secrets, priority?: Priority) => {
      const { signal } = createAbort()
      return openFor(venue, { venue: id, signal, credentials: undefined, trusted: true }, secrets, priority)
    }
    const secrets = await withAccount(venue, given, () => openWith(given, why), why)
    const reopen = (priority?: Priority) => openWith(secrets, priority)
    const ctx = reopen()
    return {
      venue,
      ctx,
      trusted: true,
      isHeld: secrets.isHeld === true,
      reopen,
      release: () => ctx.release(),
    }
  }

  const ownVenues = venueIds.filter((id) => (held[id] ?? lent[id] ?? paper[id]) !== undefined)
  return {
    watch: (method, args, call, sink) => namingVenue(call, () => watchVenue(method, args, call, sink)),
    run: (method, args, call) =>
      namingVenue(call, async () => {
        const asRouter = call.venue === 'router' ? router : undefined
        if (method === 'has')
          return {
            data: asRouter?.has() ?? buildCapabilityMap(await loadVenue(call.venue), askerOf(call)),
            headers: {},
          }
        if (isPure(method)) return { ...runPure(method, args), headers: {} }
        const answered = asRouter?.run(method, args, call)
        if (answered !== undefined) return answered
        // Background work repeats its requests itself.
        const mayWait = candleReads.has(method) && !endsLongReads && call.priority !== 'background'
        if (!mayWait) return askVenue(method, args, call)
        return repeatUntilComplete(() => askVenue(method, args, call), {
          clock: passing,
          signal: call.signal,
        })
      }),
    clusters: (kind, query, call) =>
      namingVenue(call, async () => {
        if (router === undefined) throw createNotSupportedError(methodOf.marketMatches, call.venue)
        return router.clusters(kind, query, call)
      }),
    ...createOwnerOrders(orders, ownVenues, openOwnJob),
  }
}

/** Returns the callers that may receive a cached response, or undefined if there are none. */
function mayReuse(venue: Venue, secrets: Secrets, { trusted }: CoreCall): Reuse['seenBy'] | undefined {
  if (venue.isPrivate !== true && holderOf(secrets) === '') return 'anyone'
  return trusted ? 'owner' : undefined
}

/** @param seenBy see {@link mayReuse} */
function answerOf(
  { data, reuse, ignored, headers, delivered }: MethodResult,
  { upstreamCalls, omissions }: OpenContext,
  seenBy: Reuse['seenBy'] | undefined,
): CoreAnswer {
  return {
    data,
    headers: { ...createUpstreamHeader(upstreamCalls), ...createOmissionHeaders(omissions), ...headers },
    ignored,
    ...(delivered === undefined ? {} : { delivered }),
    ...(reuse === undefined || seenBy === undefined ? {} : { reuse: { ...reuse, seenBy } }),
  }
}

const candleReads: ReadonlySet<MethodName> = new Set([methodOf.candles, methodOf.eventCandles])

async function namingVenue<Answer>({ venue }: CoreCall, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PmxError) throw error.at(venue)
    if (error instanceof DeadlineExceeded) throw toPmxError(error).at(venue)
    throw error
  }
}

type PureMethod = keyof typeof pureMethods

function isPure(method: MethodName): method is PureMethod {
  return Object.hasOwn(pureMethods, method)
}

function runPure(method: PureMethod, args: readonly unknown[]): Pick<CoreAnswer, 'data' | 'ignored'> {
  // `args` were checked against the definition of this method.
  const run = pureMethods[method] as (args: unknown) => unknown
  return { data: run(args), ignored: findIgnoredInCalculation(method, args) }
}
