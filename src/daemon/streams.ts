import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import type { LocateOutcome } from '../candles/locator.js'
import { tidy } from '../core/books.js'
import type { Contexts, OpenContext } from '../core/context.js'
import { type ReadBook, readAlone } from '../core/joined-books.js'
import type { HeldCredentials } from '../core/secrets.js'
import { publicTrades } from '../core/trades.js'
import { createWatching, type StartWatch } from '../core/watching.js'
import type { Effects } from '../effects/effects.js'
import type { Logger } from '../observe/logger.js'
import { createAbort } from '../policy/abort.js'
import { createStreamHouse, type HouseDeps, type StreamHouse } from '../streams/house.js'
import type { WatchTarget } from '../streams/target.js'
import type { HostBook } from '../transport/hosts.js'
import type { SocketWire } from '../transport/socket.js'
import type { VenueWiring } from '../transport/wiring.js'

/** Time one reading of a book or of trades may take that is polled. */
const READ_ALLOWED_MS = 20_000
/** Time a socket may take to open. */
const OPEN_ALLOWED_MS = 10_000

export interface StreamsOptions extends Pick<HouseDeps, 'onBook' | 'onTrades' | 'ratePerSecond'> {
  readonly effects: Effects
  readonly log: Logger
  readonly contexts: Contexts
  readonly locate: LocateOutcome
  readonly readBook?: ReadBook | undefined
  readonly hosts: HostBook
  readonly wire: SocketWire
  /** Most bytes of one message of a venue. */
  readonly maxBytes: number
  wiringOf(venue: VenueId): VenueWiring | undefined
  /** What stands in for credentials; only where nothing is real. */
  readonly paper: HeldCredentials
}

/** What is watched in a daemon: sockets and polling over its transport, and the beginning of each watching. */
export function openStreams(options: StreamsOptions): {
  readonly house: StreamHouse
  readonly startWatch: StartWatch
} {
  const { effects, contexts, hosts, wire, readBook = readAlone } = options
  const { clock } = effects

  async function within<Told>(
    { venue, secrets }: WatchTarget,
    read: (ctx: OpenContext) => Promise<Told>,
  ): Promise<Told> {
    const { signal } = createAbort()
    const ctx = contexts.open(venue, { priority: 'background', signal, allowedMs: READ_ALLOWED_MS, secrets })
    try {
      return await read(ctx)
    } finally {
      ctx.release()
    }
  }

  const house = createStreamHouse({
    ...options,
    ...effects,
    readers: {
      book: (target) =>
        within(target, async (ctx) => {
          const { venue, located } = target
          if (venue.book === undefined) throw new Error(`${venue.id} has no books`)
          return tidy(await readBook(venue, venue.book, located.outcomeId, undefined, ctx), undefined)
        }),
      trades: (target, since) =>
        within(target, async (ctx) => {
          const { venue, located } = target
          if (venue.trades === undefined) throw onSocketAlone(venue.id)
          const found = () => Promise.resolve({ located, checkedAt: clock.now() })
          const { trades } = await publicTrades(
            venue.trades,
            [located.outcomeId, { start: since }],
            ctx,
            found,
          )
          return trades
        }),
    },
    async openSocket({ id }, source, secrets, events) {
      const { path, query = [], secretHeaders = {} } = await source.handshake(secrets, clock.now())
      const url = hosts.urlOf(id, source.host, path, query)
      const isSecure = url.protocol === 'wss:' || url.protocol === 'https:'
      // Proxies are chosen by the address as calls have it.
      url.protocol = isSecure ? 'https:' : 'http:'
      const proxy = options.wiringOf(id)?.proxyFor?.(url)
      url.protocol = isSecure ? 'wss:' : 'ws:'
      const { maxBytes } = options
      return wire.open({ url, secretHeaders, proxy, maxBytes, timeoutMs: OPEN_ALLOWED_MS }, events)
    },
  })
  return { house, startWatch: createWatching(house, options.locate, options.paper) }
}

/** Trades that are to be polled, of a venue that has nothing to poll: it lets its socket be opened to nobody for now. */
function onSocketAlone(venue: VenueId): PmxError {
  const message = `${venue} tells its trades by its socket alone, and lets it not be opened for now.`
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    exchange: venue,
    detail: { kind: 'stream_refused' },
  })
}
