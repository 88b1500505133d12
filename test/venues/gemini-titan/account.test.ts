import { describe, expect, test } from 'vitest'
import type { Job, MethodResult } from '../../../src/core/request/api-call.js'
import { createAccountHandlers } from '../../../src/core/trading/accounts/account-handlers.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { type Answers, json, raw } from '../../support/wire.js'
import { ID, list, located, NOW, open, order, PATH, payloadOf, symbol, terms } from './account-world.js'

const [orders, account] = [present(geminiTitan.orders), present(geminiTitan.account)]
const cancelOrder = present(orders.cancel)

describe('words of an order', () => {
  const readIn = async (list: 'active' | 'history', changes: object) => {
    const { ctx } = open({
      [`${PATH}/orders/${list}`]: list === 'active' ? listOf(changes) : once(listOf(changes)),
    })
    const rows = list === 'active' ? account.openOrders : account.closedOrders
    return collect(present(rows)({}, ctx))
  }
  const listOf = (changes: object) => list(order(changes), order({ orderId: '8' }))
  /** The two statuses that are asked for bring it once. */
  const once = (answer: unknown) => {
    let calls = 0
    return () => (calls++ === 0 ? answer : list())
  }

  test.each([
    ['active', { status: 'open' }, 'open'],
    ['active', { status: 'ACCEPTED' }, 'open'],
    ['active', { status: 'partially_filled' }, 'open'],
    ['active', { status: null }, 'open'],
    ['active', { status: null, filledQuantity: '20', remainingQuantity: '0' }, 'filled'],
    ['history', { status: 'closed', filledQuantity: '20', remainingQuantity: '0' }, 'filled'],
    ['history', { status: 'closed' }, 'canceled'],
    ['history', { status: undefined }, 'canceled'],
    ['history', { status: 'cancelled' }, 'canceled'],
    ['history', { status: 'rejected' }, 'rejected'],
  ] as const)('in the list %s: %j is %s', async (place, changes, status) => {
    const [first, other] = await readIn(place, changes)
    expect(first).toMatchObject({ id: ID, status })
    // It costs no other one.
    expect(other).toMatchObject({ id: '8' })
  })

  test.each([{ status: 'zz_new' }, { orderType: 'zz_new' }, { side: 'zz_new' }, { outcome: 'zz_new' }])(
    'that are not known set the order aside, and it is not taken for none: %j',
    async (changes) => {
      const { ctx } = open({
        [`${PATH}/orders/active`]: listOf(changes),
        [`${PATH}/orders/history`]: list(),
      })
      const loose = tolerant(ctx)
      expect(await collect(present(account.openOrders)({}, loose))).toMatchObject([{ id: '8' }])
      expect(loose.omissions.warnings.join()).toContain("unknown value 'zz_new'")
      expect(await failureOf(() => present(account.order)(ID, loose))).toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
        detail: { kind: 'partly_read' },
      })
    },
  )

  test('that is over count what was not filled as remaining', async () => {
    const [first] = await readIn('history', { status: 'cancelled', remainingQuantity: '0' })
    expect(first).toMatchObject({ amount: 20, filled: 5, remaining: 15 })
  })

  const placed = async (changes: object, how: Partial<OrderTerms>, answers: Answers = {}) => {
    const { ctx } = open({ [`${PATH}/order`]: raw(201, order(changes)), ...answers })
    return orders.submit(await orders.build(terms(how), located(), ctx), terms(how), ctx)
  }
  const placedAs = (changes: object, type: OrderTerms['type'], answers: Answers = {}) =>
    placed(changes, { type }, answers)

  test.each([
    [{ status: 'closed' }, 'limit', 'canceled', 15],
    [{ status: 'closed' }, 'market', 'canceled', 15],
    [{ status: 'open' }, 'market', 'canceled', 15],
    [{ status: 'zz_new' }, 'market', 'canceled', 15],
    [{ status: 'zz_new', filledQuantity: '20', remainingQuantity: '0' }, 'limit', 'filled', 0],
    [{ status: 'open' }, 'limit', 'open', 15],
  ] as const)(
    'in the answer to its placing: %j at the %s is %s',
    async (changes, type, status, remaining) => {
      expect(await placedAs(changes, type)).toMatchObject({ status, remaining, type })
    },
  )

  test.each(['IOC', 'FOK'] as const)(
    'at a limit that is %s does not rest, whatever it is called',
    async (timeInForce) => {
      for (const status of ['open', 'accepted', 'zz_new'])
        expect(await placed({ status }, { type: 'limit', timeInForce })).toMatchObject({
          ...{ status: 'canceled', type: 'limit', filled: 5, remaining: 15 },
        })
    },
  )

  test.each([
    ['filled', { status: 'filled', filledQuantity: '20', remainingQuantity: '0' }, 20],
    ['canceled', { status: 'cancelled', filledQuantity: '12', remainingQuantity: '8' }, 12],
  ] as const)('that takes at once and is called open is looked up: %s', async (status, row, filled) => {
    const early = { status: 'accepted', filledQuantity: '0', remainingQuantity: '20' }
    const lists = { [`${PATH}/orders/active`]: list(), [`${PATH}/orders/history`]: list(order(row)) }
    const told = await placed(early, { type: 'limit', timeInForce: 'IOC' }, lists)
    expect(told).toMatchObject({ id: ID, status, filled, remaining: 20 - filled })
    expect(told).not.toHaveProperty('metadata')
  })

  test.each([
    ['still shows it as open', list(order())],
    ['does not have it', list()],
    ['cannot be read', json(500, {})],
  ])(
    'that takes at once and is called open leaves open what it was filled with where the list %s',
    async (_what, active) => {
      const lists = { [`${PATH}/orders/active`]: active, [`${PATH}/orders/history`]: list() }
      const told = await placed({ status: 'open' }, { type: 'market' }, lists)
      expect(told).toMatchObject({ status: 'canceled', metadata: { unknown: ['filled', 'remaining'] } })
    },
  )

  test('that is not known is looked up, and is not guessed where that fails', async () => {
    const found = await placedAs({ status: 'zz_new' }, 'limit', { [`${PATH}/orders/active`]: list(order()) })
    expect(found).toMatchObject({ id: ID, status: 'open' })
    const unknown = await placedAs({ status: 'zz_new' }, 'limit', {
      [`${PATH}/orders/active`]: json(400, {}),
    })
    expect(unknown).toMatchObject({
      id: ID,
      status: 'pending',
      metadata: { unknown: ['status'], nativeStatus: 'zz_new' },
    })
  })

  test('that lists still call open after it was taken back is over', async () => {
    const { ctx } = open({
      [`${PATH}/order/cancel`]: { result: 'ok', message: 'cancelled' },
      [`${PATH}/orders/active`]: list(order()),
    })
    expect(await cancelOrder(ID, ctx)).toMatchObject({ id: ID, status: 'canceled', filled: 5, remaining: 15 })
  })

  test.each([
    [{ result: 'error', reason: 'X', message: 'not now' }, 'INVALID_ORDER'],
    [json(400, { error: 'OrderNotFound', message: 'gone' }), 'ORDER_NOT_FOUND'],
    [{ result: 'zz_new', message: '' }, 'EXCHANGE_NOT_AVAILABLE'],
  ])('that was not taken back is none that was: %j', async (answer, code) => {
    const { ctx } = open({ [`${PATH}/order/cancel`]: answer })
    expect(await failureOf(() => cancelOrder(ID, ctx))).toMatchObject({ code })
  })
})

