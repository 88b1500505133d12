import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { createShownOrders } from '../../../../src/core/trading/records/shown-orders.js'
import { failureOf, mine } from '../trading-world.js'
import { editWorld, lost } from './edit-world.js'

const MINUTE = 60_000
const refusals = [
  new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { detail: { upstreamStatus: 429 } }),
  new PmxError('INSUFFICIENT_FUNDS', 'no money'),
  new PmxError('BAD_REQUEST', 'no', { detail: { upstreamStatus: 400 } }),
]

type World = Awaited<ReturnType<typeof editWorld>>

/** Lookups show this row from now on. @returns ends that */
function lag({ exchange }: World, old: Order | undefined): () => void {
  const { order } = exchange.account
  const { find } = exchange.orders
  Object.assign(exchange.account, { order: async () => old })
  Object.assign(exchange.orders, { find: async () => old })
  return () => {
    Object.assign(exchange.account, { order })
    Object.assign(exchange.orders, { find })
  }
}

/** The order was changed from 0.5 to 0.6, and lookups still show the row from before that. */
async function backAndForth() {
  const world = await editWorld({ held: mine })
  const old = await world.rowNow('V1')
  await world.change({ price: 0.6, amount: 10 })
  return { ...world, old, fresh: lag(world, old) }
}

const back = { price: 0.5, amount: 10 }
const unknown = { detail: { state: 'unknown' } }

describe('a change back to earlier terms', () => {
  test.each(refusals)('that the venue refuses is not told as made by an older row: %s', async (answer) => {
    const world = await backAndForth()
    world.troubles.push({ done: false, answer })
    expect(await failureOf(world.change(back, { idempotencyKey: 'K' }))).toMatchObject(unknown)
    expect(world.exchange.placed).toMatchObject([{ price: '0.6' }])
    // A row from after both changes decides.
    world.fresh()
    await world.clock.advance(MINUTE)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: 'absent' }])
  })

  test.each([true, false])('whose response was lost is decided by a newer row: made %s', async (done) => {
    const world = await backAndForth()
    const call = { idempotencyKey: 'K' }
    world.troubles.push(lost(done))
    expect(await failureOf(world.change(back, call))).toMatchObject(unknown)
    expect(await failureOf(world.change(back, call))).toMatchObject(unknown)
    expect(world.states()).toEqual(['unknown', 'placed', 'placed'])
    world.fresh()
    await world.clock.advance(MINUTE)
    expect(await world.dispatcher.resolveOrders()).toMatchObject([{ state: done ? 'placed' : 'absent' }])
  })

  test('is not learned from an older row before the next change', async () => {
    const world = await backAndForth()
    world.troubles.push(lost(false))
    await failureOf(world.change(back))
    await world.change({ price: 0.7, amount: 10 })
    expect(world.states()).toEqual(['placed', 'unknown', 'placed', 'placed'])
  })

  test('of an order that was placed elsewhere is not told as made by an older row', async () => {
    const world = await editWorld()
    world.forget()
    const old = await world.rowNow('V1')
    await world.change({ price: 0.6, amount: 10 })
    lag(world, old)
    world.troubles.push({ done: false, answer: refusals[0] })
    expect(await failureOf(world.change(back))).toMatchObject(unknown)
  })

  test('is proved by a row that is newer than the change before it', async () => {
    const world = await editWorld()
    await world.change({ price: 0.6, amount: 10 })
    await world.clock.advance(MINUTE)
    world.troubles.push(lost(true))
    const call = { idempotencyKey: 'K' }
    await failureOf(world.change(back, call))
    expect(await world.change(back, call)).toMatchObject({ price: 0.5 })
  })

  test('is not proved by lists that the venue says are older than the change before it', async () => {
    const world = await editWorld()
    const old = await world.rowNow('V1')
    await world.change({ price: 0.6, amount: 10 })
    const listed = world.clock.now()
    Object.assign(world.exchange.orders, { listedUntil: async () => listed })
    await world.clock.advance(2 * MINUTE)
    lag(world, old)
    world.troubles.push({ done: false, answer: refusals[0] }, lost(false))
    expect(await failureOf(world.change(back))).toMatchObject(unknown)
    expect(await failureOf(world.change(back, { idempotencyKey: 'K' }))).toMatchObject(unknown)
    expect(await failureOf(world.change(back, { idempotencyKey: 'K' }))).toMatchObject(unknown)
  })

  test('is proved at once where the order never had these terms', async () => {
    const world = await backAndForth()
    world.fresh()
    world.troubles.push(lost(true))
    const call = { idempotencyKey: 'K' }
    await failureOf(world.change({ price: 0.7, amount: 10 }, call))
    expect(await world.change({ price: 0.7, amount: 10 }, call)).toMatchObject({ price: 0.7 })
  })

  test('that an older row seems to show does not let the next order pass maxOpenNotional', async () => {
    const world = await editWorld({ rails: { maxOpenNotional: 10 } })
    await world.change({ price: 0.1 })
    const old = await world.rowNow('V1')
    await world.change({ price: 0.9, amount: 10 })
    const fresh = lag(world, old)
    world.troubles.push({ done: false, answer: refusals[0] })
    await failureOf(world.change({ price: 0.1, amount: 10 }))
    fresh()
    expect(await failureOf(world.create({ amount: 16 }))).toMatchObject({
      detail: { rule: 'trading.maxOpenNotional' },
    })
  })
})

