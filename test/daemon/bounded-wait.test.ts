import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { loadConfig } from '../../src/config/load.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { type Daemon, startDaemon } from '../../src/daemon/start.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'
import { limitMs } from '../support/limits.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const SLOW = 5_000

/** While the venue is slow, the second that a caller waits for the newest passes at once, and nothing else does. */
function impatient(): FakeClock {
  const clock = fakeClock(NOON + 20_000)
  const { setTimer } = clock
  return Object.assign(clock, {
    setTimer(ms: number, task: () => void) {
      if (ms !== 1_000 || simulator.faults.list().length === 0) return setTimer(ms, task)
      const waiting = setImmediate(() => {
        clock.passTo(clock.now() + ms)
        task()
      })
      return () => clearImmediate(waiting)
    },
  })
}

const folder = temporaryFolder()
const clock = impatient()
let simulator: Simulator
let daemon: Daemon
let outcomeId: string

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: ['kalshi'] })
  simulator.switches.limits = 'off'
  const config = loadConfig({
    flags: { server: { port: 0 }, security: { token: 'a-token-of-this-very-test' } },
    environment: {},
  })
  const startDemo = async () => ({ urls: simulator.urls, close: async () => undefined })
  daemon = await startDaemon({
    config,
    world: worldOf({ kind: 'demo' }, config, { environment: {}, startDemo }),
    paths: { stateDir: join(folder.path, 'state'), sdkDir: folder.path },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })
  const listed = z.object({
    data: z.array(z.object({ outcomes: z.array(z.object({ outcomeId: z.string() })) })),
  })
  const { data } = listed.parse((await get('fetchMarkets?sort=volume&limit=1')).json)
  outcomeId = data[0]?.outcomes[0]?.outcomeId ?? ''
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
  return { status: reply.status, headers: Object.fromEntries(reply.headers), json }
}

const candles = (headers?: Readonly<Record<string, string>>) =>
  get(`fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&limit=10`, headers)
const book = (headers?: Readonly<Record<string, string>>) =>
  get(`fetchOrderBook?outcomeId=${outcomeId}`, headers)
/** Venue calls that were answered. */
const asked = () => simulator.requests.total

test('a slow venue is waited for a second: then the known candles are the answer, and the next one has the newest', async () => {
  const first = await candles()
  expect(first.headers).toMatchObject({ 'x-pmx-live-age': '0' })
  clock.passTo(clock.now() + 4_000)
  simulator.faults.set([{ kind: 'slow', delayMs: SLOW }])
  const early = await candles()
  expect(early.headers).toMatchObject({ 'x-pmx-live-age': '5000', 'x-pmx-complete-until': String(NOON) })
  expect(early.headers).not.toHaveProperty('etag')
  expect(early.json).toEqual(first.json)
  const [before, begunAt] = [asked(), clock.now() - 1_000]
  await expect
    .poll(
      async () => {
        await clock.advance(200)
        return asked()
      },
      { interval: 5, timeout: limitMs(15_000) },
    )
    .toBeGreaterThan(before)
  // What was asked for then is the newest that there is, and nobody is asked for it again.
  const again = await candles({ 'cache-control': 'max-age=60' })
  expect(again.headers['x-pmx-upstream-requests']).toBe('0')
  expect(Number(again.headers['x-pmx-live-age'])).toBeLessThanOrEqual(clock.now() - begunAt)
})

test('a caller decides himself how old candles and books may be', async () => {
  clock.passTo(NOON + MINUTE + 20_000)
  await candles()
  await book()
  clock.passTo(clock.now() + 800)
  let before = asked()
  // It lies ready, and is not given to who wants what the venue says now.
  expect((await candles()).headers['x-pmx-upstream-requests']).toBe('0')
  expect(asked()).toBe(before)
  expect((await candles({ 'cache-control': 'no-cache' })).headers['x-pmx-cache']).toBe('partial')
  expect(asked()).toBe(++before)

  clock.passTo(clock.now() + 9_200)
  const old = await book({ 'cache-control': 'max-age=11' })
  expect(old.headers).toMatchObject({ 'x-pmx-live-age': '10000', 'x-pmx-upstream-requests': '0' })
  expect(asked()).toBe(before)
  const anew = await book({ 'cache-control': 'max-age=9' })
  expect(anew.headers).toMatchObject({ 'x-pmx-upstream-requests': '1' })
  expect((await book()).headers).toMatchObject({ 'x-pmx-upstream-requests': '1' })
  expect(asked()).toBe(before + 2)
})
