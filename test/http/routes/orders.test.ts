import { expect, test } from 'vitest'
import { appOver } from '../app-world.js'

const resolved = [{ id: 'row', venue: 'kalshi', state: 'placed', orderId: 'V1' }] as const

test('what is in doubt is looked up for who has the access token', async () => {
  const { post, token } = appOver({ resolved })
  const reply = await post('/orders/resolve', undefined, { 'x-pmxt-access-token': token })
  expect(reply).toMatchObject({ status: 200, json: { data: resolved } })
})

test.each([
  ['open to all', {}],
  ['with keys', { apiKeys: [{ key: 'trade-key-trade-key', rights: ['trade'] as const }] }],
])('of a daemon %s nobody else may', async (_what, options) => {
  const { post, get } = appOver({ resolved, ...options })
  const as = { authorization: 'Bearer trade-key-trade-key' }
  expect(await post('/orders/resolve', undefined, as)).toMatchObject({
    status: 401,
    json: { error: { code: 'AUTHENTICATION_ERROR', detail: { kind: 'daemon_access' } } },
  })
  expect((await get('/orders/resolve', as)).status).toBe(405)
})

test('the owner stops and resumes orders; others do neither', async () => {
  const { post, token } = appOver()
  const as = { 'x-pmxt-access-token': token }
  const stop = { at: 1, by: 'POST /orders/stop', reason: 'wrong prices' }
  expect(await post('/orders/stop', { reason: ' wrong prices ' }, as)).toMatchObject({
    status: 200,
    json: { data: { stop, canceled: [], left: [] } },
  })
  expect((await post('/orders/stop', undefined, as)).json).toEqual({
    data: { stop: { at: 1, by: 'POST /orders/stop' }, canceled: [], left: [] },
  })
  expect((await post('/orders/resume', { by: 'ann' }, as)).json).toEqual({
    data: { stop: { at: 1, by: 'ann' } },
  })
  expect((await post('/orders/resume', { by: 'ann', at: 7 }, as)).json).toEqual({
    data: { stop: { at: 7, by: 'ann' } },
  })
  for (const at of ['7', 1.5, -1, null])
    expect(await post('/orders/resume', { at }, as)).toMatchObject({
      status: 400,
      json: { error: { code: 'VALIDATION_ERROR', field: 'at' } },
    })
  for (const path of ['/orders/stop', '/orders/resume'])
    expect(await post(path, undefined, {})).toMatchObject({
      status: 401,
      json: { error: { detail: { kind: 'daemon_access' } } },
    })
})

test.each([
  [{ why: 'x' }, 'why'],
  [{ reason: 1 }, 'reason'],
  [{ reason: ' ' }, 'reason'],
  [{ by: 'x'.repeat(501) }, 'by'],
  [{ at: 1 }, 'at'],
])('a stop with %j is refused', async (body, field) => {
  const { post, token } = appOver()
  expect(await post('/orders/stop', body, { 'x-pmxt-access-token': token })).toMatchObject({
    status: 400,
    json: { error: { code: 'VALIDATION_ERROR', field } },
  })
})
