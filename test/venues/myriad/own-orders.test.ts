import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call.js'
import type { HistoryQuery } from '../../../src/venue-kit/trading.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { bookOrder, nativeOrder, open, trader } from './order-payloads.js'
import { bookMarket, nativeMarket } from './payloads.js'

const account = present(myriad.account)
const order = (nonce: number, over: Record<string, unknown> = {}, inner = {}) => {
  const { networkId: _listsLeaveItOut, ...row } = nativeOrder(
    bookOrder({ nonce: BigInt(nonce), ...inner }),
    over,
  )
  return row
}
const page = (data: readonly unknown[], pagination: object = { total: data.length, limit: 1000 }) => ({
  data,
  pagination,
})

const rows = [
  order(1),
  order(2, { status: 'partially_filled', filledAmount: '500000000000000000' }),
  order(3, { status: 'pending' }),
  order(4, { status: 'filled', filledAmount: '2000000000000000000' }),
  order(5, { status: 'cancelled' }),
  order(6, { status: 'expired' }, { outcomeId: 1, side: 1 }),
  order(7, {}, { marketId: 828n }),
]

async function read(
  kind: 'openOrders' | 'closedOrders',
  query: HistoryQuery = {},
  answers: Answers = {},
  values?: Readonly<Record<string, string>>,
) {
  const { ctx, wire } = open({ 'GET api/orders': page(rows), ...answers }, values)
  const list = await wholeList(present(account[kind])(query, ctx), ctx)
  return { list, wire }
}

describe('one’s own orders', () => {
  test('are asked for by trader and sorted out here', async () => {
    const { list, wire } = await read('openOrders')
    expect(
      list.map(({ status, filled, remaining, marketId }) => [status, filled, remaining, marketId]),
    ).toEqual([
      ['open', 0, 2, '56:ob827'],
      ['open', 0.5, 1.5, '56:ob827'],
      ['pending', 0, 2, '56:ob827'],
      ['open', 0, 2, '56:ob828'],
    ])
    expect(wire.calls.map(queryOf)).toEqual([
      { trader: trader.toLowerCase(), network_id: '56', limit: '1000', offset: '0' },
    ])
  })

  test('that are over', async () => {
    const { list } = await read('closedOrders')
    expect(list.map(({ status }) => status)).toEqual(['filled', 'canceled', 'canceled'])
    expect(list[2]).toEqual({
      id: rows[5]?.orderHash,
      marketId: '56:ob827',
      outcomeId: '56:ob827:1',
      side: 'sell',
      type: 'limit',
      price: 0.5,
      amount: 2,
      status: 'canceled',
      filled: 0,
      remaining: 2,
      timestamp: Date.UTC(2026, 10, 21, 11, 6, 21, 279),
    })
  })

  test('of an address are told without its key', async () => {
    const { list } = await read('openOrders', {}, {}, { walletAddress: trader })
    expect(list).toHaveLength(4)
  })

  test.each([
    [{ marketId: '56:ob827' }, 3],
    [{ marketId: '56:ob828' }, 1],
    [{ outcomeId: '56:ob827:1' }, 0],
    [{ outcomeId: '56:ob827:0' }, 3],
    [{ marketId: '56:ob828', outcomeId: '56:ob827:0' }, 0],
    [{ outcomeId: '56:ob827' }, 0],
    [{ marketId: 'ines-calloway-wins' }, 3],
    [{ marketId: '56:827' }, 0],
    [{ marketId: 'no-such-market' }, 0],
  ])('of what is named in whatever way: %j', async (query, count) => {
    const { list } = await read('openOrders', query, {
      'GET api/markets/ines-calloway-wins': bookMarket(),
      // The plain number names a pool, which has no orders.
      'GET api/markets/827': nativeMarket({ id: 827, networkId: 56 }),
      'GET api/markets/no-such-market': json(404, { error: 'Market not found' }),
    })
    expect(list).toHaveLength(count)
  })

  test('all pages are read', async () => {
    const all = [1, 2, 3, 4, 5].map((nonce) => order(nonce))
    const { list, wire } = await read(
      'openOrders',
      {},
      {
        'GET api/orders': (call: VenueCall) => {
          const offset = Number(queryOf(call)['offset'])
          return page(all.slice(offset, offset + 2), {})
        },
      },
    )
    expect(list).toHaveLength(5)
    expect(wire.calls.map((call) => queryOf(call)['offset'])).toEqual(['0', '2', '4', '5'])
  })

  test('a total that the venue itself says to be passed ends no list', async () => {
    const all = [1, 2, 3].map((nonce) => order(nonce))
    const { list } = await read(
      'openOrders',
      {},
      {
        'GET api/orders': (call: VenueCall) => {
          const offset = Number(queryOf(call)['offset'])
          return page(all.slice(offset, offset + 2), { total: 2, hasNext: offset + 2 < all.length })
        },
      },
    )
    expect(list).toHaveLength(3)
  })

  test('orders of others are no answer', async () => {
    const stranger = order(1, {}, { trader: `0x${'1'.repeat(40)}` })
    await expectDrift(
      () => read('openOrders', {}, { 'GET api/orders': page([stranger]) }),
      'data[0].order.trader',
    )
  })

  test('nor are those of another network', async () => {
    const foreign = { ...order(1), networkId: 97 }
    await expectDrift(
      () => read('openOrders', {}, { 'GET api/orders': page([foreign]) }),
      'data[0].networkId',
    )
  })

  test.each(['orderHash', 'order', 'status', 'filledAmount', 'createdAt'])(
    'a row without %s',
    async (name) => {
      await expectDrift(
        () => read('openOrders', {}, { 'GET api/orders': page([order(1, { [name]: undefined })]) }),
        `data[0].${name}`,
      )
    },
  )

  test('one odd row costs no list, and the next page begins behind it', async () => {
    const all = [
      order(1, { status: 'thinking' }),
      ...Array.from({ length: 99 }, (_, index) => order(index + 2)),
    ]
    const { ctx, wire } = open({
      'GET api/orders': (call: VenueCall) => page(all.slice(Number(queryOf(call)['offset'])), {}),
    })
    const kind = tolerant(ctx)
    expect(await wholeList(present(account.openOrders)({}, kind), kind)).toHaveLength(99)
    expect(wire.calls.map((call) => queryOf(call)['offset'])).toEqual(['0', '100'])
  })

  test('a venue that wants a key is no empty list', async () => {
    const refused = { 'GET api/orders': json(401, { code: 'SIGNATURE_REQUIRED' }) }
    expect((await failureOf(() => read('openOrders', {}, refused))).code).toBe('AUTHENTICATION_ERROR')
    expect((await failureOf(() => read('openOrders', {}, {}, {}))).detail).toMatchObject({
      part: 'walletAddress',
    })
  })
})

test('an order is anybody’s by its hash', async () => {
  const row = nativeOrder(bookOrder(), {
    timeInForce: 'FOK',
    status: 'filled',
    filledAmount: '2000000000000000000',
  })
  const { ctx } = open({ [`GET api/orders/${row.orderHash}`]: row }, {})
  expect(await present(account.order)(row.orderHash, ctx)).toMatchObject({
    id: row.orderHash,
    type: 'market',
    filled: 2,
  })
  expect(await present(account.order)('12', ctx)).toBeUndefined()
})
