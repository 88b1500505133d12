import { methodOf } from '../api/arguments/methods.js'
import { PmxError } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { LocateOutcome } from '../candles/fetch/series-locator.js'
import type { CassetteSession } from '../cassette/replay/cassette-session.js'
import { locateOutcome } from '../core/listings/outcome-resolver.js'
import { type ReadBook, readAlone } from '../core/market-data/batched-order-books.js'
import { sortBook } from '../core/market-data/order-books.js'
import { readPublicTrades } from '../core/market-data/public-trades.js'
import type { Contexts, OpenContext } from '../core/request/request-context.js'
import type { ShownOrders } from '../core/trading/records/shown-orders.js'
import { createWatching, type StartWatch } from '../core/watch/subscriptions.js'
import type { Effects } from '../effects/effects.js'
import type { Logger } from '../observe/logger.js'
import { createAbort } from '../policy/abort.js'
import { createOwnStreams, type OwnTarget } from '../streams/account/own-streams.js'
import type { WatchTarget } from '../streams/books/watch-target.js'
import { addLoads } from '../streams/connection/stream-load.js'
import { createStreamManager, type StreamManager, type StreamManagerDeps } from '../streams/stream-manager.js'
import type { HostBook, VenueWiring } from '../transport/hosts.js'
import type { OpenSocket, SocketEvents, SocketWire } from '../transport/socket.js'
import type { OwnKind } from '../venue-kit/contract/account-rows.js'
import type { DaemonCredentials } from '../venue-kit/contract/account-secrets.js'
import type { StreamHandshake, StreamKind } from '../venue-kit/contract/stream-source.js'
import { findOwnTexts } from './recording/account-texts.js'
import { createRecordedVenues } from './recording/recorded-venue.js'

/** Maximum duration of one poll of an order book or of trades, ms. */
const READ_ALLOWED_MS = 20_000
/** Maximum time to open a socket, ms. */
const OPEN_ALLOWED_MS = 10_000

/** The recording that subscriptions are recorded to or replayed from. */
export interface RecordedStreams {
  readonly session: CassetteSession
  /** Opens contexts without cached data: reads for a subscription must not depend on earlier reads. */
  openIsolated(): Contexts
}

export interface StreamsOptions
  extends Pick<StreamManagerDeps, 'onBook' | 'onTrades' | 'ratePerSecond'>,
    Required<Pick<StreamManagerDeps, 'venueNow'>> {
  readonly effects: Effects
  readonly log: Logger
  readonly contexts: Contexts
  readonly locate: LocateOutcome
  readonly readBook?: ReadBook | undefined
  readonly hosts: HostBook
  readonly wire: SocketWire
  /** Maximum size of a venue's message, bytes. */
  readonly maxBytes: number
  wiringOf(venue: VenueId): VenueWiring | undefined
  /** Credentials of the simulated accounts. Empty for live venues. */
  readonly paper: DaemonCredentials
  readonly taped?: RecordedStreams | undefined
  /** Receives all order updates of accounts. */
  readonly shownOrders: ShownOrders
}

const ownMethods = {
  orders: methodOf.watchOrders,
  trades: methodOf.watchMyTrades,
  positions: methodOf.watchPositions,
} as const satisfies Readonly<Record<OwnKind, string>>

