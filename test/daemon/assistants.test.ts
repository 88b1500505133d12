import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOver } from '../http/app-world.js'
import { startDemoDaemon } from './demo-daemon.js'

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
const clients: Client[] = []
beforeAll(async () => {
  daemon = await startDemoDaemon(['kalshi', 'polymarket'])
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await daemon.stop()
})

async function connected(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.address}/mcp`)))
  return client
}

interface Told {
  readonly isError?: boolean
  readonly structuredContent: {
    readonly mode: string
    readonly freshness: object
    readonly data: readonly { readonly outcomes: readonly { readonly outcomeId: string }[] }[]
    readonly columns?: readonly string[]
    readonly rows?: readonly unknown[]
    readonly error?: { readonly code: string }
  }
}

async function asked(client: Client, name: string, args: Record<string, unknown>): Promise<Told> {
  return (await client.callTool({ name, arguments: args })) as unknown as Told
}

test("the official SDK's client finds a market, its book and its candles", async () => {
  const client = await connected()
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  const markets = (await asked(client, 'markets', { exchange: 'kalshi', limit: 2 })).structuredContent
  expect(markets).toMatchObject({ mode: 'demo', notice: 'Demo mode: all data is simulated.' })
  expect(markets.data).toHaveLength(2)
  const outcomeId = markets.data[0]?.outcomes[0]?.outcomeId
  const book = await asked(client, 'book', { exchange: 'kalshi', outcomeId })
  expect(book.structuredContent.data).toMatchObject({ bids: expect.any(Array), asks: expect.any(Array) })
  const candles = await asked(client, 'candles', {
    exchange: 'kalshi',
    outcomeId,
    resolution: '1h',
    limit: 5,
  })
  expect(candles.structuredContent).toMatchObject({
    mode: 'demo',
    freshness: { answeredAt: '2026-11-21T12:00:00.000Z', pricesOf: 'trade' },
    columns: ['opens (UTC)', 'open', 'high', 'low', 'close', 'volume'],
  })
  expect(candles.structuredContent.rows).toHaveLength(5)
  const missing = await asked(client, 'market', { exchange: 'kalshi', marketId: 'NOTHING-26' })
  expect(missing).toMatchObject({ isError: true, structuredContent: { error: { code: 'MARKET_NOT_FOUND' } } })
})

test('several assistants at once each have a session of their own', async () => {
  const [one, other] = await Promise.all([connected(), connected()])
  const both = await Promise.all(
    [one, other].map((client) => asked(client, 'capabilities', { exchange: 'kalshi' })),
  )
  for (const { structuredContent } of both) expect(structuredContent.mode).toBe('demo')
})

describe('the door to assistants', () => {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }
  const accept = { accept: 'application/json, text/event-stream' }

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ host: 'evil.example' }, 421],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
  ])('has the guards of the others: %j', async (headers, status) => {
    const { request } = await import('node:http')
    const reply = await new Promise<number>((resolve) => {
      const sent = request(`${daemon.address}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...accept, ...headers },
      })
      sent.on('response', (response) => resolve(response.statusCode ?? 0))
      sent.end(JSON.stringify(hello))
    })
    expect(reply).toBe(status)
  })

  test('asks for the token where the daemon does, and a tool is called with what its caller proved', async () => {
    const app = appOver({ requireToken: true })
    expect((await app.post('/mcp', hello, accept)).status).toBe(401)
    const proof = { ...accept, 'x-pmxt-access-token': app.token }
    const begun = await app.post('/mcp', hello, proof)
    expect(begun.status).toBe(200)
    const session = { ...proof, 'mcp-session-id': begun.headers['mcp-session-id'] ?? '' }
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'market', arguments: { exchange: 'kalshi', marketId: 'X' } },
    }
    const answered = await app.post('/mcp', call, session)
    expect(answered.text).toContain('answer')
    expect(app.calls).toMatchObject([{ venue: 'kalshi', trusted: true }])
    const { 'x-pmxt-access-token': _token, ...unproved } = session
    expect((await app.post('/mcp', call, unproved)).status).toBe(401)
  })

  test('reads no body beyond the limit and none that is not JSON', async () => {
    const app = appOver()
    const long = { ...hello, padding: 'x'.repeat(11_000) }
    const chunked = await app.raw('/mcp', {
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: JSON.stringify(long),
    })
    expect(chunked.status).toBe(413)
    const text = await app.raw('/mcp', {
      method: 'POST',
      headers: { ...accept, 'content-type': 'text/plain' },
      body: '{}',
    })
    expect(text.status).toBe(415)
  })
})
