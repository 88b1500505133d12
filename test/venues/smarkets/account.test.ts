import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, raw } from '../../support/wire.js'
import { money, open } from './account-payloads.js'

const account = present(smarkets.account)
const balance = present(account.balance)
const cancelOrder = present(smarkets.orders?.cancel)

test('money is told in the currency of the account', async () => {
  expect(await balance(open({ 'GET api/accounts/': money({ currency: 'EUR' }) }).ctx)).toEqual([
    { currency: 'EUR', total: 150.1, available: 100, locked: 50.1 },
  ])
})

describe('orders that are there', () => {
  const native = (changes: object = {}) => ({
    id: '77',
    market_id: '5001',
    contract_id: '6001',
    side: 'sell',
    type: 'good_til_halted',
    state: 'partial',
    price: 625,
    quantity: 125_000,
    quantity_filled: 25_000,
    quantity_unfilled: 100_000,
    created_datetime: '2026-11-20T10:00:00.000001Z',
    ...changes,
  })

  test('are told in contracts and prices', async () => {
    const { ctx } = open({ 'GET api/orders/': { orders: [native()] } })
    expect(await present(account.order)('77', ctx)).toEqual({
      id: '77',
      marketId: '5001',
      outcomeId: '6001',
      side: 'sell',
      type: 'limit',
      price: 0.0625,
      amount: 12.5,
      status: 'open',
      filled: 2.5,
      remaining: 10,
      timestamp: Date.parse('2026-11-20T10:00:00Z'),
    })
  })

  test.each([
    ['immediate_or_cancel', 'market'],
    ['over_the_counter', 'market'],
    ['over_the_counter_free', 'market'],
    ['keep_in_play', 'limit'],
  ])('of the type %s are %s orders', async (type, unified) => {
    const { ctx } = open({ 'GET api/orders/': { orders: [native({ type })] } })
    expect((await present(account.order)('77', ctx))?.type).toBe(unified)
  })

  test('are read page by page', async () => {
    const page = Array.from({ length: 100 }, (_, turn) => native({ id: String(900 - turn) }))
    const { ctx, wire } = open({
      'GET api/orders/': ({ query }: VenueCall) => ({
        orders: query.some(([name]) => name === 'pagination_last_id') ? [native()] : page,
      }),
    })
    expect(await collect(present(account.openOrders)({ marketId: '5001' }, ctx))).toHaveLength(101)
    expect(wire.calls.at(-1)?.query).toContainEqual(['pagination_last_id', '801'])
  })

  const unlisted = { 'GET api/orders/77/': json(404, { error_type: 'NO_RESULTS_FOUND' }) }

  test.each([
    ['as it is', native()],
    ['in a member of its own', { order: native() }],
  ])('are found by their number, %s, when no list has them any more', async (_what, body) => {
    const { ctx } = open({ 'GET api/orders/': { orders: [] }, 'GET api/orders/77/': body })
    expect(await present(account.order)('77', ctx)).toMatchObject({ id: '77', filled: 2.5 })
    const { ctx: gone } = open({ 'GET api/orders/': { orders: [] }, ...unlisted })
    expect(await present(account.order)('77', gone)).toBeUndefined()
  })

  test('of another number than was asked for are an error', async () => {
    const another = { 'GET api/orders/': { orders: [] }, 'GET api/orders/77/': native({ id: '78' }) }
    await expectDrift(() => present(account.order)('77', open(another).ctx), 'id')
  })

  /** The list before the cancel, and after it. */
  const canceling = (after: unknown, by: unknown = {}) => {
    let isCanceled = false
    return open({
      'GET api/orders/': () => (isCanceled ? after : { orders: [native()] }),
      'DELETE api/orders/77/': () => {
        isCanceled = true
        return by
      },
      ...unlisted,
    })
  }
  const zero = { quantity_unfilled: 0 }

  test.each([
    ['as they were, where they vanish', { orders: [] }, { status: 'canceled', filled: 2.5, remaining: 10 }],
    ['as they were, where the list fails', json(403, {}), { status: 'open', filled: 2.5, remaining: 10 }],
    [
      'with what was matched meanwhile',
      { orders: [native({ ...zero, quantity_filled: 50_000 })] },
      { status: 'canceled', filled: 5, remaining: 7.5 },
    ],
    [
      'as they are listed, since the response proves nothing',
      { orders: [native()] },
      { status: 'open', filled: 2.5, remaining: 10 },
    ],
    [
      'as filled, where nothing was left',
      { orders: [native({ ...zero, state: 'filled', quantity_filled: 125_000 })] },
      { status: 'filled', filled: 12.5, remaining: 0 },
    ],
  ])('are read back when they are canceled: %s', async (_what, after, told) => {
    const { ctx, wire } = canceling(after)
    expect(await cancelOrder('77', ctx)).toMatchObject({ id: '77', ...told })
    expect(wire.calls.find(({ method }) => method === 'DELETE')?.group).toBe('cancel')
  })

  test('may not be canceled where the answer is empty: the exchange answers {}', async () => {
    const { ctx } = canceling({ orders: [native()] }, raw(200, ''))
    expect(await failureOf(() => cancelOrder('77', ctx))).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })

  test('that are not there cannot be canceled', async () => {
    const gone = open({ 'GET api/orders/': { orders: [] }, ...unlisted })
    expect(await failureOf(() => cancelOrder('77', gone.ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    for (const status of [400, 404]) {
      const { ctx } = canceling({}, json(status, { error_type: 'ORDER_CANCEL_REJECTED_NOT_FOUND' }))
      expect(await failureOf(() => cancelOrder('77', ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    }
  })

  const [all, none] = [{ quantity_filled: 125_000 }, { quantity_filled: 0 }]

  test.each([
    ['created', { ...none, quantity_unfilled: 125_000 }, 'open', 0],
    ['partial', {}, 'open', 2.5],
    ['created', { ...none, ...zero }, 'canceled', 0],
    ['partial', zero, 'canceled', 2.5],
    // Matched in play, and not confirmed yet.
    ['partial', { ...none, ...zero, quantity_filled_pending: 125_000 }, 'pending', 0],
    ['partial', { ...zero, quantity_filled_pending: 25_000 }, 'canceled', 2.5],
    ['filled', { ...none, ...zero, quantity_filled_pending: 125_000 }, 'pending', 0],
    ['filled', { ...all, ...zero, quantity_filled_pending: 125_000 }, 'pending', 0],
    ['partial', { ...all, ...zero, quantity_filled_pending: 100_000 }, 'pending', 2.5],
    ['partial', { quantity_filled_pending: 10_000 }, 'open', 1.5],
    ['filled', { ...all, ...zero, quantity_filled_pending: 0 }, 'filled', 12.5],
    ['settled', { ...all, ...zero, quantity_filled_pending: 125_000 }, 'filled', 12.5],
    ['filled', { ...all, ...zero }, 'filled', 12.5],
    ['settled', { ...all, ...zero }, 'filled', 12.5],
    ['settled', {}, 'canceled', 2.5],
    ['settled', zero, 'canceled', 2.5],
    ['settled', { ...none, ...zero }, 'canceled', 0],
  ])('that are %s with %j are %s', async (state, changes, status, filled) => {
    const { ctx } = open({ 'GET api/orders/': { orders: [native({ state, ...changes })] } })
    const order = await present(account.order)('77', ctx)
    expect(order).toMatchObject({ status, filled, remaining: 12.5 - filled })
  })

  test('in a state that nobody knows are refused', async () => {
    const { ctx } = open({ 'GET api/orders/': { orders: [native({ state: 'zz_new' })] } })
    await expectDrift(() => present(account.order)('77', tolerant(ctx)), 'state')
  })

  const several = [
    native({ id: '81', ...none, quantity_unfilled: 125_000, state: 'created' }),
    native({ id: '80', ...none, ...zero, state: 'created' }),
    native({ id: '79', ...all, ...zero, state: 'filled', side: 'buy' }),
    native({ id: '78', ...all, ...zero, state: 'settled' }),
    native({ id: '77' }),
  ]

  test('are open by what is left of them', async () => {
    const set = open({ 'GET api/orders/': { orders: several } })
    const { ctx } = set
    const rows = await collect(present(account.openOrders)({}, ctx))
    expect(rows.map(({ id }) => id)).toEqual(['81', '77'])
    expect(set.wire.calls.at(-1)?.query.filter(([name]) => name === 'state')).toEqual([
      ['state', 'created'],
      ['state', 'partial'],
    ])
  })

  describe('make positions:', () => {
    const positionsIn = (...rows: readonly object[]) =>
      present(account.positions)(tolerant(open({ 'GET api/orders/': { orders: rows } }).ctx))
    const matched = (changes: object) =>
      native({ side: 'buy', state: 'filled', ...all, ...zero, average_price_matched: 625, ...changes })

    test('which may lack the fills of orders that were canceled', async () => {
      const ctx = tolerant(open({ 'GET api/orders/': { orders: [matched({})] } }).ctx)
      expect(await present(account.positions)(ctx)).toHaveLength(1)
      expect(ctx.omissions.cut.join()).toContain('canceled')
    })

    test('what was matched of contracts that are not settled, backs less lays', async () => {
      const found = await positionsIn(
        matched({ id: '84' }),
        matched({
          id: '83',
          state: 'partial',
          quantity_filled: 25_000,
          average_price_matched_precise: '605.5',
        }),
        matched({ id: '82', contract_id: '6002', side: 'sell', average_price_matched: 5000 }),
        matched({ id: '81', contract_id: '6003', state: 'settled' }),
        matched({ id: '80', contract_id: '6003', state: 'created', quantity_filled: 0 }),
      )
      expect(found).toEqual([
        { marketId: '5001', outcomeId: '6001', size: 15, entryPrice: 0.062175 },
        { marketId: '5001', outcomeId: '6002', size: -12.5, entryPrice: 0.5 },
      ])
    })

    test('what matched in play and can still be voided is not held', async () => {
      const waiting = { state: 'partial', quantity_filled_pending: 25_000 }
      expect(await positionsIn(matched({ ...waiting, id: '84' }))).toMatchObject([{ size: 10 }])
      const whole = { state: 'partial', quantity_filled_pending: 125_000 }
      expect(await positionsIn(matched({ ...whole, id: '83' }))).toEqual([])
    })

    test('backs and lays of one size are none, and of others have no one price', async () => {
      expect(await positionsIn(matched({ id: '84' }), matched({ id: '83', side: 'sell' }))).toEqual([])
      expect(
        await positionsIn(
          matched({ id: '84' }),
          matched({ id: '83', side: 'sell', quantity_filled: 25_000 }),
        ),
      ).toEqual([{ marketId: '5001', outcomeId: '6001', size: 10 }])
    })

    test.each([
      [{ average_price_matched: 0 }],
      [{ average_price_matched: null }],
      [{ average_price_matched: 'x' }],
    ])('without a price that is told (%j) have none', async (changes) => {
      expect(await positionsIn(matched(changes))).toEqual([
        { marketId: '5001', outcomeId: '6001', size: 12.5 },
      ])
    })

    test('an order that cannot be read is an error, and no smaller position', async () => {
      await expectDrift(() => positionsIn(matched({}), matched({ id: '76', side: 'zz_new' })), 'side')
    })

    test('of an account in another currency are refused', async () => {
      const { ctx } = open({ 'GET api/accounts/': money({ currency: 'EUR' }) })
      expect(await failureOf(() => present(account.positions)(ctx))).toMatchObject({ code: 'NOT_SUPPORTED' })
    })
  })
})
