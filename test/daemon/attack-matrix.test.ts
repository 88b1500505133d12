import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDaemon, startDaemonProcess, type TestHome, testHome } from '../support/daemon.js'
import { rawRequest } from '../support/raw-http.js'

/** Everything below runs against a start without a single security flag. */
let home: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  home = testHome()
  daemon = await startDaemonProcess(home, ['--demo'])
})
afterAll(async () => {
  await daemon.stop()
  home.remove()
})

const errorOf = (body: string) => (JSON.parse(body) as { error: { message: string; code?: string } }).error

interface HostCase {
  readonly host: string
  readonly ok: boolean
}
/** `PORT` stands for the daemon's port. */
const hosts: readonly HostCase[] = [
  { host: 'localhost:PORT', ok: true },
  { host: '127.0.0.1:PORT', ok: true },
  { host: '[::1]:PORT', ok: true },
  { host: 'LOCALHOST:PORT', ok: true },
  { host: 'localhost', ok: false },
  { host: 'localhost:1', ok: false },
  { host: 'localhost.:PORT', ok: false },
  { host: '127.0.0.1.evil.test:PORT', ok: false },
  { host: 'evil.test:PORT', ok: false },
  { host: 'localhost.evil.test:PORT', ok: false },
  { host: '0.0.0.0:PORT', ok: false },
  { host: '127.1:PORT', ok: false },
  { host: '2130706433:PORT', ok: false },
  { host: '[::ffff:127.0.0.1]:PORT', ok: false },
  { host: '[::ffff:7f00:1]:PORT', ok: false },
  { host: '[0:0:0:0:0:0:0:1]:PORT', ok: false },
  { host: 'user@localhost:PORT', ok: false },
  { host: 'localhost:PORT, evil.test', ok: false },
]

interface OriginCase {
  readonly origin: string | undefined
  readonly ok: boolean
}
const origins: readonly OriginCase[] = [
  { origin: undefined, ok: true },
  { origin: 'http://localhost:PORT', ok: true },
  { origin: 'http://127.0.0.1:PORT', ok: true },
  { origin: 'null', ok: false },
  { origin: 'https://evil.test', ok: false },
  { origin: 'http://localhost:5173', ok: false },
  { origin: 'https://localhost:PORT', ok: false },
  { origin: 'http://localhost:PORT.evil.test', ok: false },
]

interface SiteCase {
  readonly site: string | undefined
  readonly ok: boolean
}
const sites: readonly SiteCase[] = [
  { site: undefined, ok: true },
  { site: 'none', ok: true },
  { site: 'same-origin', ok: true },
  { site: 'cross-site', ok: false },
]

interface TypeCase {
  readonly type: string | undefined
  readonly isJson: boolean
}
const types: readonly TypeCase[] = [
  { type: 'application/json', isJson: true },
  { type: 'application/json; charset=utf-8', isJson: true },
  { type: 'text/plain', isJson: false },
  { type: 'application/x-www-form-urlencoded', isJson: false },
  { type: undefined, isJson: false },
]

const withPort = (text: string): string => text.replace('PORT', String(daemon.port))

