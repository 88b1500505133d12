import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPostShortcut } from '../../../src/http/response/post-shortcut.js'
import { fakeClock } from '../../support/clock.js'
import { openRaw } from '../../support/raw-http.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that takes every request for a POST whose answer may lie ready, and where none does. */
async function setUp(fetch: (request: Request) => Promise<Response>) {
  const seen: string[] = []
  const told: (() => void)[] = []
  const note = (what: string): void => {
    seen.push(what)
    for (const tell of told.splice(0)) tell()
  }
  const shortcut = createPostShortcut({
    readyResponses: { holds: () => true, find: (question) => void note(`asked ${question}`) },
    fetch,
    maxBytes: 10,
    tooLarge(_request: IncomingMessage, response: ServerResponse) {
      note('too large')
      response.writeHead(413, { 'content-length': 0 }).end()
    },
    answered: () => note('answered'),
    clock: fakeClock(),
    noteReady: () => note('ready'),
  })
  const server = createServer(shortcut)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const caller = await openRaw((server.address() as AddressInfo).port)
  return {
    seen,
    caller,
    post: (...headersAndBody: readonly string[]) =>
      caller.send(['POST /q?a=1 HTTP/1.1', 'Host: here:1', ...headersAndBody].join('\r\n')),
    /** Resolves once this was noted. */
    async saw(what: string): Promise<void> {
      while (!seen.includes(what)) await new Promise<void>((resolve) => told.push(resolve))
    },
  }
}

test('what does not lie ready goes to the routes as it came, and their answer to the caller', async () => {
  const { caller, post, saw, seen } = await setUp(
    async (request) =>
      new Response(`${request.url} ${request.headers.get('x-a')} ${await request.text()}`, {
        status: 201,
        headers: { 'x-b': 'b' },
      }),
  )
  post('X-A: a', 'Content-Length: 2', '', '{}')
  expect(await caller.reply()).toMatchObject({
    status: 201,
    headers: { 'x-b': 'b', 'content-length': '24' },
    body: 'http://here:1/q?a=1 a {}',
  })
  await saw('answered')
  expect(seen).toEqual(['asked /q?a=1 {}', 'answered'])
})

test('a body in chunks may be as large as allowed and no larger', async () => {
  const { caller, post, saw, seen } = await setUp(async () => new Response('fits'))
  const chunks = (...bodies: readonly string[]) =>
    [...bodies, ''].map((body) => `${body.length.toString(16)}\r\n${body}\r\n`).join('')
  post('Transfer-Encoding: chunked', '', chunks('12345', '67890'))
  expect(await caller.reply()).toMatchObject({ status: 200, body: 'fits' })
  await saw('answered')
  post('Transfer-Encoding: chunked', '', chunks('12345', '67890', '1'))
  expect(await caller.reply()).toMatchObject({ status: 413 })
  expect(seen).toEqual(['asked /q?a=1 1234567890', 'answered', 'too large'])
})

test('the routes hear that the caller has hung up, and not when he has been answered', async () => {
  const signals: AbortSignal[] = []
  let tell = (): void => undefined
  const { caller, post, saw } = await setUp(async (request) => {
    signals.push(request.signal)
    if (signals.length === 1) return new Response('at once')
    tell()
    return new Promise<Response>((_resolve, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
    )
  })
  post('Content-Length: 2', '', '{}')
  await caller.reply()
  await saw('answered')
  const asked = new Promise<void>((resolve) => {
    tell = resolve
  })
  post('Content-Length: 2', '', '[]')
  await asked
  caller.hangUp()
  await new Promise<void>((resolve) => signals[1]?.addEventListener('abort', () => resolve()))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  expect(signals[1]?.reason).toMatchObject({ message: 'the client closed the connection' })
})

test('a failure of the routes that is no answer closes the connection', async () => {
  const { caller, post, saw } = await setUp(() => Promise.reject(new Error('broken')))
  post('Content-Length: 2', '', '{}')
  await caller.closed
  await saw('answered')
})
