import { expect, test } from 'vitest'
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

test('wants the token where the daemon wants it', async () => {
  const app = appOver({ run: answer, requireToken: true })
  expect((await app.get('/v0/markets/KX-1/matches')).status).toBe(401)
  expect(app.calls).toEqual([])
})
