import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { FaultRule } from '../../../src/simulator/faults/faults.js'
import { mockVenueIds } from '../../../src/simulator/mock-venues/registry.js'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/simulator/server/start.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { type FakeClock, fakeClock, settle } from '../../support/clock.js'
import { warningsOf } from '../../support/warnings.js'
import { firstOf, rowsAt, textAt } from '../support/json.js'
import { NOON, SEED } from '../support/stage.js'

const running: Simulator[] = []

async function started(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = await startSimulator({ seed: SEED, clock: fakeClock(NOON), ...options })
  running.push(simulator)
  return simulator
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()))
})

function base(simulator: Simulator, venue: 'polymarket' | 'kalshi' | 'kalshi-demo', host: string): string {
  const url = simulator.urls[venue]?.[host]
  if (url === undefined) throw new Error(`nothing listens for ${venue}/${host}`)
  return url
}

async function getJson(url: string): Promise<unknown> {
  const reply = await fetch(url)
  return reply.json()
}

describe('listeners', () => {
  test('one loopback port for each host, base URLs with the venue’s own prefix and no other', async () => {
    const simulator = await started({ venues: ['polymarket', 'kalshi', 'kalshi-demo'] })
    expect(simulator.addresses.map(({ venue, host }) => `${venue}/${host}`)).toEqual([
      'polymarket/gamma',
      'polymarket/clob',
      'polymarket/data',
      'polymarket/stream',
      'kalshi/api',
      'kalshi/stream',
      'kalshi-demo/api',
      'kalshi-demo/stream',
    ])
    for (const { url } of simulator.addresses)
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+(\/trade-api\/v2)?$/)
    expect(new Set(simulator.addresses.map(({ url }) => new URL(url).port)).size).toBe(
      simulator.addresses.length,
    )
    expect(await getJson(`${base(simulator, 'kalshi', 'api')}/exchange/status`)).toMatchObject({
      trading_active: true,
    })
    expect(rowsAt(await getJson(`${base(simulator, 'polymarket', 'gamma')}/events?limit=3`)).length).toBe(3)
  })

  test('a wanted first port is followed by the next ones in a stable order', async () => {
    const first = await freeRun(4)
    const simulator = await started({ venues: ['kalshi-demo', 'kalshi'], port: first })
    expect(simulator.addresses.map(({ venue, url }) => [venue, Number(new URL(url).port)])).toEqual([
      ['kalshi', first],
      ['kalshi', first + 1],
      ['kalshi-demo', first + 2],
      ['kalshi-demo', first + 3],
    ])
  })

  test('a taken port is an error that leaves nothing open', async () => {
    const first = await freeRun(4)
    const blocker = net.createServer()
    await new Promise<void>((resolve) => blocker.listen(first + 1, '127.0.0.1', resolve))
    await expect(
      startSimulator({ seed: 1, clock: fakeClock(NOON), venues: ['kalshi', 'kalshi-demo'], port: first }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await new Promise((resolve) => blocker.close(resolve))
    const simulator = await started({ venues: ['kalshi', 'kalshi-demo'], port: first })
    expect(simulator.addresses.length).toBe(4)
  })

  test('only venues with a face are played', async () => {
    const simulator = await started({ venues: ['kalshi', 'router'] })
    expect(new Set(simulator.addresses.map(({ venue }) => venue))).toEqual(new Set(['kalshi']))
    expect(mockVenueIds).not.toContain('router')
  })

  test('two simulators of one seed answer alike and do not see each other', async () => {
    const [left, right] = [await started({ venues: ['kalshi'] }), await started({ venues: ['kalshi'] })]
    const url = (simulator: Simulator): string => `${base(simulator, 'kalshi', 'api')}/events?limit=20`
    expect(await getJson(url(left))).toEqual(await getJson(url(right)))
    left.switches.kalshi.trading = 'paused'
    expect(right.switches.kalshi.trading).toBe('on')
    expect(right.requests.total).toBe(1)
  })

  test('seeds that differ only beyond 32 bits are worlds of their own', async () => {
    const worlds = [SEED, SEED + 2 ** 32].map((seed) => createWorld({ seed }))
    const [first, second] = worlds.map((world) => world.eventsAt(NOON).map(({ opensAt }) => opensAt))
    expect(first).not.toEqual(second)
  })

  test.each([2019, 2119])('in the year %i there is no world, and that is said', async (year) => {
    const clock = fakeClock(Date.UTC(year, 5, 1))
    await expect(startSimulator({ seed: SEED, clock })).rejects.toThrow('covers the years 2021 to 2118')
  })

  test('a text can be a seed', async () => {
    const [left, right] = [
      await started({ seed: 'harbour', venues: [] }),
      await started({ seed: 'harbour', venues: [] }),
    ]
    expect(left.world.seed).toBe(right.world.seed)
  })

  test('close() ends connections at once, delayed answers too', async () => {
    const clock = fakeClock(NOON)
    const simulator = await started({ venues: ['kalshi'], clock, faults: [{ kind: 'slow' }] })
    const url = `${base(simulator, 'kalshi', 'api')}/exchange/status`
    const pending = fetch(url).then(
      () => 'answered',
      () => 'broken off',
    )
    while (clock.pendingTimers === 0) await settle()
    await simulator.close()
    expect(await pending).toBe('broken off')
    await expect(fetch(url)).rejects.toThrow()
  })
})

/** The first of some neighbouring ports that were free a moment ago. */
async function freeRun(count: number): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const servers = await openRun(20_000 + ((process.pid * 7 + attempt * 131) % 20_000), count)
    if (servers === undefined) continue
    const address = servers[0]?.address()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    if (typeof address === 'object' && address !== null) return address.port
  }
}

