import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { createCandleEngine } from '../../src/candles/engine.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { createDispatcher, type DispatcherDeps } from '../../src/core/dispatcher.js'
import { createJoinedMarkets } from '../../src/core/listings/batched-market-lookup.js'
import type { CachedLists } from '../../src/core/listings/cache/list-cache-types.js'
import { createListPages } from '../../src/core/listings/cache/list-cursors.js'
import type { LookupWriteBack } from '../../src/core/listings/cache/lookup-write-back.js'
import { createShownOpen } from '../../src/core/listings/cache/shown-open.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { createJoinedBooks } from '../../src/core/market-data/batched-order-books.js'
import type { CoreAnswer, CoreCall } from '../../src/core/request/api-call.js'
import { createContexts } from '../../src/core/request/request-context.js'
import type { OrderContext } from '../../src/core/trading/context/order-context.js'
import { silentLogger } from '../../src/observe/logger.js'
import { leaveOnAbort } from '../../src/policy/abort.js'
import { createTransport } from '../../src/transport/transport.js'
import type { DaemonCredentials } from '../../src/venue-kit/contract/account-secrets.js'
import type { Paging } from '../../src/venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  MarketSource,
  Venue,
  VenueContext,
} from '../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock, settle } from '../support/clock.js'
import { atOnce } from '../support/engine.js'
import { type Answers, fakeWire } from '../support/wire.js'

interface MarketFacts {
  readonly title?: string
  readonly description?: string
  readonly slug?: string
  readonly status?: MarketRow['status']
  readonly startsAt?: number
  readonly volume24h?: number
  readonly volume?: number
  readonly liquidity?: number
  readonly category?: string
  readonly tags?: string[]
}

/** A market with a yes and a no side; the yes outcome has the market's id, as at some venues. */
export function market(id: string, facts: MarketFacts = {}): MarketRow {
  const { status = 'active', startsAt, title = `Market ${id}`, description = '', ...rest } = facts
  const yes = { outcomeId: id, marketId: id, label: title, price: 0.4 }
  const no = { outcomeId: `${id}-NO`, marketId: id, label: `Not ${title}`, price: 0.6 }
  return {
    market: {
      marketId: id,
      title,
      description,
      url: `https://venue.test/m/${id}`,
      outcomes: [yes, no],
      sourceExchange: 'kalshi',
      yes,
      no,
      up: yes,
      down: no,
      ...rest,
    },
    status,
    ...(startsAt === undefined ? {} : { startsAt }),
  }
}

interface EventFacts
  extends Pick<
    MarketFacts,
    'title' | 'description' | 'status' | 'startsAt' | 'volume24h' | 'volume' | 'category' | 'tags'
  > {
  readonly slug?: string
}

export function event(id: string, markets: readonly MarketRow[], facts: EventFacts = {}): EventRow {
  const {
    status = 'active',
    startsAt,
    title = `Event ${id}`,
    description = '',
    slug = `slug-${id}`,
    ...rest
  } = facts
  return {
    event: {
      id,
      title,
      description,
      slug,
      url: `https://venue.test/e/${slug}`,
      sourceExchange: 'kalshi',
      ...rest,
    },
    markets: markets.map((row) => ({ ...row, market: { ...row.market, eventId: id } })),
    status,
    ...(startsAt === undefined ? {} : { startsAt }),
  }
}

export interface FakeVenueOptions {
  readonly events?: readonly EventRow[]
  readonly pageSize?: number
  /** Rows come already in the wished order. */
  readonly sorted?: boolean
  /** Lists that nobody asked to sort go by volume, as at most venues; otherwise they keep the order of `events`. */
  readonly byVolume?: boolean
  /** The source hands out rows of every status, whatever was asked. */
  readonly leaks?: boolean
  /** Waited for before each page. */
  readonly hold?: () => Promise<void>
  /** Lookups answer with this row whatever was asked. */
  readonly alwaysFinds?: EventRow
  readonly sources?: Partial<MarketSource>
  readonly rest?: Partial<Venue>
}