describe('positions', () => {
  const row = (changes: object = {}) => ({
    symbol,
    outcome: 'no',
    totalQuantity: '125',
    quantityOnHold: '0',
    avgPrice: '0.63',
    realizedPl: '0',
    marketValue: '75',
    contractMetadata: { contractName: 'Ada Example', eventName: '2028 nominee?' },
    ...changes,
  })
  const positionsOf = async (...rows: object[]) => {
    const { ctx, wire } = open({ [`${PATH}/positions`]: { positions: rows, total: rows.length } })
    return { positions: await present(account.positions)(ctx), wire }
  }

  test('are valued at what they sell for', async () => {
    const { positions, wire } = await positionsOf(row())
    expect(positions).toMatchObject([{ outcomeLabel: 'Not Ada Example', size: 125, currentValue: 75 }])
    // The query is not signed, and neither is it a part of the path that is.
    const [call] = wire.calls
    expect(call?.query).toEqual([
      ['limit', '1000'],
      ['offset', '0'],
    ])
    expect(JSON.parse(payloadOf(call))).toEqual({ request: '/v1/prediction-markets/positions', nonce: NOW })
  })

  test.each([
    [{ outcome: 'yes' }, 'Ada Example'],
    [{ outcome: 'yes', contractMetadata: { contractName: 'Yes', eventName: 'Will it?' } }, 'Will it?'],
    [{ contractMetadata: { contractName: 'UP' } }, 'Down'],
    [{ contractMetadata: null }, undefined],
    [{ contractMetadata: 'none' }, undefined],
  ])('are called as their market is: %j', async (changes, label) => {
    expect((await positionsOf(row(changes))).positions[0]?.outcomeLabel).toBe(label)
  })

  test.each([undefined, null, ''])('without a quote have no value: %j', async (marketValue) => {
    const [position] = (await positionsOf(row({ marketValue }))).positions
    expect(position).not.toHaveProperty('currentValue')
  })

  test('of a venue that sends all at once are all there are', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => row({ symbol: `GEMI-X-${index}` }))
    const { positions, wire } = await positionsOf(...rows)
    expect([positions.length, wire.calls.length]).toEqual([1_200, 1])
  })
})

