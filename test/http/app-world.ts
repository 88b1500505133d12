import type { MethodName } from '../../src/api/arguments/methods.js'
import type { CatalogSearch } from '../../src/core/cross-venue/catalog/catalog-search.js'
import type { ClusterKind, ClusterQuery } from '../../src/core/cross-venue/matches/clusters.js'
import type { Dispatcher } from '../../src/core/dispatcher.js'
import { type CoreAnswer, type CoreCall, ReadyJson, type Reuse } from '../../src/core/request/api-call.js'
import type { Decision } from '../../src/core/trading/reconcile/owner-decisions.js'
import type { Reconciled } from '../../src/core/trading/reconcile/reconcile-accounts.js'
import type { Resolved } from '../../src/core/trading/reconcile/reconcile-pending.js'
import { runLater } from '../../src/effects/clock.js'
import { type ApiKey, createAccess } from '../../src/http/access/caller-rights.js'
import { createApp } from '../../src/http/app.js'
import type { ReadAsset } from '../../src/http/dashboard-files.js'
import type { StoredHistory } from '../../src/http/history/stored-history.js'
import { createRequestLog } from '../../src/http/request/request-log.js'
import { createBaseHeaders, type Identity } from '../../src/http/response/identity.js'
import { createReadyPages } from '../../src/http/response/ready-pages.js'
import { createReadyAnswers } from '../../src/http/response/ready-responses.js'
import { createTraffic } from '../../src/observe/traffic.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { nothingBuilt, nothingToShow } from '../support/assets.js'
import { fakeClock } from '../support/clock.js'
import { unaskedFeeds } from '../support/feeds.js'
import { srcGuide } from '../support/guide.js'

export interface AppOptions {
  readonly requireToken?: boolean
  readonly history?: StoredHistory
  readonly apiKeys?: readonly ApiKey[]
  readonly mode?: Identity['mode']
  /** What the core does with a call. */
  readonly run?: (method: MethodName, args: unknown, call: CoreCall) => Promise<CoreAnswer>
  /** The core's answers may be kept ready. */
  readonly ready?: boolean
  /** Secrets of the daemon. */
  readonly held?: readonly string[]
  readonly across?: CatalogSearch
  /** Files of the pages for people; none are built by default. */
  readonly readAsset?: ReadAsset
  readonly trading?: boolean
  /** What became of orders that were in doubt. */
  readonly resolved?: readonly Resolved[]
  readonly reconciled?: readonly Reconciled[]
  /** Who may see what is kept. */
  readonly seenBy?: Reuse['seenBy']
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown
}

/** The routes over a core that remembers its calls. */
export function appOver(options: AppOptions = {}) {
  const { requireToken = false, apiKeys = [], mode = 'live' } = options
  const clock = fakeClock()
  const token = 'token-token-token-token'
  const calls: ({ readonly method: MethodName; readonly args: unknown } & Omit<CoreCall, 'signal'>)[] = []
  const clustersAsked: [kind: ClusterKind, query: ClusterQuery][] = []
  const logged: [level: string, fields: Readonly<Record<string, unknown>>][] = []
  const stopping = new AbortController()
  const reuse = {
    freshUntil: Number.POSITIVE_INFINITY,
    seriesKey: 's',
    generation: 0,
    tag: 't',
    seenBy: options.seenBy ?? 'anyone',
  } as const
  const decisions: Decision[] = []
  const run = options.run ?? (async () => ({ data: 'answer', headers: {} }))
  const dispatcher: Dispatcher = {
    async run(method, args, call) {
      const { signal: _signal, ...rest } = call
      calls.push({ method, args, ...rest })
      if (options.ready === true) return { data: new ReadyJson('[1]'), headers: {}, reuse }
      return run(method, args, call)
    },
    watch: () => Promise.reject(new Error('nobody watches here')),
    resolveOrders: async () => options.resolved ?? [],
    resumeCancels: async () => undefined,
    async stopOrders(by, reason) {
      const stop = { at: 1, by, ...(reason === undefined ? {} : { reason }) }
      return { stop, canceled: [], left: [] }
    },
    resumeOrders: async (by, of = 1) => ({ at: of, by }),
    decideOrder: async (decision) => {
      decisions.push(decision)
      return { id: decision.id, venue: 'kalshi', state: 'absent' }
    },
    reconcileOrders: async () => options.reconciled ?? [],
    async clusters(kind, query) {
      clustersAsked.push([kind, query])
      return { data: ['cluster'], headers: {} }
    },
  }
  const identity: Identity = { version: '0.0.0-test', instanceId: 'instance', mode, apiVersion: 1 }
  const base = createBaseHeaders(identity)
  let requests = 0
  const traffic = createTraffic()
  const log = (level: string) => (fields: Readonly<Record<string, unknown>>) =>
    void logged.push([level, fields])
  const secrets = createSecretSet()
  for (const value of options.held ?? []) secrets.add({ name: 'held', value })
  const access = createAccess({ token, requireToken, apiKeys })
  const app = createApp({
    secrets,
    dispatcher,
    feeds: unaskedFeeds(),
    catalogSearch: options.across,
    history: options.history,
    access,
    identity,
    clock,
    ids: {
      requestId: () => `request-${requests++}`,
      instanceId: () => 'instance',
      uuid: () => '00000000-0000-4000-8000-000000000000',
      orderName: () => '00000000-0000-4000-8000-000000000000',
      secret: () => 'secret',
    },
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    maxBodyBytes: 10_000,
    slowMs: 3_000,
    stopping: stopping.signal,
    ready: createReadyAnswers({
      clock,
      maxBytes: 1_000_000,
      base,
      generation: () => 0,
    }),
    pages: createReadyPages({ catalogSearch: options.across, access, base, instanceId: 'instance' }),
    base,
    readAsset: options.readAsset ?? nothingBuilt,
    pageData: nothingToShow,
    requests: createRequestLog(clock, secrets),
    later: runLater,
    status: () => ({ more: 'status' }),
    guide: srcGuide,
    trading: options.trading ?? false,
    metrics: () => 'metrics text',
    traffic,
  })

  async function raw(path: string, init: RequestInit = {}): Promise<Reply> {
    const reply = await app.request(`http://localhost:3847${path}`, init)
    const text = await reply.text()
    return { status: reply.status, headers: Object.fromEntries(reply.headers), text, json: jsonOf(text) }
  }

  return {
    clock,
    traffic,
    token,
    calls,
    clustersAsked,
    decisions,
    logged,
    raw,
    fetch: app.fetch,
    routes: app.routes,
    get: (path: string, headers: Readonly<Record<string, string>> = {}) => raw(path, { headers }),
    post: (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      raw(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: (reason: Error) => stopping.abort(reason),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
