import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order, UserTrade } from '../../../../src/api/models/models.js'
import { reconcileOrder } from '../../../../src/core/trading/records/reconcile-order.js'
import type { AccountSource } from '../../../../src/venue-kit/contract/trading.js'
import { passUntil } from '../../../support/clock.js'
import { failureOf, fakeExchange, limitOrder, mine, tradingWorld } from '../trading-world.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A venue whose reads of orders lag behind: it shows what the test says. */
function laggingWorld() {
  const over = fakeExchange()
  const shown = { orders: [] as Order[] }
  const account: AccountSource = {
    order: async (id) => shown.orders.find((order) => order.id === id),
    openOrders: () => ({
      kind: 'cursor',
      what: 'orders',
      idOf: ({ id }) => id,
      fetch: async () => ({ rows: shown.orders }),
    }),
  }
  Object.assign(over.venue, { account })
  const world = tradingWorld({ over })
  const openIds = async () =>
    ((await world.answer('fetchOpenOrders', [], { call: { credentials: mine } })).data as Order[]).map(
      ({ id }) => id,
    )
  return { ...world, shown, openIds }
}

describe('an order that was placed a moment ago', () => {
  test('is known, whatever the venue does not show yet', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    expect((await world.ask('fetchOrder', order.id)).order).toMatchObject({ id: order.id, status: 'open' })
    await world.clock.advance(59 * SECOND)
    expect((await world.ask('fetchOrder', order.id)).order.id).toBe(order.id)
    await world.clock.advance(SECOND)
    expect((await failureOf(world.ask('fetchOrder', order.id))).code).toBe('ORDER_NOT_FOUND')
  })

  test('is nobody else’s', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    const other = { credentials: { apiKey: 'another' } }
    expect((await failureOf(world.ask('fetchOrder', order.id, other))).code).toBe('ORDER_NOT_FOUND')
    expect((await failureOf(world.ask('fetchOrder', 'V9'))).code).toBe('ORDER_NOT_FOUND')
  })
})

describe('an order whose cancel was accepted', () => {
  test('is open no longer, whatever the venue still shows; a minute later the venue knows better', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    world.shown.orders = [{ ...order, filled: 3, remaining: 7 }]
    expect((await world.ask('cancelOrder', order.id)).order.status).toBe('canceled')
    expect((await world.ask('fetchOrder', order.id)).order).toMatchObject({
      status: 'canceled',
      filled: 3,
      remaining: 7,
    })
    expect(await world.openIds()).toEqual([])
    expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({ order: { status: 'canceled' } })
    await world.clock.advance(MINUTE)
    expect((await world.ask('fetchOrder', order.id)).order.status).toBe('open')
    expect(await world.openIds()).toEqual([order.id])
  })

  test('is open no longer for as long as the lists of the venue do not reach that far', async () => {
    const world = laggingWorld()
    const until = { at: world.clock.now(), reads: 0 }
    const listedUntil = async () => {
      until.reads++
      return until.at
    }
    Object.assign(world.exchange.orders, { listedUntil })
    const { order } = await world.create()
    world.shown.orders = [order]
    await world.ask('cancelOrder', order.id)
    expect(await world.openIds()).toEqual([])
    expect(until.reads).toBe(0)
    await world.clock.advance(2 * MINUTE)
    expect(await world.openIds()).toEqual([])
    expect((await world.ask('fetchOrder', order.id)).order).toMatchObject({
      status: 'canceled',
      remaining: 10,
    })
    expect(until.reads).toBe(2)
    until.at = world.clock.now()
    expect(await world.openIds()).toEqual([order.id])
    expect((await world.ask('fetchOrder', order.id)).order.status).toBe('open')
    Object.assign(world.exchange.orders, {
      listedUntil: () => Promise.reject(new PmxError('NETWORK_ERROR', 'cut')),
    })
    expect(await world.openIds()).toEqual([])
  })

  test('is canceled in a list that was brought up to date in the meantime', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    const listedUntil = async () => {
      world.shown.orders = []
      return world.clock.now()
    }
    Object.assign(world.exchange.orders, { listedUntil })
    world.shown.orders = [order]
    await world.ask('cancelOrder', order.id)
    await world.clock.advance(2 * MINUTE)
    expect(await world.openIds()).toEqual([])
  })

  test('and that the venue shows as open in its answer, and then no more, has parts that are not known', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    await world.clock.advance(MINUTE)
    const { orders } = world.exchange
    Object.assign(orders, { cancel: async () => ({ ...order, status: 'open' }) })
    expect((await passUntil(world.clock, world.ask('cancelOrder', order.id))).order).toMatchObject({
      status: 'canceled',
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })

  test('and of which the venue says no more keeps what is known of it', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    const bare = { ...order, marketId: 'unknown', outcomeId: 'unknown', amount: 0, status: 'canceled' }
    Object.assign(world.exchange.orders, { cancel: async () => bare })
    const told = {
      marketId: 'M',
      amount: 10,
      status: 'canceled',
      metadata: { unknown: ['filled', 'remaining'] },
    }
    expect((await world.ask('cancelOrder', order.id)).order).toMatchObject(told)
  })

  test('and that is to be canceled anyway is looked after until the venue shows it', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    const [row] = world.journal.list({ limit: 1 })
    world.journal.recordOutcome(
      row?.id ?? '',
      { state: 'placed', order, isRestOpen: true },
      world.clock.now(),
    )
    Object.assign(world.exchange.orders, { cancel: async () => ({ ...order, status: 'open' }) })
    world.shown.orders = [order]
    const unconfirmed = failureOf(world.ask('cancelOrder', order.id))
    expect((await passUntil(world.clock, unconfirmed)).detail).toMatchObject({ state: 'unknown' })
    expect(world.journal.openRests()).toHaveLength(1)
    Object.assign(world.exchange.orders, { cancel: async () => ({ ...order, status: 'canceled' }) })
    await world.ask('cancelOrder', order.id)
    expect(world.journal.openRests()).toEqual([])
  })

  test('shows what it filled, where the venue does by then', async () => {
    const world = laggingWorld()
    const { order } = await world.create()
    await world.ask('cancelOrder', order.id)
    world.shown.orders = [{ ...order, status: 'filled', filled: 10, remaining: 0 }]
    expect((await world.ask('fetchOrder', order.id)).order).toMatchObject({ status: 'filled', filled: 10 })
  })
})

