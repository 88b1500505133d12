import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type RunningDaemon,
  repository,
  run,
  startDaemonProcess,
  type TestHome,
  testHome,
} from '../support/daemon.js'

const scripts = join(repository, 'test/conformance/scripts')

interface Level {
  readonly price: number
  readonly size: number
}
interface VenueTour {
  readonly markets: number
  readonly title: string
  readonly resolutionDateIsDate: boolean
  readonly events: number
  readonly eventMarkets: number
  readonly book: { readonly bids: Level[]; readonly asks: Level[] }
  readonly noBook: { readonly bids: Level[]; readonly asks: Level[] }
  readonly hourly: { readonly timestamp: number; readonly close: number }[]
  readonly quarters: { readonly timestamp: number }[]
  readonly trades: { readonly timestamp: number; readonly price: number }[]
  readonly price: number
  readonly detailed: { readonly price: number; readonly fullyFilled: boolean }
  readonly one: boolean
  readonly loaded: number
  readonly pages: readonly [string[], string[]]
  readonly filtered: number
  readonly unsupported: unknown
  readonly order: { readonly status: string; readonly outcomeId: string; readonly asked: string }
}
type Tour = Readonly<Record<'polymarket' | 'kalshi', VenueTour>> & { readonly second: number }

describe('the unmodified SDK, keyless', () => {
  let home: TestHome
  let daemon: RunningDaemon

  beforeAll(async () => {
    home = testHome()
    daemon = await startDaemonProcess(home)
  })

  afterAll(async () => {
    await daemon.stop()
    home.remove()
  })

  describe.each(['tour.cjs', 'tour.mjs'])('over %s', (script) => {
    let tour: Tour

    beforeAll(async () => {
      const environment = { ...home.environment, TOUR_ORDERS: 'yes' }
      const ran = await run(process.execPath, [join(scripts, script)], { environment })
      expect(ran.stderr).toBe('')
      tour = JSON.parse(ran.stdout) as Tour
    })

    test.each(['polymarket', 'kalshi'] as const)('finds markets and events of %s', (venue) => {
      const { markets, title, events, eventMarkets, one, loaded, filtered, resolutionDateIsDate } =
        tour[venue]
      expect(markets).toBe(40)
      expect(title).not.toBe('')
      expect(resolutionDateIsDate).toBe(true)
      expect(events).toBe(5)
      expect(eventMarkets).toBeGreaterThan(0)
      expect(one).toBe(true)
      expect(loaded).toBeGreaterThan(100)
      expect(filtered).toBeGreaterThan(0)
    })

    test.each(['polymarket', 'kalshi'] as const)(
      'reads sorted books of %s, the no side mirrored',
      (venue) => {
        const { book, noBook, price, detailed } = tour[venue]
        expect(book.bids.length).toBeGreaterThan(0)
        expect(book.bids.map((level) => level.price)).toEqual(
          [...book.bids.map((level) => level.price)].sort((a, b) => b - a),
        )
        expect(book.asks.map((level) => level.price)).toEqual(
          [...book.asks.map((level) => level.price)].sort((a, b) => a - b),
        )
        expect(noBook.asks[0]?.price).toBeCloseTo(1 - (book.bids[0]?.price ?? 0), 8)
        expect(price).toBeCloseTo(book.asks[0]?.price ?? 0, 8)
        expect(detailed).toMatchObject({ fullyFilled: true })
      },
    )

    test.each(['polymarket', 'kalshi'] as const)('reads candles of %s in the spacing asked for', (venue) => {
      const { hourly, quarters } = tour[venue]
      expect(hourly).toHaveLength(100)
      const gaps = new Set(
        hourly.slice(1).map((bar, index) => bar.timestamp - (hourly[index]?.timestamp ?? 0)),
      )
      expect([...gaps]).toEqual([3_600_000])
      expect(quarters.length).toBeGreaterThan(40)
      for (const bar of quarters) expect(bar.timestamp % 900_000).toBe(0)
    })

    test.each(['polymarket', 'kalshi'] as const)('reads trades of %s, newest first', (venue) => {
      const times = tour[venue].trades.map((trade) => trade.timestamp)
      expect(times).toHaveLength(5)
      expect(times).toEqual([...times].sort((a, b) => b - a))
    })

    test.each(['polymarket', 'kalshi'] as const)('pages %s without overlap', (venue) => {
      const [first, second] = tour[venue].pages
      expect(new Set([...first, ...second]).size).toBe(6)
    })

    test.each(['polymarket', 'kalshi'] as const)('places an order on the demo of %s', (venue) => {
      const { status, outcomeId, asked } = tour[venue].order
      expect(['open', 'filled']).toContain(status)
      expect(outcomeId).toBe(asked)
    })

    test('raises NOT_SUPPORTED with its code where a method is not offered', () => {
      expect(tour.polymarket.unsupported).toEqual({
        code: 'NOT_SUPPORTED',
        name: 'PmxtError',
        retryable: false,
      })
    })

    test('a second client does not disturb the daemon', async () => {
      expect(tour.second).toBe(1)
      expect(JSON.parse(readFileSync(home.lockFile, 'utf8'))).toMatchObject({
        pid: daemon.pid,
        port: daemon.port,
      })
      expect((await fetch(`${daemon.address}/health`)).status).toBe(200)
    })
  })
})

