import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type CallerTimeouts, callerTimeouts, listenOnAddress } from '../../../src/daemon/lifecycle/listen.js'
import { hostsFor } from '../../../src/http/access/host-and-origin-checks.js'
import { createListener } from '../../../src/http/listener.js'
import {
  type ConnectionLimits,
  connectionLimits,
  createConnections,
} from '../../../src/http/request/connections.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createTraffic } from '../../../src/observe/traffic.js'
import { fakeClock } from '../../support/clock.js'
import { openRaw, type RawConnection } from '../../support/raw-http.js'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server whose answers the test gives itself, behind the guards. */
async function setUp(limits: Partial<ConnectionLimits> = {}, waits: Partial<CallerTimeouts> = {}) {
  const clock = fakeClock()
  const asked: { readonly path: string; answer(body: string): void }[] = []
  const askers: (() => void)[] = []
  const connections = createConnections(clock, { ...connectionLimits, ...limits })
  const ids = {
    requestId: () => 'r',
    instanceId: () => 'i',
    uuid: () => '00000000-0000-4000-8000-000000000000',
    orderName: () => '00000000-0000-4000-8000-000000000000',
    secret: () => 's',
  }
  const { port, servers } = await listenOnAddress(
    '127.0.0.1',
    0,
    (chosen) =>
      createListener({
        fetch: (request) =>
          new Promise((resolve) => {
            asked.push({
              path: new URL(request.url).pathname,
              answer: (body) => resolve(new Response(body)),
            })
            for (const tell of askers.splice(0)) tell()
          }),
        policy: {
          hosts: hostsFor(['localhost'], chosen),
          ownOrigins: new Set(),
          otherOrigins: new Set(['https://app.test']),
          maxBodyBytes: 1_000,
        },
        ids,
        log: silentLogger,
        readyResponses: { holds: () => false, find: () => undefined },
        pages: { find: () => undefined },
        connections,
        clock,
        traffic: createTraffic(),
        requests: { ready: () => undefined },
      }),
    { ...callerTimeouts, ...waits },
  )
  ends.push(async () => {
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  })
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n')
  return {
    clock,
    port,
    asked,
    get,
    servers,
    open: () => openRaw(port),
    /** Resolves when the routes have been asked so often. */
    async askedTimes(times: number): Promise<void> {
      while (asked.length < times) await new Promise<void>((resolve) => askers.push(resolve))
    },
  }
}

const errorIn = (body: string) => (JSON.parse(body) as { error: { code: string; detail: object } }).error

describe('requests of one connection', () => {
  test('are answered one after another: the next begins when the answer before is read', async () => {
    const { asked, askedTimes, get, open } = await setUp()
    const caller = await open()
    caller.send(get('/a') + get('/b') + get('/c'))
    for (const [index, path] of ['/a', '/b', '/c'].entries()) {
      await askedTimes(index + 1)
      expect(asked.map((each) => each.path)).toHaveLength(index + 1)
      asked[index]?.answer(path)
      expect(await caller.reply()).toMatchObject({ status: 200, body: path })
    }
  })

  test('may wait up to the limit; one more is refused in its turn, and the connection closed', async () => {
    const { asked, askedTimes, get, open } = await setUp({ maxWaiting: 2 })
    const caller = await open()
    caller.send(['/a', '/b', '/c', '/d', '/e'].map((path) => get(path)).join(''))
    for (const index of [0, 1, 2]) {
      await askedTimes(index + 1)
      asked[index]?.answer('done')
      expect((await caller.reply()).status).toBe(200)
    }
    const refused = await caller.reply()
    expect(refused).toMatchObject({ status: 429, headers: { connection: 'close', 'retry-after': '1' } })
    expect(errorIn(refused.body)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryable: true,
      detail: { kind: 'too_many_waiting' },
    })
    await caller.closed
    expect(asked).toHaveLength(3)
  })

  test('may be any number, when they do not come faster than they are answered', async () => {
    const { asked, askedTimes, get, open } = await setUp({ maxWaiting: 1 })
    const caller = await open()
    for (let round = 0; round < 4; round++) {
      caller.send(get('/a') + get('/b'))
      for (const index of [round * 2, round * 2 + 1]) {
        await askedTimes(index + 1)
        asked[index]?.answer('done')
        expect((await caller.reply()).status).toBe(200)
      }
    }
  })

  test('in a flood end the connection at once, and nobody else is kept waiting', async () => {
    const { asked, askedTimes, get, open } = await setUp({ maxWaiting: 2 })
    const [flood, other] = [await open(), await open()]
    flood.send(get('/a').repeat(50))
    await flood.closed
    other.send(get('/b'))
    await askedTimes(2)
    asked[1]?.answer('yes')
    expect((await other.reply()).body).toBe('yes')
  })
})