describe('an order whose trades were reversed', () => {
  /** The venue shows it as filled still. */
  async function bustedWorld(filled: number) {
    const world = laggingWorld()
    const { order } = await world.create()
    const all = filled === 10
    const shown: Order = {
      ...order,
      status: all ? 'filled' : 'open',
      filled,
      remaining: 10 - filled,
    }
    world.shown.orders = [shown]
    const trade = (id: string, amount: number, reverses?: string): UserTrade => ({
      ...{ id, amount, price: 0.5, timestamp: 1, side: 'buy', outcomeId: 'M-YES', orderId: order.id },
      ...(reverses === undefined ? {} : { metadata: { reverses } }),
    })
    const fills = [trade('t1', filled - 3), trade('t2', 3)]
    const account = world.exchange.venue.account ?? {}
    Object.assign(account, {
      ordersKeepReversed: true,
      fills: () => ({
        kind: 'cursor',
        what: 'trades',
        idOf: ({ id }: UserTrade) => id,
        fetch: async () => ({ rows: fills }),
      }),
    })
    const call = { call: { credentials: mine } }
    return {
      ...world,
      id: order.id,
      bust: (id: string, amount: number) => fills.unshift(trade(`${id}:busted`, amount, id)),
      readTrades: () => world.answer('fetchMyTrades', [{}], call),
      told: async () => (await world.ask('fetchOrder', order.id)).order,
      inJournal: () => world.journal.list({ limit: 1 })[0]?.outcome,
    }
  }

  test('did not fill with them, for its caller, in the journal and for the limits', async () => {
    const world = await bustedWorld(10)
    expect(await world.told()).toMatchObject({ status: 'filled', filled: 10 })
    world.bust('t2', 3)
    for (let times = 0; times < 2; times++) {
      await world.readTrades()
      const less = { status: 'rejected', filled: 7, remaining: 3, metadata: { reversed: { t2: 3 } } }
      expect(await world.told()).toMatchObject(less)
      expect(world.inJournal()).toMatchObject({ order: less })
    }
    expect(world.journal.costsSince(0)).toEqual(['3.5'])
    world.bust('t1', 7)
    await world.readTrades()
    expect(await world.told()).toMatchObject({ status: 'rejected', filled: 0, remaining: 10 })
    expect(world.journal.costsSince(0)).toEqual(['0'])
  })

  test('rests on with what is left of it, and fills no more than it does', async () => {
    const world = await bustedWorld(5)
    expect(await world.told()).toMatchObject({ status: 'open', filled: 5 })
    world.bust('t2', 3)
    await world.readTrades()
    expect(await world.told()).toMatchObject({ status: 'open', filled: 2, remaining: 5 })
    expect(world.inJournal()).toMatchObject({ order: { status: 'open', filled: 2 } })
  })
})

test('lists that are older than an order, or hardly newer, do not say that it was not placed', async () => {
  const sent = Date.UTC(2026, 0, 1)
  const handle = { by: 'clientOrderId', value: 'c' } as const
  const terms = { ...limitOrder, amount: '10', price: '0.5', clientOrderId: 'c' }
  const asked: string[] = []
  const lookUp = (listedUntil: number, row = {}) => {
    const source = {
      ...fakeExchange().orders,
      find: async () => void asked.push('find'),
      listedUntil: async () => {
        asked.push('until')
        return listedUntil
      },
    } as unknown as Parameters<typeof reconcileOrder>[1]
    return reconcileOrder({ handle, terms, at: sent, ...row }, source, {} as never, () => 10 * MINUTE)
  }
  expect(await lookUp(sent - 1)).toBeUndefined()
  expect(await lookUp(sent + 59 * SECOND)).toBeUndefined()
  expect(await lookUp(sent + MINUTE)).toEqual({ state: 'absent' })
  expect(await lookUp(sent + MINUTE, { sentAgainAt: sent + SECOND })).toBeUndefined()
  // Until when the lists are complete is read before them.
  expect(asked.slice(0, 2)).toEqual(['until', 'find'])
})

test('lists that are older than a change do not say that it was not carried out', async () => {
  const sent = Date.UTC(2026, 0, 1)
  const terms = { ...limitOrder, amount: '20', price: '0.5', clientOrderId: 'edit-1' }
  const row = { handle: { by: 'orderId', value: 'V1' }, terms, at: sent, edits: 'V1' } as const
  const shown: Order = {
    ...limitOrder,
    ...{ id: 'V1', price: 0.5, amount: 10, status: 'open', filled: 0, remaining: 10, timestamp: sent },
  } as Order
  const lookUp = (listedUntil: number) => {
    const orders = { ...fakeExchange().orders, find: async () => shown, listedUntil: async () => listedUntil }
    return reconcileOrder(row, orders as Parameters<typeof reconcileOrder>[1], {} as never, () => 10 * MINUTE)
  }
  expect(await lookUp(sent + 59 * SECOND)).toBeUndefined()
  expect(await lookUp(sent + MINUTE)).toEqual({ state: 'absent' })
})
