import { expect, test } from 'vitest'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { failureOf, present } from '../../support/expect.js'
import { raw } from '../../support/wire.js'
import { ID, located, open, order, PATH, payloadOf, terms } from './account-world.js'

const source = present(geminiTitan.orders)
const [batch, cancelMany] = [present(source.batch), present(source.cancelMany)]

async function place(...results: string[]) {
  const { ctx, wire } = open({ [`${PATH}/order/batch`]: raw(200, `{"results":[${results.join()}]}`) })
  const wanted = [terms(), terms({ price: '0.2' })]
  const orders = await Promise.all(
    wanted.map(async (one) => ({ terms: one, native: await source.build(one, located(), ctx) })),
  )
  return { wire, work: () => batch.submit(orders, ctx) }
}

test('several orders are answered each in its place', async () => {
  const { wire, work } = await place(`{"order":${order()}}`, '{"error":"InsufficientFunds","message":"no"}')
  const [first, second] = await work()
  expect(first).toMatchObject({ id: ID, status: 'open', price: 0.36 })
  expect(second).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  expect(JSON.parse(payloadOf(wire.calls[0])).orders).toMatchObject([{ price: '0.36' }, { price: '0.2' }])
})

test.each([
  ['a result too few', [`{"order":${order()}}`]],
  ['another order in a place', [`{"order":${order({ price: '0.2' })}}`, `{"order":${order()}}`]],
])('several orders are all in doubt where the answer has %s', async (_what, results) => {
  const { work } = await place(...results)
  expect(await failureOf(work)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
})

test.each([
  ['nothing', '{}'],
  ['a failure of the venue', '{"error":"InternalError","message":"?"}'],
])('an order is in doubt whose result is %s', async (_what, result) => {
  const { work } = await place(`{"order":${order()}}`, result)
  expect((await work())[1]).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
})

test('several cancels count for the order that a result names', async () => {
  const results = `[{"orderId":${ID},"result":"ok"},{"orderId":"2","error":"OrderNotFound","message":"?"},{"orderId":"9","result":"ok"}]`
  for (const body of [results, `{"results":${results}}`]) {
    const { ctx, wire } = open({ [`${PATH}/order/batch/cancel`]: raw(200, body) })
    const done = await cancelMany.cancel([ID, '2', '3', 'x'], ctx)
    expect(done.get(ID)).toBe(true)
    expect(done.get('2')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(done.has('3')).toBe(false)
    expect(done.get('x')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(done.has('9')).toBe(false)
    expect(payloadOf(wire.calls[0])).toContain(ID)
  }
})
