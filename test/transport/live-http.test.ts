import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { toCall, type VenueRequest, type Wire, type WireReply } from '../../src/transport/call-types.js'
import { createLiveWire } from '../../src/transport/live-http.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const open: { server: Server; sockets: Set<Socket> }[] = []
const wires: Wire[] = []

afterEach(async () => {
  for (const wire of wires.splice(0)) await wire.close()
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A venue on the loopback; returns its base URL. */
async function venue(handler: Handler): Promise<string> {
  const server = createServer(handler)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  open.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${portOf(server)}`
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  return address.port
}

interface SendOptions {
  readonly request?: Partial<VenueRequest>
  readonly signal?: AbortSignal
  readonly maxBytes?: number
  readonly timeoutMs?: number
  readonly proxy?: string
}

function send(url: string, options: SendOptions = {}): Promise<WireReply> {
  const wire = createLiveWire({
    userAgent: 'pmx-local/test',
    mayFollow: (from, to) => from.origin === to.origin,
  })
  wires.push(wire)
  const call = toCall('kalshi', { host: 'api', path: '/', ...options.request })
  return wire.send(call, new URL(url), {
    signal: options.signal ?? new AbortController().signal,
    proxy: options.proxy === undefined ? undefined : { address: options.proxy, setting: 'HTTPS_PROXY' },
    maxBytes: options.maxBytes ?? 100_000,
    timeoutMs: options.timeoutMs ?? 5_000,
  })
}

const body = JSON.stringify({ markets: Array.from({ length: 50 }, (_, index) => ({ id: `FOO-${index}` })) })

describe('a call', () => {
  test('sends method, body, headers and secrets, and who we are', async () => {
    const got: unknown[] = []
    const base = await venue(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      got.push(request.method, request.url, request.headers, Buffer.concat(chunks).toString())
      response.end('{}')
    })
    await send(`${base}/a?b=1`, {
      request: { body: { size: 1 }, headers: { version: '2' }, secretHeaders: { authorization: 'key' } },
    })
    expect(got).toEqual([
      'POST',
      '/a?b=1',
      expect.objectContaining({
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'pmx-local/test',
        version: '2',
        authorization: 'key',
      }),
      '{"size":1}',
    ])
  })

  test.each([200, 204, 304, 404, 429, 500, 503])(
    'with status %d is an answer, not an error',
    async (status) => {
      const base = await venue((_request, response) => {
        response.writeHead(status, { 'X-Odd': 'Value', 'Set-Cookie': ['a=1', 'b=2'] })
        response.end(status === 204 || status === 304 ? undefined : '{"a":1}')
      })
      const reply = await send(base)
      expect(reply.status).toBe(status)
      expect(reply.headers).toMatchObject({ 'x-odd': 'Value', 'set-cookie': 'a=1, b=2' })
    },
  )

  test.each([
    ['plain', undefined, Buffer.from(body)],
    ['gzip', 'gzip', gzipSync(body)],
    ['GZIP', 'GZIP', gzipSync(body)],
    ['br', 'br', brotliCompressSync(body)],
  ])('reads a %s body', async (_name, encoding, bytes) => {
    const base = await venue((_request, response) => {
      if (encoding !== undefined) response.setHeader('content-encoding', encoding)
      response.end(bytes)
    })
    expect((await send(base)).text).toBe(body)
  })

  test("ends when its caller hangs up, with the caller's reason", async () => {
    const controller = new AbortController()
    const base = await venue(() => controller.abort(new Error('bye')))
    await expect(send(base, { signal: controller.signal })).rejects.toThrow('bye')
  })
})

describe('an answer that is too large', () => {
  test('is refused, whatever it claims', async () => {
    const base = await venue((_request, response) => response.end('x'.repeat(5_000)))
    await expect(send(base, { maxBytes: 4_999 })).rejects.toMatchObject({ kind: 'too_large' })
    expect((await send(base, { maxBytes: 5_000 })).text).toHaveLength(5_000)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is refused when it only unpacks to that (%s)', async (encoding, pack) => {
    const base = await venue((_request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(pack('x'.repeat(1_000_000)))
    })
    await expect(send(base, { maxBytes: 100_000 })).rejects.toMatchObject({ kind: 'too_large' })
  })

  test('and never ends is cut off', async () => {
    const base = await venue((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    await expect(send(base, { maxBytes: 200_000 })).rejects.toMatchObject({ kind: 'too_large' })
  })
})

describe('a broken answer', () => {
  test.each([
    ['gzip', gzipSync(body).subarray(0, 60)],
    ['br', brotliCompressSync(body).subarray(0, 30)],
    ['gzip', Buffer.from('not packed at all')],
  ])('whose %s body is damaged is cut_body', async (encoding, bytes) => {
    const base = await venue((_request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(bytes)
    })
    await expect(send(base)).rejects.toMatchObject({ name: 'WireError', kind: 'cut_body' })
  })

  test('whose connection is reset in the middle of the body is lost, not half an answer', async () => {
    const base = await venue((_request, response) => {
      response.writeHead(200, { 'content-length': String(body.length) })
      response.write(body.slice(0, 100), () => response.socket?.resetAndDestroy())
    })
    await expect(send(base)).rejects.toMatchObject({
      name: 'WireError',
      kind: expect.stringMatching(/reset|cut_body/),
    })
  })

  test('whose connection ends before its declared length is lost, not half an answer', async () => {
    const base = await venue((_request, response) => {
      response.writeHead(200, { 'content-length': String(body.length) })
      response.write(body.slice(0, 100), () => response.socket?.end())
    })
    await expect(send(base)).rejects.toMatchObject({
      name: 'WireError',
      kind: expect.stringMatching(/reset|cut_body/),
    })
  })

  test('whose chunks break off is lost, not half an answer', async () => {
    const base = await venue((_request, response) => {
      response.write(body.slice(0, 100), () => response.socket?.end())
    })
    await expect(send(base)).rejects.toMatchObject({ name: 'WireError' })
  })

  test('that is no HTTP is an error of the wire', async () => {
    const base = await venue((request) => request.socket.end('garbage\r\n\r\n'))
    await expect(send(base)).rejects.toMatchObject({ name: 'WireError' })
  })

  test('before which the connection closes is a reset', async () => {
    const base = await venue((request) => request.socket.destroy())
    await expect(send(base)).rejects.toMatchObject({ kind: 'reset' })
  })
})

describe('silence', () => {
  test('before the answer ends the try', async () => {
    const base = await venue(() => undefined)
    await expect(send(base, { timeoutMs: 150 })).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('in the middle of the body ends the try', async () => {
    const base = await venue((_request, response) => {
      response.write('{"a":')
    })
    await expect(send(base, { timeoutMs: 150 })).rejects.toMatchObject({ kind: 'timeout' })
  })
})

test('a host that refuses connections is told by name', async () => {
  const base = await venue(() => undefined)
  const closed = open.pop()
  await new Promise((resolve) => closed?.server.close(resolve))
  await expect(send(base)).rejects.toMatchObject({
    kind: 'refused',
    message: `${new URL(base).host} cannot be reached (ECONNREFUSED).`,
  })
})

describe('a redirect', () => {
  /** Redirects `/n` to `/n-1` and answers at `/0`. */
  function ladder(status: number): Handler {
    return (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) return void response.end('{"arrived":true}')
      response.writeHead(status, { location: `/${left - 1}` }).end()
    }
  }

  test.each([301, 302, 307, 308])('%d within the host is followed, three times at most', async (status) => {
    const base = await venue(ladder(status))
    expect((await send(`${base}/3`)).text).toBe('{"arrived":true}')
    await expect(send(`${base}/4`)).rejects.toMatchObject({ kind: 'redirect' })
  })

  test('to another origin is refused, and nothing is sent there', async () => {
    let visits = 0
    const evil = await venue((_request, response) => {
      visits++
      response.end('{}')
    })
    const base = await venue((_request, response) => {
      response.writeHead(302, { location: `${evil}/steal` }).end()
    })
    const asked = send(base, { request: { secretHeaders: { authorization: 'hunter2' } } })
    await expect(asked).rejects.toMatchObject({ kind: 'redirect', message: expect.stringContaining(evil) })
    expect(visits).toBe(0)
  })

  test('of a write is refused', async () => {
    const base = await venue(ladder(307))
    await expect(send(`${base}/1`, { request: { body: {} } })).rejects.toMatchObject({ kind: 'redirect' })
  })

  test.each(['http://[', 'http://a b/'])('to %j, which is no address, is refused', async (location) => {
    const base = await venue((_request, response) => {
      response.writeHead(302, { location }).end()
    })
    await expect(send(base)).rejects.toMatchObject({ kind: 'redirect' })
  })

  test('without a place to go is an answer like any other', async () => {
    const base = await venue((_request, response) => {
      response.writeHead(302).end()
    })
    expect((await send(base)).status).toBe(302)
  })
})

describe('a proxy', () => {
  test('that wants something else is told apart from the venue', async () => {
    const base = await venue(() => undefined)
    open.at(-1)?.server.on('connect', (_request, socket: Socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    await expect(send('http://venue.test/', { proxy: base })).rejects.toMatchObject({
      kind: 'refused',
      message: 'The proxy (HTTPS_PROXY) refuses a connection to venue.test (HTTP 407).',
    })
  })

  test('that keeps silent holds nobody who leaves, and the wire can be closed', async () => {
    const base = await venue(() => undefined)
    const connected = new Promise<void>((resolve) => open.at(-1)?.server.on('connect', () => resolve()))
    const caller = new AbortController()
    const asked = send('http://venue.test/', { proxy: base, signal: caller.signal })
    await connected
    caller.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    await wires.at(-1)?.close()
  })

  test('that is away is named', async () => {
    await expect(send('http://venue.test/', { proxy: 'http://127.0.0.1:9' })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('proxy'),
    })
  })

  test('that cannot be used at all is a failure on the way, not of ours', async () => {
    await expect(send('http://venue.test/', { proxy: 'http://us%er@127.0.0.1:9' })).rejects.toMatchObject({
      name: 'WireError',
      message: expect.stringMatching(/venue\.test.*proxy/),
    })
  })
})

test.each(['', 'gzip'])('a byte order mark is no part of an answer (%j)', async (encoding) => {
  const text = Buffer.from('\ufeff{"a":1}')
  const base = await venue((_request, response) => {
    if (encoding !== '') response.setHeader('content-encoding', encoding)
    response.end(encoding === '' ? text : gzipSync(text))
  })
  expect((await send(base)).text).toBe('{"a":1}')
})

describe('an address of this machine', () => {
  test.each(['127.0.0.1', 'localhost'])('(%s) is never reached through a proxy', async (name) => {
    const base = await venue((_request, response) => void response.end('{}'))
    const proxy = 'http://127.0.0.1:9'
    expect(await send(base.replace('127.0.0.1', name), { proxy })).toMatchObject({ status: 200 })
  })

  test('is one that begins so, not one that holds it', async () => {
    const asked = send('http://venue.127.0.0.1.test/', { proxy: 'http://127.0.0.1:9' })
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('through its proxy') })
  })
})

test('a wire keeps its connections open for the next call, and closes them when it is closed', async () => {
  const base = await venue((_request, response) => {
    response.setHeader('keep-alive', 'timeout=600').end('{}')
  })
  for (const { server } of open) server.keepAliveTimeout = 0
  const wire = createLiveWire({ userAgent: 'pmx-local/test', mayFollow: () => false })
  const call = toCall('kalshi', { host: 'api', path: '/' })
  const options = { signal: new AbortController().signal, proxy: undefined, maxBytes: 10, timeoutMs: 5_000 }
  for (let count = 0; count < 10; count++) await wire.send(call, new URL(base), options)
  const sockets = [...(open.at(-1)?.sockets ?? [])]
  expect(sockets.length).toBeLessThan(10)
  const closed = sockets.map(
    (socket) => socket.destroyed || new Promise((resolve) => socket.once('close', resolve)),
  )
  await wire.close()
  await Promise.all(closed)
})
