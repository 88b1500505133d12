import { expect, test } from 'vitest'
import { createMcpSessions, type McpSessionsDeps } from '../../src/mcp/sessions.js'
import { fakeClock } from '../support/clock.js'
import { srcGuide } from '../support/guide.js'

function setUp(most = 2, deps: Partial<McpSessionsDeps> = {}) {
  const clock = fakeClock()
  let count = 0
  const sessions = createMcpSessions({
    version: '1',
    guide: srcGuide,
    trading: false,
    now: () => 0,
    sleep: async () => {},
    call: async () => ({ headers: {}, body: { success: true } }),
    clock,
    sessionId: () => `session-${count++}`,
    limits: { most, idleMs: 1_000 },
    ...deps,
  })
  const post = (message: object, id?: string): Promise<Response> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(id === undefined ? {} : { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }),
    }
    const body = { jsonrpc: '2.0', id: 1, ...message }
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return sessions.handle(request, body)
  }
  const send = async (message: object, id?: string): Promise<number> => {
    const reply = await post(message, id)
    await reply.text()
    return reply.status
  }
  const params = { protocolVersion: '2025-06-18', clientInfo: { name: 't', version: '1' } }
  return {
    sessions,
    clock,
    send,
    post,
    hello: (capabilities: object = {}) => send({ method: 'initialize', params: { ...params, capabilities } }),
    ping: (id: string) => send({ method: 'ping' }, id),
  }
}

test('beyond the most, the session that was unused for longest makes room', async () => {
  const { sessions, hello, ping } = setUp()
  await hello()
  await hello()
  expect(await ping('session-0')).toBe(200)
  await hello()
  expect(sessions.size).toBe(2)
  expect(await ping('session-1')).toBe(404)
  expect(await ping('session-0')).toBe(200)
})

test('a session that is idle for long is dropped, one that is used is not', async () => {
  const { sessions, clock, hello, ping } = setUp()
  await hello()
  await clock.advance(600)
  expect(await ping('session-0')).toBe(200)
  await clock.advance(600)
  expect(await ping('session-0')).toBe(200)
  await clock.advance(2_500)
  expect(sessions.size).toBe(0)
  expect(await ping('session-0')).toBe(404)
})

test('who says no hello takes no room', async () => {
  const { sessions, send } = setUp()
  expect(await send({ method: 'tools/list' })).toBe(400)
  expect(sessions.size).toBe(0)
})

test('the person is asked on the stream of the call, where the assistant opened no other', async () => {
  const placed: unknown[] = []
  const { sessions, hello, post } = setUp(2, {
    trading: true,
    call: async (...call) => {
      placed.push(call[1])
      return { headers: {}, body: { success: true, data: { id: '1' } } }
    },
  })
  await hello({ elicitation: {} })
  const cancel = { name: 'cancel_order', arguments: { exchange: 'kalshi', orderId: '1' } }
  const call = await post({ id: 2, method: 'tools/call', params: cancel }, 'session-0')
  const stream = createEvents(call)
  const question = await stream.next()
  expect(question).toMatchObject({ method: 'elicitation/create' })
  expect(placed).toEqual([])
  await post({ id: question['id'], result: { action: 'accept', content: { confirm: true } } }, 'session-0')
  expect(await stream.next()).toMatchObject({ id: 2, result: { structuredContent: { data: { id: '1' } } } })
  expect(placed).toEqual(['cancelOrder'])
  await sessions.close()
})

/** The messages of a stream of events, one after another. */
function createEvents({ body }: Response) {
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  return {
    async next(): Promise<Record<string, unknown>> {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) throw new Error('The stream ended.')
        const data = /^data: (\{.*)$/m.exec(value)?.[1]
        if (data !== undefined) return JSON.parse(data)
      }
    },
  }
}