async function openRun(first: number, count: number): Promise<net.Server[] | undefined> {
  const servers: net.Server[] = []
  for (let offset = 0; offset < count; offset++) {
    const server = net.createServer()
    const open = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(first + offset, '127.0.0.1', () => resolve(true))
    })
    if (!open) {
      for (const one of servers) one.close()
      return undefined
    }
    servers.push(server)
  }
  return servers
}

describe('time', () => {
  test('answers follow the passed clock', async () => {
    const clock = fakeClock(NOON)
    const simulator = await started({ venues: ['polymarket'], clock })
    const time = async (): Promise<unknown> => getJson(`${base(simulator, 'polymarket', 'clob')}/time`)
    expect(await time()).toBe(Math.floor(NOON / 1000))
    clock.passTo(NOON + 86_400_000)
    expect(await time()).toBe(Math.floor(NOON / 1000) + 86_400)
  })

  test('and say so', async () => {
    const simulator = await started({ venues: ['kalshi'], clock: fakeClock(NOON) })
    const { headers } = await fetch(`${base(simulator, 'kalshi', 'api')}/exchange/status`)
    expect(headers.get('date')).toBe(new Date(NOON).toUTCString())
  })

  test('the bucket of callers without a key holds 40 and gives back 10 a second', async () => {
    const clock: FakeClock = fakeClock(NOON)
    const simulator = await started({ venues: ['kalshi'], clock })
    const url = `${base(simulator, 'kalshi', 'api')}/exchange/status`
    const statuses = async (count: number): Promise<number[]> => {
      const all: number[] = []
      for (let turn = 0; turn < count; turn++) all.push((await fetch(url)).status)
      return all
    }
    expect((await statuses(41)).filter((status) => status === 429).length).toBe(1)
    const refused = await fetch(url)
    expect(await refused.json()).toEqual({ error: 'too many requests' })
    expect(refused.headers.get('retry-after')).toBeNull()
    clock.passTo(NOON + 500)
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429])
    simulator.switches.limits = 'off'
    expect(await statuses(2)).toEqual([200, 200])
  })

  test('count by account, and what a call weighs, where the venue does', async () => {
    const simulator = await started({ venues: ['kalshi'] })
    const ask = async (method: string, path: string, key: string): Promise<number> => {
      const headers = { 'kalshi-access-key': key }
      return (await fetch(base(simulator, 'kalshi', 'api') + path, { method, headers })).status
    }
    const statuses = async (count: number, ...asked: Parameters<typeof ask>): Promise<number[]> => {
      const all = await Promise.all(Array.from({ length: count }, () => ask(...asked)))
      return all.filter((status) => status === 429)
    }
    const order = '/portfolio/events/orders'
    expect(await statuses(11, 'POST', order, 'ann')).toHaveLength(1)
    expect(await statuses(51, 'DELETE', `${order}/x`, 'bob')).toHaveLength(1)
    expect(await statuses(40, 'GET', '/exchange/status', 'ann')).toHaveLength(0)
    expect(await statuses(1, 'GET', '/exchange/status', 'ann')).toHaveLength(1)
    expect((await fetch(`${base(simulator, 'kalshi', 'api')}/exchange/status`)).status).toBe(200)
  })

  test('count by route where the venue does', async () => {
    const simulator = await started({ venues: ['polymarket'] })
    const statuses = async (path: string, count: number): Promise<number[]> => {
      const asks = Array.from({ length: count }, () => fetch(base(simulator, 'polymarket', 'gamma') + path))
      return [...new Set((await Promise.all(asks)).map(({ status }) => status))]
    }
    expect(await statuses('/markets/none', 300)).toEqual([422])
    expect(await statuses('/markets?limit=1', 2)).toEqual([429])
    expect(await statuses('/events?limit=1', 2)).toEqual([200])
    simulator.switches.limits = 'off'
    expect(await statuses('/markets?limit=1', 2)).toEqual([200])
  })
})

