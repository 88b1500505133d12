import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { servedPaths } from '../../../src/http/access/served-methods.js'
import { fakeClock } from '../../support/clock.js'
import { openRaw, rawRequest } from '../../support/raw-http.js'
import { appOver } from '../app-world.js'
import { dispatcherOf, openTestDoor } from '../test-door.js'

/** Which methods a path has, over HTTP. */

let port: number
let close: () => Promise<void>
const waiting: (() => void)[] = []

beforeEach(async () => {
  const door = await openTestDoor({
    clock: fakeClock(),
    dispatcher: dispatcherOf(async (method) => {
      if (method === 'fetchTrades') await new Promise<void>((resolve) => void waiting.push(resolve))
      return { data: 'answer', headers: {} }
    }),
    maxBodyBytes: 1_000,
  })
  ;({ port, close } = door)
})
afterEach(() => close())

const ask = (method: string, target: string) =>
  rawRequest({
    port,
    method,
    target,
    headers: [`Host: 127.0.0.1:${port}`, ...(method === 'POST' ? ['Content-Length: 0'] : [])],
  })

const READ = 'GET, HEAD, OPTIONS'
const BOTH = 'GET, HEAD, POST, OPTIONS'
const WRITE = 'POST, OPTIONS'

describe.each([
  ['/', READ],
  ['/health', READ],
  ['/metrics', READ],
  ['/openapi.json', READ],
  ['/docs', READ],
  ['/docs/candles', READ],
  ['/assets/x.js', READ],
  ['/ui/about', READ],
  ['/v0/events', READ],
  ['/v0/markets', READ],
  ['/v0/markets/a/b/matches', READ],
  ['/v0/matched-market-clusters', READ],
  ['/v0/arbitrage', READ],
  ['/v0/sql', BOTH],
  ['/api/feeds/', READ],
  ['/api/feeds/binance/fetchTicker', READ],
  ['/api/kalshi/has', BOTH],
  ['/api/kalshi/fetchMarkets', BOTH],
  ['/api/kalshi/createOrder', WRITE],
  ['/api/kalshi/fetchNothing', WRITE],
  ['/orders/stop', WRITE],
  ['/mcp', 'GET, POST, DELETE, OPTIONS'],
  ['/ws', 'GET, OPTIONS'],
])('%s', (path, allowed) => {
  test('lists its methods', async () => {
    expect(await ask('OPTIONS', path)).toMatchObject({ status: 204, headers: { allow: allowed } })
    expect(await ask('PUT', path)).toMatchObject({ status: 405, headers: { allow: allowed } })
  })

  test('answers others with 405, and its own not', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await ask(method, path)
      if (allowed.split(', ').includes(method)) expect([method, status]).not.toEqual([method, 405])
      else expect([method, status, headers['allow']]).toEqual([method, 405, allowed])
    }
  })
})

test.each(['/nope', '/v0/nope', '/orders/nope', '/api'])('%s has none', async (path) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) expect((await ask(method, path)).status).toBe(404)
  expect(await ask('PUT', path)).toMatchObject({ status: 405, headers: { allow: '' } })
})

test.each(['/v0/trade/build-order', '/v0/account'])('%s of the hosted service is 501', async (path) => {
  expect((await ask('POST', path)).status).toBe(501)
})

test('the server itself lists what it takes', async () => {
  expect(await ask('OPTIONS', '*')).toMatchObject({ status: 204, headers: { allow: BOTH } })
  expect((await ask('GET', '*')).status).toBe(421)
})

test('/ws without an upgrade is 426, and a socket elsewhere is 404', async () => {
  expect(await ask('GET', '/ws')).toMatchObject({ status: 426, headers: { upgrade: 'websocket' } })
  const reply = await rawRequest({
    port,
    target: '/ws/',
    headers: [`Host: 127.0.0.1:${port}`, 'Upgrade: websocket', 'Connection: Upgrade'],
  })
  expect(reply.status).toBe(404)
})

describe('a link of another site', () => {
  const navigation = [
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-User: ?1',
  ]
  const follow = (target: string, headers: readonly string[], method = 'GET') =>
    rawRequest({ port, method, target, headers: [`Host: 127.0.0.1:${port}`, ...headers] })

  test.each(['/', '/?x=1', '/docs', '/docs/', '/docs/candles'])('opens %s', async (target) => {
    // Pages are not built here.
    expect([200, 404]).toContain((await follow(target, navigation)).status)
    expect([200, 404]).toContain((await follow(target, navigation, 'HEAD')).status)
  })

  test.each(['/health', '/api/kalshi/has', '/v0/events', '/docsx', '/ui/about', '/assets/x.js'])(
    'does not open %s',
    async (target) => {
      expect((await follow(target, navigation)).status).toBe(403)
    },
  )

  test('is a navigation of a whole window, and nothing else', async () => {
    const [site = '', mode = '', dest = ''] = navigation
    expect((await follow('/', [site, 'Sec-Fetch-Mode: no-cors', dest])).status).toBe(403)
    expect((await follow('/', [site, mode, 'Sec-Fetch-Dest: iframe'])).status).toBe(403)
    expect((await follow('/', [site, mode, mode, dest])).status).toBe(403)
    expect((await follow('/', [...navigation, 'Origin: https://evil.test'])).status).toBe(403)
    expect((await follow('/', [...navigation, 'Content-Length: 0'], 'POST')).status).toBe(403)
  })
})

describe('an upgrade that is not served', () => {
  const host = () => `Host: 127.0.0.1:${port}\r\n`
  const plain = () => `GET /health HTTP/1.1\r\n${host()}\r\n`
  const upgrade = () => `GET /health HTTP/1.1\r\n${host()}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n`

  test('behind an unfinished answer does not block what follows', async () => {
    const caller = await openRaw(port)
    caller.send(`GET /api/kalshi/fetchTrades?outcomeId=a HTTP/1.1\r\n${host()}\r\n${upgrade()}${plain()}`)
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.shift()?.()
    for (let index = 0; index < 3; index++) expect((await caller.reply()).status).toBe(200)
    caller.hangUp()
  })

  test('behind a finished answer in the same packet does not either', async () => {
    const caller = await openRaw(port)
    caller.send(plain() + upgrade() + plain())
    for (let index = 0; index < 3; index++) expect((await caller.reply()).status).toBe(200)
    caller.hangUp()
  })
})

test('the paths that are listed are those of the routes', () => {
  const routes = appOver().routes.filter(({ path }) => path !== '/*' && !path.startsWith('/v0/trade'))
  const hosted = /^\/v0\/(trade|orders|user|escrow)\/\*$|^\/v0\/account$/
  const registered = [...new Set(routes.map(({ path }) => path))].filter((path) => !hosted.test(path))
  const listed = [...Object.keys(servedPaths).filter((path) => path !== '/ws'), '/api/:exchange/:method']
  expect(registered.sort()).toEqual(listed.sort())
  for (const [path, methods] of Object.entries(servedPaths)) {
    const verbs = routes.filter((route) => route.path === path).map(({ method }) => method)
    // A route for all methods answers the others with 405 itself.
    if (verbs.includes('ALL') || path === '/ws') continue
    expect([...new Set(verbs)].sort(), path).toEqual(
      methods.filter((method) => method === 'GET' || method === 'POST').sort(),
    )
  }
})
