import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MethodName } from '../../src/api/arguments/methods.js'
import { renderSuccess } from '../../src/api/envelope/envelope.js'
import { readCassette } from '../../src/cassette/format/cassette-file.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import { ReadyJson } from '../../src/core/request/api-call.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { callKey } from '../../src/transport/call-types.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recording, replaying, temporaryFolder } from './support/cassettes.js'

type Ask = readonly [method: MethodName, ...args: unknown[]]

let simulator: Simulator
/** A market and its YES of the demo world. */
const MARKET = 'KXCASSMARKELECTION-27MAY12-CAST'
const clock: FakeClock = fakeClock(NOON)

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: ['kalshi'] })
  simulator.switches.limits = 'off'
})

afterAll(() => simulator.close())

const HOUR = 3_600_000

function candles(fromHoursAgo: number, toHoursAgo: number): Ask {
  const window = { start: NOON - fromHoursAgo * HOUR, end: NOON - toHoursAgo * HOUR }
  return ['fetchOHLCV', MARKET, { resolution: '1h', ...window }]
}

/** The core as a daemon builds it over a session; answers as the texts that clients get. */
async function over(session: CassetteSession, urls?: Simulator['urls']) {
  const config = loadConfig({ flags: {}, environment: {}, file: undefined })
  const core = await createCore({
    config,
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(urls, session),
    candleFile: undefined,
  })
  return {
    async ask([method, ...args]: Ask): Promise<string> {
      const { signal } = new AbortController()
      const call = { venue: 'kalshi', signal, credentials: undefined, trusted: true } as const
      const { data } = await core.dispatcher.run(method, args as never, call)
      return data instanceof ReadyJson ? data.text : renderSuccess(data)
    },
    async close() {
      await core.close()
      await session.close()
    },
  }
}

async function record(file: string, asks: readonly Ask[], at = NOON): Promise<Map<Ask, string>> {
  clock.set(at)
  const told = new Map<Ask, string>()
  const core = await over(recording({ file, clock }).session, simulator.urls)
  for (const ask of asks) told.set(ask, await core.ask(ask))
  await core.close()
  return told
}

/** What a replay of these says, one after the other or all at once, each call as often as it was made. */
async function replayed(file: string, asks: readonly Ask[], atOnce = false): Promise<Map<Ask, string>> {
  const core = await over(replaying(file, { onRepeat: 'error' }))
  const told = new Map<Ask, string>()
  const one = async (ask: Ask): Promise<void> => void told.set(ask, await core.ask(ask))
  if (atOnce) await Promise.all(asks.map(one))
  else for (const ask of asks) await one(ask)
  await core.close()
  return told
}

/** Windows that overlap: what one fetched, the next would only have completed. */
const asks: readonly Ask[] = [
  ['fetchMarket', { marketId: MARKET }],
  candles(96, 48),
  candles(72, 24),
  ['fetchTrades', MARKET, { limit: 5 }],
  candles(60, 12),
]

function only(told: ReadonlyMap<Ask, string>, some: readonly Ask[]): Map<Ask, string> {
  return new Map(some.map((ask) => [ask, told.get(ask) ?? 'not asked']))
}

/** A session whose venues take too long for the n-th call of candles, from 0. */
function slowAt(session: CassetteSession, nth: number): CassetteSession {
  let calls = 0
  return {
    ...session,
    wire: (inner) => {
      const wire = inner()
      return session.wire(() => ({
        ...wire,
        async send(call, url, options) {
          if (!call.path.endsWith('/candlesticks') || calls++ !== nth) return wire.send(call, url, options)
          void clock.advance(26_000)
          return new Promise((_resolve, reject) => {
            options.signal.addEventListener('abort', () => reject(options.signal.reason))
          })
        },
      }))
    },
  }
}

