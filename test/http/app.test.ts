import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { appOver } from './app-world.js'

describe('/health', () => {
  test('is ok for anybody, with who answers', async () => {
    const { get, clock } = appOver({ requireToken: true })
    const reply = await get('/health')
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      status: 'ok',
      timestamp: clock.now(),
      instanceId: 'instance',
      apiVersion: 1,
      mode: 'live',
    })
  })

  test('tells more when asked, to those who may', async () => {
    const open = appOver()
    expect((await open.get('/health?verbose')).json).toMatchObject({ status: 'ok', more: 'status' })
    const guarded = appOver({ requireToken: true })
    expect((await guarded.get('/health?verbose')).status).toBe(401)
    expect(
      (await guarded.get('/health?verbose', { 'x-pmxt-access-token': guarded.token })).json,
    ).toMatchObject({
      more: 'status',
    })
  })
})

describe('/metrics', () => {
  test('is text, behind the token where one is asked for', async () => {
    expect(await appOver().get('/metrics')).toMatchObject({ status: 200, text: 'metrics text' })
    expect((await appOver({ requireToken: true }).get('/metrics')).status).toBe(401)
  })
})

test('/ says what this is and what to try', async () => {
  expect((await appOver().get('/')).json).toMatchObject({
    name: 'pmx-local',
    mode: 'live',
    try: expect.any(Array),
  })
})

describe('every reply', () => {
  const paths = [
    '/',
    '/health',
    '/metrics',
    '/nope',
    '/api/kalshi/has',
    '/api/kalshi/nope',
    '/v0/events',
    '/api/feeds/',
  ]

  test.each(paths)('of %s names version and run, and may not be sniffed or kept', async (path) => {
    const { headers } = await appOver().get(path)
    expect(headers).toMatchObject({
      'x-pmx-version': '0.0.0-test',
      'x-pmx-instance': 'instance',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    expect(headers).not.toHaveProperty('x-pmx-mode')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(paths)('of %s in demo mode says so', async (path) => {
    expect((await appOver({ mode: 'demo' }).get(path)).headers).toMatchObject({ 'x-pmx-mode': 'demo' })
  })
})

describe('where callers must prove who they are', () => {
  const outside = ['/', '/metrics', '/nope', '/api/kalshi/has', '/v0/events', '/health?verbose']

  test.each(outside)('%s tells a stranger nothing of what runs here', async (path) => {
    const reply = await appOver({ requireToken: true }).get(path)
    expect(reply).toMatchObject({ status: 401, json: { error: { code: 'AUTHENTICATION_ERROR' } } })
    expect(reply.headers).not.toHaveProperty('x-pmx-version')
    expect(reply.text).not.toContain('0.0.0-test')
  })

  test('whoever has the token is told, and /health is for everybody', async () => {
    const { get, token } = appOver({ requireToken: true })
    const known = await get('/', { 'x-pmxt-access-token': token })
    expect(known.headers['x-pmx-version']).toBe('0.0.0-test')
    expect(known.json).toMatchObject({ version: '0.0.0-test' })
    const health = await get('/health')
    expect(health.status).toBe(200)
    expect(health.headers).not.toHaveProperty('x-pmx-version')
  })

  test('the calculations that the SDKs send without a token are done, and nothing else', async () => {
    const { get, post } = appOver({ requireToken: true })
    const body = { args: [{ bids: [], asks: [] }, 'buy', 1] }
    for (const method of ['getExecutionPrice', 'getExecutionPriceDetailed']) {
      expect((await post(`/api/kalshi/${method}`, body)).status).toBe(200)
      expect((await get(`/api/kalshi/${method}`)).status).toBe(401)
    }
    expect((await post('/api/kalshi/filterMarkets', { args: [[], {}] })).status).toBe(401)
    expect((await get('/api/feeds/')).json).toEqual({ success: true, data: ['binance', 'chainlink'] })
  })
})

describe('what is not served', () => {
  test.each([
    ['/nope', 404, 'NOT_FOUND'],
    ['/api', 404, 'NOT_FOUND'],
    ['/api/kalshi', 404, 'NOT_FOUND'],
    ['/api/kalshi/has/more', 404, 'NOT_FOUND'],
    ['/api/nope/has', 404, 'NOT_FOUND'],
    ['/api/constructor/has', 404, 'NOT_FOUND'],
    ['/api/__proto__/has', 404, 'NOT_FOUND'],
    ['/v0/events', 501, 'NOT_SUPPORTED'],
    ['/api/%E0%A4%A/has', 404, 'NOT_FOUND'],
  ])('%s is %d %s, as JSON with an object error and a request id', async (path, status, code) => {
    const reply = await appOver().get(path)
    expect(reply.status).toBe(status)
    expect(reply.json).toMatchObject({
      success: false,
      error: { code, message: expect.any(String), retryable: false },
    })
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.headers['x-request-id']).toBeTruthy()
  })

  test("upstream's made-up exchange leads to the demo", async () => {
    expect(await appOver().get('/api/Mock/fetchMarkets')).toMatchObject({
      status: 501,
      json: { error: { code: 'NOT_SUPPORTED', message: expect.stringContaining('--demo') } },
    })
  })

  test('an exchange that does not exist names those that do', async () => {
    expect(await appOver().get('/api/kalsi/has')).toMatchObject({
      json: { error: { code: 'NOT_FOUND', detail: { kind: 'unknown_exchange' } } },
      text: expect.stringContaining('kalshi-demo'),
    })
  })
})

describe('a failure', () => {
  test('has its status, its code, and Retry-After where there is one', async () => {
    const error = new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { exchange: 'kalshi', retryAfter: 7 })
    const reply = await appOver({ run: () => Promise.reject(error) }).get('/api/kalshi/fetchMarkets')
    expect(reply).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
      json: { error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 7, exchange: 'Kalshi' } },
    })
  })

  test('that is a bug is 500 without inner text, and its stack is logged under the id of the reply', async () => {
    const { get, logged } = appOver({ run: () => Promise.reject(new TypeError('inner words')) })
    const reply = await get('/api/kalshi/fetchMarkets')
    expect(reply.status).toBe(500)
    expect(reply.text).not.toContain('inner words')
    expect(logged).toEqual([
      [
        'error',
        expect.objectContaining({
          requestId: reply.headers['x-request-id'],
          error: expect.stringContaining('inner words'),
        }),
      ],
    ])
  })

  test('of the venue is a warning, a refusal is not worth one', async () => {
    const venue = appOver({ run: () => Promise.reject(new PmxError('EXCHANGE_NOT_AVAILABLE', 'x')) })
    await venue.get('/api/kalshi/fetchMarkets')
    expect(venue.logged.map(([level]) => level)).toEqual(['warn'])
    const refused = appOver()
    await refused.get('/api/kalshi/nope')
    expect(refused.logged.map(([level]) => level)).toEqual(['debug'])
  })

  test('because the caller hung up is no bug', async () => {
    const caller = new AbortController()
    const { raw, logged } = appOver({
      run: (_method, _args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          caller.abort('Client connection prematurely closed.')
        }),
    })
    await raw('/api/kalshi/fetchMarkets', { signal: caller.signal })
    expect(logged.map(([level]) => level)).toEqual(['debug'])
  })
})