export interface FakeVenue extends Venue {
  /** What the core asked the source to list, in order. */
  readonly listings: Listing[]
}

/** A venue in memory; each page costs one call on the wire. */
export function fakeVenue(options: FakeVenueOptions = {}): FakeVenue {
  const { events = [], pageSize = 3, sorted = false, byVolume = false, leaks = false } = options
  const { hold, alwaysFinds } = options
  const listings: Listing[] = []

  function paged<Row extends { readonly status: string }>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    listing: Listing,
    ctx: VenueContext,
  ): Listed<Row> {
    listings.push(listing)
    const listed = rows.filter((row) => leaks || row.status === listing.status)
    const paging: Paging<Row> = {
      kind: 'cursor',
      what: 'rows',
      idOf,
      async fetch(cursor) {
        await hold?.()
        await ctx.http.send({
          host: 'api',
          path: '/page',
          query: { cursor, status: listing.status },
          secretHeaders: { ...ctx.secrets.values },
        })
        const from = Number(cursor ?? 0)
        const next = from + pageSize < listed.length ? String(from + pageSize) : undefined
        return { rows: listed.slice(from, from + pageSize), next }
      },
    }
    return { paging, sorted }
  }

  const eventPages = (rows: readonly EventRow[], listing: Listing, ctx: VenueContext): Listed<EventRow> =>
    paged(rows, (row) => row.event.id, listing, ctx)
  const markets = events.flatMap((row) => row.markets)
  const anyMarket = alwaysFinds?.markets[0]

  return {
    id: 'kalshi',
    hosts: {},
    listings,
    markets: {
      ...(byVolume ? {} : { hasNoVolumes: true }),
      listEvents: (listing, ctx) => eventPages(events, listing, ctx),
      getEvent: async (id) =>
        alwaysFinds ?? events.find(({ event: { id: own, slug } }) => id === own || id === slug),
      getMarket: async (id) =>
        anyMarket ?? markets.find((row) => row.market.marketId === id || row.market.slug === id),
      findOutcome: async (id) =>
        anyMarket ?? markets.find((row) => row.market.outcomes.some(({ outcomeId }) => outcomeId === id)),
      ...options.sources,
    },
    outcomes: {
      hint: () => 'Any text is one here.',
      locate: async (outcomeId) => ({ kind: 'outcome', outcome: { outcomeId, facts: {} } }),
    },
    ...options.rest,
  }
}

/** Sources that a fake venue has only in some tests. */
export const moreSources = {
  markets: (rows: readonly MarketRow[]): Pick<MarketSource, 'listMarkets'> => ({
    listMarkets: (listing, ctx) => onePage(rows, (row) => row.market.marketId, listing, ctx),
  }),
  series: (
    bySeries: Readonly<Record<string, readonly EventRow[]>>,
  ): Pick<MarketSource, 'listSeriesEvents'> => ({
    listSeriesEvents: (series, listing, ctx) =>
      onePage(bySeries[series] ?? [], (row) => row.event.id, listing, ctx),
  }),
  search: (find: (text: string) => readonly EventRow[]): Pick<MarketSource, 'search'> => ({
    search: (text, listing, ctx) => onePage(find(text), (row) => row.event.id, listing, ctx),
  }),
}

function onePage<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  _listing: Listing,
  _ctx: VenueContext,
): Listed<Row> {
  return { paging: { kind: 'cursor', what: 'rows', idOf, fetch: async () => ({ rows }) }, sorted: false }
}

/** What is read outside of lists stays with who reads it. */
export const feedsNothing: LookupWriteBack = {
  take: () => {},
  hasSince: () => false,
  market: () => undefined,
  close: () => {},
}

export interface AskOptions {
  readonly venue?: VenueId
  readonly call?: Partial<CoreCall>
}