describe('answers that nobody reads', () => {
  /** More than the system takes for a socket. */
  const LARGE = 'x'.repeat(24_000_000)

  async function unread(world: Awaited<ReturnType<typeof setUp>>): Promise<RawConnection> {
    const caller = await world.open()
    caller.pause()
    caller.send(world.get('/large'))
    await world.askedTimes(1)
    world.asked[0]?.answer(LARGE)
    return caller
  }

  test('beyond the limit turn away what others ask, clearly, but not /health', async () => {
    const world = await setUp({ maxUnsentBytes: 1_000_000 })
    const lazy = await unread(world)
    const other = await world.open()
    other.send(world.get('/small'))
    const refused = await other.reply()
    expect(refused.status).toBe(429)
    expect(errorIn(refused.body).detail).toEqual({ kind: 'too_many_unread' })
    const prober = await world.open()
    prober.send(world.get('/health'))
    await world.askedTimes(2)
    world.asked[1]?.answer('ok')
    expect((await prober.reply()).body).toBe('ok')

    // Once they are read, everybody is served again.
    lazy.resume()
    expect((await lazy.reply()).body).toHaveLength(LARGE.length)
    const again = await world.open()
    again.send(world.get('/small'))
    await world.askedTimes(3)
    world.asked[2]?.answer('small')
    expect((await again.reply()).body).toBe('small')
  })

  test('for long enough end their connection', async () => {
    const world = await setUp()
    const lazy = await unread(world)
    const prober = await world.open()
    prober.send(world.get('/health'))
    await world.askedTimes(2)
    await world.clock.advance(connectionLimits.stallMs * 2)
    lazy.resume()
    await lazy.closed
    expect(lazy.received()).toBeLessThan(LARGE.length)
  })
})

describe('connections beyond the limit', () => {
  test('hear /health, and a refusal of everything else', async () => {
    const { asked, askedTimes, get, open } = await setUp({ maxConnections: 1 })
    const [first, second, third] = [await open(), await open(), await open()]
    second.send(get('/a'))
    const refused = await second.reply()
    expect(refused.status).toBe(429)
    expect(errorIn(refused.body).detail).toEqual({ kind: 'too_many_connections' })
    await second.closed
    third.send(get('/health'))
    await askedTimes(1)
    asked[0]?.answer('ok')
    expect((await third.reply()).body).toBe('ok')
    first.send(get('/a'))
    await askedTimes(2)
    asked[1]?.answer('served')
    expect((await first.reply()).body).toBe('served')
  })
})

test('a connection that has ended leaves its place to another', async () => {
  const { asked, askedTimes, get, open, servers } = await setUp({ maxConnections: 1 })
  for (let round = 0; round < 3; round++) {
    const caller = await open()
    caller.send(get('/a'))
    await askedTimes(round + 1)
    asked[round]?.answer('served')
    expect((await caller.reply()).body).toBe('served')
    const ended = new Promise<void>((resolve) => {
      const look = (): void => {
        servers[0]?.getConnections((_error, count) => (count === 0 ? resolve() : setImmediate(look)))
      }
      look()
    })
    caller.hangUp()
    await ended
  }
})