test('candles that need more than one request may take are recorded by asking again, and each goes on where it ended', async () => {
  clock.set(NOON)
  const long: Ask = ['fetchOHLCV', MARKET, { resolution: '1m', start: NOON - 280 * HOUR, end: NOON - HOUR }]
  const whole = await record(join(temporaryFolder(), 'whole.jsonl'), [long])
  const file = join(temporaryFolder(), 'long.jsonl')
  const { session } = recording({ file, clock })
  const live = await over(slowAt(session, 2), simulator.urls)
  const unfinished = { code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'unfinished' } }
  await expect(live.ask(long)).rejects.toMatchObject(unfinished)
  expect(await live.ask(long)).toBe(whole.get(long))
  await live.close()
  // None that was answered is made twice.
  const made = readCassette(file).entries.filter(({ call }) => call.path.endsWith('/candlesticks'))
  const again = made.filter(({ n }) => n > 0).map(({ call }) => callKey(call))
  const answered = made.filter(({ answer }) => 'reply' in answer).map(({ call }) => callKey(call))
  expect(again.length).toBeGreaterThan(0)
  expect(answered.length).toBeGreaterThan(again.length)
  expect(new Set(answered).size).toBe(answered.length)
  const core = await over(replaying(file, { onRepeat: 'error' }))
  await expect(core.ask(long)).rejects.toMatchObject(unfinished)
  expect(await core.ask(long)).toBe(whole.get(long))
  await core.close()
})

test('a request that is made once more than it was recorded gets its last answer, whatever others did to the clock', async () => {
  const file = join(temporaryFolder(), 'again.jsonl')
  clock.set(NOON)
  const live = await over(recording({ file, clock }).session, simulator.urls)
  const latest: Ask = ['fetchOHLCV', MARKET, { resolution: '1h', limit: 5 }]
  const told = await live.ask(latest)
  clock.set(NOON + 2 * HOUR)
  await live.ask(['fetchOrderBook', MARKET])
  await live.close()
  const session = replaying(file)
  const core = await over(session)
  await core.ask(['fetchOrderBook', MARKET])
  for (let time = 0; time < 3; time++) expect(await core.ask(latest)).toBe(told)
  expect(session.report()).toMatchObject({ missed: 0 })
  await core.close()
})

describe('a recorded request is replayed from what it fetched itself', () => {
  test('whichever of the others run, in any order, and all at once', async () => {
    const file = join(temporaryFolder(), 'calls.jsonl')
    const told = await record(file, asks)
    expect(new Set(told.values()).size).toBe(asks.length)
    for (const some of [asks.slice(2), asks.slice(4), [...asks].reverse(), asks])
      expect(await replayed(file, some)).toEqual(only(told, some))
    const turned = await replayed(file, [...asks].reverse(), true)
    expect(only(turned, asks)).toEqual(told)
  })

  test('in a file of two sessions, each at its own time', async () => {
    const file = join(temporaryFolder(), 'calls.jsonl')
    const first = await record(file, asks.slice(0, 3))
    const later: readonly Ask[] = [candles(40, -200), ...asks.slice(3)]
    const second = await record(file, later, NOON + 30 * HOUR)
    expect(readCassette(file).sessions).toHaveLength(2)
    const all = new Map([...first, ...second])
    expect(await replayed(file, [...all.keys()])).toEqual(all)
    expect(await replayed(file, later)).toEqual(second)
    expect(await replayed(file, [...all.keys()].reverse(), true)).toEqual(all)
  })

  test('and, in a file of the first format, all at once: what it holds was not asked for together', async () => {
    clock.set(NOON)
    const reply = await fetch(`${simulator.urls.kalshi?.['api']}/markets?mve_filter=exclude&limit=4`)
    const { markets } = (await reply.json()) as { markets: { ticker: string }[] }
    const lookups = markets.map(({ ticker }): Ask => ['fetchMarket', { marketId: ticker }])
    expect(lookups).toHaveLength(4)
    const file = join(temporaryFolder(), 'calls.jsonl')
    const told = await record(file, lookups)
    const older = readFileSync(file, 'utf8').replace('"pmxCassette":2', '"pmxCassette":1')
    writeFileSync(file, older.replace(',"apart":true', ''))
    expect(readCassette(file).sessions).toEqual([{ from: NOON, to: NOON }])
    expect(await replayed(file, lookups, true)).toEqual(told)
  })

  test('in a format that versions which would replay it otherwise refuse to read', async () => {
    const file = join(temporaryFolder(), 'calls.jsonl')
    await record(file, asks.slice(0, 1))
    expect(readCassette(file).sessions).toEqual([{ from: NOON, to: NOON, apart: true }])
  })
})