/** The core over one venue; questions go through the method table, as those of clients do. */
export function coreOver(
  venue: Venue,
  options: {
    readonly clock?: FakeClock
    readonly held?: DaemonCredentials
    readonly kept?: CachedLists
    /** Markets and books that are asked for one by one at the same time are asked for together. */
    readonly joins?: true
    /** Hosts that the venue has besides `api`. */
    readonly hosts?: readonly string[]
    /** What answers the venue's calls besides its pages, by `METHOD host/path`. */
    readonly answers?: Answers
    /** Where orders are placed. */
    readonly orders?: (clock: FakeClock) => OrderContext
    /** What the dispatcher is given besides, or instead. */
    readonly deps?: Partial<DispatcherDeps>
    /** The current time by the clock of a venue; by default it is ours. */
    readonly venueNow?: () => number
  } = {},
) {
  const { clock = fakeClock(), held = {}, kept: cachedLists, joins, answers = {}, hosts = [] } = options
  const wire = fakeWire({ 'GET api/page': {}, ...answers })
  const room = options.orders?.(clock)
  const limit = { capacity: 1e9, perSecond: 1e9, source: 'test' }
  const transport = createTransport({
    // A real wire lets go of a call when its time is up.
    wire: { ...wire, send: (call, url, terms) => leaveOnAbort(wire.send(call, url, terms), terms.signal) },
    clock,
    random: () => 0,
    wiringOf: () => ({
      hosts: Object.fromEntries(
        ['api', ...hosts].map((host) => [host, { url: `https://${host}.test`, limit }]),
      ),
    }),
    maxBytes: 1_000_000,
    attemptTimeoutMs: 5_000,
  })
  const contexts = createContexts({ transport, clock, venueNow: options.venueNow, log: silentLogger })
  const shown = createShownOpen(clock, cachedLists?.reader)
  const candles = createCandleEngine({
    store: createMemoryStore(),
    clock,
    turn: atOnce,
    locateOutcome,
    shownOpenAt: shown.at,
    openContext: (of, terms) => contexts.open(of, { ...terms, allowedMs: 25_000 }),
  })
  let nextId = 0
  const ids = {
    requestId: () => `request-${nextId++}`,
    instanceId: () => `${String(nextId++).padStart(8, '0')}-0000-4000-8000-000000000000`,
    uuid: () => '00000000-0000-4000-8000-000000000000',
    orderName: () => '00000000-0000-4000-8000-000000000000',
    secret: () => 'secret',
  }
  const dispatcher = createDispatcher({
    contexts,
    candles,
    clock,
    pages: createListPages(clock, ids),
    held,
    orders: room,
    shown,
    ...(cachedLists === undefined ? {} : { cachedLists }),
    ...(joins === undefined
      ? {}
      : {
          readMarket: createJoinedMarkets(contexts, clock, transport.reserve),
          readBook: createJoinedBooks(contexts, clock, transport.reserve),
        }),
    loadVenue: (id) => (id === venue.id ? Promise.resolve(venue) : undefined),
    ...options.deps,
  })

  async function answer(
    method: MethodName,
    raw: readonly unknown[],
    { venue: id, call }: AskOptions = {},
  ): Promise<CoreAnswer> {
    const asked: CoreCall = {
      venue: id ?? venue.id,
      signal: new AbortController().signal,
      credentials: undefined,
      trusted: false,
      ...call,
    }
    const { args, ignored } = readArguments(method, raw)
    const told = await dispatcher.run(method, args, asked)
    return { ...told, ignored: [...ignored, ...(told.ignored ?? [])] }
  }

  return {
    clock,
    wire,
    dispatcher,
    transport,
    contexts,
    answer,
    /** The data of the answer. */
    ask: async (method: MethodName, ...raw: readonly unknown[]): Promise<unknown> =>
      (await answer(method, raw)).data,
    settle,
  }
}

/** The ids of markets or events in an answer. */
export function idsIn(data: unknown): unknown[] {
  if (!Array.isArray(data)) throw new Error('the answer is no list')
  return data.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) return undefined
    return Reflect.get(row, 'marketId') ?? Reflect.get(row, 'id')
  })
}