/** What the venue answers to any path that holds the word; everything else is unknown to it. */
const replies: Readonly<Record<string, readonly [number, Readonly<Record<string, string>>, string]>> = {
  DOWN: [503, {}, '{"error":{"code":"internal","message":"unavailable"}}'],
  WALL: [403, { 'content-type': 'text/html' }, '<html><title>Not available in your region</title></html>'],
  KEY: [401, {}, '{"error":{"message":"unauthorized"}}'],
  FUNDS: [400, {}, '{"error":{"message":"insufficient balance"}}'],
  TICK: [400, {}, '{"error":{"message":"price must be on the tick size"}}'],
  CLASH: [409, {}, '{"error":{"message":"conflict"}}'],
  '/events?': [404, {}, '{"error":{"message":"order not found"}}'],
  RATE: [429, { 'retry-after': '60' }, '{"error":"too many requests"}'],
}

interface FailingCase {
  readonly name: string
  readonly method: string
  readonly args: readonly unknown[]
  readonly raises: object
}

const book = (ticker: string) => ({ method: 'fetchOrderBook', args: [ticker] })
// The rate limit comes last: it empties the budget for a minute.
const failingCases: readonly FailingCase[] = [
  {
    name: 'a bad argument',
    method: 'fetchOHLCV',
    args: ['KXFOO-26', { resolution: '1h', limit: 60_000 }],
    raises: { name: 'ValidationError', field: 'limit', retryable: false },
  },
  { name: 'a refused request', ...book('CLASH-1'), raises: { name: 'BadRequest', retryable: false } },
  { name: 'an outage', ...book('DOWN-1'), raises: { name: 'ExchangeNotAvailable', retryable: true } },
  {
    name: 'missing credentials',
    ...book('KEY-1'),
    raises: { name: 'AuthenticationError', retryable: false },
  },
  { name: 'a region block', ...book('WALL-1'), raises: { name: 'PermissionDenied', retryable: false } },
  { name: 'missing funds', ...book('FUNDS-1'), raises: { name: 'InsufficientFunds', retryable: false } },
  { name: 'a broken tick rule', ...book('TICK-1'), raises: { name: 'InvalidOrder', retryable: false } },
  { name: 'an unknown outcome', ...book('NOSUCH-1'), raises: { name: 'NotFoundError', retryable: false } },
  {
    name: 'an unknown market',
    method: 'fetchMarket',
    args: [{ marketId: 'NOSUCH-1' }],
    raises: { name: 'MarketNotFound' },
  },
  {
    name: 'an unknown event',
    method: 'fetchEvent',
    args: [{ eventId: 'NOSUCH' }],
    raises: { name: 'EventNotFound' },
  },
  {
    name: 'an unknown order',
    method: 'fetchEvents',
    args: [{ limit: 1 }],
    raises: { name: 'OrderNotFound' },
  },
  { name: 'a lost connection', ...book('RESET-1'), raises: { name: 'NetworkError', retryable: true } },
  {
    name: 'a method not offered',
    method: 'callApi',
    args: ['GetMarkets', {}],
    raises: { name: 'PmxtError', code: 'NOT_SUPPORTED' },
  },
  {
    name: 'a rate limit',
    ...book('RATE-1'),
    raises: { name: 'RateLimitExceeded', retryable: true, retryAfter: 60 },
  },
]

