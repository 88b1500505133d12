import type { Server } from 'node:http'
import { PmxError } from '../api/envelope/errors.js'
import type { CatalogSearch } from '../core/cross-venue/catalog/catalog-search.js'
import type { Dispatcher } from '../core/dispatcher.js'
import { type Clock, runLater } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import type { FeedService } from '../feeds/feed-service.js'
import type { Guide } from '../mcp/server.js'
import type { Logger } from '../observe/logger.js'
import type { ServerMetrics } from '../observe/metrics.js'
import { createTraffic } from '../observe/traffic.js'
import { type Abort, createAbort } from '../policy/abort.js'
import { type Arrivals, createArrivals } from '../policy/event-loop-yield.js'
import type { SecretSet } from '../policy/secrets/secret-set.js'
import type { Tickers } from '../streams/watch/tickers.js'
import { type AccessPolicy, createAccess } from './access/caller-rights.js'
import { hostsFor, originsFor } from './access/host-and-origin-checks.js'
import { createApp } from './app.js'
import type { ReadAsset } from './dashboard-files.js'
import type { StoredHistory } from './history/stored-history.js'
import { type ConnectionListener, createListener } from './listener.js'
import { createConnections } from './request/connections.js'
import { createRequestLog } from './request/request-log.js'
import { createBaseHeaders, type Identity } from './response/identity.js'
import { createReadyPages } from './response/ready-pages.js'
import { createReadyAnswers, createReadyResponses } from './response/ready-responses.js'
import type { PageData } from './routes/ui.js'
import { createSocketCounts, type SocketCounts } from './socket/socket-counters.js'
import { createSocketServer, type SocketServer } from './socket/upgrade.js'

export interface HttpServerOptions {
  readonly identity: Identity
  readonly dispatcher: Dispatcher
  readonly feeds: FeedService
  /** Feed tickers that can be watched. If absent, none can be watched. */
  readonly tickers?: Pick<Tickers, 'watch'>
  /** The catalog of all venues, or undefined if it is not served. */
  readonly catalogSearch: CatalogSearch | undefined
  /** The stored candles, or undefined if they are not served. */
  readonly history?: StoredHistory | undefined
  /** Notified of new connections, so that other work can wait while they arrive. */
  readonly arrivals?: Arrivals
  /** Returns the current generation of a candle series. */
  readonly generation: (seriesKey: string) => number
  /** False if every request must reach the core, so that no response is cached. */
  readonly keepsReady: boolean
  readonly access: AccessPolicy
  /** Host names of this daemon, in addition to those of the loopback interface. */
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly maxBodyBytes: number
  /** As in `routes/api.ts`. */
  readonly unknownPrice?: number | undefined
  /** Slower requests are logged. */
  readonly slowMs: number
  /** Measures durations. */
  readonly clock: Clock
  /** The core's time, which responses contain. */
  readonly shownTime: Pick<Clock, 'now'>
  readonly ids: Ids
  readonly log: Logger
  readonly secrets: SecretSet
  /** Reads the built files of the dashboard and the documentation. */
  readonly readAsset: ReadAsset
  /** The guide that MCP clients may read. */
  readonly guide: Guide
  /** Whether MCP clients get the trading tools. */
  readonly trading: boolean
  /** The daemon's data for the dashboard. */
  readonly pageData: PageData
  /** Returns the long form of /health. */
  readonly status: () => Readonly<Record<string, unknown>>
  /** Returns the metrics as Prometheus text. */
  readonly metrics: (door: ServerMetrics) => string
  /** Counts socket events. The server's own by default. */
  readonly socketCounts?: SocketCounts
  /** Opens the port with the given listener. @throws CannotListen */
  readonly listen: (
    makeListener: (port: number) => ConnectionListener,
  ) => Promise<{ readonly port: number; readonly servers: readonly Server[] }>
}

export interface HttpServer {
  readonly port: number
  /** Stops accepting, lets open requests finish for a moment, and refuses the rest. */
  close(): Promise<void>
}

/** Memory for cached candle responses. */
const READY_BYTES = 16_000_000
/** Requests that are open at the stop may finish within this time before they are refused. */
const GRACE_MS = 200
/** Every connection is closed after this time, because the SDKs kill at 500 ms. */
const STOP_MS = 350

/** Opens a core's HTTP server. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { identity, maxBodyBytes, ids, log } = options
  const stopping = createAbort()
  const arrivals = options.arrivals ?? createArrivals(runLater)
  const { shownTime } = options
  const clock = shownTime === options.clock ? options.clock : { ...options.clock, now: () => shownTime.now() }
  const base = createBaseHeaders(identity)
  const access = createAccess(options.access)
  const ready = createReadyAnswers({
    clock,
    maxBytes: options.keepsReady ? READY_BYTES : 0,
    base,
    generation: options.generation,
  })
  const readyResponses = createReadyResponses(ready, access)
  const { instanceId } = identity
  const pages = createReadyPages({ catalogSearch: options.catalogSearch, access, base, instanceId })
  const traffic = createTraffic()
  const requests = createRequestLog(options.clock, options.secrets)
  const app = createApp({
    dispatcher: options.dispatcher,
    feeds: options.feeds,
    catalogSearch: options.catalogSearch,
    history: options.history,
    access,
    identity,
    clock,
    ids,
    log,
    secrets: options.secrets,
    maxBodyBytes,
    unknownPrice: options.unknownPrice,
    slowMs: options.slowMs,
    stopping: stopping.signal,
    ready,
    pages,
    later: arrivals.later,
    base,
    readAsset: options.readAsset,
    guide: options.guide,
    trading: options.trading,
    pageData: options.pageData,
    requests,
    status: options.status,
    metrics: options.metrics,
    traffic,
  })
  const doors: SocketServer[] = []
  const { port, servers } = await options.listen((chosen) => {
    const hosts = hostsFor(['localhost', '127.0.0.1', '[::1]', ...options.allowHosts], chosen)
    const otherOrigins = new Set(options.allowOrigins.map((origin) => origin.toLowerCase()))
    const policy = { hosts, ownOrigins: originsFor(hosts), otherOrigins, maxBodyBytes }
    const connections = createConnections(options.clock)
    const sockets = createSocketServer({
      dispatcher: options.dispatcher,
      tickers: options.tickers,
      access,
      policy,
      connections,
      clock: options.clock,
      ids,
      log,
      secrets: options.secrets,
      counts: options.socketCounts ?? createSocketCounts(),
    })
    doors.push(sockets)
    return createListener({
      fetch: app.fetch,
      policy,
      ids,
      log,
      readyResponses,
      pages,
      connections,
      clock: options.clock,
      traffic,
      arrived: arrivals.note,
      requests,
      sockets,
    })
  })
  const close = (): Promise<void> => {
    for (const sockets of doors) sockets.close()
    return closeServers(servers, stopping, options.clock)
  }
  return { port, close }
}

/**
 * Closes the servers within {@link STOP_MS}. Open requests may finish, then the rest is refused, then hanging connections are
 * closed.
 */
async function closeServers(servers: readonly Server[], stopping: Abort, clock: Clock): Promise<void> {
  const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  for (const server of servers) server.closeIdleConnections()
  const cancelGrace = clock.setTimer(GRACE_MS, () => {
    stopping.abort(
      new PmxError('EXCHANGE_NOT_AVAILABLE', 'The daemon is shutting down. Retry when it is running again.'),
    )
  })
  const cancelStop = clock.setTimer(STOP_MS, () => {
    for (const server of servers) server.closeAllConnections()
  })
  await closed
  cancelGrace()
  cancelStop()
}