test('a burst of twice as many connections as are served is accepted, or none of it would hear the refusal', async () => {
  const { servers } = await setUp()
  for (const { maxConnections } of servers)
    expect(maxConnections).toBeGreaterThanOrEqual(2 * connectionLimits.maxConnections)
})

describe('what is no proper request', () => {
  test.each<[string, string, number, string]>([
    ['noise', 'hello\r\n\r\n', 400, 'malformed'],
    ['a head beyond the limit', `GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'head_too_large'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 421, 'host_missing'],
    ['a tunnel', 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 405, 'method_not_allowed'],
    ['a strange wish', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 417, 'expectation'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed',
    ],
  ])('(%s) is answered in JSON', async (_what, text, status, kind) => {
    const { open } = await setUp()
    const caller = await open()
    caller.send(text)
    const reply = await caller.reply()
    expect(reply.status).toBe(status)
    expect(reply.headers['content-type']).toContain('application/json')
    expect(errorIn(reply.body)).toMatchObject({ message: expect.any(String), detail: { kind } })
    await caller.closed
  })

  test('a head that does not come to its end is told so, and closed within 20 s', async () => {
    expect(callerTimeouts.headMs + callerTimeouts.checkEveryMs).toBeLessThanOrEqual(20_000)
    const { open } = await setUp({}, { headMs: 20, requestMs: 20, checkEveryMs: 10 })
    const caller = await open()
    caller.send('GET / HTTP/1.1\r\nHost:')
    expect(await caller.reply()).toMatchObject({ status: 408 })
    await caller.closed
  })

  test('within an answer closes the connection without a second one', async () => {
    const { asked, askedTimes, get, port } = await setUp()
    const caller = connect(port, '127.0.0.1')
    const texts: string[] = []
    caller.setEncoding('utf8').on('data', (text: string) => void texts.push(text))
    const closed = new Promise((resolve) => caller.on('close', resolve).on('error', resolve))
    caller.write(get('/a'))
    await askedTimes(1)
    caller.write('noise\r\n\r\n')
    await closed
    asked[0]?.answer('late')
    expect(texts.join('')).toMatch(/^HTTP\/1.1 400/)
  })
})

describe('a page that asks before it calls', () => {
  const ask = async (...headers: readonly string[]) => {
    const { asked, open, port } = await setUp()
    const caller = await open()
    caller.send(
      ['OPTIONS /api/kalshi/has HTTP/1.1', `Host: localhost:${port}`, ...headers, '', ''].join('\r\n'),
    )
    const reply = await caller.reply()
    expect(asked).toEqual([])
    return reply
  }

  test('of a configured origin is told what it may send', async () => {
    const origin = 'Origin: https://app.test'
    expect(await ask(origin, 'Access-Control-Request-Headers: x-a, x-b')).toMatchObject({
      status: 204,
      headers: {
        allow: 'GET, HEAD, POST, OPTIONS',
        'access-control-allow-origin': 'https://app.test',
        'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
        'access-control-allow-headers': 'x-a, x-b',
      },
    })
    expect((await ask(origin)).headers).not.toHaveProperty('access-control-allow-headers')
  })

  test('of none is told nothing that a browser would go by', async () => {
    const { status, headers } = await ask('Access-Control-Request-Headers: x-a')
    expect([status, headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('pages of a configured origin', () => {
  test('may read every header, and caches are told that answers depend on the origin', async () => {
    const { asked, askedTimes, get, open } = await setUp()
    const caller = await open()
    caller.send(get('/a', 'Origin: https://app.test') + get('/b'))
    await askedTimes(1)
    asked[0]?.answer('a')
    expect((await caller.reply()).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.test',
      'access-control-expose-headers': '*',
      vary: 'origin',
    })
    await askedTimes(2)
    asked[1]?.answer('b')
    const { headers } = await caller.reply()
    expect(headers['vary']).toBe('origin')
    expect(headers).not.toHaveProperty('access-control-expose-headers')
  })
})
