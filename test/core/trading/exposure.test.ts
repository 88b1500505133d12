import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/errors.js'
import { canceledOrder } from '../../../src/venue-kit/canceled-order.js'
import { failureOf, limitOrder, tradingWorld } from './trading-world.js'

/** An order of ten contracts at 0.5 costs 5. */
const beyond = (rule: string, more: object = {}) => ({
  code: 'PERMISSION_DENIED',
  detail: { kind: 'guard_rail', rule: `trading.${rule}`, ...more },
})

describe('maxOpenNotional', () => {
  test('holds what is open and in doubt together', async () => {
    const world = tradingWorld({
      rails: { maxOpenNotional: 11 },
      exchange: { finds: false, isUnique: false },
    })
    await world.create({ clientOrderId: 'c1' })
    world.exchange.next({ placed: true, answer: new Error('cut') })
    await failureOf(world.create({ clientOrderId: 'c2' }))
    expect(world.states()).toEqual(['unknown', 'placed'])
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(
      beyond('maxOpenNotional', { limit: 11, open: '10', cost: '5' }),
    )
    expect((await world.create({ clientOrderId: 'c4', amount: 2 })).order.id).toBe('V3')
  })

  test('a canceled order and one that filled free what they held', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    await world.ask('cancelOrder', 'V1')
    await world.create({ clientOrderId: 'c3' })
    // Nobody has told the journal that this one filled: it asks when the limit is reached.
    world.exchange.fill('V2')
    expect((await world.create({ clientOrderId: 'c4' })).order.id).toBe('V4')
    expect(await failureOf(world.create({ clientOrderId: 'c5' }))).toMatchObject(beyond('maxOpenNotional'))
  })

  test('an order that stands in several rows is counted no more once it has ended', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('the order is not written')
    world.journal.intend({ ...row, id: 'a change of it', terms: { ...row.terms, clientOrderId: 'edit' } })
    world.journal.settle('a change of it', { state: 'placed', order }, 1)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxOpenNotional', { open: '10' }),
    )
    await world.ask('cancelOrder', 'V1')
    expect(world.journal.openOrders()).toEqual([])
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('an order that the list does not show, and of which nothing is known, still counts', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    world.exchange.state.listLags = true
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(beyond('maxOpenNotional'))
  })

  test('orders that another process wrote meanwhile count', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 6 } })
    const { build } = world.exchange.orders
    let turns = 0
    world.exchange.orders.build = async (...asked) => {
      if (turns++ === 0) await world.next({ rails: {} }).create({ clientOrderId: 'other' })
      return build(...asked)
    }
    expect(await failureOf(world.create())).toMatchObject(beyond('maxOpenNotional', { open: '5' }))
    expect(world.exchange.placed).toHaveLength(1)
  })
})

test('the daily limit gives back what was canceled unfilled', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  await world.create({ clientOrderId: 'c1' })
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
  await world.ask('cancelOrder', 'V1')
  expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
})

test('the daily limit gives nothing back for a row that is older than the cancel', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  await world.create({ clientOrderId: 'c1' })
  const { cancel } = world.exchange.orders
  world.exchange.orders.cancel = async (...asked) => {
    await cancel?.(...asked)
    return canceledOrder('V1')
  }
  world.exchange.lists.lagging.add('V1')
  await world.ask('cancelOrder', 'V1')
  await world.ask('fetchOpenOrders', undefined)
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
})

test('the daily limit counts an order that is sent again on the day of that', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  world.clock.passTo(Date.UTC(2026, 10, 21, 23, 59, 55))
  const built = (await world.ask('buildOrder', limitOrder)).data
  world.exchange.next({ placed: false, answer: new PmxError('INSUFFICIENT_FUNDS', 'Not enough money.') })
  await failureOf(world.ask('submitOrder', built))
  await world.clock.advance(10_000)
  await world.ask('submitOrder', built)
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
})

