import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token, wallet } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { wholeList } from '../../support/venue.js'
import { type Answers, json, queryOf, sentTo } from '../../support/wire.js'
import { envelope, nativeMarket, nativeOrder, nativeTrade, positionRow } from './payloads.js'
import { keyset, owner, signedIn } from './set-up.js'

const source = present(polymarket.account)
const list = (rows: readonly unknown[], next = 'LTE=') => ({
  limit: 100,
  count: rows.length,
  next_cursor: next,
  data: rows,
})
const marketList = (call: VenueCall) => {
  const { closed, condition_ids: asked = [condition(1)] } = queryOf(call)
  return closed === 'false' && [asked].flat().includes(condition(1)) ? [nativeMarket()] : []
}
const house = (answers: Answers, credentials = {}) =>
  signedIn({ 'GET gamma/markets/keyset': keyset(marketList), ...answers }, credentials)

describe('money', () => {
  const read = async (balance: string, orders: readonly unknown[]) => {
    const { ctx, wire } = house({
      'GET clob/balance-allowance': { balance, allowances: {} },
      'GET clob/data/orders': list(orders),
    })
    return { rows: await present(source.balance)(ctx), wire }
  }

  test('what open purchases will take is locked, sales lock none', async () => {
    const { rows, wire } = await read('8992211', [
      nativeOrder({ original_size: '10', size_matched: '4', price: '0.5' }),
      nativeOrder({ id: '0x02', side: 'SELL', original_size: '100' }),
    ])
    expect(rows).toEqual([{ currency: 'USDC', total: 8.992211, available: 5.992211, locked: 3 }])
    expect(queryOf(present(wire.calls[0]))).toEqual({ asset_type: 'COLLATERAL', signature_type: '0' })
  })

  test('an open order in an unknown word leaves open what is available', async () => {
    const rows = [nativeOrder(), nativeOrder({ id: '0x02' }), nativeOrder({ id: '0x03', status: 'zz_new' })]
    await expect(read('8992211', rows)).rejects.toThrow("unknown value 'zz_new' for order.status")
  })

  test('locks what is left of the money of a purchase that is held back', async () => {
    const held = {
      status: 'DELAYED',
      order_type: 'FAK',
      original_size: '10',
      size_matched: '4',
      price: '0.5',
    }
    const { rows } = await read('25000000', [nativeOrder(held)])
    expect(rows).toMatchObject([{ total: 25, available: 17, locked: 8 }])
  })

  test('never more is locked than there is', async () => {
    const { rows } = await read('1000000', [nativeOrder({ original_size: '1000' })])
    expect(rows).toEqual([{ currency: 'USDC', total: 1, available: 0, locked: 1 }])
  })

  test.each(mutationsOf(['balance'], ['dropped', 'renamed', 'retyped', 'nulled']))(
    '%j is drift',
    async (mutation) => {
      const { ctx } = house({ 'GET clob/balance-allowance': mutate({ balance: '1' }, mutation) })
      await expectDrift(() => present(source.balance)(ctx), 'balance')
    },
  )
})

describe('open orders', () => {
  const read = (query: Parameters<NonNullable<typeof source.openOrders>>[0], answers: Answers) => {
    const { ctx, wire } = house(answers)
    return { rows: wholeList(present(source.openOrders)(query, ctx), ctx), wire }
  }

  test('are walked page by page, under the names of their markets', async () => {
    const { rows, wire } = read(
      {},
      {
        'GET clob/data/orders': (call: VenueCall) =>
          queryOf(call)['next_cursor'] === undefined
            ? list([nativeOrder()], 'MTAw')
            : list([nativeOrder({ id: '0x02', market: condition(9) })]),
      },
    )
    expect((await rows).map(({ id, marketId }) => [id, marketId])).toEqual([
      [nativeOrder().id, '700101'],
      ['0x02', condition(9)],
    ])
    const pages = wire.calls.filter(({ path }) => path === '/data/orders').map(queryOf)
    expect(pages).toEqual([{}, { next_cursor: 'MTAw' }])
  })

  test.each(['700101', nativeMarket().slug, condition(1)])('of the market %s', async (marketId) => {
    const { rows, wire } = read(
      { marketId },
      {
        'GET clob/data/orders': list([nativeOrder()]),
        'GET gamma/markets/700101': nativeMarket(),
        [`GET gamma/markets/slug/${nativeMarket().slug}`]: nativeMarket(),
      },
    )
    expect(await rows).toHaveLength(1)
    const asked = present(wire.calls.find(({ path }) => path === '/data/orders'))
    expect(queryOf(asked)).toEqual({ market: condition(1) })
  })

  test('of a market that nobody knows are none, and not all', async () => {
    const { rows, wire } = read({ marketId: '9' }, { 'GET gamma/markets/9': json(404, {}) })
    expect(await rows).toEqual([])
    expect(sentTo(wire)).not.toContain('GET clob/data/orders')
  })

  test.each(
    mutationsOf(
      [
        'id',
        'status',
        'market',
        'asset_id',
        'side',
        'original_size',
        'size_matched',
        'price',
        'created_at',
      ].map((name) => `data.0.${name}`),
      ['dropped', 'retyped', 'nulled'],
    ),
  )('$path $how is drift', async (mutation) => {
    const { rows } = read({}, { 'GET clob/data/orders': mutate(list([nativeOrder()]), mutation) })
    await expectDrift(() => rows, mutation.path.replace('.0.', '[0].'))
  })
})

