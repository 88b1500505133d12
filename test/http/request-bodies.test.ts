import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../support/clock.js'
import { dispatcherOf, openTestDoor, token } from './test-door.js'

/** Which bodies are read, over HTTP. */

const heard: unknown[] = []
let port: number
let close: () => Promise<void>

beforeEach(async () => {
  heard.length = 0
  const door = await openTestDoor({
    clock: fakeClock(),
    dispatcher: dispatcherOf(async (method, args) => {
      heard.push([method, args])
      return { data: [], headers: {} }
    }),
    maxBodyBytes: 2_000_000,
  })
  ;({ port, close } = door)
})
afterEach(() => close())

const JSON_TYPE = 'application/json'

async function post(target: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const reply = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: 'POST',
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    headers: { 'x-pmxt-access-token': token, ...headers },
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, error: JSON.parse(text).error }
}

const call = '{"args":[{"limit":1}]}'
/** A method whose answers may lie ready has a way of its own. */
const targets = [
  '/api/kalshi/fetchMarkets',
  '/api/kalshi/fetchOHLCV',
  '/orders/stop',
  '/orders/decide',
  '/mcp',
]

describe.each(targets)('a body for %s', (target) => {
  test.each([{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }])(
    'that is not declared as JSON (%j) is 415',
    async (headers) => {
      const reply = await post(target, call, headers as Record<string, string>)
      expect(reply).toMatchObject({ status: 415, error: { code: 'BAD_REQUEST', retryable: false } })
      expect(reply.error.message).toContain('content-type: application/json')
      expect(reply.headers.get('accept')).toBe('application/json')
      expect(heard).toEqual([])
    },
  )

  test('that is compressed is 415, and the reply says that it is not read', async () => {
    const reply = await post(target, new Uint8Array(gzipSync(call)), {
      'content-type': JSON_TYPE,
      'content-encoding': 'gzip',
    })
    expect(reply).toMatchObject({ status: 415, error: { code: 'BAD_REQUEST' } })
    expect(reply.headers.get('accept-encoding')).toBe('identity')
    expect(heard).toEqual([])
  })

  test('in another charset is 415', async () => {
    const reply = await post(target, call, { 'content-type': `${JSON_TYPE}; charset=iso-8859-1` })
    expect(reply).toMatchObject({ status: 415 })
    expect(reply.error.message).toContain('UTF-8')
  })

  test('that is no UTF-8 is 400', async () => {
    const latin = new Uint8Array(Buffer.from('{"args":[{"query":"é"}]}', 'latin1'))
    expect(await post(target, latin, { 'content-type': JSON_TYPE })).toMatchObject({
      status: 400,
      error: { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
    })
    expect(heard).toEqual([])
  })
})

test.each([
  { 'content-type': JSON_TYPE },
  { 'content-type': 'Application/JSON; charset=UTF-8', 'content-encoding': 'identity' },
  { 'content-type': 'application/json;charset="utf-8"' },
])('a body of JSON in UTF-8 (%j) is read', async (headers) => {
  const reply = await post(
    '/api/kalshi/fetchMarkets',
    '{"args":[{"query":"é"}]}',
    headers as Record<string, string>,
  )
  expect(reply.status).toBe(200)
  expect(heard).toEqual([['fetchMarkets', [{ query: 'é' }]]])
})

test.each([{}, { 'content-type': 'application/x-www-form-urlencoded' }])(
  'no body needs no type (%j)',
  async (headers) => {
    expect(await post('/api/kalshi/fetchMarkets', '', headers as Record<string, string>)).toMatchObject({
      status: 200,
    })
  },
)

describe('members', () => {
  const named = (count: number, prefix = 'k') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 0]))
  const json = { 'content-type': JSON_TYPE }

  test.each([
    ['in an argument', '/api/kalshi/fetchMarkets', { args: [named(10_001)] }],
    ['at the top', '/api/kalshi/fetchMarkets', named(10_001)],
    ['in credentials', '/api/kalshi/fetchMarkets', { args: [], credentials: named(10_001) }],
    [
      'in many objects',
      '/api/kalshi/fetchOrderBooks',
      { args: [Array.from({ length: 10_001 }, () => ({ a: 1 }))] },
    ],
    ['of an order', '/api/kalshi/createOrder', { args: [named(10_001)] }],
    ['of rows with names of their own', '/api/kalshi/filterMarkets', { args: [[named(10_001)], 'x'] }],
  ])('are 10,000 at most %s: more is 413', async (_where, target, body) => {
    expect(await post(target, JSON.stringify(body), json)).toMatchObject({
      status: 413,
      error: { code: 'BAD_REQUEST', detail: { kind: 'too_many_members' } },
    })
    expect(heard).toEqual([])
  })

  test('are counted outside of texts', async () => {
    const query = '":{'.repeat(3_000)
    expect(await post('/api/kalshi/fetchMarkets', JSON.stringify({ args: [{ query }] }), json)).toMatchObject(
      {
        status: 200,
      },
    )
  })

  test('of rows that a list gave may be many: only their names are bounded', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ marketId: `${index}`, ...named(20) }))
    const body = JSON.stringify({ args: [rows, 'x'] })
    expect(await post('/api/kalshi/filterMarkets', body, json)).toMatchObject({ status: 200 })
  })
})
