import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createLiveSockets } from '../../src/transport/live-socket.js'
import type { SocketEnd } from '../../src/transport/socket.js'

/** With characters that a query writes otherwise. */
const KEY = 'canary+key/of=nobody 0001'

let server: WebSocketServer
let port: number

/** A venue that ends each socket with what its path says, and repeats the key. */
beforeAll(async () => {
  server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: ({ req }, answer) => {
      const isRefused = req.url?.startsWith('/refused') === true
      answer(!isRefused, 401, `no key ${KEY}`, { 'x-key': 'it was wrong' })
    },
  })
  server.on('connection', (socket, { url = '' }) => {
    const { pathname, search } = new URL(url, 'http://venue.test')
    if (pathname === '/said') socket.close(4001, `the key ${KEY} is unknown`)
    if (pathname === '/quoted') socket.close(4001, `no such key: ${search}`)
    if (pathname === '/base64') socket.close(4001, Buffer.from(KEY).toString('base64'))
    if (pathname === '/binary') socket.send(Buffer.from([1, 2]))
    if (pathname === '/plain') socket.close(4001, 'slow consumer')
  })
  await new Promise((resolve) => server.once('listening', resolve))
  // The address of a TCP server is always an object.
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** How a socket ends that is opened with the key in its query. */
function endOf(address: string, secretHeaders: Record<string, string> = { apikey: KEY }): Promise<SocketEnd> {
  const url = new URL(address)
  url.searchParams.append('apikey', KEY)
  return new Promise((resolve) => {
    createLiveSockets({ userAgent: 'test' }).open(
      { url, secretHeaders, maxBytes: 1_000, timeoutMs: 5_000 },
      { opened: () => undefined, text: () => undefined, alive: () => undefined, closed: resolve },
    )
  })
}

test.each(['/said', '/quoted', '/base64', '/binary', '/refused', '/plain'])(
  'a key of the query is in no reason that is told: %s',
  async (path) => {
    const { reason } = await endOf(`ws://127.0.0.1:${port}${path}`)
    expect(reason).not.toBe('')
    for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')])
      expect(reason).not.toContain(form)
    expect(reason).not.toMatch(/canary|of.nobody/)
  },
)

test('what tells no key is told', async () => {
  expect(await endOf(`ws://127.0.0.1:${port}/plain`)).toEqual({ code: 4001, reason: 'slow consumer' })
  expect(await endOf(`ws://127.0.0.1:${port}/refused`)).toMatchObject({
    status: 401,
    reason: 'the handshake returned status 401',
  })
  expect((await endOf(`ws://127.0.0.1:${port}/said`, {})).reason).toContain('is unknown')
})

test('a host that is away is told without the key', async () => {
  const { reason } = await endOf('ws://127.0.0.1:1/away')
  expect(reason).toMatch(/ECONNREFUSED/)
  expect(reason).not.toContain('canary')
})
