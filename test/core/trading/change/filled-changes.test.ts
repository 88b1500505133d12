import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { failureOf, mine, type TradingOptions } from '../trading-world.js'
import { editWorld, lost } from './edit-world.js'

const MINUTE = 60_000
const call = { call: { credentials: mine } }

/** A change that crosses the book: its response shows the order as filled. */
async function crossed(rails: NonNullable<TradingOptions['rails']>) {
  const world = await editWorld({ held: mine, rails })
  const { edit } = world.exchange.orders
  const submit = edit?.submit
  if (edit === undefined || submit === undefined) throw new Error('the exchange changes orders')
  Object.assign(edit, {
    submit: async (...sent: Parameters<typeof submit>) => {
      world.filled.set('V1', 10)
      return submit(...sent)
    },
  })
  await world.change({ price: 0.6 })
  return world
}

describe('a change that fills the order at once', () => {
  test('ends all rows of the order', async () => {
    const world = await crossed({ maxOpenNotional: 7 })
    expect(world.journal.openOrders()).toEqual([])
    expect((await world.create({ clientOrderId: 'x' })).order.id).toBe('V2')
  })

  test('does not count toward a position that includes it', async () => {
    const world = await crossed({ maxPosition: 25 })
    world.exchange.lists.hidden.add('V1')
    await world.clock.advance(60 * MINUTE)
    const position = { marketId: 'M', outcomeId: 'M-YES', outcomeLabel: 'Yes', size: 10 }
    Object.assign(world.exchange.state, { positions: [position] })
    expect((await world.create({ clientOrderId: 'x' })).order.id).toBe('V2')
  })

  test('is remembered though an earlier row was written as open since', async () => {
    const world = await crossed({ maxOpenNotional: 7 })
    const placed = world.journal.list({ limit: 10 }).find(({ edits }) => edits === undefined)
    const open = {
      ...((await world.rowNow('V1')) as Order),
      price: 0.5,
      status: 'open',
      filled: 0,
      remaining: 10,
    } as const
    world.journal.recordOutcome(placed?.id ?? '', { state: 'placed', order: open }, world.clock.now())
    expect(world.journal.openOrders()).toHaveLength(1)
    await world.answer('fetchOrder', ['V1'], call)
    expect(world.journal.openOrders()).toEqual([])
  })
})

test('a change is refused by open orders only after they were read again', async () => {
  const world = await editWorld({ held: mine, rails: { maxOpenNotional: 15 } })
  const { order } = await world.create({ clientOrderId: 'b' })
  // Raised in the venue's own app, so that the change adds less to the venue's row than to the journal's.
  world.exchange.placed[0] = {
    ...world.exchange.placed[0],
    price: '0.9',
  } as (typeof world.exchange.placed)[0]
  const change = { price: 0.95, amount: 11 }
  expect(await failureOf(world.change(change))).toMatchObject({ detail: { rule: 'trading.maxOpenNotional' } })
  world.exchange.fill(order.id)
  world.filled.set(order.id, 10)
  await world.clock.advance(5 * MINUTE)
  expect(await world.change(change)).toMatchObject({ price: 0.95 })
})

