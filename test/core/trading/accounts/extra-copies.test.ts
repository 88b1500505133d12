import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { blindWorld } from '../own-account.js'
import { longWorld } from './long-lists.js'

const SECOND = 1_000
const filled = { status: 'filled', filled: 10, remaining: 0 } as const

/** A market purchase that the venue rests as a limit order at its worst price, and that ended. */
async function marketPurchase() {
  const world = blindWorld()
  const { build, submit } = world.exchange.orders
  const at = world.clock.now()
  world.exchange.orders.build = async (...asked) => ({ ...(await build(...asked)), cancelsRest: true })
  world.exchange.orders.submit = async (...asked) => ({
    ...(await submit(...asked)),
    ...{ ...filled, timestamp: at },
  })
  const { order } = await world.create({ type: 'market', price: 0.5 })
  world.shown.closed = [world.native({ ...filled, id: order.id, timestamp: at })]
  return { world, at }
}

describe('what rests of the second copy of a market purchase', () => {
  test.each([
    ['within seconds', 4 * SECOND, ['V9']],
    ['later, and is of another program', 6 * SECOND, []],
  ])('that the venue dates %s', async (_when, later, rests) => {
    const { world, at } = await marketPurchase()
    world.shown.open = [world.native({ id: 'V9', timestamp: at + later })]
    const [account] = await world.next().dispatcher.reconcileOrders()
    expect(account?.copies.map(({ orderId }) => orderId)).toEqual(['V9'])
    const open = world.journal.openRests()
    expect(open.map(({ outcome }) => outcome.state === 'placed' && outcome.order.id)).toEqual(rests)
  })

  test('that the venue does not date is not canceled', async () => {
    const { world, at } = await marketPurchase()
    const [row] = world.journal.list({ limit: 1 })
    if (row?.outcome.state !== 'placed') throw new Error('not placed')
    const order = { ...row.outcome.order, metadata: { unknown: ['timestamp'] } }
    world.journal.recordOutcome(row.id, { ...row.outcome, order }, world.clock.now())
    world.shown.open = [world.native({ id: 'V9', timestamp: at })]
    await world.next().dispatcher.reconcileOrders()
    expect(world.journal.openRests()).toEqual([])
  })
})

describe('a purchase for an amount of money', () => {
  test.each<[string, Partial<Order>, boolean]>([
    ['of the same money', { amount: 12.5, price: 0.4 }, true],
    ['whose contracts are rounded', { amount: 12.6, price: 0.4 }, true],
    ['of more money', { amount: 12.7, price: 0.4 }, false],
  ])('is copied by an order %s: %s', async (_what, changes, isCopy) => {
    const world = blindWorld({ exchange: { constraints: { timeInForce: ['GTC', 'IOC'], byMoney: ['IOC'] } } })
    const { order } = await world.create({ type: 'market', denom: 'usdc', amount: 5, price: 0.5 })
    expect(world.journal.list({ limit: 1 })[0]?.terms.spend).toBe('5')
    const { amount = 0 } = changes
    const bought = { type: 'market', status: 'filled', filled: amount, remaining: 0, ...changes } as const
    world.shown.closed = [world.native({ id: order.id, ...bought }), world.native({ id: 'V9', ...bought })]
    const [account] = await world.next().dispatcher.reconcileOrders()
    expect(account?.copies.map(({ orderId }) => orderId)).toEqual(isCopy ? ['V9'] : [])
  })
})

test.each([
  [0.5, true],
  [0.45, false],
])('a market purchase at most 0.5 is copied by a limit order at %d: %s', async (price, isCopy) => {
  const { world, at } = await marketPurchase()
  world.shown.open = [world.native({ id: 'V9', price, timestamp: at })]
  const [account] = await world.next().dispatcher.reconcileOrders()
  expect(account?.copies.map(({ orderId }) => orderId)).toEqual(isCopy ? ['V9'] : [])
})

test('a copy beyond the pages that a comparison reads is reported as possible', async () => {
  const world = longWorld()
  world.list.perPage = 1
  await world.create()
  world.close({ id: 'V9' })
  await world.clock.advance(120_000)
  world.trade(200)
  const [account] = await world.next().dispatcher.reconcileOrders()
  expect(account?.copies).toEqual([])
  expect(account?.because).toMatch(/Not all second copies of 1 order could be found/)
})