describe('maxPosition', () => {
  const position = (size: number) => [{ marketId: 'M', outcomeId: 'M-YES', size }]

  test('counts what is held, open orders and the order', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positions = position(5)
    await world.create({ clientOrderId: 'c1' })
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
    expect(await failureOf(world.create({ clientOrderId: 'c3', amount: 1 }))).toMatchObject(
      beyond('maxPosition', { limit: 25, held: '5', pending: '20', added: '1' }),
    )
    // Another outcome, and a sale of what is held, are no part of it.
    expect((await world.create({ outcomeId: 'M-NO' })).order.id).toBe('V3')
    expect((await world.create({ side: 'sell', amount: 5 })).order.id).toBe('V4')
  })

  test('orders that were not placed here count, and those that filled a moment ago', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    await tradingWorld({ over: world.exchange }).create()
    await world.create({ clientOrderId: 'c1' })
    world.exchange.fill('V2')
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '20' }),
    )
    // After a minute the venue shows what it brought.
    await world.clock.advance(61_000)
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V3')
  })

  test.each([
    ['was refused', { state: 'refused', error: { code: 'INVALID_ORDER', message: 'no' } }],
    ['may not have been carried out', { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'cut' } }],
  ] as const)('an order counts in full after a change of it that %s', async (_what, outcome) => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    await world.create({ amount: 20 })
    await world.clock.advance(61_000)
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('the order is not written')
    world.journal.intend({
      ...row,
      id: 'a change of it',
      at: world.clock.now(),
      edits: 'V1',
      handle: { by: 'orderId', value: 'V1' },
      terms: { ...row.terms, amount: '4', clientOrderId: 'edit' },
    })
    world.journal.settle('a change of it', outcome, 1)
    expect(await failureOf(world.create({ amount: 20, clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition'),
    )
  })

  test('a position of an unknown market is told by its outcome; an open order of nothing known refuses', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positions = [{ marketId: 'unknown', outcomeId: 'M-YES', size: 20 }]
    expect(await failureOf(world.create())).toMatchObject(beyond('maxPosition', { held: '20' }))
    world.exchange.state.positions = []
    const nothing = { ...(await world.create()).order, id: 'V9', marketId: 'unknown', outcomeId: 'unknown' }
    const rows = [nothing]
    world.exchange.account.openOrders = () => ({
      kind: 'cursor',
      what: 'open orders',
      idOf: ({ id }) => id,
      fetch: async () => ({ rows }),
    })
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { because: 'the open order V9 is not known in full' }),
    )
  })

  test.each([
    ['its venue fails', new PmxError('NETWORK_ERROR', 'the venue is away'), 'the venue is away'],
    ['its venue shows none', undefined, 'Kalshi does not show positions'],
  ])('an order is refused while %s', async (_what, failure, because) => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positionsFail = failure
    if (failure === undefined) Reflect.deleteProperty(world.exchange.venue.account ?? {}, 'positions')
    expect(await failureOf(world.create())).toMatchObject(
      beyond('maxPosition', { limit: 25, because: expect.stringContaining(because) }),
    )
    expect(world.sent()).toBe(0)
    expect((await world.create({ side: 'sell' })).order.id).toBe('V1')
  })

  test('where one can sell what one does not hold, a sale counts for the other side', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 }, exchange: { shorts: true } })
    world.exchange.state.positions = position(5)
    expect((await world.create({ side: 'sell', amount: 30 })).order.id).toBe('V1')
    expect(await failureOf(world.create({ side: 'sell', amount: 1 }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '25', added: '1' }),
    )
  })

  test('orders of one call count each other', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    const orders = ['a', 'b', 'c'].map((clientOrderId) => ({ ...limitOrder, clientOrderId }))
    const results = (await world.ask('createOrders', orders)).data
    expect(results).toMatchObject([
      { order: { id: 'V1' } },
      { order: { id: 'V2' } },
      { error: beyond('maxPosition', { pending: '20' }) },
    ])
  })

  test('a built order is held against it when it is sent', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    const built = (await world.ask('buildOrder', limitOrder)).data
    world.exchange.state.positions = position(1)
    expect(await failureOf(world.ask('submitOrder', built))).toMatchObject(beyond('maxPosition'))
    world.exchange.state.positions = []
    expect((await world.ask('submitOrder', built)).order.id).toBe('V1')
  })
})
