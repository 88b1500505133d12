import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { PmxError } from '../../src/api/envelope/errors.js'
import { fakeClock } from '../support/clock.js'
import { rawRequest } from '../support/raw-http.js'
import { dispatcherOf, openTestDoor, token } from './test-door.js'

/** How callers prove who they are, and how they are refused, over HTTP. */

const READ = 'read-key-read-key'
const TRADE = 'trade-key-trade-key'

let port: number
let close: () => Promise<void>

beforeEach(async () => {
  const door = await openTestDoor({
    clock: fakeClock(),
    dispatcher: dispatcherOf(async (method) => {
      if (method === 'fetchBalance')
        throw new PmxError('AUTHENTICATION_ERROR', 'no key', { exchange: 'kalshi' })
      return { data: 'answer', headers: {} }
    }),
    access: {
      apiKeys: [
        { key: READ, rights: ['read'] },
        { key: TRADE, rights: ['trade'] },
      ],
    },
    maxBodyBytes: 1_000,
  })
  ;({ port, close } = door)
})
afterEach(() => close())

const get = (target: string, ...headers: string[]) =>
  rawRequest({ port, target, headers: [`Host: 127.0.0.1:${port}`, ...headers] })
const bearer = (key: string) => `Authorization: Bearer ${key}`

test.each([
  ['POST', 'fetchohlcv'],
  ['GET', 'fetchOHCLV'],
])('a misspelled method, %s %s, is an error with the nearest name', async (method, name) => {
  const target = `/api/kalshi/${name}`
  const reply = await rawRequest({
    port,
    method,
    target,
    headers: [`Host: 127.0.0.1:${port}`, bearer(READ)],
  })
  expect(reply.status).toBe(method === 'POST' ? 404 : 405)
  expect(reply.body).toContain(`No such method: '${name}' (did you mean 'fetchOHLCV'?)`)
})

describe('X-Api-Key', () => {
  test('is a key like one in Authorization: Bearer', async () => {
    expect((await get('/api/kalshi/has', `X-Api-Key: ${READ}`)).status).toBe(200)
    expect((await get('/v0/sql', `X-Api-Key: ${READ}`)).status).toBe(503)
    expect((await get('/api/kalshi/has', 'X-Api-Key: wrong')).status).toBe(401)
  })

  test('does not replace a bearer, and stands in for another scheme', async () => {
    expect((await get('/api/kalshi/has', bearer('wrong'), `X-Api-Key: ${READ}`)).status).toBe(401)
    expect((await get('/api/kalshi/has', 'Authorization: Basic eDp5', `X-Api-Key: ${READ}`)).status).toBe(200)
  })
})

describe('a 401', () => {
  test('names the scheme that is asked for', async () => {
    expect(await get('/api/kalshi/has')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="pmx-local"' },
    })
    expect(await get('/metrics', bearer('wrong'))).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="pmx-local", error="invalid_token"' },
    })
  })

  test('of a venue names the venue', async () => {
    expect(await get('/api/kalshi/fetchBalance', bearer(READ))).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'PmxCredentials realm="Kalshi"' },
    })
  })
})

describe('a key that may trade alone', () => {
  test.each([
    '/v0/events',
    '/v0/markets',
    '/v0/sql',
    '/v0/matched-markets',
    '/api/router/fetchEvents',
    '/api/feeds/binance/fetchTickers',
  ])('does not read %s', async (target) => {
    const reply = await get(target, bearer(TRADE))
    expect(reply.status).toBe(403)
    expect(reply.body).toContain("does not have the right 'read'")
  })
})

test('a key that may trade alone watches no feed', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?apiKey=${TRADE}`)
  const told = await new Promise<string>((resolve) => {
    socket.once('message', (data) => resolve(String(data)))
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          id: 'a',
          action: 'subscribe',
          feed: 'binance',
          method: 'watchTicker',
          args: ['BTC/USDT'],
        }),
      ),
    )
  })
  socket.terminate()
  expect(told).toContain("does not have the right 'read'")
})

describe('a socket', () => {
  const opens = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws${query}`, { headers })
      socket.once('open', () => {
        socket.terminate()
        resolve('open')
      })
      socket.once('unexpected-response', (_request, reply) => {
        socket.terminate()
        resolve(`${reply.statusCode} ${reply.headers['www-authenticate']}`)
      })
      socket.once('error', () => undefined)
    })

  test('opens with a key in the query or a header, and with the token', async () => {
    expect(await opens(`?apiKey=${READ}`)).toBe('open')
    expect(await opens('', { 'x-api-key': READ })).toBe('open')
    expect(await opens('', { authorization: `Bearer ${READ}` })).toBe('open')
    expect(await opens(`?token=${token}`)).toBe('open')
  })

  test('is refused without a known key; the token is no key', async () => {
    expect(await opens('')).toBe('401 Bearer realm="pmx-local"')
    expect(await opens(`?apiKey=${token}`)).toBe('401 Bearer realm="pmx-local", error="invalid_token"')
  })
})

describe('an error', () => {
  const post = (target: string, body: string) =>
    rawRequest({
      port,
      method: 'POST',
      target,
      headers: [
        `Host: 127.0.0.1:${port}`,
        bearer(READ),
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ],
      body,
    })

  test.each([
    ['a missing argument', () => get('/api/kalshi/fetchOHLCV', bearer(READ)), 400],
    ['a wrong argument', () => post('/api/kalshi/fetchOrderBook', '{"args":[{}]}'), 400],
    ['no JSON', () => post('/api/kalshi/fetchMarkets', '{"'), 400],
    ['unread credentials', () => post('/api/kalshi/fetchMarkets', '{"args":[],"credentials":{"x":1}}'), 400],
    ['another verb', () => get('/api/kalshi/createOrder', bearer(READ)), 405],
    ['an unknown method', () => post('/api/kalshi/fetchNothing', '{}'), 404],
  ])('about %s names the venue of the path', async (_what, call, status) => {
    const reply = await call()
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.body)).toMatchObject({ error: { exchange: 'Kalshi' } })
  })
})
