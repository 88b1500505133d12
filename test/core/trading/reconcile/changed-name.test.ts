import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { createShownOrders } from '../../../../src/core/trading/records/shown-orders.js'
import { WireError } from '../../../../src/transport/errors.js'
import { editWorld } from '../change/edit-world.js'
import { failureOf, limitOrder, mine, type TradingOptions, tradingWorld } from '../trading-world.js'

const MINUTE = 60_000
const call = { call: { credentials: { apiKey: 'mine' } } }

type World = ReturnType<typeof tradingWorld>

/** The venue shows its orders with these members from now on. */
function show({ exchange }: Pick<World, 'exchange'>, members: Partial<Order>): void {
  const { find } = exchange.orders
  const { order } = exchange.account
  const shown = (found: Order | undefined) => found && { ...found, ...members }
  Object.assign(exchange.orders, {
    find: async (...asked: Parameters<NonNullable<typeof find>>) => shown(await find?.(...asked)),
  })
  Object.assign(exchange.account, {
    order: async (...asked: Parameters<NonNullable<typeof order>>) => shown(await order?.(...asked)),
  })
}

async function lose(world: World, order: object): Promise<string> {
  world.exchange.next({ placed: true, answer: new WireError('reset', 'cut') })
  await failureOf(world.create(order))
  show(world, { timestamp: world.clock.now() })
  const [row] = world.journal.list({ limit: 1 })
  return row?.id ?? ''
}

/** An order of 10 whose response was lost; the venue shows it with 7, because it was reduced in the venue's app. */
async function reduced(options: TradingOptions = {}, order: object = { clientOrderId: 'n1' }) {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 }, held: mine, ...options })
  const id = await lose(world, order)
  const placed = world.exchange.placed[0]
  if (placed !== undefined) world.exchange.placed[0] = { ...placed, amount: '7' }
  await world.clock.advance(2 * MINUTE)
  return { ...world, id }
}

describe('an order whose response was lost, and that the venue shows with other terms', () => {
  test.each<[string, TradingOptions, object]>([
    ['the venue accepts the name once', {}, { clientOrderId: 'n1' }],
    ['the name was created here', { exchange: { isUnique: false } }, {}],
  ])('is the order where %s', async (_what, options, order) => {
    const world = await reduced(options, order)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'placed', orderId: 'V1' }])
    expect(world.journal.row(world.id)?.outcome).toMatchObject({ order: { amount: 7, price: 0.5 } })
    expect(await failureOf(world.create({ amount: 3 }))).toMatchObject({ detail: { spent: '5' } })
  })

  test('is returned by the repeated call', async () => {
    const world = await reduced()
    expect(await world.create({ clientOrderId: 'n1' })).toMatchObject({ order: { id: 'V1', amount: 7 } })
    expect(world.sent()).toBe(1)
  })

  test('is found by a frame', async () => {
    const world = await reduced()
    const [account = ''] = world.room.ledger.activeAccounts('kalshi')
    const order = { ...world.exchange.open()[0], timestamp: world.clock.now() } as Order
    createShownOrders(world.room.ledger, world.clock).show('kalshi', account, order)
    expect(world.states()).toEqual(['placed'])
  })

  test('is decided by its owner where the name may be of another order, and never as absent', async () => {
    const world = await reduced({ exchange: { isUnique: false } })
    const [told] = await world.dispatcher.resolveOrders()
    expect(told).toMatchObject({ state: 'unknown', because: expect.stringMatching(/V1.*orders resolve/) })
    expect(told?.because).not.toContain('certain')
    expect(await failureOf(world.dispatcher.decideOrder({ id: world.id, absent: true }))).toMatchObject({
      message: expect.stringContaining('V1'),
      detail: { kind: 'order_decision' },
    })
    expect(await world.dispatcher.decideOrder({ id: world.id, placed: 'V1' })).toMatchObject({
      state: 'placed',
      orderId: 'V1',
    })
  })

  test('is refused as absent although the venue accepts the name once', async () => {
    const world = await reduced()
    expect(await failureOf(world.dispatcher.decideOrder({ id: world.id, absent: true }))).toMatchObject({
      message: expect.stringContaining('V1'),
    })
    expect(world.states()).toEqual(['unknown'])
  })

  test.each<[string, Partial<Order>, string]>([
    ['older', { timestamp: 1 }, 'absent'],
    ['of another market', { marketId: 'N' }, 'absent'],
    ['of the other side', { side: 'sell' }, 'unknown'],
    ['of an unknown time', { timestamp: 0, metadata: { unknown: ['timestamp'] } }, 'unknown'],
  ])('is not one that is %s', async (_what, members, state) => {
    const world = await reduced()
    show(world, members)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state }])
  })

  test('is absent by its owner’s decision where the name is of an order of the other side', async () => {
    const world = await reduced()
    show(world, { side: 'sell' })
    expect(await world.dispatcher.decideOrder({ id: world.id, absent: true })).toMatchObject({
      state: 'absent',
    })
  })
})

