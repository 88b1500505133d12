import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { toOrderOutcome } from '../../../src/core/trading/place/unknown-outcome.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { failureOf, present } from '../../support/expect.js'
import { json, raw, sentTo } from '../../support/wire.js'
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

/** An order of 5 contracts as lists have it. */
const row = (order_id: string, changes: object = {}) => ({
  order_id,
  client_order_id: 'mine',
  ticker: 'K',
  outcome_side: 'yes',
  book_side: 'bid',
  type: 'limit',
  status: 'resting',
  yes_price_dollars: '0.6000',
  no_price_dollars: '0.4000',
  initial_count_fp: '5.00',
  fill_count_fp: '0.00',
  remaining_count_fp: '0.00',
  created_time: '2026-11-21T11:00:00Z',
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
    ['a time that ran out', { client_order_id: 'b', error: { code: 'request_timed_out' } }],
    ['a deadline of the exchange', { client_order_id: 'b', error: { code: 'DEADLINE_EXCEEDED' } }],
    ['an error without a code', { client_order_id: 'b', error: {} }],
  ])('leave one alone in doubt whose answer is %s', async (_what, item) => {
    const { work } = await place({ orders: [created('a'), item] })
    const [first, second] = await work()
    expect(first).toMatchObject({ id: 'id of a' })
    expect(second).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })

  test('tell what an item says, whose details are empty where there is nothing to add', async () => {
    // docs.kalshi.com, order errors: errors inside a batch response always have `details`.
    const error = { code: 'invalid_order', message: 'invalid order', details: '' }
    const { work } = await place({ orders: [created('a'), { client_order_id: 'b', error }] })
    expect((await work())[1]).toMatchObject({
      code: 'INVALID_ORDER',
      message: 'The venue returned HTTP 400 (invalid_order): invalid order',
    })
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

  test('count for the order that an item names, wherever it stands', async () => {
    const { ctx, wire } = signedIn({
      [`DELETE ${PATH}`]: { orders: [done('b', '0.00'), done('x'), done('a')] },
    })
    const results = await cancelMany.cancel(['a', 'b', 'c'], ctx)
    expect(results.get('a')).toBe(true)
    expect(results.get('b')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(results.has('c')).toBe(false)
    expect(wire.calls[0]?.body).toEqual({ orders: ['a', 'b', 'c'].map((order_id) => ({ order_id })) })
  })

  test('say nothing of an order that no item names', async () => {
    const { ctx } = signedIn({ [`DELETE ${PATH}`]: { orders: [done('b')] } })
    expect([...(await cancelMany.cancel(['a', 'b'], ctx))]).toEqual([['b', true]])
  })

  test('leave an order in doubt whose item is a failure of the venue', async () => {
    const error = { code: 'internal_error', message: 'internal error', details: '' }
    const { ctx } = signedIn({ [`DELETE ${PATH}`]: { orders: [{ ...done('a', '0.00'), error }, done('b')] } })
    const results = await cancelMany.cancel(['a', 'b'], ctx)
    expect(results.get('a')).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })

  test('do not call an order canceled that was filled when it was looked for', async () => {
    const { ctx } = signedIn({
      [`DELETE ${PATH}`]: { orders: [done('a'), { order_id: 'b', error: { code: 'not_found' } }] },
      'DELETE api/portfolio/events/orders/b': done('b', '0.00'),
      'GET api/portfolio/orders/b': { order: row('b', { status: 'executed', fill_count_fp: '2.00' }) },
    })
    expect((await cancelMany.cancel(['a', 'b'], ctx)).get('b')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
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
  async function amend(of: 'yes' | 'no', answer: unknown, order?: object) {
    const { ctx, wire } = signedIn({
      'POST api/portfolio/events/orders/a/amend': answer,
      'GET api/portfolio/orders/a':
        order === undefined ? json(404, { error: { code: 'not_found' } }) : { order },
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

  test('after which nothing rests is told as the order ended, where its row says so', async () => {
    // OpenAPI 3.34, AmendOrderV2Response: what really rests afterwards, which is not what filled.
    const { work } = await amend(
      'yes',
      { ...amended, remaining_count: '0.00', fill_count: '1.00' },
      row('a', { status: 'canceled', fill_count_fp: '3.00' }),
    )
    expect(await work()).toMatchObject({ id: 'a', status: 'canceled', filled: 3, price: 0.6 })
  })

  test.each([
    ['open', row('a')],
    ['filled, with the amount of the change', row('a', { status: 'executed', fill_count_fp: '5.00' })],
  ])('that gets a 404 while the order is shown %s may have been made', async (_how, order) => {
    // OpenAPI 3.34: an order is looked for on one shard and in one subaccount, and is a 404 elsewhere. The code is generic, so
    // that an intermediary may have sent it.
    const { work } = await amend('yes', json(404, { error: { code: 'not_found' } }), order)
    const error = await failureOf(work)
    expect(error).toMatchObject({ detail: { upstreamStatus: 404 } })
    expect(toOrderOutcome(error, true).state).toBe('unknown')
  })

  test.each([
    ['text', raw(404, '404 page not found')],
    ['JSON', json(404, { request_id: 7 })],
  ])('that gets a 404 with %s which is not the venue’s may have been made', async (_what, answer) => {
    const { work } = await amend('yes', answer, row('a'))
    expect(await failureOf(work)).toMatchObject({ detail: { upstreamStatus: 404, body: 'foreign' } })
  })

  test('that gets a 404 of the venue does not say that an order is gone that cannot be read', async () => {
    const { ctx } = signedIn({
      'POST api/portfolio/events/orders/a/amend': json(404, { error: { code: 'not_found' } }),
      'GET api/portfolio/orders/a': json(403, {}),
    })
    const located = { outcomeId: 'K', facts: { ticker: 'K', side: 'yes' } }
    const native = await edit.build('a', wanted, located as never, ctx)
    expect(await failureOf(() => edit.submit(native, wanted, ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { upstreamStatus: 404 },
    })
  })

  test('of an order that is not open, or of another one, is told', async () => {
    const gone = await amend('yes', json(404, { error: { code: 'not_found' } }))
    expect(await failureOf(gone.work)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    const other = await amend('yes', { ...amended, order_id: 'z' })
    expect(await failureOf(other.work)).toMatchObject({ detail: { kind: 'drift' } })
  })

  test.each([
    ['does not show the order', undefined],
    ['still shows the order as open', row('a', { fill_count_fp: '1.00', remaining_count_fp: '4.00' })],
  ])('after which nothing rests is neither filled nor canceled while its row %s', async (_how, order) => {
    const { work } = await amend('yes', { ...amended, remaining_count: '0.00', fill_count: '1.00' }, order)
    expect(await work()).toMatchObject({
      status: 'pending',
      metadata: { unknown: ['status', 'filled', 'remaining'] },
    })
  })

  test.each([
    ['adds up to the amended count', { fill_count_fp: '2.00', remaining_count_fp: '3.00' }, undefined],
    ['is of another count', { fill_count_fp: '1.00', remaining_count_fp: '3.00' }, ['filled', 'remaining']],
  ])('without a count of what rests is believed of a row that %s', async (_how, counts, unknown) => {
    const { work } = await amend('yes', { order_id: 'a', ts_ms: 1_790_000_000_000 }, row('a', counts))
    const order = await work()
    expect(order).toMatchObject(unknown === undefined ? { filled: 2, remaining: 3 } : { status: 'open' })
    expect(order.metadata?.['unknown']).toEqual(unknown)
  })

  test('does not guess what is left where the answer does not say it', async () => {
    const { work } = await amend('yes', { order_id: 'a', ts_ms: 1_790_000_000_000 })
    expect(await work()).toMatchObject({ status: 'open', metadata: { unknown: ['filled', 'remaining'] } })
  })
})
