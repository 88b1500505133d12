import { describe, expect, test } from 'vitest'
import type { UserTrade } from '../../../../src/api/models/models.js'
import { blindWorld } from '../own-account.js'
import { failureOf, type TradingOptions } from '../trading-world.js'

const MINUTE = 60_000
const countsTwice = { detail: { possibleCopies: '5' } }
/** `undefined` leaves a member out. */
type Shown = { readonly [Member in keyof UserTrade]?: UserTrade[Member] | undefined }

const unsided: Shown = { side: 'unknown', orderId: undefined }

/** A venue without a list of closed orders, whose single orders cannot be found; ten contracts at 0.5 cost 5. */
function fillWorld(limit: number, options: TradingOptions = {}) {
  const world = blindWorld({ ...options, rails: { maxDailyNotional: limit } })
  Object.assign(world.account, { closedOrders: undefined, order: async () => undefined })
  let count = 0
  const show = (changes: Shown) => {
    const fill = { ...world.fill({ amount: 10, price: 0.5, id: `F${++count}` }), ...changes }
    world.shown.fills.unshift(fill as UserTrade)
  }
  return { ...world, show }
}

describe('an order counts twice', () => {
  test.each<[string, Shown]>([
    ['has no side and order', unsided],
    ['has no order', { orderId: undefined }],
    ['has an order that the venue does not find', { orderId: 'V9' }],
  ])('where a further fill of its market %s, and the check is not final', async (_what, members) => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.show({ orderId: order.id })
    world.show(members)
    await world.clock.advance(2 * MINUTE)
    for (const clientOrderId of ['c2', 'c3'])
      expect(await failureOf(world.create({ clientOrderId }))).toMatchObject(countsTwice)
    expect(world.journal.listCopiesChecked(0).ids).toEqual([])
  })

  test('where no fill has an order, and they exceed it', async () => {
    const world = fillWorld(14)
    await world.create({ clientOrderId: 'c1' })
    world.show(unsided)
    world.show({ ...unsided, amount: 2 })
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(countsTwice)
  })

  test('where it is open without a fill, and another one has filled', async () => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [world.native({ id: order.id })]
    world.show(unsided)
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(countsTwice)
  })

  test('until the venue finds the order of the fill', async () => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.show({ orderId: order.id })
    world.show({ orderId: 'V9' })
    const other = world.native({ id: 'V9', amount: 30, filled: 10 })
    await world.clock.advance(2 * MINUTE)
    await failureOf(world.create({ clientOrderId: 'c2' }))
    Object.assign(world.account, { order: async () => other })
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })
})

describe('an order counts once', () => {
  test('where the fills without an order are as many as those of the known orders', async () => {
    const world = fillWorld(1_000)
    for (const clientOrderId of ['c1', 'c2', 'c3']) await world.create({ clientOrderId })
    for (const amount of [4, 6, 7, 3, 10]) world.show({ ...unsided, amount })
    await world.clock.advance(2 * MINUTE)
    await world.create({ clientOrderId: 'c4' })
    expect(world.journal.listCopiesChecked(0).ids).toHaveLength(3)
  })

  test('where some of them have an order, and the others have a side', async () => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.show({ orderId: order.id, amount: 4 })
    world.show({ orderId: undefined, amount: 6 })
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
  })

  test('where an order that has been open for long has filled', async () => {
    const world = fillWorld(16)
    await world.create({ clientOrderId: 'c1' })
    await world.clock.advance(10 * MINUTE)
    const { order } = await world.create({ clientOrderId: 'c2' })
    world.shown.open = [world.native({ id: order.id })]
    world.show(unsided)
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V3')
  })

  test('where an open order of another program has had the fill', async () => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [
      world.native({ id: order.id }),
      world.native({ id: 'V9', amount: 40, filled: 10, remaining: 30 }),
    ]
    world.show(unsided)
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
  })

  test.each<[string, Shown]>([
    ['of another market', { ...unsided, marketId: 'OTHER' }],
    ['of the other direction', { orderId: 'V9', side: 'sell' }],
    ['larger than the order', { orderId: 'V9', amount: 11 }],
    ['earlier than the order', { ...unsided, timestamp: 1 }],
  ])('where the further fill is %s', async (_what, members) => {
    const world = fillWorld(14)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.show({ orderId: order.id })
    world.show(members)
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
  })

  test('where several fills of an order that is not found exceed it together', async () => {
    const world = fillWorld(14)
    await world.create({ clientOrderId: 'c1' })
    for (const amount of [8, 9]) world.show({ orderId: 'V9', amount })
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
  })

  test('where the order of the fill was placed with another key of the account', async () => {
    const world = fillWorld(1_000)
    const { order } = await world.create({ clientOrderId: 'c1' })
    await world.create({ clientOrderId: 'c2' }, { credentials: { apiKey: 'second key' } })
    world.show({ orderId: order.id })
    world.show({ orderId: 'V2' })
    await world.clock.advance(2 * MINUTE)
    await world.create({ clientOrderId: 'c3' })
    expect(world.journal.listCopiesChecked(0).ids).toHaveLength(2)
  })

  test('while the fill may be of an order with an unknown outcome, but the check is not final', async () => {
    const world = fillWorld(16)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.show({ orderId: order.id })
    const { outcome } = await world.lose({ clientOrderId: 'c2' })
    expect(outcome.state).toBe('unknown')
    world.show({ orderId: 'V2' })
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V3')
    expect(world.journal.listCopiesChecked(0).ids).toEqual([])
  })
})
