import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import { type Config, configSchema } from '../../src/config/schema.js'
import { ReadyJson } from '../../src/core/request/api-call.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { openPins } from '../../src/daemon/compose-pins.js'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { type WorldChoice, worldOf } from '../../src/daemon/sources/source-set.js'
import { startDaemon } from '../../src/daemon/start.js'
import { changePins, createPinReader, readCaptures, readPins } from '../../src/daemon/state/pins-file.js'
import type { Effects } from '../../src/effects/effects.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { PinCounts } from '../../src/pins/counts.js'
import { type Pin, PinsDamaged, withPin } from '../../src/pins/format.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { until } from '../support/daemon.js'
import { temporaryFolder } from '../support/engine.js'
import { openedWorld } from '../support/worlds.js'

const DAY = 24 * 60 * 60_000
const HOUR = DAY / 24
const MINUTE = 60_000

let folder: ReturnType<typeof temporaryFolder>
let clock: FakeClock
let effects: Effects
const cleanups: (() => unknown)[] = []

beforeEach(() => {
  folder = temporaryFolder()
  clock = fakeClock()
  effects = { clock, random: () => 0, ids: createSystemIds() }
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  folder.remove()
})

const pinOf = (venue: Pin['venue'], ...outcomeIds: string[]): Pin => ({
  venue,
  id: outcomeIds.join('+'),
  outcomes: outcomeIds.map((outcomeId) => ({ outcomeId })),
  pinnedAt: clock.now(),
})

/** Pins in the files of the world with this seed; undefined: of the live venues. */
function pinInto(seed: number | undefined, pin: Pin): ReturnType<typeof worldFilesIn> {
  const paths = worldFilesIn(folder.path, seed)
  const changed = changePins(paths.pins, effects, (pins) => ({
    pins: withPin(pins, pin).pins,
    result: undefined,
  }))
  expect(changed.ok).toBe(true)
  return paths
}

const configOf = (config: object): Config => configSchema.parse(config)

async function demoWorld(venue: 'hyperliquid' | 'kalshi'): Promise<Simulator> {
  const simulator = await startSimulator({ seed: 7, clock, venues: [venue] })
  simulator.switches.limits = 'off'
  cleanups.push(() => simulator.close())
  return simulator
}

describe('the files', () => {
  const a = { venue: 'kalshi', id: 'A', outcomes: [{ outcomeId: 'A' }], pinnedAt: 1 } as const

  test('of pins is for its owner only, and leaves nothing beside it', () => {
    const { pins } = pinInto(undefined, a)
    expect(readPins(pins)).toEqual([a])
    expect(statSync(pins).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path)).toEqual(['pins.json'])
  })

  test('of each world are its own', () => {
    pinInto(7, a)
    expect(readPins(worldFilesIn(folder.path, undefined).pins)).toEqual([])
    expect(readPins(worldFilesIn(folder.path, 8).pins)).toEqual([])
    expect(readPins(worldFilesIn(folder.path, 7).pins)).toEqual([a])
  })

  test('that is damaged is named, and never overwritten', () => {
    const { pins } = worldFilesIn(folder.path, undefined)
    writeFileSync(pins, '{"version":1,"pins":[')
    expect(() => pinInto(undefined, a)).toThrow(PinsDamaged)
    expect(() => pinInto(undefined, a)).toThrow(pins)
    expect(readFileSync(pins, 'utf8')).toBe('{"version":1,"pins":[')
    expect(readdirSync(folder.path)).toEqual(['pins.json'])
  })

  test('is changed by one at a time: the other is told who', () => {
    const { pins } = pinInto(undefined, a)
    const outer = changePins(pins, effects, (before) => {
      const inner = changePins(pins, effects, () => ({ pins: [], result: 'emptied' }))
      return { pins: before, result: inner }
    })
    expect(outer).toMatchObject({
      ok: true,
      result: { ok: false, holder: { pid: process.pid, mode: 'pin' } },
    })
    expect(readPins(pins)).toEqual([a])
  })

  test('is left alone by a change that changes nothing', () => {
    const { pins } = worldFilesIn(folder.path, undefined)
    expect(changePins(pins, effects, (before) => ({ pins: before, result: before.length }))).toEqual({
      ok: true,
      result: 0,
    })
    expect(readdirSync(folder.path)).toEqual([])
  })

  test('is read again only when it is another one', () => {
    const { pins } = pinInto(undefined, a)
    const read = createPinReader(pins)
    const first = read()
    expect(read()).toBe(first)
    pinInto(undefined, pinOf('kalshi', 'B'))
    expect(read()).toHaveLength(2)
    utimesSync(pins, 1, 1)
    expect(read()).not.toBe(first)
  })
})

/** A core over a demo venue, with its candles in a file. */
async function house(simulator: Simulator) {
  const candleFile = join(folder.path, 'candles-demo-7.db')
  const config = configOf({ demo: { seed: 7 } })
  const core = await createCore({
    config,
    effects,
    log: silentLogger,
    world: openedWorld(simulator.urls),
    candleFile,
  })
  cleanups.push(() => core.close())
  const paths = { stateDir: folder.path, sdkDir: folder.path }
  const keeper = openPins(
    {
      world: worldOf({ kind: 'demo' }, config, { environment: {} }),
      paths,
      effects,
      log: silentLogger,
    },
    core,
  )
  if (keeper === undefined) throw new Error('a demo daemon keeps pins')
  async function ask(method: MethodName, ...raw: unknown[]) {
    const call = {
      venue: 'hyperliquid',
      signal: new AbortController().signal,
      credentials: undefined,
      trusted: true,
    } as const
    const { data, headers } = await core.dispatcher.run(method, readArguments(method, raw).args, call)
    return { data: (data instanceof ReadyJson ? JSON.parse(data.text) : data) as unknown, headers }
  }
  return { core, keeper, ask }
}

