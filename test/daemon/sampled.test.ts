import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, configSchema } from '../../src/config/schema.js'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { startDaemon } from '../../src/daemon/start.js'
import { changePins, readCaptures } from '../../src/daemon/state/pins-file.js'
import type { Effects } from '../../src/effects/effects.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { withPin } from '../../src/pins/format.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { until } from '../support/daemon.js'
import { temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 21, 12)

let folder: ReturnType<typeof temporaryFolder>
let clock: FakeClock
let effects: Effects
let simulator: Simulator
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  clock = fakeClock(START)
  effects = { clock, random: () => 0, ids: createSystemIds() }
  simulator = await startSimulator({ seed: 7, clock, venues: ['smarkets'] })
  simulator.switches.limits = 'off'
  cleanups.push(() => simulator.close())
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  folder.remove()
})

async function daemon() {
  const config: Config = configSchema.parse({ server: { port: 0 }, demo: { seed: 7 } })
  const startDemo = async () => ({ urls: simulator.urls, close: async () => undefined })
  const started = await startDaemon({
    config,
    world: worldOf({ kind: 'demo' }, config, { environment: {}, startDemo }),
    paths: { stateDir: folder.path, sdkDir: folder.path },
    effects,
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= started.stop()
    return stopped
  }
  cleanups.push(stop)
  async function get(path: string, headers: Record<string, string> = {}) {
    const reply = await fetch(`${started.address}/api/smarkets/${path}`, {
      headers: { connection: 'close', ...headers },
    })
    const body = (await reply.json()) as { data: never; error?: { detail?: object } }
    return { status: reply.status, headers: reply.headers, ...body }
  }
  async function pins() {
    const reply = await fetch(`${started.address}/health?verbose`, { headers: { connection: 'close' } })
    return ((await reply.json()) as { pins?: object }).pins
  }
  return { stop, get, pins }
}

/** Lets time pass, with a wait for what is on the wire after each step. */
async function pass(ms: number, samples: string, outcomeId: string): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE) {
    const due = Math.floor(clock.now() / MINUTE) * MINUTE + MINUTE
    await clock.advance(due + 5_000 - clock.now())
    await until('the sample of the minute', async () => {
      // What is written down lags behind by a look.
      await clock.advance(1_000)
      const [record] = readCaptures(samples)
      return record?.outcomeId === outcomeId && (record.at ?? 0) >= due ? true : undefined
    })
  }
}

test('a venue without candles has them from now on: sampled, stored, served over HTTP', async () => {
  const first = await daemon()
  expect((await first.get('has')).data).toMatchObject({ fetchOHLCV: 'sampled' })
  const { data: markets } = await first.get('fetchMarkets?limit=1&sort=volume')
  const outcomeId: string =
    (markets as { outcomes: { outcomeId: string }[] }[])[0]?.outcomes[0]?.outcomeId ?? ''
  const unpinned = await first.get(`fetchOHLCV?outcomeId=${outcomeId}&resolution=1m`)
  expect([unpinned.status, unpinned.error?.detail]).toEqual([
    501,
    { kind: 'not_sampled', command: `pmx-local pin --sample 1m smarkets ${outcomeId}` },
  ])
  const { pins, samples } = worldFilesIn(folder.path, 7)
  const pin = { venue: 'smarkets', id: outcomeId, outcomes: [{ outcomeId }], pinnedAt: START } as const
  changePins(pins, effects, (before) => ({
    pins: withPin(before, { ...pin, sampleMs: MINUTE }).pins,
    result: undefined,
  }))
  await pass(4 * MINUTE, samples, outcomeId)
  expect(await first.pins()).toMatchObject({ pinned: 1, captured: 1, problems: 0 })
  const { data: book } = await first.get(`fetchOrderBook?outcomeId=${outcomeId}`)
  const running = await first.get(`fetchOHLCV?outcomeId=${outcomeId}&resolution=1m`)
  const bars = running.data as { timestamp: number; close: number; volume?: number }[]
  expect(bars.slice(-4).map(({ timestamp }) => timestamp - START)).toEqual(
    [1, 2, 3, 4].map((n) => n * MINUTE),
  )
  const { bids, asks } = book as { bids: { price: number }[]; asks: { price: number }[] }
  expect(bars.at(-1)?.close).toBeCloseTo(((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2, 10)
  expect(bars.every(({ volume }) => volume === undefined)).toBe(true)
  expect(Object.fromEntries(running.headers)).toMatchObject({
    'x-pmx-price-basis': 'mid',
    'x-pmx-cache': 'hit',
    'x-pmx-upstream-requests': '0',
    'x-pmx-partial-from': String(START + 4 * MINUTE),
  })

  // A daemon that is gone leaves a gap, and what was stored; the bar that ran is gone with it.
  await first.stop()
  clock.passTo(START + 30 * MINUTE)
  const second = await daemon()
  const calls = simulator.requests.total
  const later = await second.get(
    `fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&start=${START + MINUTE}&end=${START + 9 * MINUTE}`,
  )
  expect((later.data as typeof bars).map(({ timestamp }) => timestamp - START)).toEqual(
    [1, 2, 3].map((n) => n * MINUTE),
  )
  expect(later.headers.get('x-pmx-missing')).toBe(`${START + 4 * MINUTE}-${START + 10 * MINUTE}`)
  const gap = await second.get(
    `fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&start=${START + 6 * MINUTE}&end=${START + 9 * MINUTE}`,
  )
  expect([gap.data, gap.headers.get('x-pmx-empty-reason')]).toEqual([[], 'not_sampled'])
  expect(simulator.requests.total).toBe(calls)
  await pass(2 * MINUTE, samples, outcomeId)
  const again = await second.get(`fetchOHLCV?outcomeId=${outcomeId}&resolution=1m`, {
    'cache-control': 'only-if-cached',
  })
  expect((again.data as typeof bars).at(-1)?.timestamp).toBeGreaterThanOrEqual(START + 31 * MINUTE)
})