describe('the errors that the SDK raises', () => {
  let home: TestHome
  let daemon: RunningDaemon
  let venue: Server
  let raised: Readonly<Record<string, unknown>>

  beforeAll(async () => {
    home = testHome()
    venue = createServer((request, reply) => {
      if (request.url?.includes('RESET') === true) {
        request.socket.destroy()
        return
      }
      const word = Object.keys(replies).find((name) => request.url?.includes(name)) ?? ''
      const [status, headers, body] = replies[word] ?? [
        404,
        {},
        '{"error":{"code":"not_found","message":"not found"}}',
      ]
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
    await new Promise<void>((resolve) => venue.listen(0, '127.0.0.1', resolve))
    // The address of a TCP server is always an object.
    const { port } = venue.address() as AddressInfo
    const config = join(home.path, 'config.json')
    writeFileSync(
      config,
      JSON.stringify({ venues: { kalshi: { hosts: { api: `http://127.0.0.1:${port}/trade-api/v2` } } } }),
    )
    daemon = await startDaemonProcess(home, ['--config', config])
    const cases = JSON.stringify(
      failingCases.map(({ name, method, args }) => ({ name, method, args, venue: 'kalshi' })),
    )
    const ran = await run(process.execPath, [join(scripts, 'errors.cjs'), cases], {
      environment: home.environment,
    })
    expect(ran.stderr).toBe('')
    raised = JSON.parse(ran.stdout) as Record<string, unknown>
  })

  afterAll(async () => {
    await daemon.stop()
    venue.close()
    home.remove()
  })

  test.each(failingCases)('$name', ({ name, raises }) => {
    expect(raised[name]).toMatchObject(raises)
  })
})

describe('pmxt-ensure-server', () => {
  const launcher = join(repository, 'bin/pmxt-ensure-server.js')

  test('starts the daemon when nothing runs, and leaves a running one alone', async () => {
    const home = testHome()
    try {
      // A port of the test's own: the default one may be somebody else's.
      const environment = { ...home.environment, PMX_LOCAL_PORT: '0' }
      expect(await run(process.execPath, [launcher], { environment })).toMatchObject({ code: 0, stderr: '' })
      const first = JSON.parse(readFileSync(home.lockFile, 'utf8')) as { pid: number; port: number }
      expect(await run(process.execPath, [launcher], { environment })).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(readFileSync(home.lockFile, 'utf8'))).toEqual(first)
      const status = await run(process.execPath, [join(repository, 'bin/pmx-local.js'), 'status', '--json'], {
        environment,
      })
      expect(JSON.parse(status.stdout)).toMatchObject({ running: true, pid: first.pid, mode: 'live' })
      rmSync(home.lockFile)
      expect(await run(process.execPath, [launcher], { environment })).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(readFileSync(home.lockFile, 'utf8'))).toMatchObject({
        pid: first.pid,
        port: first.port,
      })
      expect(
        await run(process.execPath, [join(repository, 'bin/pmx-local.js'), 'stop'], { environment }),
      ).toMatchObject({ code: 0 })
      expect(existsSync(home.lockFile)).toBe(false)
    } finally {
      home.remove()
    }
  })

  test('lets an ES-module client start on a machine where nothing runs', async () => {
    const home = testHome()
    try {
      const folder = join(home.path, 'bin')
      mkdirSync(folder)
      symlinkSync(launcher, join(folder, 'pmxt-ensure-server'))
      const path = `${folder}:${home.environment['PATH'] ?? ''}`
      const environment = { ...home.environment, PMX_LOCAL_PORT: '0', PATH: path }
      const ran = await run(process.execPath, [join(scripts, 'first-call.mjs')], { environment })
      expect(ran).toMatchObject({ code: 0, stdout: '0.6' })
      await run(process.execPath, [join(repository, 'bin/pmx-local.js'), 'stop'], { environment })
    } finally {
      home.remove()
    }
  })
})
