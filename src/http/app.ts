import { type Context, Hono } from 'hono'
import { pmxHeaders } from '../api/envelope/pmx-headers.js'
import type { CatalogSearch } from '../core/cross-venue/catalog/catalog-search.js'
import type { Dispatcher } from '../core/dispatcher.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import type { FeedService } from '../feeds/feed-service.js'
import type { Guide } from '../mcp/server.js'
import type { Logger } from '../observe/logger.js'
import type { ServerMetrics } from '../observe/metrics.js'
import type { Traffic } from '../observe/traffic.js'
import { createEventLoopYield } from '../policy/event-loop-yield.js'
import type { SecretSet } from '../policy/secrets/secret-set.js'
import { type Access, assertReader, readAuthorization } from './access/caller-rights.js'
import { acceptsHtml, createAssets, type ReadAsset } from './dashboard-files.js'
import { createChangesRoute } from './history/changes.js'
import { createSharedPartRoute } from './history/shared-part.js'
import type { StoredHistory } from './history/stored-history.js'
import { createOpenApiRoute } from './openapi/route.js'
import type { RequestLog } from './request/request-log.js'
import type { Identity } from './response/identity.js'
import type { ReadyPages } from './response/ready-pages.js'
import type { ReadyAnswers } from './response/ready-responses.js'
import { type BaseHeaders, createResponder } from './response/respond.js'
import { createApiRoute } from './routes/api.js'
import { createCandleTables } from './routes/candle-tables.js'
import { createDaemonRoutes } from './routes/daemon.js'
import { createFeedRoute } from './routes/feeds.js'
import { createGuard } from './routes/guarded-route.js'
import { createMatchesRoutes, matchPaths } from './routes/matches.js'
import { createAssistantRoute } from './routes/mcp.js'
import { createOrderDecisions } from './routes/order-decisions.js'
import { createOrdersRoutes } from './routes/orders.js'
import { createSettlementsRoute } from './routes/settlements.js'
import { createUiRoute, type PageData } from './routes/ui.js'
import { createNoRouteError, createNoSqlDatabaseError, hostedPaths, refuseHosted } from './routes/unserved.js'
import { createCatalogRoute } from './routes/v0.js'

export interface AppDeps {
  readonly dispatcher: Dispatcher
  readonly feeds: FeedService
  readonly access: Access
  readonly identity: Identity
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly maxBodyBytes: number
  /** As in `routes/api.ts`. */
  readonly unknownPrice?: number | undefined
  /** The secrets of the daemon, which are masked in errors. The credentials of a request are masked in its own errors too. */
  readonly secrets: Pick<SecretSet, 'findIn' | 'mask'>
  /** Slower requests are logged. */
  readonly slowMs: number
  /** Aborts when the daemon is stopping and open requests must end. */
  readonly stopping: AbortSignal
  readonly ready: ReadyAnswers
  readonly pages: ReadyPages
  /** The catalog of all venues, or undefined if it is not served. */
  readonly catalogSearch: CatalogSearch | undefined
  /** The stored candles, or undefined if they are not served. */
  readonly history?: StoredHistory | undefined
  /** See `later`. */
  later(task: () => void): void
  /** Headers of every response. */
  readonly base: BaseHeaders
  /** Reads the built files of the dashboard and the documentation. */
  readonly readAsset: ReadAsset
  /** The daemon's data for the dashboard. */
  readonly pageData: PageData
  readonly requests: RequestLog
  /** Returns the long form of /health. */
  status(): Readonly<Record<string, unknown>>
  /** Returns the metrics as Prometheus text. */
  metrics(door: ServerMetrics): string
  readonly traffic: Traffic
  /** The guide that MCP clients may read. */
  readonly guide: Guide
  /** Whether MCP clients get the trading tools. */
  readonly trading: boolean
}

