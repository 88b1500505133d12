import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { appOver } from './app-world.js'

const answer = async () => ({ data: [{ relation: 'identity' }], headers: { 'x-pmx-list-age': '7' } })

test('matches of a market are what the router tells, without the envelope of calls', async () => {
  const app = appOver({ run: answer })
  const reply = await app.get(
    '/v0/markets/KX-1/matches?relation=subset&minConfidence=.5&limit=3&includePrices=true',
  )
  expect(reply).toMatchObject({ status: 200, headers: { 'x-pmx-list-age': '7' } })
  expect(reply.json).toEqual({ data: { matches: [{ relation: 'identity' }] } })
  const query = { marketId: 'KX-1', relation: 'subset', minConfidence: 0.5, limit: 3, includePrices: true }
  expect(app.calls).toMatchObject([{ method: 'fetchMarketMatches', venue: 'router', args: [query] }])
})

test.each(['https%3A%2F%2Fvenue.test%2Fm%2Fa%3Fb%3D1', 'https://venue.test/m/a%3Fb=1'])(
  'a market is named by its address, as %s',
  async (address) => {
    const app = appOver({ run: answer })
    await app.get(`/v0/markets/${address}/matches`)
    expect(app.calls).toMatchObject([{ args: [{ marketId: 'https://venue.test/m/a?b=1' }] }])
  },
)

test.each([
  ['sort=volume', 'BAD_REQUEST'],
  ['marketId=other', 'BAD_REQUEST'],
  ['limit=many', 'VALIDATION_ERROR'],
])('refuses %s, and asks nothing', async (query, code) => {
  const app = appOver({ run: answer })
  const reply = await app.get(`/v0/markets/KX-1/matches?${query}`)
  expect(reply).toMatchObject({ status: 400, json: { success: false, error: { code } } })
  expect(app.calls).toEqual([])
})

test.each(['markets/%20', 'events/%09%20', 'markets/%C2%A0'])(
  'refuses %s, which names nothing, rather than tell what all markets have',
  async (path) => {
    const app = appOver({ run: answer })
    const reply = await app.get(`/v0/${path}/matches`)
    expect(reply).toMatchObject({ status: 400, json: { error: { code: 'VALIDATION_ERROR' } } })
    expect(app.calls).toEqual([])
  },
)

describe('while the lists of the venues are read for the first time', () => {
  const notYet = new PmxError('CATALOG_UNAVAILABLE', 'not yet', { detail: { kind: 'still_listing' } })

  test('an answer waits for them: SDKs would take the failure for an empty list', async () => {
    let left = 3
    const app = appOver({ run: async () => (left-- > 0 ? Promise.reject(notYet) : answer()) })
    const reply = app.get('/v0/markets/KX-1/matches')
    await app.clock.advance(60_000)
    expect((await reply).json).toEqual({ data: { matches: [{ relation: 'identity' }] } })
    expect(app.calls).toHaveLength(4)
  })

  test('it waits for 60 s, and fails then', async () => {
    const app = appOver({ run: () => Promise.reject(notYet) })
    const reply = app.get('/v0/markets/KX-1/matches')
    await app.clock.advance(61_000)
    expect(await reply).toMatchObject({ json: { error: { code: 'CATALOG_UNAVAILABLE' } } })
    expect(app.calls.length).toBeGreaterThan(200)
  })

  test('a catalog that is out for another reason is not waited for', async () => {
    const app = appOver({ run: () => Promise.reject(new PmxError('CATALOG_UNAVAILABLE', 'broken')) })
    await app.get('/v0/markets/KX-1/matches')
    expect(app.calls).toHaveLength(1)
  })
})

test('wants the token where the daemon wants it', async () => {
  const app = appOver({ run: answer, requireToken: true })
  expect((await app.get('/v0/markets/KX-1/matches')).status).toBe(401)
  expect(app.calls).toEqual([])
})

const pair = {
  sourceMarket: { marketId: 'a' },
  market: { marketId: 'b' },
  relation: 'identity',
  confidence: 1,
}

test.each([
  ['events/E-1/matches?limit=2', 'fetchEventMatches', { eventId: 'E-1', limit: 2 }, { matches: [pair] }],
  [
    'arbitrage?relations=identity,subset&minSpread=.1',
    'fetchArbitrage',
    { relations: ['identity,subset'], minSpread: 0.1 },
    [pair],
  ],
  ['events/matches?query=x', 'fetchEventMatches', { query: 'x' }, [pair]],
  [
    'matched-markets?category=sports',
    'fetchMarketMatches',
    { category: 'sports' },
    [{ marketA: { marketId: 'a' }, marketB: { marketId: 'b' }, relation: 'identity', confidence: 1 }],
  ],
])('/v0/%s is what %s tells', async (path, method, query, data) => {
  const app = appOver({ run: async () => ({ data: [pair], headers: {} }) })
  expect((await app.get(`/v0/${path}`)).json).toEqual({ data })
  expect(app.calls).toMatchObject([{ method, venue: 'router', args: [query] }])
})

test('clusters take lists with commas or repeated, and their defaults', async () => {
  const app = appOver()
  const path = '/v0/matched-market-clusters'
  expect(
    (await app.get(`${path}?venues=kalshi,Rain&venues=hunch&relations=subset&relations=identity`)).json,
  ).toEqual({
    data: ['cluster'],
  })
  await app.get('/v0/matched-event-clusters?eventId=E&minConfidence=.5&withOrderbook=true&limit=999')
  expect(app.clustersAsked).toMatchObject([
    [
      'market',
      {
        venues: ['kalshi', 'rain', 'hunch'],
        relations: ['subset', 'identity'],
        minVenues: 2,
        sort: 'volume',
        limit: 50,
      },
    ],
    ['event', { name: 'E', relations: ['identity'], minConfidence: 0.5, withOrderbook: true, limit: 500 }],
  ])
})

test('a time since which clusters have changed is not read, and said to be so', async () => {
  const app = appOver()
  const reply = await app.get('/v0/matched-market-clusters?updatedSince=2026-01-01&limit=2')
  expect(reply).toMatchObject({ status: 200, headers: { 'x-pmx-ignored': 'updatedSince' } })
  expect(app.clustersAsked).toMatchObject([['market', { limit: 2 }]])
})

test.each([
  ['eventId=x', 'BAD_REQUEST'],
  ['venues=nyse', 'VALIDATION_ERROR', 'venues'],
  ['excludeVenues=kalshi,nyse', 'VALIDATION_ERROR', 'excludeVenues'],
  ['sort=newest', 'VALIDATION_ERROR'],
  ['minConfidence=2', 'VALIDATION_ERROR', 'minConfidence'],
  ['minConfidence=0x1', 'VALIDATION_ERROR', 'minConfidence'],
  ['minConfidence=%20', 'VALIDATION_ERROR', 'minConfidence'],
  ['minVenues=0', 'VALIDATION_ERROR'],
  ['relation=disjoint', 'VALIDATION_ERROR'],
  ['slug=a&slug=b', 'VALIDATION_ERROR'],
])('clusters of markets refuse %s', async (query, code, field?: string) => {
  const app = appOver()
  const reply = await app.get(`/v0/matched-market-clusters?${query}`)
  expect(reply).toMatchObject({ status: 400, json: { error: { code, ...(field && { field }) } } })
  expect(app.clustersAsked).toEqual([])
})