describe('a change with a lost response, of an order that was canceled since', () => {
  /** Kalshi does not show the new amount of a canceled order. */
  async function canceled(
    change: { price: number; amount: number },
    filled: number,
    shown: { price: number; amount: number; status?: Order['status'] },
  ) {
    const world = await editWorld({ held: mine, rails: { maxDailyNotional: 20 } })
    world.troubles.push(lost(true))
    await failureOf(world.change(change))
    const before = (await world.rowNow('V1')) as Order
    const row: Order = { ...before, status: 'canceled', filled, ...shown, remaining: shown.amount - filled }
    Object.assign(world.exchange.account, { order: async () => row })
    Object.assign(world.exchange.orders, { find: async () => row })
    await world.clock.advance(2 * MINUTE)
    await world.answer('fetchOrder', ['V1'], call)
    return world
  }

  test.each([
    ['price', { price: 0.9, amount: 20 }, 8, { price: 0.9, amount: 10 }, '7.2'],
    ['price and fills', { price: 0.9, amount: 20 }, 15, { price: 0.9, amount: 15 }, '13.5'],
    ['fills', { price: 0.5, amount: 20 }, 15, { price: 0.5, amount: 15 }, '7.5'],
  ])('was made if the %s show it', async (_what, change, filled, shown, spent) => {
    const world = await canceled(change, filled, shown)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'placed', orderId: 'V1' }])
    expect(await failureOf(world.create({ amount: 40 }))).toMatchObject({ detail: { spent } })
  })

  test('stays unknown if nothing shows whether it was made', async () => {
    const world = await canceled({ price: 0.5, amount: 20 }, 8, { price: 0.5, amount: 10 })
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'unknown' }])
    expect(await failureOf(world.create({ amount: 40 }))).toMatchObject({ detail: { spent: '10' } })
  })

  test('was made if its owner says so, where nothing shows it', async () => {
    const world = await canceled({ price: 0.5, amount: 20 }, 8, { price: 0.5, amount: 10 })
    const [told] = await world.dispatcher.resolveOrders()
    expect(told?.because).toMatch(/orders resolve <id> --placed V1.*--absent/)
    const decided = await world.dispatcher.decideOrder({ id: told?.id ?? '', placed: 'V1' })
    expect(decided).toEqual({ id: told?.id, venue: 'kalshi', state: 'placed', orderId: 'V1' })
    expect(world.states()).toEqual(['placed', 'placed'])
    const now = { status: 'canceled', amount: 20, filled: 8, remaining: 12 }
    expect(world.journal.row(told?.id ?? '')?.outcome).toMatchObject({ order: now })
    expect(await failureOf(world.create({ amount: 40 }))).toMatchObject({ detail: { spent: '4' } })
    expect(await world.dispatcher.resolveOrders()).toEqual([])
  })

  test('was made if its owner says so, where the order was changed again since', async () => {
    const world = await editWorld({ held: mine })
    const { find } = world.exchange.orders
    world.troubles.push(lost(false))
    Object.assign(world.exchange.orders, { find: () => Promise.reject(new PmxError('NETWORK_ERROR', 'cut')) })
    await failureOf(world.change({ amount: 20 }))
    Object.assign(world.exchange.orders, { find })
    await world.clock.advance(1_000)
    await world.change({ amount: 30 })
    const [, { id = '' } = {}] = world.journal.list({ limit: 2 })
    expect(world.states()).toEqual(['placed', 'unknown', 'placed'])
    await world.dispatcher.decideOrder({ id, placed: 'V1' })
    expect(world.states()).toEqual(['placed', 'placed', 'placed'])
    expect((await world.ask('fetchOrder', 'V1')).order).toMatchObject({ status: 'open', amount: 30 })
  })

  test('stays unknown if the order was changed to other terms since, and its owner decides', async () => {
    const world = await editWorld({ held: mine })
    world.troubles.push(lost(true))
    await failureOf(world.change({ amount: 20 }))
    const [now] = world.exchange.placed
    if (now !== undefined) world.exchange.placed[0] = { ...now, amount: '30', price: '0.6' }
    await world.clock.advance(5 * MINUTE)
    const [told] = await world.dispatcher.resolveOrders()
    expect(told).toMatchObject({ state: 'unknown', because: expect.stringContaining('--placed V1') })
    const { id = '' } = told ?? {}
    await world.dispatcher.decideOrder({ id, placed: 'V1' })
    const shown = { status: 'open', amount: 30, price: 0.6 }
    expect(world.journal.row(id)?.outcome).toMatchObject({ state: 'placed', order: shown })
  })

  test('stays unknown if the venue no longer shows the order', async () => {
    const world = await editWorld({ held: mine })
    world.troubles.push(lost(true))
    await failureOf(world.change({ amount: 20 }))
    Object.assign(world.exchange.account, { order: async () => undefined })
    Object.assign(world.exchange.orders, { find: async () => undefined })
    await world.clock.advance(5 * MINUTE)
    const [told] = await world.dispatcher.resolveOrders()
    expect(told).toMatchObject({ state: 'unknown', because: expect.stringContaining('--placed V1') })
    expect(await world.dispatcher.decideOrder({ id: told?.id ?? '', absent: true })).toMatchObject({
      state: 'absent',
    })
  })

  test('was made if its owner says so, where the venue no longer shows the order', async () => {
    const world = await canceled({ price: 0.5, amount: 20 }, 8, { price: 0.5, amount: 10 })
    Object.assign(world.exchange.account, { order: async () => undefined })
    const { id = '' } = world.journal.list({ limit: 1 })[0] ?? {}
    await world.dispatcher.decideOrder({ id, placed: 'V1' })
    expect(world.journal.row(id)?.outcome).toMatchObject({
      order: { status: 'canceled', amount: 20, filled: 8 },
    })
  })

  test('was not made, whatever its owner says, where the venue shows the terms of before', async () => {
    const world = await canceled({ price: 0.9, amount: 20 }, 8, { price: 0.5, amount: 10 })
    const { id = '' } = world.journal.list({ limit: 1 })[0] ?? {}
    const refusal = await failureOf(world.dispatcher.decideOrder({ id, placed: 'V1' }))
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', detail: { kind: 'order_decision' } })
    expect(refusal.message).toContain('the amount 10 at 0.5, and the change is to 20 at 0.9')
    expect((await failureOf(world.dispatcher.decideOrder({ id, placed: 'V9' }))).message).toContain('V9')
    expect(world.states()).toEqual(['unknown', 'placed'])
  })

  test.each([
    ['another price', { price: 0.9, amount: 20 }, 8, { price: 0.5, amount: 10 }],
    [
      'all filled at the amount of before',
      { price: 0.5, amount: 20 },
      10,
      { price: 0.5, amount: 10, status: 'filled' as const },
    ],
  ])('was not made if the order ended with %s', async (_what, change, filled, shown) => {
    const world = await canceled(change, filled, shown)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'absent' }])
  })
})
