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
  expect((await get('/orders/resolve', as)).status).toBe(404)
})
