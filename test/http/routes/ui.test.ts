import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { appOver } from '../app-world.js'

const paths = ['about', 'requests', 'stored', 'pins', 'cassette'].map((name) => `/ui/${name}`)

describe('what the page is told', () => {
  test.each(paths)('%s is JSON for who may ask, as /metrics is', async (path) => {
    expect((await appOver().get(path)).status).toBe(200)
    const guarded = appOver({ requireToken: true })
    expect((await guarded.get(path)).status).toBe(401)
    expect((await guarded.get(path, { 'x-pmxt-access-token': guarded.token })).status).toBe(200)
  })

  test.each([
    ['/ui/nope', 404],
    ['/ui/constructor', 404],
    ['/ui/coverage?venue=kalshi', 400],
    ['/ui/coverage?venue=nobody&outcomeId=x', 400],
    ['/ui/stored?offset=-1', 400],
    ['/ui/stored?nope=1', 400],
    ['/ui/catalog-id?venue=kalshi', 400],
  ])('%s is refused with %d', async (path, status) => {
    expect((await appOver().get(path)).status).toBe(status)
  })

  test('the id of a market in the catalog is the one it has there', async () => {
    const { json } = await appOver().get('/ui/catalog-id?venue=kalshi&marketId=KXA-1')
    expect(json).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })
})

describe('the log of requests', () => {
  async function logOf(ask: (app: ReturnType<typeof appOver>) => Promise<unknown>, options = {}) {
    const app = appOver(options)
    await ask(app)
    const { json } = await app.get('/ui/requests')
    return (json as { requests: Record<string, unknown>[] }).requests
  }

  test('has what was asked of venues, with what it cost', async () => {
    const requests = await logOf(
      ({ get }) => get('/api/kalshi/fetchOrderBook?outcomeId=x', { 'user-agent': 'bot/1' }),
      { run: async () => ({ data: {}, headers: { 'x-pmx-upstream-requests': '3', 'x-pmx-cache': 'miss' } }) },
    )
    expect(requests).toEqual([
      {
        at: expect.any(Number),
        method: 'GET',
        target: '/api/kalshi/fetchOrderBook?outcomeId=x',
        status: 200,
        tookMs: expect.any(Number),
        client: 'bot/1',
        cache: 'miss',
        calls: 3,
      },
    ])
  })

  test('has failures with their code', async () => {
    const requests = await logOf(({ get }) => get('/api/kalshi/fetchOrderBook?outcomeId=x'), {
      run: async () => {
        throw new PmxError('NETWORK_ERROR', 'the wire is cut')
      },
    })
    expect(requests).toMatchObject([{ status: 503, code: 'NETWORK_ERROR' }])
  })

  test('has the arguments of a POST that only reads, and nothing of one that trades or brings credentials', async () => {
    const own = 'own-own-own-own'
    const requests = await logOf(
      async ({ post }) => {
        await post('/api/kalshi/fetchTrades', { args: ['x', { limit: 3 }] })
        await post('/api/kalshi/fetchTrades', { args: [own], credentials: { apiKey: own } })
        await post('/api/kalshi/createOrder', { args: [{ marketId: own }] })
      },
      { ready: false },
    )
    expect(JSON.stringify(requests)).not.toContain(own)
    expect(requests.map(({ args }) => args)).toEqual([undefined, undefined, expect.anything()])
  })

  test('leaves out what the page asks of the daemon itself', async () => {
    const requests = await logOf(async ({ get }) => {
      for (const path of ['/', '/health', '/metrics', '/ui/about', '/assets/x']) await get(path)
    })
    expect(requests).toEqual([])
  })
})