describe('own trades', () => {
  const tradesOf = async (active: string[], closed: string[], query = {}) => {
    let calls = 0
    const { ctx: strict } = open({
      [`${PATH}/orders/active`]: list(...active),
      [`${PATH}/orders/history`]: () => (calls++ === 0 ? list(...closed) : list()),
    })
    const ctx = tolerant(strict)
    return { rows: await collect(present(account.fills)(query, ctx)), ctx }
  }

  test('are what each order was filled with, at its average price', async () => {
    const { rows } = await tradesOf(
      [order()],
      [order({ orderId: '8', filledQuantity: '0', avgExecutionPrice: null })],
    )
    expect(rows).toEqual([
      {
        id: ID,
        timestamp: Date.UTC(2026, 10, 20, 10),
        price: 0.35,
        amount: 5,
        side: 'buy',
        outcomeId: `GEMI:${symbol}:no`,
        orderId: ID,
        marketId: `gemi-${symbol}`,
        metadata: { isSumOfOrder: true, timestampOf: 'order', unknown: ['timestamp'] },
      },
    ])
  })

  test('without an average price are left out, and that is told', async () => {
    const { rows, ctx } = await tradesOf([], [order({ avgExecutionPrice: null })])
    expect(rows).toEqual([])
    expect(ctx.omissions.cut.join()).toContain('average price')
  })

  test('are those of the outcome that is named', async () => {
    expect((await tradesOf([order()], [], { outcomeId: `GEMI:${symbol}:yes` })).rows).toEqual([])
  })
})

describe('over the core, which stops reading a list where the rows wanted can only lie behind', () => {
  const filled = order({ orderId: '8', status: 'filled', createdAt: '2026-11-20T10:00:00.000Z' })
  const older = order({ orderId: '6', status: 'filled', createdAt: '2026-11-20T09:00:00.000Z' })
  const canceled = order({ orderId: '9', status: 'cancelled', createdAt: '2026-11-22T10:00:00.000Z' })
  const worldOf = (active = list()) => {
    const { ctx } = open({
      [`${PATH}/orders/active`]: active,
      [`${PATH}/orders/history`]: (call: VenueCall) =>
        payloadOf(call).includes('"filled"') ? list(filled, older) : list(canceled),
    })
    return { job: { venue: geminiTitan, ctx } as unknown as Job, handlers: createAccountHandlers(undefined) }
  }
  const since = Date.UTC(2026, 10, 21)
  const idsOf = ({ data }: { readonly data: unknown }) =>
    (data as readonly { readonly id: string }[]).map(({ id }) => id)

  test.each([
    ['fetchClosedOrders', { since }, ['9']],
    ['fetchClosedOrders', { limit: 1 }, ['9']],
    ['fetchAllOrders', { limit: 1 }, ['9']],
    ['fetchMyTrades', { since }, ['9']],
    ['fetchMyTrades', { limit: 1 }, ['9']],
  ] as const)('%s of %j has the newest, in whichever list they are', async (method, params, ids) => {
    const { job, handlers } = worldOf(list(order({ orderId: '7', createdAt: '2026-11-19T10:00:00.000Z' })))
    expect(idsOf(await (handlers[method]([params], job) as Promise<MethodResult>))).toEqual(ids)
  })
})

test('an open order is found though another one ends between two pages', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => String(900 - index))
  const { ctx } = open({
    [`${PATH}/orders/active`]: (call: VenueCall) => {
      const { offset = 0, limit } = JSON.parse(payloadOf(call))
      const page = list(...ids.slice(offset, offset + limit).map((orderId) => order({ orderId })))
      if (offset === 0) ids.shift()
      return page
    },
    [`${PATH}/orders/history`]: list(),
  })
  // The first one of the second page, which moved to the first page.
  expect(await present(account.order)('800', ctx)).toMatchObject({ id: '800', status: 'open' })
})
