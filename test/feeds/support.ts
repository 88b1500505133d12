import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import type { ConfigInput } from '../../src/config/schema.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { listenOnAddress } from '../../src/daemon/lifecycle/listen.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { type HttpServerOptions, openHttpServer } from '../../src/http/server.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import type { FaultRule } from '../../src/simulator/faults/faults.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import type { VenueRequest } from '../../src/transport/call-types.js'
import type { VenueHttp } from '../../src/transport/transport.js'
import { createMemo } from '../../src/venue-kit/contract/memo.js'
import { createOmissions } from '../../src/venue-kit/payload/response-notes.js'
import { nothingBuilt, nothingToShow } from '../support/assets.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { srcGuide } from '../support/guide.js'
import { openedWorld } from '../support/worlds.js'

export const TOKEN = 'token-token-token-token'
/** Nine minutes past the hour. */
export const NOW = Date.UTC(2026, 4, 10, 21, 9, 30)

interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The whole body. */
  readonly json: { readonly success?: boolean; readonly data?: unknown; readonly error?: unknown }
}

export interface FeedDaemon {
  readonly clock: FakeClock
  readonly simulator: Simulator | undefined
  readonly port: number
  get(path: string, init?: RequestInit): Promise<Reply>
  /** The data of a call that must succeed. */
  data(path: string): Promise<unknown>
  close(): Promise<void>
}

export interface FeedDaemonOptions {
  readonly access?: Partial<HttpServerOptions['access']>
  readonly faults?: readonly FaultRule[]
  readonly cassette?: (clock: FakeClock) => CassetteSession
  /** A daemon without demo feeds, over addresses of the test's own. */
  readonly config?: ConfigInput
  readonly startsAt?: number
}

/** A daemon over the demo feeds, asked over HTTP. Its time stands still. */
export async function feedDaemon(options: FeedDaemonOptions = {}): Promise<FeedDaemon> {
  const { access = {}, faults = [], config: input, startsAt = NOW } = options
  const clock = fakeClock(startsAt)
  const cassette = options.cassette?.(clock)
  const isPlayed = input === undefined && cassette?.kind !== 'replay'
  const simulator = isPlayed
    ? await startSimulator({ seed: 1, clock, venues: ['binance', 'chainlink'], faults })
    : undefined
  const config = loadConfig({ flags: input ?? {}, environment: {} })
  const core = await createCore({
    config,
    effects: { clock, random: () => 0.5, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(simulator?.urls, cassette),
    candleFile: undefined,
  })
  const door = await openHttpServer({
    identity: { version: '0.0.0', instanceId: 'instance', mode: 'demo', apiVersion: 1 },
    catalogSearch: undefined,
    dispatcher: core.dispatcher,
    feeds: core.feeds,
    tickers: core.tickers,
    generation: () => 0,
    keepsReady: true,
    access: { token: TOKEN, requireToken: false, apiKeys: [], ...access },
    allowHosts: [],
    allowOrigins: [],
    maxBodyBytes: 1_000,
    slowMs: 1_000_000,
    clock,
    shownTime: clock,
    ids: {
      requestId: () => 'request',
      instanceId: () => 'i',
      uuid: () => '00000000-0000-4000-8000-000000000000',
      orderName: () => '00000000-0000-4000-8000-000000000000',
      secret: () => 's',
    },
    log: silentLogger,
    secrets: createSecretSet(),
    readAsset: nothingBuilt,
    guide: srcGuide,
    trading: false,
    pageData: nothingToShow,
    status: () => ({}),
    metrics: () => '',
    listen: (makeListener) => listenOnAddress('127.0.0.1', 0, makeListener),
  })

  async function get(path: string, init: RequestInit = {}): Promise<Reply> {
    const reply = await fetch(`http://localhost:${door.port}/api/feeds${path}`, init)
    const text = await reply.text()
    const json = text === '' ? {} : (JSON.parse(text) as Reply['json'])
    return { status: reply.status, headers: reply.headers, json }
  }

  return {
    clock,
    simulator,
    port: door.port,
    get,
    async data(path) {
      const { status, json } = await get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`)
      return json.data
    },
    async close() {
      const closed = door.close()
      clock.advance(1_000)
      await closed
      await core.close()
      await cassette?.close()
      await simulator?.close()
    },
  }
}

/** What a feed's methods run with over answers that a test gives, and the calls that were made. */
export function contextOver(answer: (request: VenueRequest) => unknown) {
  const calls: VenueRequest[] = []
  const http: VenueHttp = {
    async send(request) {
      calls.push(request)
      return { status: 200, headers: {}, json: answer(request) }
    },
    get sent() {
      return calls.length
    },
  }
  return {
    ctx: {
      http,
      memo: createMemo(1_000, fakeClock()),
      omissions: createOmissions(silentLogger, () => {}),
    },
    calls,
  }
}
