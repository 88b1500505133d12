import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, expect, test } from 'vitest'
import { limitOrder, mine, tradingWorld } from '../../core/trading/trading-world.js'
import { openTestDoor, token } from '../test-door.js'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A daemon's door over an exchange that holds orders until it lets go, and which takes two orders of one name. */
async function setUp() {
  const world = tradingWorld({ held: mine, exchange: { isUnique: false, finds: false } })
  let count = 0
  const next = () => `id-${count++}`
  const door = await openTestDoor({
    dispatcher: world.dispatcher,
    clock: world.clock,
    maxBodyBytes: 10_000,
    ids: { requestId: next, instanceId: next, uuid: next, orderName: next, secret: next },
    trading: true,
  })
  ends.push(door.close)
  const url = new URL(`http://127.0.0.1:${door.port}/mcp`)
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { 'x-pmxt-access-token': token } },
  })
  await client.connect(transport)
  ends.unshift(() => client.close())
  const tool = { name: 'create_order', arguments: { exchange: 'kalshi', ...limitOrder, confirm: true } }
  return {
    ...world,
    order: tool,
    place: async () =>
      (await client.callTool(tool)) as unknown as {
        readonly structuredContent: { readonly data: { readonly id: string } }
      },
    /** Sends a message of the same assistant on a connection of its own. */
    send(message: object) {
      const sending = request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': transport.sessionId ?? '',
          'mcp-protocol-version': '2025-06-18',
          'x-pmxt-access-token': token,
        },
      })
      sending.on('error', () => undefined)
      sending.end(JSON.stringify({ jsonrpc: '2.0', ...message }))
      const status = new Promise<number>((resolve) =>
        sending.on('response', (reply) => {
          reply.resume()
          resolve(reply.statusCode ?? 0)
        }),
      )
      const closed = new Promise<void>((resolve) => sending.on('close', resolve))
      const cut = () => {
        sending.destroy()
        return closed
      }
      return { status, cut }
    },
    /** Waits for what is sent over a real connection. */
    async until(isSo: () => boolean) {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('an order whose tool call is taken back is told to who asks for it again, and placed once', async () => {
  const { exchange, place, sent, until, send, order } = await setUp()
  exchange.hold()
  send({ id: 99, method: 'tools/call', params: order })
  await until(() => sent() === 1)
  const back = send({ method: 'notifications/cancelled', params: { requestId: 99 } })
  expect(await back.status).toBe(202)
  const again = place()
  exchange.letGo()
  expect((await again).structuredContent.data.id).toBe('V1')
  expect(sent()).toBe(1)
  // Whoever has his answer and asks once more wants another.
  expect((await place()).structuredContent.data.id).toBe('V2')
})

test('an order whose connection is cut is told to who asks for it again, and placed once', async () => {
  const { exchange, place, sent, until, send, order } = await setUp()
  exchange.hold()
  const { cut } = send({ id: 99, method: 'tools/call', params: order })
  await until(() => sent() === 1)
  await cut()
  // What comes after it has been heard: so has the end of that connection.
  expect(await send({ id: 100, method: 'ping' }).status).toBe(200)
  exchange.letGo()
  await until(() => exchange.placed.length === 1)
  expect((await place()).structuredContent.data.id).toBe('V1')
  expect(sent()).toBe(1)
})