describe('maxOpenNotional', () => {
  test.each([
    ['price', { price: 0.9 }, { price: 0.1 }],
    ['amount', { amount: 18 }, { amount: 2 }],
  ])('counts a change by the journal while the venue shows an older %s', async (_what, high, low) => {
    const world = await editWorld({ rails: { maxOpenNotional: 10 } })
    await world.change(high)
    const old = await world.rowNow('V1')
    await world.change(low)
    await world.create({ amount: 18 })
    lag(world, old)
    const again = { price: 0.5, amount: 10, ...high }
    expect(await failureOf(world.change(again))).toMatchObject({
      detail: { rule: 'trading.maxOpenNotional' },
    })
  })

  test('counts a change with unknown status that may be made after a later one', async () => {
    const world = await editWorld({ rails: { maxOpenNotional: 10 } })
    world.troubles.push(lost(false))
    await failureOf(world.change({ price: 0.9, amount: 10 }))
    await world.change({ price: 0.1, amount: 10 })
    expect(await failureOf(world.create({ amount: 4 }))).toMatchObject({ detail: { open: '9' } })
    await world.create({ amount: 2 })
  })

  test('counts a change to less with unknown status by what it may not have changed', async () => {
    const world = await editWorld({ rails: { maxOpenNotional: 10 } })
    world.troubles.push(lost(true))
    await failureOf(world.change({ price: 0.1 }))
    expect(await failureOf(world.create({ amount: 11 }))).toMatchObject({ detail: { open: '5' } })
    // It does not count twice.
    expect(await world.change({ price: 0.9, amount: 10 })).toMatchObject({ price: 0.9 })
  })
})

describe('a frame from before a change, after its response', () => {
  const told = async (world: World) =>
    (await world.answer('fetchOrder', ['V1'], { call: { credentials: { apiKey: 'mine' } } })).data

  async function changed(world: World) {
    const old = (await world.rowNow('V1')) as Order
    await world.change({ price: 0.3, amount: 20 })
    const shown = createShownOrders(world.room.ledger, world.clock)
    const [account = ''] = world.room.ledger.activeAccounts('kalshi')
    return { old, show: (order: Order) => shown.show('kalshi', account, order).order }
  }

  test('tells its fills, and not its price and amount', async () => {
    const world = await editWorld()
    const { old, show } = await changed(world)
    world.filled.set('V1', 1)
    expect(show({ ...old, filled: 1, remaining: 9 })).toMatchObject({
      ...{ price: 0.3, amount: 20, filled: 1, remaining: 19 },
    })
    expect(await told(world)).toMatchObject({ price: 0.3, amount: 20, filled: 1 })
  })

  test('of an order that was placed elsewhere does the same', async () => {
    const world = await editWorld()
    world.forget()
    const { old, show } = await changed(world)
    expect(show(old)).toMatchObject({ price: 0.3, amount: 20 })
    expect(await told(world)).toMatchObject({ price: 0.3, amount: 20 })
  })

  test('counts as a new change a minute later', async () => {
    const world = await editWorld()
    const { old, show } = await changed(world)
    await world.clock.advance(MINUTE)
    expect(show(old)).toMatchObject({ price: 0.5, amount: 10 })
  })
})