test('slow requests are logged, quick ones are not', async () => {
  const { get, logged, clock } = appOver({
    run: async (_method, args) => {
      clock.passTo(clock.now() + (JSON.stringify(args).includes('slow') ? 3_000 : 2_999))
      return { data: [], headers: {} }
    },
  })
  await get('/api/kalshi/fetchMarkets?query=quick')
  await get('/api/kalshi/fetchMarkets?query=slow')
  expect(logged).toEqual([['info', expect.objectContaining({ tookMs: 3_000 })]])
})

test('slow requests are told in a line a second, however many there are', async () => {
  const { get, logged, clock } = appOver({
    run: async () => {
      await clock.sleep(3_000)
      return { data: [], headers: {} }
    },
  })
  const asked = Array.from({ length: 4 }, (_, at) => get(`/api/kalshi/fetchMarkets?query=${at}`))
  await clock.advance(3_000)
  await Promise.all(asked)
  expect(logged).toHaveLength(1)
  const last = get('/api/kalshi/fetchMarkets?query=last')
  await clock.advance(3_000)
  await last
  expect(logged[1]).toEqual(['info', expect.objectContaining({ othersBefore: 3 })])
})

test('a request still running when the daemon stops is refused cleanly', async () => {
  const { get, stop } = appOver({
    run: (_method, _args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        stop(new PmxError('EXCHANGE_NOT_AVAILABLE', 'shutting down'))
      }),
  })
  expect(await get('/api/kalshi/fetchMarkets')).toMatchObject({
    status: 503,
    json: { error: { message: 'shutting down' } },
  })
})