describe('faults on the wire', () => {
  const outcome = async (rule: FaultRule): Promise<string> => {
    const simulator = await started({ venues: ['kalshi'], faults: [rule] })
    return fetch(`${base(simulator, 'kalshi', 'api')}/exchange/schedule`).then(
      async (reply) =>
        `${reply.status} ${await reply.text().then(
          (text) => text.slice(0, 20),
          () => 'broken body',
        )}`,
      () => 'no answer',
    )
  }

  test('cut bodies break in the middle, resets come before any answer', async () => {
    expect(await outcome({ kind: 'cut-body' })).toBe('200 broken body')
    expect(await outcome({ kind: 'reset' })).toBe('no answer')
    expect(await outcome({ kind: 'html-wall' })).toBe('403 <!DOCTYPE html>\n<htm')
    expect(await outcome({ kind: 'null-body' })).toBe('200 null')
    expect(await outcome({ kind: 'server-error', status: 503 })).toBe('503 {"error":"internal s')
  })

  test('an error of the venue is answered in place of the route, where the venue has it', async () => {
    const rule: FaultRule = { venue: 'polymarket', kind: 'venue-error', error: 'trading-disabled' }
    const simulator = await started({ venues: ['polymarket', 'kalshi'], faults: [rule] })
    const clob = base(simulator, 'polymarket', 'clob')
    const reply = await fetch(`${clob}/order`, { method: 'POST', body: '{}' })
    expect([reply.status, await reply.json()]).toEqual([503, { error: 'trading is disabled' }])
    expect((await fetch(`${clob}/time`)).status).toBe(200)
    expect((await fetch(`${base(simulator, 'polymarket', 'gamma')}/tags`)).status).toBe(200)
    simulator.faults.set([{ kind: 'venue-error', error: 'nonsense' }])
    const unknown = await fetch(`${clob}/time`)
    expect([unknown.status, await unknown.text()]).toEqual([
      501,
      expect.stringContaining("no error 'nonsense'; known errors: trading-disabled"),
    ])
    const other = await fetch(`${base(simulator, 'kalshi', 'api')}/exchange/schedule`)
    expect(await other.text()).toContain('known errors: none')
  })

  test('the sockets of a host are told apart by their paths', async () => {
    const simulator = await started({ venues: ['polymarket'] })
    const root = base(simulator, 'polymarket', 'stream').replace('http', 'ws')
    const opened = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${root}${path}`)
        socket.on('open', () => {
          socket.terminate()
          resolve('open')
        })
        socket.on('error', (error) => resolve(error.message))
      })
    expect(await Promise.all(['/ws/market', '/ws/user', '/ws/other'].map(opened))).toEqual([
      'open',
      'open',
      'Unexpected server response: 404',
    ])
  })

  test('a stalled body begins and does not end', async () => {
    const simulator = await started({ venues: ['kalshi'], faults: [{ kind: 'stall' }] })
    const reply = await fetch(`${base(simulator, 'kalshi', 'api')}/exchange/schedule`)
    expect(reply.status).toBe(200)
    const reader = reply.body?.getReader()
    const first = await reader?.read()
    expect(first?.value?.length).toBeGreaterThan(100)
    const rest = reader?.read().then(
      () => 'more',
      () => 'broken off',
    )
    await simulator.close()
    expect(await rest).toBe('broken off')
  })

  test('a slow answer waits on the passed clock', async () => {
    const clock = fakeClock(NOON)
    const simulator = await started({
      venues: ['kalshi'],
      clock,
      faults: [{ kind: 'slow', delayMs: 30_000 }],
    })
    let done = false
    const answer = fetch(`${base(simulator, 'kalshi', 'api')}/exchange/status`).then((reply) => {
      done = true
      return reply.status
    })
    while (clock.pendingTimers === 0) await settle()
    expect(done).toBe(false)
    await clock.advance(30_000)
    expect(await answer).toBe(200)
  })

  test('many slow answers at once are taken for no leak', async () => {
    const clock = fakeClock(NOON)
    const simulator = await started({ venues: ['kalshi'], clock, faults: [{ kind: 'slow' }] })
    const url = `${base(simulator, 'kalshi', 'api')}/exchange/status`
    const warnings = await warningsOf(async () => {
      const answers = Array.from({ length: 12 }, () => fetch(url))
      while (clock.pendingTimers < answers.length) await settle()
      await clock.advance(30_000)
      await Promise.all(answers)
    })
    expect(warnings).toEqual([])
  })

  test('rules can be changed while it runs', async () => {
    const simulator = await started({ venues: ['kalshi'] })
    const status = async (): Promise<number> =>
      (await fetch(`${base(simulator, 'kalshi', 'api')}/exchange/status`)).status
    simulator.faults.set([{ venue: 'kalshi', kind: 'rate-limit' }])
    expect(await status()).toBe(429)
    simulator.faults.clear()
    expect(await status()).toBe(200)
  })
})

describe('what was asked', () => {
  test('requests are counted by venue and host, with their lines', async () => {
    const simulator = await started()
    await fetch(`${base(simulator, 'polymarket', 'clob')}/time?x=1`)
    await fetch(`${base(simulator, 'polymarket', 'gamma')}/nowhere`)
    expect(simulator.requests.count('polymarket')).toBe(2)
    expect(simulator.requests.count('polymarket', 'clob')).toBe(1)
    expect(simulator.requests.count('kalshi')).toBe(0)
    expect(simulator.requests.recent).toEqual([
      { at: NOON, venue: 'polymarket', host: 'clob', method: 'GET', target: '/time?x=1', status: 200 },
      { at: NOON, venue: 'polymarket', host: 'gamma', method: 'GET', target: '/nowhere', status: 404 },
    ])
    simulator.requests.reset()
    expect(simulator.requests.total).toBe(0)
  })

  test('the log of lines is bounded', async () => {
    const { createMockRequestLog } = await import('../../../src/simulator/http/request-log.js')
    const log = createMockRequestLog(10)
    for (let at = 0; at < 500; at++) {
      log.record({ at, venue: 'kalshi', host: 'api', method: 'GET', target: '/', status: 200 })
    }
    expect(log.total).toBe(500)
    expect(log.recent.length).toBeLessThanOrEqual(10)
    expect(log.recent.at(-1)?.at).toBe(499)
  })
})

test.each([
  ['with shared prices', 'the same price', { prices: 'shared' }],
  ['by default', 'nearly the same price', {}],
] as const)(
  '%s one question has the same title and %s on every venue that lists it',
  async (_when, _how, options) => {
    const simulator = await started(options)
    const gamma = base(simulator, 'polymarket', 'gamma')
    const event = firstOf(
      rowsAt(await getJson(`${gamma}/events?closed=false&order=volume&ascending=false&limit=1`)),
    )
    const there = rowsAt(
      await getJson(
        `${base(simulator, 'kalshi', 'api')}/events?status=open&with_nested_markets=true&limit=200`,
      ),
      'events',
    )
    const twin = there.find((other) => other['title'] === event['title'])
    const gaps = rowsAt(event, 'markets').flatMap((market) => {
      const other = rowsAt(twin, 'markets').find((one) => one['title'] === market['question'])
      const price = market['lastTradePrice']
      return typeof price === 'number' ? [Math.abs(Number(textAt(other, 'last_price_dollars')) - price)] : []
    })
    if ('prices' in options) return expect(Math.max(...gaps)).toBe(0)
    expect(Math.max(...gaps)).toBeGreaterThan(0)
    expect(Math.max(...gaps)).toBeLessThan(0.05)
  },
)
