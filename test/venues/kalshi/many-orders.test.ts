import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/errors.js'
import type { OrderTerms } from '../../../src/venue-kit/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { failureOf, present } from '../../support/expect.js'
import { json, sentTo } from '../../support/wire.js'
import { signedIn } from './signed-in.js'

const source = present(kalshi.orders)
const [batch, cancelMany] = [present(source.batch), present(source.cancelMany)]
const PATH = 'api/portfolio/events/orders/batched'

const terms = (clientOrderId: string): OrderTerms => ({
  marketId: 'K',
  outcomeId: 'K',
  side: 'buy',
  type: 'limit',
  amount: '2',
  price: '0.5',
  clientOrderId,
})
const created = (name: string, changes: object = {}) => ({
  order_id: `id of ${name}`,
  client_order_id: name,
  fill_count: '0.00',
  remaining_count: '2.00',
  ts_ms: 1_790_000_000_000,
  ...changes,
})

async function place(answer: unknown) {
  const { ctx, wire } = signedIn({ [`POST ${PATH}`]: answer })
  const orders = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const located = { outcomeId: 'K', facts: { ticker: 'K', side: 'yes' } }
      return { terms: terms(name), native: await source.build(terms(name), located as never, ctx) }
    }),
  )
  return { wire, work: () => batch.submit(orders, ctx) }
}

describe('several orders', () => {
  test('are the bodies of single ones, each answered in its place', async () => {
    const { wire, work } = await place(
      json(201, {
        orders: [created('a'), { client_order_id: 'b', error: { code: 'insufficient_balance' } }],
      }),
    )
    const [first, second] = await work()
    expect(first).toMatchObject({ id: 'id of a', status: 'open', remaining: 2, price: 0.5 })
    expect(second).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect(wire.calls[0]?.body).toMatchObject({
      orders: [
        { ticker: 'K', client_order_id: 'a', side: 'bid' },
        { ticker: 'K', client_order_id: 'b' },
      ],
    })
  })

  test.each([
    ['an order too few', [created('a')]],
    ['them in other places', [created('b'), created('a')]],
  ])('are all in doubt where the answer has %s', async (_what, orders) => {
    const { work } = await place({ orders })
    expect(await failureOf(work)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
  })

  test.each([
    ['an item that cannot be read', { client_order_id: 'b' }],
    ['a failure of the venue', { client_order_id: 'b', error: { code: 'internal_server_error' } }],
    ['an error without a code', { client_order_id: 'b', error: {} }],
  ])('leave one alone in doubt whose answer is %s', async (_what, item) => {
    const { work } = await place({ orders: [created('a'), item] })
    const [first, second] = await work()
    expect(first).toMatchObject({ id: 'id of a' })
    expect(second).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })

  test('of a name that the venue knows are told as such', async () => {
    const { work } = await place({
      orders: [created('a'), { client_order_id: 'b', error: { code: 'order_already_exists' } }],
    })
    expect((await work())[1]).toMatchObject({ code: 'INVALID_ORDER', detail: { kind: 'duplicate_order' } })
  })
})

describe('several cancels', () => {
  // Recorded: shared/venue-samples/kalshi-demo/syn-orders-batch-canceled.json has items of this shape.
  const done = (order_id: string, reduced_by = '1.00') => ({ order_id, reduced_by, ts_ms: 1_789_655_014_075 })

  test('count for the order that an item names', async () => {
    const { ctx, wire } = signedIn({
      [`DELETE ${PATH}`]: { orders: [done('a'), done('b', '0.00'), done('x')] },
    })
    const results = await cancelMany.cancel(['a', 'b', 'c'], ctx)
    expect(results.get('a')).toBe(true)
    expect(results.get('b')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(results.get('c')).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
    expect(wire.calls[0]?.body).toEqual({ orders: ['a', 'b', 'c'].map((order_id) => ({ order_id })) })
  })

  test('look for an order that is not found where it was asked for', async () => {
    const { ctx, wire } = signedIn({
      [`DELETE ${PATH}`]: { orders: [done('a'), { order_id: 'b', error: { code: 'not_found' } }] },
      'GET api/portfolio/orders/b': json(404, { error: { code: 'not_found' } }),
      'DELETE api/portfolio/events/orders/b': json(404, { error: { code: 'not_found' } }),
    })
    const results = await cancelMany.cancel(['a', 'b'], ctx)
    expect(results.get('a')).toBe(true)
    expect(results.get('b')).toBeInstanceOf(PmxError)
    expect(results.get('b')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(sentTo(wire)).toContain('DELETE api/portfolio/events/orders/b')
  })
})

describe('an amendment', () => {
  const edit = present(source.edit)
  const wanted = { ...terms('edit'), amount: '5', price: '0.6' }
  const amended = { order_id: 'a', remaining_count: '3.00', ts_ms: 1_790_000_000_000 }
  async function amend(of: 'yes' | 'no', answer: unknown) {
    const { ctx, wire } = signedIn({
      'POST api/portfolio/events/orders/a/amend': answer,
      'GET api/portfolio/orders/a': json(404, { error: { code: 'not_found' } }),
    })
    const located = { outcomeId: of === 'yes' ? 'K' : 'K-NO', facts: { ticker: 'K', side: of } }
    const native = await edit.build('a', wanted, located as never, ctx)
    return { wire, work: () => edit.submit(native, wanted, ctx) }
  }

  test.each([
    ['yes', { side: 'bid', price: '0.6000' }],
    ['no', { side: 'ask', price: '0.4000' }],
  ] as const)('is in prices of YES, and counts what is filled: %s', async (of, sent) => {
    const { wire, work } = await amend(of, amended)
    expect(await work()).toMatchObject({ id: 'a', amount: 5, filled: 2, remaining: 3, status: 'open' })
    expect(wire.calls[0]?.body).toEqual({ ticker: 'K', count: '5.00', ...sent })
  })

  test('of an order that is not open, or of another one, is told', async () => {
    const gone = await amend('yes', json(404, { error: { code: 'not_found' } }))
    expect(await failureOf(gone.work)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    const other = await amend('yes', { ...amended, order_id: 'z' })
    expect(await failureOf(other.work)).toMatchObject({ detail: { kind: 'drift' } })
  })

  test('does not guess what is left where the answer does not say it', async () => {
    const { work } = await amend('yes', { order_id: 'a', ts_ms: 1_790_000_000_000 })
    expect(await work()).toMatchObject({ status: 'open', metadata: { unknown: ['filled', 'remaining'] } })
  })
})
