import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { getMethodRow, methodNames } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { appOver } from '../app-world.js'

describe('a GET', () => {
  test.each(['nope', 'constructor', 'createOrder', 'fetchOrderBooks', 'FetchMarkets'])(
    'of %s is 405 with Allow: POST: the status sends the SDKs to POST',
    async (method) => {
      const reply = await appOver().get(`/api/kalshi/${method}`)
      expect(reply).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
      expect(reply.json).toMatchObject({
        error: { code: 'BAD_REQUEST', detail: { kind: 'method_not_allowed' } },
      })
    },
  )

  test('reads its arguments from the query, the exchange in any case', async () => {
    const { get, calls } = appOver()
    const reply = await get('/api/KALSHI/fetchOHLCV?id=F&limit=3&start=2026-01-01&foo=1&b%C3%A4r=2')
    expect(reply.json).toEqual({ success: true, data: 'answer' })
    expect(calls).toEqual([
      {
        method: 'fetchOHLCV',
        args: ['F', { limit: 3, start: Date.UTC(2026, 0, 1) }],
        venue: 'kalshi',
        credentials: undefined,
        trusted: false,
      },
    ])
    expect(reply.headers['x-pmx-ignored']).toBe('foo, b?r')
  })

  test('names the keys that a method without an object cannot take', async () => {
    const reply = await appOver().get('/api/kalshi/fetchOpenOrders?market=F')
    expect(reply.headers['x-pmx-ignored']).toBe('market')
  })

  test('names a second name of an argument that its first has taken', async () => {
    const { get, calls } = appOver()
    const reply = await get('/api/kalshi/fetchOrderBook?id=G&outcomeId=F')
    expect(calls).toMatchObject([{ args: ['F', undefined, undefined] }])
    expect(reply.headers['x-pmx-ignored']).toBe('id')
  })

  test('is of today: a word in the place of the limit is a wrong limit, not a side', async () => {
    const { get } = appOver()
    expect(await get('/api/kalshi/fetchOrderBook?outcomeId=F&limit=no')).toMatchObject({
      status: 400,
      json: { error: { field: 'limit' } },
    })
  })

  test('takes no credentials', async () => {
    const { get, calls } = appOver()
    await get('/api/kalshi/fetchMarkets?credentials={"apiKey":"x"}&apiKey=x')
    expect(calls).toMatchObject([{ credentials: undefined, args: [{}] }])
  })

  test('with a wrong argument is 400 with its field', async () => {
    const { get, calls } = appOver()
    expect(await get('/api/kalshi/fetchOHLCV?outcomeId=F&limit=ten')).toMatchObject({
      status: 400,
      json: { success: false, error: { code: 'VALIDATION_ERROR', field: 'limit' } },
    })
    expect(calls).toEqual([])
  })
})