describe('an order whose response was lost, and that was changed through editOrder', () => {
  async function changed(isNamed = true) {
    const world = await editWorld({ held: mine, rails: { maxDailyNotional: 11 } })
    const id = await lose(world, { clientOrderId: 'n1' })
    if (isNamed) show(world, { clientOrderId: 'n1' })
    await world.answer('editOrder', ['V2', { amount: 7 }], call)
    return { ...world, id }
  }

  test('is known by then, and counts', async () => {
    const world = await changed()
    expect(world.states()).toEqual(['placed', 'placed', 'placed'])
    expect(await world.create({ clientOrderId: 'n1' })).toMatchObject({ order: { id: 'V2', amount: 7 } })
    expect(await failureOf(world.create({ amount: 3 }))).toMatchObject({ detail: { spent: '10' } })
  })

  test('is found later where the venue did not show its name', async () => {
    const world = await changed(false)
    expect(world.states()).toEqual(['placed', 'unknown', 'placed'])
    await world.clock.advance(3 * MINUTE)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'placed', orderId: 'V2' }])
    expect(await failureOf(world.create({ amount: 3 }))).toMatchObject({ detail: { spent: '10' } })
  })

  test('is the one that its owner names', async () => {
    const world = await changed(false)
    const row = { id: world.id, placed: 'V2' }
    const refusal = async (placed: string) =>
      (await failureOf(world.dispatcher.decideOrder({ id: world.id, placed }))).message
    expect(await refusal('V2')).toContain('cannot be this order')
    // Without its name, an order with these terms is the one that was changed.
    show(world, { amount: 10 })
    expect(await refusal('V2')).toContain('a different order')
    show(world, { clientOrderId: 'n1' })
    expect(await refusal('V1')).toContain('a different order')
    expect(await world.dispatcher.decideOrder(row)).toMatchObject({ orderId: 'V2' })
  })
})

describe('an older order with the name of the caller and equal terms', () => {
  /** A name that the caller uses each day, at a venue that accepts it again (Hyperliquid, README.md). */
  async function daily(ageMs: number) {
    const world = tradingWorld({ held: mine, exchange: { isUnique: false } })
    const [at, order] = [
      world.clock.now(),
      { ...limitOrder, id: 'OLD', status: 'filled', filled: 10, remaining: 0 },
    ]
    const old = { ...order, timestamp: at - ageMs }
    Object.assign(world.exchange.orders, { find: async () => old })
    world.exchange.next({ placed: false, answer: new WireError('reset', 'cut') })
    await failureOf(world.create({ clientOrderId: 'daily' }))
    await world.clock.advance(2 * MINUTE)
    return { ...world, id: world.journal.list({ limit: 1 })[0]?.id ?? '' }
  }

  test('is not taken for the lost one: its owner decides that it is absent', async () => {
    const world = await daily(1440 * MINUTE)
    const [told] = await world.dispatcher.resolveOrders()
    expect(told).toMatchObject({
      state: 'unknown',
      because: expect.stringMatching(/OLD.*before this one was sent/),
    })
    expect(await failureOf(world.create({ clientOrderId: 'daily' }))).toMatchObject({
      detail: { state: 'unknown' },
    })
    expect((await failureOf(world.dispatcher.decideOrder({ id: world.id, placed: 'OLD' }))).message).toMatch(
      /OLD/,
    )
    expect(await world.dispatcher.decideOrder({ id: world.id, absent: true })).toMatchObject({
      state: 'absent',
    })
  })

  test('may be the lost one where a clock may have been wrong: its owner cannot decide that it is absent', async () => {
    const world = await daily(5 * MINUTE)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'unknown' }])
    expect((await failureOf(world.dispatcher.decideOrder({ id: world.id, absent: true }))).message).toMatch(
      /OLD/,
    )
    expect(world.states()).toEqual(['unknown'])
  })

  test('is the lost one where it is older by no more than clocks differ', async () => {
    const world = await daily(MINUTE)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'placed', orderId: 'OLD' }])
  })
})
