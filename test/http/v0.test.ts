import { describe, expect, test } from 'vitest'
import type { CatalogSearchQuery } from '../../src/core/cross-venue/catalog/catalog-search.js'
import { acrossWith, pageOf } from '../support/across.js'
import { appOver } from './app-world.js'

const asked: [kind: string, query: CatalogSearchQuery][] = []
const across = acrossWith({
  async page(kind, query) {
    asked.push([kind, query])
    return pageOf([Buffer.from('{"id":"a"}'), Buffer.from('{"id":"b"}')])
  },
})
const app = appOver({ across })

describe('the catalog of all venues', () => {
  test('is answered without the envelope of calls, with the number of rows that were given', async () => {
    const reply = await app.get(
      '/v0/events?query=50%25_x&limit=2&offset=3&closed=true&category=NBA&exchange=Kalshi',
    )
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ data: [{ id: 'a' }, { id: 'b' }], meta: { count: 2, limit: 2, offset: 3 } })
    expect(reply.headers).toMatchObject({
      'x-pmx-list-age': '7',
      'content-type': 'application/json; charset=utf-8',
    })
    const query = { text: '50%_x', limit: 2, offset: 3, closed: true, category: 'sports', venue: 'kalshi' }
    expect(asked.pop()).toEqual(['event', query])
  })

  test('takes the other names of its parameters, its defaults for what is empty, and 500 for more', async () => {
    await app.get('/v0/markets?q=x&sourceExchange=rain&limit=9999&category=&closed=')
    expect(asked.pop()).toEqual([
      'market',
      { text: 'x', venue: 'rain', limit: 500, offset: 0, closed: false },
    ])
    await app.get('/v0/events')
    expect(asked.pop()).toEqual(['event', { limit: 50, offset: 0, closed: false }])
  })

  test.each([
    ['sort=volume', 'BAD_REQUEST'],
    ['limit=0', 'VALIDATION_ERROR'],
    ['limit=1e3', 'VALIDATION_ERROR'],
    ['offset=-1', 'VALIDATION_ERROR'],
    ['closed=maybe', 'VALIDATION_ERROR'],
    ['category=zzz', 'VALIDATION_ERROR'],
    ['exchange=nyse', 'VALIDATION_ERROR'],
    ['exchange=router', 'VALIDATION_ERROR'],
    ['query=a&q=b', 'VALIDATION_ERROR'],
  ])('refuses %s, and asks nothing', async (query, code) => {
    const reply = await app.get(`/v0/events?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ success: false, error: { code } })
    expect(asked).toEqual([])
  })

  test('is not there where nothing may depend on what was read before, nor for what it has no route for', async () => {
    const without = await appOver().get('/v0/events')
    expect(without.json).toMatchObject({ error: { code: 'NOT_SUPPORTED' } })
    const sql = await app.get('/v0/sql?query=SELECT%201')
    expect(sql).toMatchObject({ status: 503, json: { error: { code: 'NOT_SUPPORTED', retryable: false } } })
    expect((await app.get('/v0/trade/build-order')).json).toMatchObject({ error: { code: 'NOT_SUPPORTED' } })
    expect((await app.post('/v0/events', {})).status).toBe(405)
  })

  test('wants the token where the daemon wants it', async () => {
    const reply = await appOver({ across, requireToken: true }).get('/v0/events')
    expect(reply.status).toBe(401)
    expect(asked).toEqual([])
  })
})
