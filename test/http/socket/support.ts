import { WebSocket } from 'ws'
import type { SourceId } from '../../../src/api/envelope/source-ids.js'
import { openCatalogFile } from '../../../src/catalog/file/open-catalog.js'
import { loadConfig } from '../../../src/config/load.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { listenOnAddress } from '../../../src/daemon/lifecycle/listen.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { type HttpServerOptions, openHttpServer } from '../../../src/http/server.js'
import { createSocketCounts } from '../../../src/http/socket/socket-counters.js'
import { type Logger, silentLogger } from '../../../src/observe/logger.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { startSimulator } from '../../../src/simulator/server/start.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { driver } from '../../catalog/support/store.js'
import { threadHere } from '../../catalog/support/thread.js'
import { nothingBuilt, nothingToShow } from '../../support/assets.js'
import { fakeClock } from '../../support/clock.js'
import { srcGuide } from '../../support/guide.js'
import { openedWorld } from '../../support/worlds.js'

export const TOKEN = 'the-token-of-this-test'

interface Frame {
  readonly event: string
  readonly id?: string
  readonly method?: string
  readonly symbol?: string
  readonly data?: unknown
  readonly error?: { readonly message: string; readonly code?: string }
}

interface HouseRest {
  /** Where lists are kept; without one they are read when they are asked for. */
  readonly catalogFile?: string
  readonly venues?: readonly SourceId[]
  readonly log?: Logger
  /** Nobody has a key but who sends one. */
  readonly isKeyless?: true
}

/** A daemon's door over the demo venues, with a clock that moves only when told. */
export async function openHouse(
  access: Partial<HttpServerOptions['access']> = {},
  {
    venues = ['polymarket', 'kalshi', 'limitless'],
    log = silentLogger,
    isKeyless,
    catalogFile,
  }: HouseRest = {},
) {
  const clock = fakeClock()
  const effects = { clock, random: () => 0, ids: createSystemIds() }
  const simulator = await startSimulator({
    seed: 7,
    clock,
    rhythm: 'metronome',
    venues,
  })
  simulator.switches.limits = 'off'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {} }),
    effects,
    log,
    world: { ...openedWorld(simulator.urls), paper: isKeyless === true ? {} : simulator.paper },
    candleFile: undefined,
    catalogFile,
    startCatalogThread(path) {
      const { database } = openCatalogFile(driver, path, 'writes')
      const thread = threadHere(database, clock, loadVenue)
      return { ...thread, end: () => thread.end().then(() => database.close()) }
    },
  })
  const counts = createSocketCounts()
  const door = await openHttpServer({
    identity: { version: '0.0.0', instanceId: 'instance', mode: 'demo', apiVersion: 1 },
    dispatcher: core.dispatcher,
    feeds: core.feeds,
    tickers: core.tickers,
    catalogSearch: catalogFile === undefined ? undefined : core.catalogSearch,
    generation: () => 0,
    keepsReady: false,
    access: { token: TOKEN, requireToken: false, apiKeys: [], ...access },
    allowHosts: [],
    allowOrigins: [],
    maxBodyBytes: 100_000,
    slowMs: 60_000,
    clock,
    shownTime: clock,
    ids: effects.ids,
    log: silentLogger,
    secrets: createSecretSet(),
    status: () => ({}),
    metrics: ({ traffic }) => JSON.stringify(traffic),
    socketCounts: counts,
    readAsset: nothingBuilt,
    pageData: nothingToShow,
    guide: srcGuide,
    trading: false,
    listen: (make) => listenOnAddress('127.0.0.1', 0, make),
  })
  const clients = new Set<WebSocket>()

  /** Lets time pass, a second at a time, until something is so. */
  async function until<Value>(what: string, check: () => Value | undefined | false): Promise<Value> {
    for (let turn = 0; turn < 400; turn++) {
      const value = check()
      if (value !== undefined && value !== false) return value
      await clock.advance(turn < 100 ? 0 : 1_000)
      await new Promise((resolve) => setTimeout(resolve, turn < 100 ? 1 : 4))
    }
    throw new Error(`waited in vain for ${what}`)
  }

  function connect(target = '/ws', headers: Readonly<Record<string, string>> = {}) {
    const socket = new WebSocket(`ws://127.0.0.1:${door.port}${target}`, { headers })
    clients.add(socket)
    const frames: Frame[] = []
    let ended: { code: number; reason: string } | undefined
    let refused: string | undefined
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame))
    socket.on('close', (code, reason) => {
      ended = { code, reason: reason.toString() }
    })
    socket.on('error', (error) => {
      refused = error.message
    })
    return {
      frames,
      socket,
      send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      of: (id: string, event = 'data') => frames.filter((frame) => frame.id === id && frame.event === event),
      opened: () => until('the opening', () => socket.readyState === WebSocket.OPEN),
      end: () =>
        until('the end', () =>
          ended === undefined ? undefined : { ...ended, reason: refused ?? ended.reason },
        ),
    }
  }

  /** A call of the API, through the dispatcher's own table of methods. */
  async function call(
    path: string,
    args?: readonly unknown[],
    credentials?: object,
  ): Promise<{ data?: unknown; error?: { code: string } }> {
    const init =
      args === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ args, credentials }),
          }
    const reply = await fetch(`http://127.0.0.1:${door.port}/api/${path}`, init)
    return (await reply.json()) as { data?: unknown; error?: { code: string } }
  }

  /** Connections that the door has counted since its start. */
  async function connections(): Promise<number | undefined> {
    const reply = await fetch(`http://127.0.0.1:${door.port}/metrics`)
    const families = (await reply.json()) as { name: string; samples: { value: number }[] }[]
    return families.find(({ name }) => name === 'pmx_connections_total')?.samples[0]?.value
  }

  return {
    clock,
    connections,
    simulator,
    core,
    counts,
    door,
    until,
    connect,
    call,
    async close() {
      for (const socket of clients) socket.terminate()
      const closing = door.close()
      await clock.advance(1_000)
      await closing
      await core.close()
      await simulator.close()
    },
  }
}

/** Ids of the outcomes of the busiest markets of a venue. */
export async function outcomesOf(house: Awaited<ReturnType<typeof openHouse>>, venue: string, count: number) {
  const { data } = await house.call(`${venue}/fetchMarkets?limit=${count}`)
  const markets = data as { outcomes: { outcomeId: string }[] }[]
  return markets.map(({ outcomes }) => outcomes.map(({ outcomeId }) => outcomeId))
}