describe('one order', () => {
  const find = (orderId: string, answers: Answers) => present(source.order)(orderId, house(answers).ctx)
  const { id } = nativeOrder()

  test('is told', async () => {
    expect(await find(id, { [`GET clob/data/order/${id}`]: nativeOrder() })).toMatchObject({
      id,
      marketId: '700101',
    })
  })

  test('of another id is no answer', async () => {
    await expectDrift(() => find(id, { [`GET clob/data/order/${id}`]: nativeOrder({ id: '0x02' }) }), 'id')
  })

  test.each([null, json(404, { error: 'not found' })])('that never was (%j)', async (reply) => {
    expect(await find(id, { [`GET clob/data/order/${id}`]: reply })).toBeUndefined()
  })

  test('an id that is no hash is not asked for', async () => {
    expect(await find('7b2c9a54-0d3f', {})).toBeUndefined()
  })
})

describe('own trades', () => {
  const read = (query: Parameters<NonNullable<typeof source.fills>>[0], rows: readonly unknown[]) => {
    const { ctx, wire } = house({ 'GET clob/data/trades': list(rows) })
    return { rows: wholeList(present(source.fills)(query, ctx), ctx), wire }
  }

  test('those that failed on the chain are none', async () => {
    const { rows, wire } = read({}, [
      nativeTrade(),
      nativeTrade({ id: 'failed', status: 'TRADE_STATUS_FAILED' }),
    ])
    expect((await rows).map(({ id }) => id)).toEqual([nativeTrade().id])
    expect(queryOf(present(wire.calls[0]))).toEqual({})
  })

  test('those that failed are there with their reversals, where both are wanted', async () => {
    const failed = nativeTrade({ id: 'failed', status: 'TRADE_STATUS_FAILED' })
    const empty = nativeTrade({ id: 'empty', status: 'TRADE_STATUS_FAILED', size: '', price: '' })
    const { rows } = read({ withReversals: true }, [nativeTrade(), failed, empty])
    expect(await rows).toMatchObject([
      { id: nativeTrade().id },
      { id: 'failed', side: 'buy', metadata: { state: 'FAILED' } },
      { id: 'failed:failed', side: 'sell', metadata: { state: 'FAILED', reverses: 'failed' } },
    ])
  })

  test('those that the venue still carries out, without price or amount, are left out, and the answer says so', async () => {
    const [maker] = nativeTrade().maker_orders
    const mine = { ...maker, owner: 'my-key', maker_address: wallet, price: '', matched_amount: '' }
    const pending = { size: '', price: '', fee_rate_bps: '', transaction_hash: '' }
    const { ctx } = house({
      'GET clob/data/trades': list([
        nativeTrade({ id: 'took', ...pending }),
        nativeTrade({ id: 'rested', trader_side: 'MAKER', maker_orders: [mine], ...pending }),
        nativeTrade({ id: 'told', maker_orders: [{ ...maker, price: '', matched_amount: '' }] }),
      ]),
    })
    const rows = await wholeList(present(source.fills)({}, ctx), ctx)
    expect(rows).toMatchObject([{ id: 'told', price: 0.52, amount: 5 }])
    expect(ctx.omissions).toMatchObject({
      rows: 0,
      cut: ['trades that Polymarket is still executing, whose price or amount is not known yet: retry'],
    })
  })

  test('those in which no resting order is known as one’s own are left out, and the answer says so', async () => {
    const strangers = nativeTrade({ id: 'rested', trader_side: 'MAKER' })
    const { ctx } = house({ 'GET clob/data/trades': list([nativeTrade(), strangers]) })
    const rows = await wholeList(present(source.fills)({}, ctx), ctx)
    expect(rows.map(({ id }) => id)).toEqual([nativeTrade().id])
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('none of the resting orders')])
  })

  test('of an outcome are asked for by its market, and times one second wider', async () => {
    const other = nativeTrade({ id: 'other', asset_id: token(2) })
    const { rows, wire } = read({ outcomeId: token(1), since: 1_725_958_000_500, until: 1_725_959_000_500 }, [
      nativeTrade(),
      other,
    ])
    expect(await rows).toHaveLength(1)
    const asked = present(wire.calls.find(({ path }) => path === '/data/trades'))
    expect(queryOf(asked)).toEqual({ market: condition(1), after: '1725957999', before: '1725959002' })
  })

  test.each(
    mutationsOf(
      [
        'id',
        'market',
        'asset_id',
        'side',
        'size',
        'price',
        'status',
        'match_time',
        'trader_side',
        'taker_order_id',
      ].map((name) => `data.0.${name}`),
      ['dropped', 'retyped', 'nulled'],
    ),
  )('$path $how is drift', async (mutation) => {
    const { ctx } = house({ 'GET clob/data/trades': mutate(list([nativeTrade()]), mutation) })
    await expectDrift(
      () => wholeList(present(source.fills)({}, ctx), ctx),
      mutation.path.replace('.0.', '[0].'),
    )
  })
})

test('positions are those of the wallet that holds the tokens', async () => {
  const answers = { 'GET data/v2/positions': envelope([positionRow()]) }
  for (const [credentials, user] of [
    [{}, owner.toLowerCase()],
    [{ signatureType: '2', funderAddress: wallet }, wallet],
  ] as const) {
    const { ctx, wire } = house(answers, credentials)
    expect(await present(source.positions)(ctx)).toHaveLength(1)
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ user })
  }
})

test('a failure of the venue is never an empty list', async () => {
  const { ctx } = house({ 'GET clob/data/orders': json(401, { error: 'Unauthorized/Invalid api key' }) })
  const error = await failureOf(() => wholeList(present(source.openOrders)({}, ctx), ctx))
  expect(error.code).toBe('AUTHENTICATION_ERROR')
})
