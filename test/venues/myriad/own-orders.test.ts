import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { HistoryQuery } from '../../../src/venue-kit/contract/trading.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { besideLogin, bookOrder, nativeOrder, open, trader } from './order-payloads.js'
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
  test('are those of the account that is proved, and sorted out here', async () => {
    const { list, wire } = await read('openOrders')
    expect(
      list.map(({ status, filled, remaining, marketId }) => [status, filled, remaining, marketId]),
    ).toEqual([
      ['open', 0, 2, '56:ob827'],
      ['open', 0.5, 1.5, '56:ob827'],
      ['pending', 0, 2, '56:ob827'],
      ['open', 0, 2, '56:ob828'],
    ])
    expect(besideLogin(wire).map(queryOf)).toEqual([{ network_id: '56', limit: '1000', page: '1' }])
  })

  test.each([
    ['FAK', 'closedOrders', 'canceled'],
    ['FOK', 'openOrders', 'pending'],
  ] as const)(
    'never rest where they take at once: %s in part is among %s',
    async (timeInForce, kind, status) => {
      const part = order(1, { status: 'partially_filled', filledAmount: '500000000000000000', timeInForce })
      const { list } = await read(kind, {}, { 'GET api/orders': page([part]) })
      expect(list).toMatchObject([{ status, type: 'market', filled: 0.5, remaining: 1.5 }])
      const unknown = status === 'canceled' ? ['filled', 'remaining'] : undefined
      expect(list[0]?.metadata?.['unknown']).toEqual(unknown)
    },
  )

  test('of another client are shown at the cent that it meant', async () => {
    const dusty = order(1, {}, { price: 329_999_999_999_999_936n })
    const { list } = await read('openOrders', {}, { 'GET api/orders': page([dusty]) })
    expect(list.map(({ price }) => price)).toEqual([0.33])
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

  test.each([
    ['an address', { walletAddress: trader }, 'privateKey'],
    ['an address in the place of a key', { privateKey: trader }, 'privateKey'],
    ['an API key without its secret', { walletAddress: trader, apiKey: 'key-1' }, 'apiSecret'],
  ])('are asked of nobody with %s alone, which proves no account', async (_, values, part) => {
    const { ctx, wire } = open({}, values)
    const error = await failureOf(() => wholeList(present(account.openOrders)({}, ctx), ctx))
    expect(error).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { kind: 'missing_credential', part },
    })
    expect(error.message).toContain('credentials.privateKey')
    expect(wire.calls).toEqual([])
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
          const first = (Number(queryOf(call)['page']) - 1) * 2
          return page(all.slice(first, first + 2), {})
        },
      },
    )
    expect(list).toHaveLength(5)
    expect(besideLogin(wire).map((call) => queryOf(call)['page'])).toEqual(['1', '2', '3', '4'])
  })

  test('a total that the venue itself says to be passed ends no list', async () => {
    const all = [1, 2, 3].map((nonce) => order(nonce))
    const { list } = await read(
      'openOrders',
      {},
      {
        'GET api/orders': (call: VenueCall) => {
          const first = (Number(queryOf(call)['page']) - 1) * 2
          return page(all.slice(first, first + 2), { total: 2, hasNext: first + 2 < all.length })
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

  test('the list ends where the venue’s total is reached', async () => {
    const all = [1, 2, 3].map((nonce) => order(nonce))
    const { list, wire } = await read(
      'openOrders',
      {},
      {
        'GET api/orders': (call: VenueCall) => {
          const first = (Number(queryOf(call)['page']) - 1) * 2
          return page(all.slice(first, first + 2), { total: 3 })
        },
      },
    )
    expect(list).toHaveLength(3)
    expect(besideLogin(wire)).toHaveLength(2)
  })

  test('one odd row costs no list, and the next page is read', async () => {
    const all = [
      order(1, { status: 'thinking' }),
      ...Array.from({ length: 99 }, (_, index) => order(index + 2)),
    ]
    const { ctx, wire } = open({
      'GET api/orders': (call: VenueCall) => page(queryOf(call)['page'] === '1' ? all : [], {}),
    })
    const kind = tolerant(ctx)
    expect(await wholeList(present(account.openOrders)({}, kind), kind)).toHaveLength(99)
    expect(besideLogin(wire).map((call) => queryOf(call)['page'])).toEqual(['1', '2'])
  })

  test('a venue that wants a key is no empty list', async () => {
    const refused = { 'GET api/orders': json(401, { code: 'SIGNATURE_REQUIRED' }) }
    expect((await failureOf(() => read('openOrders', {}, refused))).code).toBe('AUTHENTICATION_ERROR')
    expect((await failureOf(() => read('openOrders', {}, {}, {}))).detail).toMatchObject({
      part: 'walletAddress',
    })
  })
})

test('an order is looked up by its hash, by somebody without proof as well', async () => {
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

test('a lookup that the venue refuses without proof names what would prove it', async () => {
  const { orderHash } = nativeOrder()
  const refused = json(401, { error: 'Authentication required' })
  const { ctx } = open({ [`GET api/orders/${orderHash}`]: refused }, {})
  const error = await failureOf(() => present(account.order)(orderHash, ctx))
  expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'privateKey' } })
})
