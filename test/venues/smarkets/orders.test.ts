import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { tickPoints } from '../../../src/venues/smarkets/native/tick-prices.js'
import { failureOf, present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { now } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { created, located, money, open, terms } from './account-payloads.js'
import { nativeMarket } from './payloads.js'

const orders = present(smarkets.orders)
/** Canceled orders are on no list. */
const unlisted = {
  'GET api/orders/': { orders: [] },
  'GET api/orders/77/': json(404, { error_type: 'NO_RESULTS_FOUND' }),
}

describe('an order', () => {
  test('is the whole pot in ten-thousandths of a pound', async () => {
    const { call } = await orders.build(terms(), located, open().ctx)
    expect(call).toEqual({
      host: 'api',
      path: '/orders/',
      body: {
        market_id: '5001',
        contract_id: '6001',
        side: 'buy',
        price: 625,
        quantity: 125_000,
        type: 'good_til_halted',
        label: expect.stringMatching(/^[0-9a-z]{10}$/),
      },
      group: 'place',
    })
  })

  test.each([
    [{}, 'good_til_halted', undefined],
    [{ timeInForce: 'GTC' }, 'good_til_halted', undefined],
    [{ timeInForce: 'IOC' }, 'immediate_or_cancel', undefined],
    [{ timeInForce: 'FOK' }, 'immediate_or_cancel', 125_000],
    [{ type: 'market', timeInForce: 'FOK' }, 'immediate_or_cancel', 125_000],
  ] as const)('of %j is %s, and takes %d at least', async (demands, type, least) => {
    const { call } = await orders.build(terms(demands), located, open().ctx)
    expect(call.body).toMatchObject({ type, quantity: 125_000 })
    expect(Object(call.body).minimum_accepted_quantity).toBe(least)
  })

  test('that takes at once does not rest, whatever it is told to have left', async () => {
    const told = { ...created, total_executed_quantity: 25_000, available_quantity: 100_000 }
    const { ctx } = open({ 'POST api/orders/': told, ...unlisted })
    const wanted = terms({ timeInForce: 'IOC' })
    expect(await orders.submit(await orders.build(wanted, located, ctx), wanted, ctx)).toMatchObject({
      type: 'limit',
      status: 'canceled',
      filled: 2.5,
      remaining: 10,
    })
  })

  const waiting = { ...created, total_executed_quantity: 25_000, available_quantity: 0 }
  const rowOf = (changes: object) => ({
    ...{ id: '77', market_id: '5001', contract_id: '6001', side: 'buy', type: 'good_til_halted' },
    ...{ state: 'partial', price: 625, quantity: 125_000, created_datetime: '2026-11-20T10:00:00Z' },
    ...{ quantity_filled: 0, quantity_filled_pending: 0, quantity_unfilled: 0 },
    ...changes,
  })

  test.each([
    ['nothing', 0, { quantity_filled_pending: 125_000 }, 'pending', 0],
    ['a part', 25_000, { quantity_filled: 25_000, quantity_filled_pending: 100_000 }, 'pending', 2.5],
    ['all', 125_000, { quantity_filled: 125_000, quantity_filled_pending: 125_000 }, 'pending', 0],
    ['all', 125_000, { quantity_filled: 125_000, state: 'filled' }, 'filled', 12.5],
    ['a part', 25_000, { quantity_filled: 25_000 }, 'canceled', 2.5],
    ['a part that its row lacks yet', 25_000, { quantity_unfilled: 125_000 }, 'canceled', 2.5],
  ] as const)(
    'that takes at once and is told to have met %s is what its row says of matches in play',
    async (_what, total_executed_quantity, changes, status, filled) => {
      const row = rowOf({ type: 'immediate_or_cancel', ...changes })
      const told = { ...created, total_executed_quantity, available_quantity: 0 }
      const { ctx } = open({ 'POST api/orders/': told, 'GET api/orders/': { orders: [row] } })
      const wanted = terms({ timeInForce: 'IOC' })
      const built = await orders.build(wanted, located, ctx)
      expect(await orders.submit(built, wanted, ctx)).toMatchObject({ id: '77', status, filled })
    },
  )

  test('that takes at once and cannot be read back is pending where a part of it is missing', async () => {
    const { ctx } = open({ 'POST api/orders/': waiting, 'GET api/orders/': json(403, {}) })
    const wanted = terms({ timeInForce: 'IOC' })
    expect(await orders.submit(await orders.build(wanted, located, ctx), wanted, ctx)).toMatchObject({
      status: 'pending',
      metadata: { unknown: expect.arrayContaining(['filled', 'remaining']) },
    })
  })

  test('that may rest and is told in part is read back: the rest may wait to be confirmed in play', async () => {
    const row = rowOf({ quantity_filled: 25_000, quantity_filled_pending: 100_000 })
    const { ctx } = open({ 'POST api/orders/': waiting, 'GET api/orders/': { orders: [row] } })
    const built = await orders.build(terms(), located, ctx)
    expect(await orders.submit(built, terms(), ctx)).toMatchObject({
      ...{ id: '77', status: 'pending', filled: 2.5, remaining: 10 },
    })
  })

  test.each([
    ['is on no list', { orders: [] }],
    ['cannot be read', json(403, {})],
  ])('that may rest, is told in part and %s is pending, and not canceled', async (_what, list) => {
    const { ctx } = open({ 'POST api/orders/': waiting, ...unlisted, 'GET api/orders/': list })
    const built = await orders.build(terms(), located, ctx)
    expect(await orders.submit(built, terms(), ctx)).toMatchObject({
      status: 'pending',
      metadata: { unknown: expect.arrayContaining(['filled', 'remaining']) },
    })
  })

  test('bears a label that follows from its name alone', async () => {
    const labelOf = async (changes: Partial<OrderTerms>) =>
      Object((await orders.build(terms(changes), located, open().ctx)).call.body).label
    const label = await labelOf({})
    expect(await labelOf({ amount: '1' })).toBe(label)
    expect(await labelOf({ clientOrderId: 'mine2' })).not.toBe(label)
  })

  test('of an account in another currency is refused before it is sent', async () => {
    const { ctx } = open({ 'GET api/accounts/': money({ currency: 'EUR' }) })
    expect(await failureOf(() => orders.build(terms(), located, ctx))).toMatchObject({
      code: 'NOT_SUPPORTED',
      detail: { kind: 'account_currency', currency: 'EUR' },
    })
  })

  test.each([
    ['limit', 0, 125_000, { status: 'open', filled: 0, remaining: 12.5 }],
    ['limit', 125_000, 0, { status: 'filled', filled: 12.5, remaining: 0 }],
    ['market', 25_000, 0, { status: 'canceled', filled: 2.5, remaining: 10 }],
  ] as const)('to the %s of which %i was executed', async (type, executed, left, expected) => {
    const told = { ...created, total_executed_quantity: executed, available_quantity: left }
    const { ctx } = open({ 'POST api/orders/': told, ...unlisted })
    const built = await orders.build(terms({ type }), located, ctx)
    expect(await orders.submit(built, terms({ type }), ctx)).toMatchObject({
      id: '77',
      ...expected,
      metadata: { unknown: ['timestamp'] },
    })
  })

  test.each([
    [400, 'ORDER_REJECTED_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    [400, 'ORDER_INVALID_INVALID_PRICE, ORDER_INVALID_INVALID_QUANTITY', 'INVALID_ORDER'],
    [400, 'ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY', 'NO_LIQUIDITY'],
    [403, 'NO_DEPOSITS', 'INSUFFICIENT_FUNDS'],
    [403, 'KYC_PERMISSION_DENIED', 'PERMISSION_DENIED'],
  ])('that is answered %i %s is %s', async (status, word, code) => {
    const { ctx } = open({ 'POST api/orders/': json(status, { error_type: word, data: 'x' }) })
    const built = await orders.build(terms(), located, ctx)
    expect(await failureOf(() => orders.submit(built, terms(), ctx))).toMatchObject({ code })
  })

  test('is checked against its market with the login that it needs', async () => {
    const set = open({ 'GET api/markets/5001/': { markets: [nativeMarket()] } })
    await orders.rules(located, set.ctx)
    expect(set.wire.calls.at(-1)).toMatchObject({ secretHeaders: { authorization: 'Session-Token token-1' } })
    expect(set.wire.calls.at(-1)?.group).toBeUndefined()
  })

  test('may be on the ladder alone, while the market is not settled', async () => {
    const rulesOf = (state: string) =>
      orders.rules(located, open({ 'GET api/markets/5001/': { markets: [nativeMarket({ state })] } }).ctx)
    const { prices, ...rules } = await rulesOf('open')
    expect(rules).toEqual({ market: { id: '5001' }, minAmount: '0.0001', amountStep: '0.0001' })
    expect(prices?.slice(0, 3)).toEqual(['0.0001', '0.001', '0.002'])
    expect(await rulesOf('settled')).toHaveProperty('closed')
  })
})

const label = present((await orders.build(terms(), located, open().ctx)).handle).value

describe('an order whose answer was lost', () => {
  const row = (changes: object = {}) => ({
    id: '77',
    market_id: '5001',
    contract_id: '6001',
    side: 'buy',
    type: 'good_til_halted',
    state: 'created',
    price: 625,
    quantity: 125_000,
    quantity_filled: 0,
    quantity_unfilled: 125_000,
    created_datetime: new Date(now).toISOString(),
    label: 'another',
    ...changes,
  })
  const findIn = async (rows: readonly object[]) => {
    const set = open({ 'GET api/orders/': { orders: rows } })
    const { handle } = await orders.build(terms(), located, set.ctx)
    return present(orders.find)(present(handle), terms(), now, set.ctx)
  }

  test('is found by its label among those that are listed', async () => {
    expect(await findIn([row(), row({ id: '78', label })])).toMatchObject({ id: '78', status: 'open' })
    expect(await findIn([row({ id: '78', label, state: 'filled' })])).toMatchObject({ status: 'filled' })
  })

  test.each([
    ['no order', []],
    ['others alone', [row(), row({ label: null })]],
    ['one of another contract', [row({ label, contract_id: '6002' })]],
    [
      'an older one of the name',
      [row({ label, created_datetime: new Date(now - 11 * 60_000).toISOString() })],
    ],
  ])('stays in doubt where %s is listed: canceled ones vanish', async (_what, rows) => {
    expect(await failureOf(() => findIn(rows))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
      detail: { kind: 'not_listed' },
    })
  })
})

test('the ladder ascends, and has the venue’s number of rungs', () => {
  expect(tickPoints).toHaveLength(284)
  expect([...tickPoints].sort((a, b) => a - b)).toEqual(tickPoints)
  expect(new Set(tickPoints).size).toBe(284)
})

test.runIf(haveSamples)('the ladder is the venue’s', () => {
  const ticks = sample('smarkets', 'ticks.json') as readonly { readonly price: number }[]
  expect(tickPoints).toEqual(ticks.map(({ price }) => price).sort((a, b) => a - b))
})
