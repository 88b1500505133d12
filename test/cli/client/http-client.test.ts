import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, readAddress, request, serializeFailure } from '../../../src/cli/client/http-client.js'
import { CommandFailed, exitCodes } from '../../../src/cli/output/output.js'

const servers: Server[] = []

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve)
          server.closeAllConnections()
        }),
    ),
  )
})

/** A daemon of the test's making; returns its address. */
function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || address === null) throw new Error('no port')
      resolve(new URL(`http://127.0.0.1:${address.port}`))
    })
  })
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

describe('a call over HTTP', () => {
  test('posts the arguments and gives back status, headers and body', async () => {
    const heard: unknown[] = []
    const url = await serve(async (incoming, reply) => {
      const { method, url: path, headers } = incoming
      heard.push({ method, path, token: headers['x-pmxt-access-token'], body: await textOf(incoming) })
      reply.writeHead(200, { 'content-type': 'application/json', 'X-Pmx-Cache': 'hit' })
      reply.end('{"success":true,"data":["é"]}')
    })
    const reply = await request({ url, token: 'secret' }, 'kalshi', 'fetchTrades', ['X', { limit: 1 }])
    expect(heard).toEqual([
      {
        method: 'POST',
        path: '/api/kalshi/fetchTrades',
        token: 'secret',
        body: '{"args":["X",{"limit":1}]}',
      },
    ])
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'x-pmx-cache': 'hit' },
      body: { success: true, data: ['é'] },
    })
  })

  test('keeps the path of the address, and sends no token it was not given', async () => {
    const heard: unknown[] = []
    const url = await serve((incoming, reply) => {
      heard.push([incoming.url, incoming.headers['x-pmxt-access-token']])
      reply.end('{}')
    })
    await createClient({ url: new URL('/gateway/', url) }).call('kalshi', 'has', [])
    expect(heard).toEqual([['/gateway/api/kalshi/has', undefined]])
  })

  test('says that it is background work only where it is', async () => {
    const heard: unknown[] = []
    const url = await serve((incoming, reply) => {
      heard.push(incoming.headers['x-pmx-priority'])
      reply.end('{}')
    })
    const client = createClient({ url })
    await client.call('kalshi', 'has', [], { priority: 'background' })
    await client.call('kalshi', 'has', [])
    expect(heard).toEqual(['background', undefined])
  })

  test('gives back a failure of the method as a reply', async () => {
    const url = await serve((_incoming, reply) => {
      reply.writeHead(404)
      reply.end('{"success":false,"error":{"message":"no"}}')
    })
    expect(await request({ url }, 'kalshi', 'fetchMarket', [])).toMatchObject({ status: 404 })
  })

  test('follows no redirect', async () => {
    const url = await serve((_incoming, reply) => {
      reply.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' })
      reply.end('{"success":false,"error":{"message":"elsewhere"}}')
    })
    expect(await request({ url, token: 'secret' }, 'kalshi', 'has', [])).toMatchObject({ status: 302 })
  })
})

describe('when no daemon answers', () => {
  test('a closed port is said to be one, with what to do', async () => {
    const url = await serve(() => {})
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve))
    const failing = request({ url }, 'kalshi', 'has', [])
    await expect(failing).rejects.toThrow(CommandFailed)
    await expect(failing).rejects.toThrow(
      /No response from http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED[\s\S]*pmx-local start/,
    )
  })

  test('something else that answers is said to be no pmx-local', async () => {
    const url = await serve((_incoming, reply) => reply.end('<html>'))
    await expect(request({ url }, 'kalshi', 'has', [])).rejects.toThrow(/is not pmx-local/)
  })

  test('an answer that breaks off is a failure', async () => {
    const url = await serve((_incoming, reply) => {
      reply.writeHead(200, { 'content-length': 100 })
      reply.write('{"success"', () => reply.destroy())
    })
    await expect(request({ url }, 'kalshi', 'has', [])).rejects.toThrow(/No response from/)
  })

  const failureOf = async (url: URL, method: 'createOrder' | 'fetchMarkets') =>
    request({ url }, 'kalshi', method, []).then(
      () => undefined,
      (error: CommandFailed) => serializeFailure(error),
    )

  test.each<[string, RequestListener]>([
    ['breaks off', (_incoming, reply) => void reply.destroy()],
    ['cannot be read', (_incoming, reply) => void reply.end('<html>')],
  ])('an order whose response %s may have been placed, and is not retryable', async (_how, listener) => {
    const url = await serve(listener)
    expect(await failureOf(url, 'createOrder')).toMatchObject({
      retryable: false,
      detail: { state: 'unknown' },
      message: expect.stringContaining('orders log'),
    })
    expect(await failureOf(url, 'fetchMarkets')).toMatchObject({ retryable: true })
  })

  test('an order that reached no daemon was not placed', async () => {
    const url = await serve(() => {})
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve))
    expect(await failureOf(url, 'createOrder')).toMatchObject({ retryable: true })
  })
})

describe('the address of a daemon', () => {
  test.each([
    ['localhost:3847', 'http://localhost:3847/'],
    ['http://127.0.0.1:3847', 'http://127.0.0.1:3847/'],
    ['http://[::1]:3847/base', 'http://[::1]:3847/base'],
  ])('%s is read', (text, href) => {
    expect(readAddress(text).href).toBe(href)
  })

  test.each(['https://localhost:3847', 'ftp://x', 'http://', 'not an address'])('%s is refused', (text) => {
    try {
      readAddress(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ exitCode: exitCodes.usage })
    }
  })
})