describe('a POST', () => {
  test('names what stands beside its arguments', async () => {
    const { post, calls } = appOver()
    const body = { args: [{ limit: 3 }, 'more'], query: 'x', kwargs: {}, credentials: { apiKey: 'k' } }
    const reply = await post('/api/kalshi/fetchMarkets', body)
    expect(calls).toMatchObject([{ args: [{ limit: 3 }] }])
    expect(reply.headers['x-pmx-ignored']).toBe('args[1], query, kwargs')
  })

  test.each<[string, unknown, readonly unknown[]]>([
    ['args', { args: ['F', 5] }, ['F', 5, undefined]],
    ['a hole', { args: ['F', null, { outcome: 'yes' }] }, ['F', undefined, { outcome: 'yes' }]],
    ['the side of older clients', { args: ['F', 'no'] }, ['F', undefined, { side: 'no' }]],
  ])('may carry %s', async (_what, body, args) => {
    const { post, calls } = appOver()
    expect((await post('/api/kalshi/fetchOrderBook', body)).status).toBe(200)
    expect(calls).toMatchObject([{ method: 'fetchOrderBook', args }])
  })

  test('reaches every method of the table', async () => {
    const { post } = appOver()
    for (const method of methodNames) {
      const reply = await post(`/api/kalshi/${method}`, { args: [] })
      const needsNothing = getMethodRow(method).args.every(({ optional }) => optional === true)
      if (needsNothing) expect(reply.status, method).toBe(200)
      else expect(reply.json, method).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    }
  })

  test.each(['nope', 'constructor', '__proto__', 'toString'])('of the method %s is 404', async (method) => {
    expect(await appOver().post(`/api/kalshi/${method}`, {})).toMatchObject({
      status: 404,
      json: { error: { code: 'NOT_FOUND' } },
    })
  })

  test('without a body has no arguments', async () => {
    const { raw, calls } = appOver()
    expect((await raw('/api/kalshi/fetchMarkets', { method: 'POST' })).status).toBe(200)
    expect(calls).toMatchObject([{ args: [undefined] }])
  })

  test.each(['text/plain', undefined])('whose body is %s is refused', async (type) => {
    const { raw, calls } = appOver()
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const body = new TextEncoder().encode('{"args":[{"limit":1}]}')
    const reply = await raw('/api/kalshi/fetchMarkets', { method: 'POST', headers, body })
    expect(reply).toMatchObject({ status: 415, headers: { accept: 'application/json' } })
    expect(calls).toEqual([])
  })

  test.each(['{', '', 'nope', '"text"', '5', 'null', 'true', '['.repeat(100_000)])(
    'whose body is %.20j is 400 as JSON, or nothing',
    async (body) => {
      const { raw, calls } = appOver()
      const reply = await raw('/api/kalshi/fetchMarkets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (body === '') expect(reply.status).toBe(200)
      else {
        expect(reply).toMatchObject({ status: 400, json: { success: false, error: { code: 'BAD_REQUEST' } } })
        expect(calls).toEqual([])
      }
    },
  )

  test('hands credentials on by themselves, texts and numbers only', async () => {
    const { post, calls } = appOver()
    const credentials = {
      apiKey: 'k',
      signatureType: 2,
      passphrase: null,
      funderAddress: '0xabc',
    }
    await post('/api/kalshi/fetchMarkets', { args: [], credentials })
    expect(calls.map(({ credentials: own }) => own)).toEqual([
      { apiKey: 'k', signatureType: 2, funderAddress: '0xabc' },
    ])
  })

  test('refuses credentials that are too long', async () => {
    const { post } = appOver()
    const reply = await post('/api/kalshi/fetchMarkets', { credentials: { apiKey: 'k'.repeat(10_001) } })
    expect(reply).toMatchObject({ status: 400, json: { error: { field: 'credentials.apiKey' } } })
  })

  test('has no credentials where they are null', async () => {
    const { post, calls } = appOver()
    await post('/api/kalshi/fetchMarkets', { args: [], credentials: null })
    expect(calls).toMatchObject([{ credentials: undefined }])
  })

  test.each([
    'mine',
    7,
    true,
    [],
    ['k'],
    {},
    { apiKey: '' },
    { apiKey: '', privateKey: ' ' },
    { signatureType: 2 },
    { baseUrl: 'http://localhost' },
    { api_key: 'k' },
    { apiKey: 'k', other: 'x' },
    { apiKey: 'k', apiSecret: { a: 1 } },
    { apiKey: true },
    { walletAddress: 5 },
    { privateKey: 12 },
  ])('with credentials %j is refused: it must not use an account that was not named', async (credentials) => {
    const { post, calls } = appOver()
    const reply = await post('/api/kalshi/createOrder', { args: [], credentials })
    expect(reply).toMatchObject({
      status: 400,
      json: { error: { code: 'VALIDATION_ERROR', field: 'credentials' } },
    })
    expect(calls).toEqual([])
  })

  test('never shows credentials in a reply or a log', async () => {
    const secret = 'hunter2-hunter2'
    const { post, logged } = appOver({ run: () => Promise.reject(new PmxError('BAD_REQUEST', 'no')) })
    const bodies = [
      { args: [], credentials: { apiKey: secret } },
      { args: [5], credentials: { privateKey: secret } },
      { credentials: secret },
    ]
    for (const body of bodies) {
      const reply = await post('/api/kalshi/fetchMarkets', body)
      expect(reply.text + JSON.stringify(reply.headers)).not.toContain(secret)
    }
    expect(JSON.stringify(logged)).not.toContain(secret)
  })
})

describe('who may call', () => {
  const path = '/api/kalshi/fetchMarkets'
  const keys = [
    { key: 'read-key-read-key', rights: ['read'] as const },
    { key: 'trade-key-trade-key', rights: ['trade'] as const },
  ]
  const as = (key: string) => ({ authorization: `Bearer ${key}` })

  test('is everybody on the loopback by default; the token makes the caller trusted', async () => {
    const { get, calls, token } = appOver()
    await get(path)
    await get(path, { 'x-pmxt-access-token': token })
    expect(calls).toMatchObject([{ trusted: false }, { trusted: true }])
  })

  test('with requireToken is who has the token: an unknown exchange is not even told', async () => {
    const { get, post, calls, token } = appOver({ requireToken: true })
    expect(await get(path)).toMatchObject({ status: 401, json: { error: { code: 'AUTHENTICATION_ERROR' } } })
    expect((await get('/api/nope/nope')).status).toBe(401)
    expect((await post(path, {})).status).toBe(401)
    expect(calls).toEqual([])
    expect((await get(path, { 'x-pmxt-access-token': token })).status).toBe(200)
  })

  test('with keys is who has one with the right', async () => {
    const { get, post } = appOver({ apiKeys: keys })
    expect((await get(path)).status).toBe(401)
    expect((await get(path, as('unknown-key-unknown'))).json).toMatchObject({
      error: { code: 'INVALID_API_KEY' },
    })
    expect((await get(path, as('read-key-read-key'))).status).toBe(200)
    const order = { args: [{ marketId: 'm', outcomeId: 'o', side: 'buy', type: 'market', amount: 1 }] }
    expect((await post('/api/kalshi/createOrder', order, as('read-key-read-key'))).status).toBe(403)
    expect((await post('/api/kalshi/createOrder', order, as('trade-key-trade-key'))).status).toBe(200)
    expect((await get('/api/kalshi/fetchBalance', as('read-key-read-key'))).status).toBe(200)
    expect((await get('/api/kalshi/fetchBalance', as('trade-key-trade-key'))).status).toBe(403)
  })

  test('holds for answers that lie ready too', async () => {
    const { get, post } = appOver({ apiKeys: keys, ready: true })
    const candles = '/api/kalshi/fetchOHLCV?outcomeId=F'
    for (const _try of [1, 2]) {
      expect((await get(candles, as('read-key-read-key'))).status).toBe(200)
      expect((await get(candles, as('trade-key-trade-key'))).status).toBe(403)
      expect((await get(candles)).status).toBe(401)
      expect((await post('/api/kalshi/fetchOHLCV', { args: ['F'] }, as('read-key-read-key'))).status).toBe(
        200,
      )
      expect((await post('/api/kalshi/fetchOHLCV', { args: ['F'] }, as('trade-key-trade-key'))).status).toBe(
        403,
      )
    }
  })
})

describe('callers who ask the same at the same time', () => {
  function held() {
    const release: (() => void)[] = []
    const app = appOver({
      run: (_method, _args, { signal }) =>
        new Promise((resolve, reject) => {
          release.push(() => resolve({ data: ['row'], headers: { 'x-pmx-upstream-requests': '3' } }))
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    return { ...app, release }
  }

  test('share one answer, which cost the venue once', async () => {
    const { get, calls, release } = held()
    const asked = Array.from({ length: 20 }, () => get('/api/kalshi/fetchMarkets?limit=1'))
    while (release.length === 0) await Promise.resolve()
    release[0]?.()
    const replies = await Promise.all(asked)
    expect(calls).toHaveLength(1)
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['{"success":true,"data":["row"]}']))
    const cost = replies.map(({ headers }) => Number(headers['x-pmx-upstream-requests']))
    expect(cost.reduce((sum, each) => sum + each)).toBe(3)
  })

  test('do not share with another right, another urgency, credentials of their own, or another question', async () => {
    const { get, post, calls, release, token } = held()
    const credentials = { apiKey: 'mine' }
    const asked = [
      get('/api/kalshi/fetchMarkets?limit=1'),
      get('/api/kalshi/fetchMarkets?limit=1', { 'x-pmxt-access-token': token }),
      get('/api/kalshi/fetchMarkets?limit=1', { 'x-pmx-priority': 'background' }),
      get('/api/kalshi/fetchMarkets?limit=2'),
      post('/api/kalshi/fetchMarkets', { args: [], credentials }),
      post('/api/kalshi/fetchMarkets', { args: [], credentials }),
    ]
    while (release.length < asked.length) await new Promise((resolve) => setImmediate(resolve))
    for (const go of release) go()
    await Promise.all(asked)
    expect(calls).toHaveLength(asked.length)
  })

  test('do not lose their answer when the one who asked first hangs up', async () => {
    const { raw, get, calls, release } = held()
    const first = new AbortController()
    const left = raw('/api/kalshi/fetchMarkets', { signal: first.signal })
    const stays = get('/api/kalshi/fetchMarkets')
    while (release.length === 0) await Promise.resolve()
    first.abort()
    expect((await left).status).toBe(500)
    release[0]?.()
    expect((await stays).status).toBe(200)
    expect(calls).toHaveLength(1)
  })
})

test('a call that calls itself background work reaches the core as such, and nothing else does', async () => {
  const { calls, get, post } = appOver()
  await get('/api/kalshi/fetchTrades?outcomeId=F', { 'x-pmx-priority': 'Background' })
  await post('/api/kalshi/fetchTrades', { args: ['F'] }, { 'x-pmx-priority': 'background' })
  await get('/api/kalshi/fetchTrades?outcomeId=F', { 'x-pmx-priority': 'highest' })
  await get('/api/kalshi/fetchTrades?outcomeId=F')
  expect(calls.map(({ priority }) => priority)).toEqual(['background', 'background', undefined, undefined])
})

describe('an order', () => {
  const order = { args: [{ marketId: 'm', outcomeId: 'o', side: 'buy', type: 'market', amount: 1 }] }

  /** What is told of the delivery of an answer over a connection to which this happens after the answer was made. */
  async function deliveryOver(happens: (outgoing: ServerResponse) => void): Promise<readonly boolean[]> {
    const told: boolean[] = []
    const delivered = (hasIt: boolean): void => void told.push(hasIt)
    const { fetch } = appOver({ run: async () => ({ data: {}, headers: {}, delivered }) })
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
    const body = JSON.stringify(order)
    const request = new Request('http://localhost:3847/api/kalshi/createOrder', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await fetch(request, { outgoing })
    happens(outgoing)
    return told
  }

  test.each<[string, readonly boolean[], (outgoing: ServerResponse) => void]>([
    ['has left whole', [true], (outgoing) => void [outgoing.emit('finish'), outgoing.emit('close')]],
    ['was cut off', [false], (outgoing) => void outgoing.emit('close')],
    ['is still on its way', [], () => undefined],
  ])('whose answer %s is told as delivered: %j', async (_what, told, happens) => {
    expect(await deliveryOver(happens)).toEqual(told)
  })

  test('carries the name and the request of its caller', async () => {
    const { post, calls } = appOver()
    const reply = await post('/api/kalshi/createOrder', order, { 'idempotency-key': ' k ' })
    expect(calls).toMatchObject([{ idempotencyKey: 'k', reportsDelivery: true }])
    expect(calls[0]?.requestId).toBe(reply.headers['x-request-id'])
    const long = await post('/api/kalshi/createOrder', order, { 'idempotency-key': 'k'.repeat(129) })
    expect(long).toMatchObject({ status: 400, json: { error: { field: 'Idempotency-Key' } } })
  })
})
