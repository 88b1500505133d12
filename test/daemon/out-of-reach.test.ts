import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { loadConfig } from '../../src/config/load.js'
import type { ConfigInput } from '../../src/config/schema.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { type Daemon, startDaemon } from '../../src/daemon/start.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import type { FaultRule } from '../../src/simulator/faults/faults.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'

const HOUR = 3_600_000
/** Older than the newest candles of an hour are given unasked: a twentieth of their step. */
const OLD_MS = 4 * 60_000
const NOON = Date.UTC(2026, 10, 21, 12)
const TOKEN = 'a-token-of-this-very-test'
/** 48 hours, the last of which is running. */
const WINDOW = `resolution=1h&start=${NOON - 47 * HOUR}&end=${NOON + HOUR / 2}`

const candle = z.object({ timestamp: z.number() })
const failure = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    detail: z
      .object({ kind: z.string().optional(), stored: z.looseObject({ candles: z.number() }).optional() })
      .nullable(),
  }),
})

/** Whoever waits finds the time passed at once; deadlines never come. */
function hurried(): FakeClock {
  const clock = fakeClock(NOON + HOUR / 2)
  return Object.assign(clock, { sleep: async (ms: number) => clock.passTo(clock.now() + ms) })
}

const folder = temporaryFolder()
const clock = hurried()
let simulator: Simulator
let daemon: Daemon
let runs = 0

async function restart(
  settings: ConfigInput = {},
  stateDir = join(folder.path, `${runs++}`),
): Promise<string> {
  await daemon?.stop()
  const config = loadConfig({
    flags: { server: { port: 0 }, security: { token: TOKEN }, ...settings },
    environment: {},
  })
  const startDemo = async () => ({ urls: simulator.urls, close: async () => undefined })
  daemon = await startDaemon({
    config,
    world: worldOf({ kind: 'demo' }, config, { environment: {}, startDemo }),
    paths: { stateDir, sdkDir: stateDir },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: stateDir,
    sdkLock: 'no',
  })
  return stateDir
}

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: ['kalshi'] })
  simulator.switches.limits = 'off'
})
beforeEach(async () => {
  clock.set(NOON + HOUR / 2)
  await restart()
})
afterEach(() => simulator.faults.clear())
afterAll(async () => {
  await daemon.stop()
  await simulator.close()
  folder.remove()
})

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(`${daemon.address}/api/kalshi/${path}`, {
    headers: { connection: 'close', ...headers },
  })
  const json: unknown = await reply.json()
  const told = Object.fromEntries(reply.headers)
  return {
    status: reply.status,
    headers: told,
    json,
    candles: () => z.object({ data: z.array(candle) }).parse(json).data,
    error: () => failure.parse(json).error,
  }
}

const event = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      markets: z.array(z.object({ outcomes: z.array(z.object({ outcomeId: z.string() })) })),
    }),
  ),
})

/** An event that has been open for long. */
async function anEvent() {
  const { data } = event.parse((await get('fetchEvents?limit=1')).json)
  const [found] = data
  const outcomeId = found?.markets[0]?.outcomes[0]?.outcomeId
  if (found === undefined || outcomeId === undefined) throw new Error('the world has events')
  return { eventId: found.id, outcomeId }
}

const faults: readonly (readonly [string, Omit<FaultRule, 'venue'>, number, string])[] = [
  ['is down', { kind: 'server-error', status: 503 }, 503, 'venue_failed'],
  // After some failures it is left alone for a while, which is a failure of the venue's.
  ['cannot be reached', { kind: 'reset' }, 503, 'unreachable|venue_failed'],
  ['is behind a wall', { kind: 'html-wall' }, 403, 'blocked'],
  ['limits', { kind: 'rate-limit', retryAfter: 40 }, 429, 'rate_limited'],
]

