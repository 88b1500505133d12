import { type Context, Hono } from 'hono'
import { PmxError } from '../api/envelope/errors.js'
import { PRIORITY_HEADER, pmxHeaders } from '../api/envelope/pmx-headers.js'
import type { Across } from '../core/cross-venue/catalog/catalog-search.js'
import type { Dispatcher } from '../core/dispatcher.js'
import type { Clock } from '../effects/clock.js'
import type { Ids } from '../effects/ids.js'
import type { FeedDesk } from '../feeds/feed-service.js'
import type { Guide } from '../mcp/server.js'
import type { Logger } from '../observe/logger.js'
import type { DoorFacts } from '../observe/metrics.js'
import { classOfPath, type Traffic } from '../observe/traffic.js'
import { createTurns } from '../policy/event-loop-yield.js'
import type { SecretSet } from '../policy/secrets/secret-set.js'
import { type Access, assertReader, proofIn } from './access/access.js'
import { notServed } from './access/request-guards.js'
import { methodsAt } from './access/served-methods.js'
import { createAssets, type ReadAsset, wantsPage } from './dashboard-files.js'
import { createOpenApiRoute } from './openapi/route.js'
import { REQUEST_ID } from './request/request-id.js'
import { type RequestLog, TOLD, type ToldOf } from './request/request-log.js'
import type { ReadyPages } from './response/ready-pages.js'
import type { ReadyAnswers } from './response/ready-responses.js'
import { type BaseHeaders, createResponder, type Responder } from './response/respond.js'
import { createApiRoute } from './routes/api.js'
import { createFeedRoute } from './routes/feeds.js'
import { createMatchesRoutes, matchPaths } from './routes/matches.js'
import { createAssistantRoute } from './routes/mcp.js'
import { createOrderDecisions } from './routes/order-decisions.js'
import { createOrdersRoutes } from './routes/orders.js'
import { createUiRoute, type PageData } from './routes/ui.js'
import { createCatalogRoute } from './routes/v0.js'

/** What the daemon says about itself. */
export interface Identity {
  readonly version: string
  readonly instanceId: string
  readonly mode: 'live' | 'demo' | 'replay'
  /** The wire's version: clients are compatible by this number, never by the package version. */
  readonly apiVersion: number
}

export interface AppDeps {
  readonly dispatcher: Dispatcher
  readonly feeds: FeedDesk
  readonly access: Access
  readonly identity: Identity
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly maxBodyBytes: number
  /** As in `routes/api.ts`. */
  readonly unknownPrice?: number | undefined
  /** What the daemon holds and no failure may tell; a request's own credentials are added to them for itself. */
  readonly secrets: Pick<SecretSet, 'findIn' | 'mask'>
  /** Slower requests than this are logged. */
  readonly slowMs: number
  /** Aborts when the daemon stops and running requests must end. */
  readonly stopping: AbortSignal
  readonly ready: ReadyAnswers
  readonly pages: ReadyPages
  /** The catalog of all venues; undefined where it is not served. */
  readonly across: Across | undefined
  /** See `later`. */
  later(task: () => void): void
  /** Headers of every reply. */
  readonly base: BaseHeaders
  /** Files of the pages for people. */
  readonly readAsset: ReadAsset
  /** What they show of the daemon. */
  readonly pageData: PageData
  readonly requests: RequestLog
  /** The long form of /health. */
  status(): Readonly<Record<string, unknown>>
  /** Prometheus text. */
  metrics(door: DoorFacts): string
  readonly traffic: Traffic
  /** What assistants may read. */
  readonly guide: Guide
  /** Whether assistants are offered to trade. */
  readonly trading: boolean
}

const SLOW_EVERY_MS = 1_000