describe('who may talk to a default start', () => {
  const combinations = hosts.flatMap((host) =>
    origins.flatMap((origin) =>
      sites.map((site) => ({
        ...host,
        ...origin,
        ...site,
        ok: host.ok && origin.ok && site.ok,
        host: host.host,
        hostOk: host.ok,
      })),
    ),
  )

  test(`every one of ${combinations.length} combinations of Host, Origin and Sec-Fetch-Site is let in or refused as it should`, async () => {
    for (const { host, origin, site, ok, hostOk } of combinations) {
      const headers = [
        `Host: ${withPort(host)}`,
        ...(origin === undefined ? [] : [`Origin: ${withPort(origin)}`]),
        ...(site === undefined ? [] : [`Sec-Fetch-Site: ${site}`]),
      ]
      const reply = await rawRequest({ port: daemon.port, headers })
      const expected = ok ? 200 : hostOk ? 403 : 421
      expect([headers, reply.status]).toEqual([headers, expected])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      if (!ok) expect(errorOf(reply.body)).toMatchObject({ code: 'PERMISSION_DENIED' })
    }
  })

  test('the same over IPv6', async () => {
    for (const { host, ok } of hosts) {
      const reply = await rawRequest({
        port: daemon.port,
        address: '::1',
        headers: [`Host: ${withPort(host)}`],
      })
      expect([host, reply.status]).toEqual([host, ok ? 200 : 421])
    }
  })

  test.each([
    ['no Host header', []],
    ['two Host headers', ['Host: localhost:PORT', 'Host: localhost:PORT']],
    ['two Host headers, one foreign', ['Host: localhost:PORT', 'Host: evil.test']],
  ])('%s is refused', async (_what, headers) => {
    const reply = await rawRequest({ port: daemon.port, headers: headers.map(withPort) })
    expect([400, 421]).toContain(reply.status)
  })

  test.each([
    'http://evil.test/health',
    'http://localhost:PORT/health',
    'https://localhost:PORT/health',
    'evil.test:80',
    '*',
  ])('a request line that names %s is refused', async (target) => {
    const reply = await rawRequest({
      port: daemon.port,
      target: withPort(target),
      headers: [withPort('Host: localhost:PORT')],
    })
    expect([400, 421]).toContain(reply.status)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is refused with the verbs that are used',
    async (method) => {
      const reply = await rawRequest({
        port: daemon.port,
        method,
        headers: [withPort('Host: localhost:PORT')],
      })
      expect(reply.status).toBe(405)
      expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS')
      expect(errorOf(reply.body)).toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  test('a preflight of a foreign page gets no permission', async () => {
    const headers = [
      withPort('Host: localhost:PORT'),
      'Origin: https://evil.test',
      'Access-Control-Request-Method: POST',
    ]
    expect((await rawRequest({ port: daemon.port, method: 'OPTIONS', headers })).status).toBe(403)
    const silent = await rawRequest({ port: daemon.port, method: 'OPTIONS', headers: headers.slice(0, 1) })
    expect(Object.keys(silent.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('it listens on no address but the loopback', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((address) => !address.internal && !address.address.startsWith('fe80'))
    for (const { address } of outside) {
      const refused = await new Promise((resolve) => {
        // The guard of the test run refuses to connect outside; this machine's own addresses are meant here.
        const socket = connect({ port: daemon.port, host: '127.0.0.1', localAddress: '127.0.0.1' })
        socket.on('connect', () => {
          resolve(socket.remoteAddress !== address)
          socket.destroy()
        })
        socket.on('error', () => resolve(true))
      })
      expect(refused).toBe(true)
    }
  })
})

describe('bodies', () => {
  const path = '/api/polymarket/getExecutionPrice'
  const body = '{"args":[{"bids":[],"asks":[{"price":0.5,"size":9}]},"buy",1]}'

  test('content types: JSON is read; anything else is refused', async () => {
    const combinations = types.flatMap((type) => [false, true].map((fromPage) => ({ ...type, fromPage })))
    for (const { type, isJson, fromPage } of combinations) {
      const headers = [
        withPort('Host: localhost:PORT'),
        `Content-Length: ${body.length}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        ...(fromPage ? [withPort('Origin: http://localhost:PORT')] : []),
      ]
      const reply = await rawRequest({ port: daemon.port, method: 'POST', target: path, headers, body })
      const expected = isJson ? 200 : 415
      expect([type, fromPage, reply.status]).toEqual([type, fromPage, expected])
      if (expected === 415 && !fromPage)
        expect(errorOf(reply.body).message).toContain('Send content-type: application/json')
    }
  })

  const post = (text: string, extra: readonly string[] = [`Content-Length: ${Buffer.byteLength(text)}`]) =>
    rawRequest({
      port: daemon.port,
      method: 'POST',
      target: path,
      headers: [withPort('Host: localhost:PORT'), 'Content-Type: application/json', ...extra],
      body: text,
    })

  test('an oversize body is 413, declared or chunked', async () => {
    const declared = await post('', ['Content-Length: 2000001'])
    expect(declared.status).toBe(413)
    expect(errorOf(declared.body).message).toBe('request entity too large')
    const chunk = `${(60_000).toString(16)}\r\n${' '.repeat(60_000)}\r\n`
    const chunked = await post(`${chunk.repeat(40)}0\r\n\r\n`, ['Transfer-Encoding: chunked'])
    expect(chunked.status).toBe(413)
  })

  test.each([
    ['bad JSON', '{"args":['],
    ['a bare number', '7'],
    ['null', 'null'],
    ['a text', '"hello"'],
    ['brackets without end', '['.repeat(500_000)],
  ])('%s is 400 with an object error', async (_what, text) => {
    const reply = await post(text)
    expect(reply.status).toBe(400)
    expect(errorOf(reply.body).message).toContain('body')
  })
})

describe('what can be called', () => {
  const get = (target: string) =>
    rawRequest({ port: daemon.port, target, headers: [withPort('Host: localhost:PORT')] })
  const post = (target: string) =>
    rawRequest({
      port: daemon.port,
      method: 'POST',
      target,
      headers: [withPort('Host: localhost:PORT'), 'Content-Length: 0'],
    })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'callVenue', ''])(
    'no method is named %s',
    async (name) => {
      expect((await post(`/api/kalshi/${name}`)).status).toBe(404)
      expect([404, 405]).toContain((await get(`/api/kalshi/${name}`)).status)
    },
  )

  test.each(['nosuch', 'constructor', '__proto__'])('no exchange is named %s', async (name) => {
    for (const reply of [await get(`/api/${name}/fetchMarkets`), await post(`/api/${name}/fetchMarkets`)]) {
      expect(reply.status).toBe(404)
      expect(errorOf(reply.body)).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('the exchange of the SDKs that plays is refused with what plays here', async () => {
    for (const reply of [await get('/api/mock/fetchMarkets'), await post('/api/mock/fetchMarkets')]) {
      expect(reply.status).toBe(501)
      expect(errorOf(reply.body)).toMatchObject({
        code: 'NOT_SUPPORTED',
        message: expect.stringContaining('--demo'),
      })
    }
  })

  test('a method for POST only answers GET with 405 and Allow, an unknown one too', async () => {
    for (const name of ['loadMarkets', 'createOrder', 'nosuch']) {
      const reply = await get(`/api/kalshi/${name}`)
      expect([name, reply.status, reply.headers['allow']]).toEqual([name, 405, 'POST, OPTIONS'])
    }
  })

  test('unknown paths are JSON with an object error', async () => {
    for (const target of [
      '/',
      '/nowhere',
      '/api',
      '/api/kalshi',
      '/favicon.ico',
      '/api/kalshi/fetchMarkets/more',
      '/%2e%2e/etc/passwd',
    ]) {
      const reply = await get(target)
      expect(reply.headers['content-type']).toContain('application/json')
      if (target !== '/') expect(errorOf(reply.body).message).not.toBe('')
    }
  })
})

test('in the demo world Metaculus is read without a token, and with whichever one is sent', async () => {
  const body = (credentials: object) => JSON.stringify({ args: [{ limit: 1 }], ...credentials })
  for (const text of [body({}), body({ credentials: { apiToken: 'any-token-at-all' } })]) {
    const reply = await rawRequest({
      port: daemon.port,
      method: 'POST',
      target: '/api/metaculus/fetchMarkets',
      headers: [
        withPort('Host: localhost:PORT'),
        'Content-Type: application/json',
        `Content-Length: ${text.length}`,
      ],
      body: text,
    })
    expect(JSON.parse(reply.body)).toMatchObject({ success: true, data: [{ sourceExchange: 'metaculus' }] })
  }
})