describe.each(faults)('while the venue %s', (_how, fault, status, reason) => {
  test('what is stored is told, and given to who takes it', async () => {
    const { outcomeId } = await anEvent()
    const path = `fetchOHLCV?outcomeId=${outcomeId}&${WINDOW}`
    const fresh = await get(path)
    expect(fresh.status).toBe(200)
    clock.passTo(clock.now() + OLD_MS)
    simulator.faults.set([{ venue: 'kalshi', ...fault }])
    const failed = await get(path)
    const final = fresh.candles().filter(({ timestamp }) => timestamp < NOON)
    expect([failed.status, failed.error().detail?.stored?.candles]).toEqual([status, final.length])
    const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [path, { 'cache-control': 'stale-if-error' }],
      [`${path}&stale=ok`, {}],
    ]
    for (const [asked, headers] of ways) {
      const { status, headers: told, candles } = await get(asked, headers)
      expect([status, candles()]).toEqual([200, final])
      expect(told['x-pmx-stale']).toMatch(new RegExp(`^(${reason}); age=\\d+$`))
      expect(told['x-pmx-missing']).toBe(`${NOON}-${NOON + HOUR}`)
      expect([told['etag'], told['x-pmx-ignored'], told['x-pmx-partial-from']]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
    // Nothing of that lies ready for others, or is believed when the venue is back.
    expect((await get(path)).status).toBe(status)
    simulator.faults.clear()
    clock.passTo(clock.now() + OLD_MS)
    for (const [asked, headers] of ways) {
      const back = await get(asked, headers)
      expect([back.headers['x-pmx-stale'], back.candles().length]).toEqual([
        undefined,
        fresh.candles().length,
      ])
      expect(back.headers['etag']).toBeDefined()
    }
  })
})

describe('only-if-cached', () => {
  test('calls no venue: what lies ready or is whole is fresh, what is partly stored is stale, the rest 504', async () => {
    const { outcomeId, eventId } = await anEvent()
    const only = { 'cache-control': 'only-if-cached' }
    const path = `fetchOHLCV?outcomeId=${outcomeId}&${WINDOW}`
    const none = await get(path, only)
    expect([none.status, none.error().code, none.error().detail]).toEqual([
      504,
      'NETWORK_ERROR',
      { kind: 'only_if_cached' },
    ])
    const fresh = await get(path)
    const calls = simulator.requests.recent.length
    const ready = await get(path, only)
    expect([ready.headers['etag'], ready.headers['x-pmx-stale']]).toEqual([fresh.headers['etag'], undefined])
    clock.passTo(clock.now() + OLD_MS)
    const stale = await get(path, only)
    expect(stale.headers['x-pmx-stale']).toMatch(/^only_if_cached; age=\d+$/)
    expect(stale.headers['x-pmx-upstream-requests']).toBe('0')
    const posted = await fetch(`${daemon.address}/api/kalshi/fetchOHLCV`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...only },
      body: JSON.stringify({
        args: [outcomeId, { resolution: '1h', start: NOON - 47 * HOUR, end: NOON + HOUR / 2 }],
      }),
    })
    expect(posted.headers.get('x-pmx-stale')).toMatch(/^only_if_cached/)
    for (const other of [
      'fetchMarkets?limit=1',
      `fetchOrderBook?outcomeId=${outcomeId}`,
      `fetchEventOHLCV?eventId=${eventId}`,
    ])
      expect((await get(other, only)).status, other).toBe(504)
    expect((await get('has', only)).status).toBe(200)
    expect(simulator.requests.recent).toHaveLength(calls)
    expect((await get(`${path}&stale=yes`)).error().code).toBe('VALIDATION_ERROR')
  })
})

test('the candles of an event are stale together, by the outcomes that it was last told with', async () => {
  const { eventId } = await anEvent()
  const path = `fetchEventOHLCV?eventId=${eventId}&resolution=1h&limit=48`
  const event = z.object({
    data: z.object({ timestamps: z.array(z.number()), outcomes: z.array(z.unknown()) }),
  })
  const fresh = event.parse((await get(path)).json).data
  clock.passTo(clock.now() + 2 * HOUR)
  simulator.faults.set([{ venue: 'kalshi', kind: 'server-error', status: 503 }])
  const failed = await get(path)
  expect(failed.status).toBe(503)
  expect(failed.error().message).toContain('stale=ok')
  const reply = await get(`${path}&stale=ok`)
  const stale = event.parse(reply.json).data
  expect(reply.headers['x-pmx-stale']).toMatch(/^venue_failed; age=72\d\d$/)
  expect(reply.headers['x-pmx-missing']).toBeDefined()
  expect(stale.outcomes).toHaveLength(fresh.outcomes.length)
  expect(stale.timestamps.at(-1)).toBeLessThan(fresh.timestamps.at(-1) ?? 0)
  expect(stale.timestamps.length).toBeGreaterThan(0)
  expect(failed.error().detail?.stored).toMatchObject({
    resolution: '1h',
    until: (stale.timestamps.at(-1) ?? 0) + HOUR,
    switch: 'stale=ok',
  })
  expect(failed.error().detail?.stored?.candles).toBeGreaterThanOrEqual(stale.timestamps.length)
})

test('a daemon that serves what is stored does so for all but background work', async () => {
  await restart({ cache: { serveStale: true } })
  const { outcomeId } = await anEvent()
  const path = `fetchOHLCV?outcomeId=${outcomeId}&${WINDOW}`
  await get(path)
  clock.passTo(clock.now() + OLD_MS)
  simulator.faults.set([{ venue: 'kalshi', kind: 'server-error', status: 503 }])
  expect((await get(path)).headers['x-pmx-stale']).toMatch(/^venue_failed/)
  expect((await get(path, { 'x-pmx-priority': 'background' })).status).toBe(503)
})

test('a daemon that works offline answers from its file, and asks nobody', async () => {
  const { outcomeId } = await anEvent()
  const path = `fetchOHLCV?outcomeId=${outcomeId}&${WINDOW}`
  const stateDir = await restart()
  const fresh = await get(path)
  clock.passTo(clock.now() + 30 * 24 * HOUR)
  await restart({ offline: true }, stateDir)
  const calls = simulator.requests.recent.length
  const stored = await get(path)
  expect(stored.headers['x-pmx-stale']).toMatch(/^offline; age=\d+$/)
  expect(stored.candles()).toEqual(fresh.candles().filter(({ timestamp }) => timestamp < NOON))
  const missing = await get('fetchMarkets?limit=1')
  expect([missing.status, missing.error().detail]).toEqual([504, { kind: 'offline' }])
  const background = await get(path, { 'x-pmx-priority': 'background' })
  expect([background.status, background.error().detail?.stored?.candles]).toEqual([
    504,
    stored.candles().length,
  ])
  expect(simulator.requests.recent).toHaveLength(calls)
})