/** Creates the routes. The guards have already run when a request arrives here (http/listener.ts). */
export function createApp(deps: AppDeps): Hono {
  const { identity, clock, ids, log, access } = deps
  const turn = createEventLoopYield((task) => deps.later(task), clock)
  const respond = createResponder(deps.base, deps.secrets, turn)
  // Where access is controlled, clients without access do not get the version.
  const { [pmxHeaders.version]: _version, ...unsaid } = deps.base
  const outside = access.isOpen ? respond : createResponder(unsaid, deps.secrets, turn)
  const assets = createAssets(deps.readAsset, access.isOpen ? deps.base : unsaid)
  const { dispatcher, maxBodyBytes, stopping, ready } = deps
  const { base } = deps
  const tables = createCandleTables({ dispatcher, access, stopping, turn, clock, base, mode: identity.mode })
  const api = createApiRoute({
    dispatcher,
    access,
    respond,
    tables,
    maxBodyBytes,
    stopping,
    ready,
    turn,
    ids,
    traffic: deps.traffic,
    unknownPrice: deps.unknownPrice,
  })
  const feeds = createFeedRoute({ feedService: deps.feeds, access, respond, ids, stopping })
  const app = new Hono()

  const guarded = createGuard({
    ...{ respond, outside, clock, ids, log },
    ...{ traffic: deps.traffic, requests: deps.requests, slowMs: deps.slowMs },
  })
  const identify = (c: Context) => access.identify(...readAuthorization((name) => c.req.header(name)))
  const tokenOnly = (c: Context): void => void identify(c)
  const readerOnly = (c: Context): void => assertReader(identify(c))

  const daemon = createDaemonRoutes({ ...deps, respond, outside, tokenOnly })
  app.get('/health', (c) => guarded(c, () => daemon.health(c)))
  app.get('/metrics', (c) => guarded(c, () => daemon.metrics(c)))
  const openapi = createOpenApiRoute({ version: identity.version, isOpen: access.isOpen }, respond)
  app.get('/openapi.json', (c) =>
    guarded(c, () => {
      tokenOnly(c)
      return openapi(c)
    }),
  )
  // The page itself holds no data. Its calls are guarded like those of every client.
  app.get('/', (c) => guarded(c, () => (acceptsHtml(c) ? assets.send(c, 'index.html') : daemon.root(c))))
  const docs = (c: Context, name: string) => guarded(c, () => assets.send(c, `docs-${name}.html`), outside)
  for (const path of ['/docs', '/docs/']) app.get(path, (c) => docs(c, 'start'))
  app.get('/docs/:name', (c) => docs(c, c.req.param('name') ?? ''))
  app.get('/assets/:name', (c) => guarded(c, () => assets.send(c, c.req.param('name')), outside))
  // Registered before the venues' route, which would match `feeds` as a venue. A trailing slash is optional.
  const asText = { failure: respond.textFailure }
  app.all('/api/feeds/*', (c) => guarded(c, () => feeds(c), asText))
  const ui = createUiRoute({ data: deps.pageData, log: deps.requests, respond })
  app.get('/ui/:what', (c) =>
    guarded(c, () => {
      tokenOnly(c)
      return ui(c)
    }),
  )
  const catalog = createCatalogRoute(deps.catalogSearch, deps.pages, respond)
  for (const kind of ['event', 'market'] as const)
    app.get(`/v0/${kind}s`, (c) =>
      guarded(c, () => {
        readerOnly(c)
        return catalog(c, kind)
      }),
    )
  app.get('/v0/candles', (c) => guarded(c, () => tables.many(c)))
  const settlements = createSettlementsRoute({ dispatcher, access, respond, stopping, turn })
  app.get('/v0/settlements', (c) => guarded(c, () => settlements(c)))
  const changes = createChangesRoute({ history: deps.history, access, respond })
  app.get('/v0/changes', (c) => guarded(c, () => changes(c)))
  const sharedPart = createSharedPartRoute({ history: deps.history, access, respond, clock })
  app.get('/v0/shared/part', (c) => guarded(c, () => sharedPart(c)))
  const { matches, clusters } = createMatchesRoutes({ dispatcher, access, respond, stopping, clock })
  for (const kind of ['market', 'event'] as const)
    app.get(`/v0/matched-${kind}-clusters`, (c) => guarded(c, () => clusters(kind)(c)))
  for (const one of matchPaths) app.get(`/v0/${one.path}`, (c) => guarded(c, () => matches(one)(c)))
  app.on(['GET', 'POST'], '/v0/sql', (c) =>
    guarded(c, () => {
      readerOnly(c)
      throw createNoSqlDatabaseError()
    }),
  )
  for (const path of hostedPaths)
    app.all(path, (c) =>
      guarded(c, () => {
        readerOnly(c)
        return refuseHosted(c)
      }),
    )
  const orders = createOrdersRoutes({ dispatcher, access, respond, maxBodyBytes })
  for (const name of ['resolve', 'stop', 'resume'] as const)
    app.post(`/orders/${name}`, (c) => guarded(c, () => orders[name](c)))
  const decisions = createOrderDecisions({ dispatcher, access, respond, maxBodyBytes })
  app.post('/orders/decide', (c) => guarded(c, () => decisions.decide(c)))
  app.post('/orders/reconcile', (c) => guarded(c, () => decisions.reconcile(c)))
  app.get('/api/:exchange/:method', (c) => guarded(c, () => api.get(c)))
  app.post('/api/:exchange/:method', (c) => guarded(c, () => api.post(c)))
  const assistants = createAssistantRoute({
    ...deps,
    version: identity.version,
    fetch: (request, env) => app.fetch(request, env),
  })
  app.all('/mcp', (c) => guarded(c, () => assistants(c)))
  app.notFound((c) =>
    guarded(c, () => {
      tokenOnly(c)
      throw createNoRouteError(c)
    }),
  )
  app.onError((error) => respond.failure(error, { 'x-request-id': ids.requestId() }))
  return app
}