/** Creates a daemon's subscriptions: sockets and polling over its transport, and the start of each subscription. */
export function openStreams(options: StreamsOptions): {
  readonly house: StreamManager
  readonly startWatch: StartWatch
} {
  const { effects, contexts, hosts, wire, taped, log, readBook = readAlone } = options
  const clock = taped?.session.passing ?? effects.clock

  async function readWith<Told>(
    open: Contexts['open'],
    { venue, secrets }: Pick<WatchTarget, 'venue' | 'secrets'>,
    read: (ctx: OpenContext) => Promise<Told>,
  ): Promise<Told> {
    const { signal } = createAbort()
    const ctx = open(venue, { priority: 'background', signal, allowedMs: READ_ALLOWED_MS, secrets })
    try {
      return await read(ctx)
    } finally {
      ctx.release()
    }
  }

  /** Runs a read as a separate request in a recording, so that read n in a replay finds read n in the recording. */
  function within<Told>(
    kind: StreamKind,
    target: WatchTarget,
    read: (ctx: OpenContext) => Promise<Told>,
  ): Promise<Told> {
    if (taped === undefined) return readWith(contexts.open, target, read)
    const { venue, located, secrets } = target
    const credentials = secrets.isHeld === true ? undefined : secrets.values
    const args = [located.outcomeId, 'read for who watches']
    const method = kind === 'book' ? methodOf.watchBook : methodOf.watchTrades
    return taped.session.run({ exchange: venue.id, method, args, credentials, isPaced: true }, () =>
      readWith(taped.openIsolated().open, target, read),
    )
  }

  /** Runs a read of an account stream. Requests of the connection itself (without a kind) are not in the recording. */
  async function withinOwn<Told>(
    target: OwnTarget,
    kind: OwnKind | undefined,
    read: (ctx: OpenContext) => Promise<Told>,
  ): Promise<Told> {
    if (taped === undefined || kind === undefined) return readWith(contexts.open, target, read)
    const { venue, secrets } = target
    const credentials = secrets.isHeld === true ? undefined : secrets.values
    const args = ['read for who watches']
    const own = await findOwnTexts(secrets.values, async () => venue)
    return taped.session.run({ exchange: venue.id, method: ownMethods[kind], args, credentials, own }, () =>
      readWith(taped.openIsolated().open, target, read),
    )
  }

  function openAt(id: VenueId, host: string, handshake: StreamHandshake, events: SocketEvents): OpenSocket {
    const { path, query = [], secretHeaders = {} } = handshake
    const url = hosts.urlOf(id, host, path, query)
    const place = { venue: id, host, path, query }
    const isSecure = url.protocol === 'wss:' || url.protocol === 'https:'
    // Proxies are chosen by the address in the form that calls use.
    url.protocol = isSecure ? 'https:' : 'http:'
    const proxy = options.wiringOf(id)?.proxyFor?.(url)
    url.protocol = isSecure ? 'wss:' : 'ws:'
    const { maxBytes } = options
    return wire.open({ place, url, secretHeaders, proxy, maxBytes, timeoutMs: OPEN_ALLOWED_MS }, events)
  }

  const locate: LocateOutcome = taped === undefined ? options.locate : locateApart(taped)

  const { onTrades = () => {}, venueNow, ...deps } = options
  const live = createStreamManager({
    ...deps,
    // Candles of a recording must not depend on subscriptions, and its clock is right.
    ...(taped === undefined ? { onTrades, venueNow } : {}),
    ...effects,
    clock,
    readers: {
      book: (target) =>
        within('book', target, async (ctx) => {
          const { venue, located } = target
          if (venue.book === undefined) throw new Error(`${venue.id} has no books`)
          return sortBook(await readBook(venue, venue.book, located.outcomeId, undefined, ctx), undefined)
        }),
      trades: (target, since) =>
        within('trades', target, async (ctx) => {
          const { venue, located } = target
          if (venue.trades === undefined) throw onSocketAlone(venue.id)
          const found = () => Promise.resolve({ located, checkedAt: clock.now() })
          // With a slow local clock, `since` may be in the future, and the range would be empty.
          const query = { start: Math.min(since, clock.now()) }
          const read = await readPublicTrades(venue.trades, [located.outcomeId, query], ctx, found)
          const { trades, truncated: isTooMany } = read
          const tooMany = isTooMany ? ['one call cannot return all trades'] : []
          return { trades, isTooMany, cut: [...tooMany, ...ctx.omissions.cut] }
        }),
      closedAt(target) {
        // This lookup belongs to no caller's request, so no recording holds it.
        if (taped !== undefined) return Promise.resolve(undefined)
        return readWith(contexts.open, target, async (ctx) => {
          const { located } = await options.locate(target.venue, target.located.outcomeId, ctx)
          return located.closedAt
        })
      },
    },
    async openSocket({ id }, source, secrets, events) {
      return openAt(id, source.host, await source.handshake(secrets, venueNow(id)), events)
    },
  })
  const own = createOwnStreams({
    ...effects,
    clock,
    log,
    counters: live.counters,
    ratePerSecond: options.ratePerSecond,
    run: withinOwn,
    open: openAt,
    show: ({ venue, account }, order, listed) => options.shownOrders.show(venue.id, account, order, listed),
    showTrade: ({ venue, account }, trade) => options.shownOrders.showTrade(venue.id, account, trade),
    noteReversal: ({ venue, account }, trade) => options.shownOrders.noteReversal(venue.id, account, trade),
    accountNow: options.shownOrders.now,
  })
  const house: StreamManager = {
    ...live,
    status: () => addLoads(live.status(), own.status()),
    close() {
      own.close()
      live.close()
    },
  }
  const startWatch = createWatching(house, locate, options.paper, own)
  if (taped === undefined) return { house, startWatch }
  const asTaped = createRecordedVenues(taped.session, log)
  return {
    house,
    startWatch: (method, args, { venue, ctx }, sink, named) =>
      startWatch(method, args, { venue: asTaped(venue), ctx }, sink, named),
  }
}

/** Looks up outcomes without any cached data. */
function locateApart({ openIsolated }: RecordedStreams): LocateOutcome {
  return async (venue, outcomeId, ctx, call) => {
    const { signal, secrets } = ctx
    const { priority = 'interactive', caller } = call ?? {}
    const own = openIsolated().open(venue, { priority, caller, signal, allowedMs: READ_ALLOWED_MS, secrets })
    try {
      return await locateOutcome(venue, outcomeId, own, call)
    } finally {
      own.release()
    }
  }
}

/** Error for trades that have no route to poll, on a venue whose socket cannot be opened at the moment. */
function onSocketAlone(venue: VenueId): PmxError {
  const message = `${venue} sends its trades on its socket only, and currently refuses to open it.`
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    exchange: venue,
    detail: { kind: 'stream_refused' },
  })
}