test('a venue that forgets: what is pinned is still served, what is not is beyond retention', async () => {
  const { keeper, ask } = await house(await demoWorld('hyperliquid'))
  const { data } = await ask('fetchMarkets', { limit: 2, sort: 'volume' })
  const [pinned = '', unpinned = ''] = (data as { outcomes: { outcomeId: string }[] }[]).map(
    ({ outcomes }) => outcomes[0]?.outcomeId ?? '',
  )
  const { captures } = pinInto(7, pinOf('hyperliquid', pinned))
  const start = clock.now()
  // Its minutes go back 5,000: a little less than three and a half days.
  const span = { resolution: '1m', start: start - 6 * HOUR, end: start - HOUR }
  const fresh = (await ask('fetchOHLCV', pinned, span)).data
  expect((fresh as unknown[]).length).toBeGreaterThan(10)
  for (let passed = 0; passed <= 5 * DAY; passed += DAY) {
    clock.passTo(start + passed)
    await keeper.look()
  }
  expect(readCaptures(captures).map(({ problem }) => problem)).toEqual(Array(11).fill(undefined))
  const still = await ask('fetchOHLCV', pinned, span)
  expect(still).toMatchObject({ data: fresh, headers: { 'x-pmx-cache': 'hit' } })
  // A span that nobody asked for while the venue still had it.
  const other = { resolution: '1m', start: start + HOUR, end: start + 7 * HOUR }
  const later = await ask('fetchOHLCV', pinned, other)
  expect(later).toMatchObject({ headers: { 'x-pmx-cache': 'hit', 'x-pmx-upstream-requests': '0' } })
  expect((later.data as unknown[]).length).toBeGreaterThan(10)
  expect(await ask('fetchOHLCV', unpinned, other)).toMatchObject({
    data: [],
    headers: { 'x-pmx-empty-reason': 'beyond_retention' },
  })
})

async function daemonOver(choice: WorldChoice, config: Config, simulator?: Simulator) {
  const startDemo = async () => ({ urls: simulator?.urls ?? {}, close: async () => undefined })
  const daemon = await startDaemon({
    config,
    world: worldOf(choice, config, { environment: {}, startDemo }),
    paths: { stateDir: folder.path, sdkDir: folder.path },
    effects,
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= daemon.stop()
    return stopped
  }
  cleanups.push(stop)
  // Connections of their own: kept ones would be open at the stop.
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${daemon.address}${path}`, { headers: { connection: 'close' } })).json()
  const health = async () => (await get('/health?verbose')) as { pins?: PinCounts }
  return { stop, health, get }
}

describe('the daemon', () => {
  test('captures a minute after the start, and /health?verbose says how far it is', async () => {
    const simulator = await demoWorld('kalshi')
    const config = configOf({ server: { port: 0 }, demo: { seed: 7 } })
    const { health, get } = await daemonOver({ kind: 'demo' }, config, simulator)
    expect(await health()).not.toHaveProperty('pins')
    const { data } = (await get('/api/kalshi/fetchMarkets?limit=1')) as { data: { marketId: string }[] }
    const { captures } = pinInto(7, pinOf('kalshi', 'KXNOSUCH-26', data[0]?.marketId ?? ''))
    expect((await health()).pins).toEqual({ pinned: 2, captured: 0, due: 2, problems: 0 })
    await clock.advance(MINUTE)
    const pins = await until('both to be tried', async () => {
      const told = (await health()).pins
      return told?.due === 0 ? told : undefined
    })
    expect(pins).toEqual({ pinned: 2, captured: 1, due: 0, problems: 1 })
    await until('the captures to be written', () => existsSync(captures) || undefined)
    expect(statSync(captures).mode & 0o777).toBe(0o600)
  })

  test('stops in the middle of a capture without waiting for it, and leaves the folder as it should be', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => {
      silent.closeAllConnections()
      silent.close()
    })
    let asked = 0
    silent.on('request', () => asked++)
    const { port } = silent.address() as AddressInfo
    const config = configOf({
      server: { port: 0 },
      venues: { kalshi: { hosts: { api: `http://127.0.0.1:${port}` } } },
    })
    const { captures } = pinInto(undefined, pinOf('kalshi', 'KXFOO-26'))
    const { stop } = await daemonOver({ kind: 'live' }, config)
    await clock.advance(MINUTE)
    await until('the venue to be asked', () => asked > 0 || undefined)
    // The clock stands still: whatever the stop waited for would never come.
    await stop()
    expect(clock.pendingTimers).toBe(0)
    expect(readCaptures(captures).every(({ problem }) => problem === undefined)).toBe(true)
    expect(
      readdirSync(folder.path)
        .filter((name) => !name.startsWith('candles') && !name.startsWith('catalog'))
        .sort(),
    ).toEqual(['pin-captures.json', 'pins.json'])
  })

  test.each([
    ['with the cache off', () => ({ kind: 'live' }), { enabled: false }],
    [
      'while it records',
      () => ({ kind: 'record', file: join(folder.path, 'calls.jsonl'), of: { kind: 'live' } }),
      {},
    ],
  ] satisfies [string, () => WorldChoice, object][])('captures nothing %s', async (_when, choice, cache) => {
    pinInto(undefined, pinOf('kalshi', 'KXFOO-26'))
    const { health } = await daemonOver(choice(), configOf({ server: { port: 0 }, cache }))
    expect(await health()).not.toHaveProperty('pins')
    await clock.advance(10 * MINUTE)
    expect(existsSync(worldFilesIn(folder.path, undefined).captures)).toBe(false)
  })
})