/** Headers that every reply carries, made once. */
export function baseHeaders(identity: Identity): BaseHeaders {
  return {
    [pmxHeaders.version]: identity.version,
    [pmxHeaders.instance]: identity.instanceId,
    ...(identity.mode === 'live' ? {} : { [pmxHeaders.mode]: identity.mode }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
}

/** The routes. Guards have run before a request arrives here (http/listener.ts). */
export function createApp(deps: AppDeps): Hono {
  const { identity, clock, ids, log, access } = deps
  const turn = createTurns((task) => deps.later(task), clock)
  const respond = createResponder(deps.base, deps.secrets, turn)
  // Where callers must prove who they are, those who did not are told nothing of what runs here.
  const { [pmxHeaders.version]: _version, ...unsaid } = deps.base
  const outside = access.isOpen ? respond : createResponder(unsaid, deps.secrets, turn)
  const assets = createAssets(deps.readAsset, access.isOpen ? deps.base : unsaid)
  const { dispatcher, maxBodyBytes, stopping, ready } = deps
  const api = createApiRoute({
    dispatcher,
    access,
    respond,
    maxBodyBytes,
    stopping,
    ready,
    turn,
    ids,
    traffic: deps.traffic,
    unknownPrice: deps.unknownPrice,
  })
  const feeds = createFeedRoute({ desk: deps.feeds, access, respond, ids, stopping })
  const app = new Hono()

  /** One line a second: where all are slow, a line for each would make them slower. */
  const slow = { toldAt: Number.NEGATIVE_INFINITY, untold: 0 }
  function tellSlow(facts: Readonly<Record<string, unknown>>): void {
    if (clock.monotonic() - slow.toldAt < SLOW_EVERY_MS) {
      slow.untold++
      return
    }
    log.info({ ...facts, ...(slow.untold === 0 ? {} : { othersBefore: slow.untold }) }, 'slow request')
    slow.toldAt = clock.monotonic()
    slow.untold = 0
  }

  /**
   * Runs a route; turns what it throws into a reply, and logs what was slow or went wrong.
   * @param tells `outside` where nobody has to prove who he is
   */
  async function guarded(
    c: Context,
    route: () => Promise<Response> | Response,
    tells: Pick<Responder, 'failure'> = respond,
  ): Promise<Response> {
    const { path, method } = c.req
    const startedAt = clock.monotonic()
    try {
      const reply = await route()
      const tookMs = clock.monotonic() - startedAt
      deps.traffic.answered(classOfPath(path), tookMs)
      remember(c, reply, tookMs)
      if (tookMs >= deps.slowMs) tellSlow({ method, path, tookMs })
      return reply
    } catch (error) {
      const named: unknown = c.get(REQUEST_ID)
      const requestId = typeof named === 'string' ? named : ids.requestId()
      const tookMs = clock.monotonic() - startedAt
      deps.traffic.answered(classOfPath(path), tookMs, codeOf(error))
      const facts = { requestId, method, path, tookMs }
      // Nobody hears the reply, and what was thrown is the way the request was torn down.
      if (c.req.raw.signal.aborted && !(error instanceof PmxError)) log.debug(facts, 'caller hung up')
      else logFailure(log, error, facts)
      const allow = error instanceof PmxError ? servedHeaders(error.status, path) : {}
      const by = isOutsider(error) ? outside : tells
      const reply = by.failure(error, { 'x-request-id': requestId, ...allow })
      remember(c, reply, facts.tookMs, error instanceof PmxError ? error.code : 'INTERNAL_ERROR')
      return reply
    }
  }

  /** Of what is asked of venues; the page's own looks at the daemon are nobody's question. */
  function remember(c: Context, { status }: Response, tookMs: number, code?: string): void {
    const { path, url, method } = c.req
    if (!path.startsWith('/api/') && !path.startsWith('/v0/')) return
    const { headers, body }: ToldOf = c.get(TOLD) ?? {}
    deps.requests.note({
      method,
      target: url.slice(url.indexOf('/', 8)),
      status,
      tookMs,
      client: c.req.header('user-agent'),
      byPage: c.req.header('sec-fetch-site') === 'same-origin',
      background: c.req.header(PRIORITY_HEADER)?.toLowerCase() === 'background',
      cache: headers?.[pmxHeaders.cache],
      calls: headers?.[pmxHeaders.upstreamRequests],
      body,
      code,
    })
  }

  const identify = (c: Context) => access.identify(...proofIn((name) => c.req.header(name)))
  const tokenOnly = (c: Context): void => void identify(c)
  const readerOnly = (c: Context): void => assertReader(identify(c))

  app.get('/health', (c) =>
    guarded(c, () => {
      const short = { status: 'ok', timestamp: clock.now() }
      const facts = { instanceId: identity.instanceId, apiVersion: identity.apiVersion, mode: identity.mode }
      if (c.req.query('verbose') === undefined) return outside.plain({ ...short, ...facts })
      tokenOnly(c)
      return respond.plain({ ...short, ...facts, ...deps.status() })
    }),
  )
  app.get('/metrics', (c) =>
    guarded(c, () => {
      tokenOnly(c)
      return respond.text(
        deps.metrics({ readyBytes: ready.bytes, traffic: deps.traffic.families() }),
        'text/plain; version=0.0.4; charset=utf-8',
      )
    }),
  )
  const openapi = createOpenApiRoute({ version: identity.version, isOpen: access.isOpen }, respond)
  app.get('/openapi.json', (c) =>
    guarded(c, () => {
      tokenOnly(c)
      return openapi(c)
    }),
  )
  app.get('/', (c) =>
    guarded(c, () => {
      // The page holds nothing but itself; what it asks for is guarded as for everybody else.
      if (wantsPage(c)) return assets.send(c, 'index.html')
      tokenOnly(c)
      const answer = {
        name: 'pmx-local',
        version: identity.version,
        mode: identity.mode,
        try: [
          '/health',
          '/api/polymarket/fetchMarkets?limit=3',
          '/api/kalshi/fetchEvents?limit=3',
          '/api/kalshi/has',
        ],
      }
      return respond.plain(answer, { vary: 'accept' })
    }),
  )
  const docs = (c: Context, name: string) => guarded(c, () => assets.send(c, `docs-${name}.html`), outside)
  for (const path of ['/docs', '/docs/']) app.get(path, (c) => docs(c, 'start'))
  app.get('/docs/:name', (c) => docs(c, c.req.param('name') ?? ''))
  app.get('/assets/:name', (c) => guarded(c, () => assets.send(c, c.req.param('name')), outside))
  // Before the venues' route, which would take `feeds` for one. Without a slash behind it, it is the same.
  const asText = { failure: respond.textFailure }
  app.all('/api/feeds/*', (c) => guarded(c, () => feeds(c), asText))
  const ui = createUiRoute({ data: deps.pageData, log: deps.requests, respond })
  app.get('/ui/:what', (c) =>
    guarded(c, () => {
      tokenOnly(c)
      return ui(c)
    }),
  )
  const catalog = createCatalogRoute(deps.across, deps.pages, respond)
  for (const kind of ['event', 'market'] as const)
    app.get(`/v0/${kind}s`, (c) =>
      guarded(c, () => {
        readerOnly(c)
        return catalog(c, kind)
      }),
    )
  const { matches, clusters } = createMatchesRoutes({ dispatcher, access, respond, stopping, clock })
  for (const kind of ['market', 'event'] as const)
    app.get(`/v0/matched-${kind}-clusters`, (c) => guarded(c, () => clusters(kind)(c)))
  for (const one of matchPaths) app.get(`/v0/${one.path}`, (c) => guarded(c, () => matches(one)(c)))
  app.on(['GET', 'POST'], '/v0/sql', (c) =>
    guarded(c, () => {
      readerOnly(c)
      throw noSqlDatabase()
    }),
  )
  for (const path of hostedPaths)
    app.all(path, (c) =>
      guarded(c, () => {
        readerOnly(c)
        return refuseUnbuilt(`${c.req.method} ${c.req.path.slice(0, 120)}`)
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
      const served = methodsAt(c.req.path)
      if (c.req.path === '/ws' && c.req.method === 'GET') throw wantsUpgrade()
      if (served?.some((each) => each === c.req.method) === false)
        throw new PmxError('BAD_REQUEST', notServed(c.req.method, served), {
          status: 405,
          detail: { kind: 'method_not_allowed' },
        })
      throw new PmxError('NOT_FOUND', `Nothing is served at ${c.req.method} ${c.req.path.slice(0, 120)}`)
    }),
  )
  app.onError((error) => respond.failure(error, { 'x-request-id': ids.requestId() }))
  return app
}

/** Routes of the hosted service that a local daemon does not have. */
const hostedPaths = ['trade/*', 'orders/*', 'user/*', 'escrow/*', 'account'].map((path) => `/v0/${path}`)

/** Headers with which a reply says how its path is asked for. */
function servedHeaders(status: number, path: string): Readonly<Record<string, string>> {
  if (status === 426) return { upgrade: 'websocket', connection: 'Upgrade' }
  return status === 405 ? { allow: (methodsAt(path) ?? []).join(', ') } : {}
}

function wantsUpgrade(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    'This path opens a WebSocket: connect to it with ws:// and not http://.',
    {
      status: 426,
      detail: { kind: 'upgrade_required' },
    },
  )
}

/** What a failure is counted as. */
function codeOf(error: unknown): string {
  return error instanceof PmxError ? error.code : 'BUG'
}

/** Whether the daemon itself turned the caller away. */
function isOutsider(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === 'daemon_access'
}

/** Whether what was asked for is only not ready yet, and is being made ready. */
function isYetToCome({ code, detail }: PmxError): boolean {
  return code === 'CATALOG_UNAVAILABLE' && String(detail?.['kind']).startsWith('still_')
}

/** As the hosted service answers where no database is configured (api/README.md, "The catalog of all venues"). */
function noSqlDatabase(): PmxError {
  const message =
    'This daemon has no database for /v0/sql. Ask the catalog at /v0/events and /v0/markets, and what is stored with: pmx-local sql'
  return new PmxError('NOT_SUPPORTED', message, { status: 503, detail: { kind: 'no_database' } })
}

function refuseUnbuilt(what: string): never {
  throw new PmxError('NOT_SUPPORTED', `${what} is not served by this version.`)
}

function logFailure(log: Logger, error: unknown, facts: Readonly<Record<string, unknown>>): void {
  if (error instanceof PmxError) {
    const fields = {
      ...facts,
      code: error.code,
      venue: error.exchange,
      detail: error.detail,
      message: error.message,
    }
    if (error.status >= 500 && error.code !== 'NOT_SUPPORTED' && !isYetToCome(error))
      log.warn(fields, 'request failed')
    else log.debug(fields, 'request refused')
    return
  }
  log.error(
    { ...facts, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'bug',
  )
}
