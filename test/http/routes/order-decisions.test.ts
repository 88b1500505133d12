import { describe, expect, test } from 'vitest'
import { appOver } from '../app-world.js'

const reconciled = [
  { venue: 'kalshi', unknownOrders: [], ended: [], missing: [], copies: [], unchecked: 0, positions: [] },
] as const

describe('of the owner', () => {
  const open = () => {
    const app = appOver({ reconciled })
    const as = { 'x-pmxt-access-token': app.token }
    return { ...app, decide: (body: unknown) => app.post('/orders/decide', body, as), as }
  }

  test('a decision is written, and accounts are compared', async () => {
    const { decide, decisions, post, as } = open()
    expect(await decide({ id: 'row', placed: 'V1' })).toMatchObject({
      status: 200,
      json: { data: { id: 'row' } },
    })
    expect((await decide({ id: 'row', absent: true })).status).toBe(200)
    expect(decisions).toEqual([
      { id: 'row', placed: 'V1' },
      { id: 'row', absent: true },
    ])
    expect(await post('/orders/reconcile', undefined, as)).toMatchObject({ json: { data: reconciled } })
  })

  test.each([
    ['id', { placed: 'V1' }],
    ['id', { id: ' ', absent: true }],
    ['placed', { id: 'row' }],
    ['placed', { id: 'row', placed: '' }],
    ['placed', { id: 'row', placed: 'V1', absent: true }],
    ['placed', { id: 'row', absent: false }],
    ['state', { id: 'row', state: 'placed' }],
  ])('what decides nothing is refused by its %s: %j', async (field, body) => {
    const { decide, decisions } = open()
    expect(await decide(body)).toMatchObject({
      status: 400,
      json: { error: { code: 'VALIDATION_ERROR', field } },
    })
    expect(decisions).toEqual([])
  })
})

test.each(['decide', 'reconcile'])('nobody else may %s', async (what) => {
  const { post, decisions } = appOver({
    apiKeys: [{ key: 'trade-key-trade-key', rights: ['trade'] as const }],
  })
  const as = { authorization: 'Bearer trade-key-trade-key' }
  expect(await post(`/orders/${what}`, { id: 'row', absent: true }, as)).toMatchObject({
    status: 401,
    json: { error: { code: 'AUTHENTICATION_ERROR', detail: { kind: 'daemon_access' } } },
  })
  expect(decisions).toEqual([])
})
