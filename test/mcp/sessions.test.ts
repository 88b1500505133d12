import { expect, test } from 'vitest'
import { createSessions } from '../../src/mcp/sessions.js'
import { fakeClock } from '../support/clock.js'
import { srcGuide } from '../support/guide.js'

function setUp(most = 2) {
  const clock = fakeClock()
  let count = 0
  const sessions = createSessions({
    version: '1',
    guide: srcGuide,
    trading: false,
    now: () => 0,
    sleep: async () => {},
    call: async () => ({ headers: {}, body: { success: true } }),
    clock,
    sessionId: () => `session-${count++}`,
    limits: { most, idleMs: 1_000 },
  })
  const send = async (message: object, id?: string): Promise<number> => {
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
    const reply = await sessions.handle(request, body)
    await reply.text()
    return reply.status
  }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  return {
    sessions,
    clock,
    send,
    hello: () => send({ method: 'initialize', params }),
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
