import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { mine } from '../trading-world.js'
import { editWorld, lost } from './edit-world.js'

const MINUTE = 60_000
const call = { call: { credentials: mine } }

/** An order of 10 that is changed in the venue's own app, which then shows it so. */
async function changedElsewhere(changes: object = { amount: '20', price: '0.45' }, rails = {}) {
  const world = await editWorld({ held: mine, rails })
  const [first] = world.exchange.placed
  if (first === undefined) throw new Error('no order rests')
  const set = () => {
    world.exchange.placed[0] = { ...first, ...changes }
  }
  await world.clock.advance(10 * MINUTE)
  const read = async () => (await world.answer('fetchOrder', ['V1'], call)).data as Order
  /** It ends in the app after some fills. Its row has the amount of its start, and says that this may be wrong. */
  const end = (filled: number) => {
    const order = async (id: string) => {
      const row = (await world.rowNow(id)) as Order
      const unknown = ['amount', 'remaining']
      return { ...row, status: 'canceled', amount: 10, filled, remaining: 10 - filled, metadata: { unknown } }
    }
    Object.assign(world.exchange.account, { order })
  }
  const known = () => {
    const { outcome } = world.journal.list({ limit: 1 })[0] ?? {}
    return outcome?.state === 'placed' ? outcome.order : undefined
  }
  return { ...world, set, read, end, known }
}

describe('an order that was changed elsewhere', () => {
  test('has its new price and amount in the journal once the venue shows them', async () => {
    const world = await changedElsewhere()
    world.set()
    await world.read()
    expect(world.known()).toMatchObject({ status: 'open', amount: 20, price: 0.45, remaining: 20 })
  })

  test('ends with the amount that was shown last, not with that of its placement', async () => {
    const world = await changedElsewhere()
    world.set()
    await world.read()
    world.end(5)
    await world.clock.advance(10 * MINUTE)
    expect(await world.read()).toMatchObject({ status: 'canceled', amount: 20, filled: 5, remaining: 15 })
  })

  test('keeps the journal’s price and amount while its row may be older than a change here', async () => {
    const world = await changedElsewhere()
    await world.change({ amount: 15 })
    world.set()
    await world.read()
    expect(world.known()).toMatchObject({ amount: 15, price: 0.5 })
    await world.clock.advance(MINUTE)
    await world.read()
    expect(world.known()).toMatchObject({ amount: 20, price: 0.45 })
  })

  test('keeps the journal’s amount where its lists are known to lag behind a change here', async () => {
    const world = await changedElsewhere()
    await world.change({ amount: 15 })
    const changedAt = world.clock.now()
    let until = changedAt - MINUTE
    Object.assign(world.exchange.orders, { listedUntil: async () => until })
    world.set()
    await world.clock.advance(5 * MINUTE)
    await world.read()
    expect(world.known()).toMatchObject({ amount: 15, price: 0.5 })
    until = changedAt + 2 * MINUTE
    await world.read()
    expect(world.known()).toMatchObject({ amount: 20, price: 0.45 })
  })

  test('keeps the journal’s amount when a new order reads lists that lag behind a change here', async () => {
    const world = await changedElsewhere({}, { maxPosition: 1_000 })
    const old = await world.rowNow('V1')
    await world.change({ price: 0.4, amount: 15 })
    const changedAt = world.clock.now()
    const { orders, account } = world.exchange
    Object.assign(orders, { listedUntil: async () => changedAt - MINUTE })
    const list = account.openOrders?.bind(account)
    Object.assign(account, {
      order: async () => old,
      openOrders: (...asked: Parameters<NonNullable<typeof list>>) => ({
        ...list?.(...asked),
        fetch: async () => ({ rows: [old] }),
      }),
    })
    await world.clock.advance(5 * MINUTE)
    await world.create({ amount: 1 })
    expect(await world.read()).toMatchObject({ price: 0.4, amount: 15 })
    const change = world.journal.list({ limit: 9 }).find(({ edits }) => edits !== undefined)
    expect(change?.outcome).toMatchObject({ order: { price: 0.4, amount: 15 } })
  })

  test('keeps the journal’s amount while a change here is in doubt', async () => {
    const world = await changedElsewhere()
    world.troubles.push(lost(false))
    await world.change({ amount: 15 }).catch(() => undefined)
    world.set()
    await world.clock.advance(5 * MINUTE)
    await world.read()
    const placed = world.journal.list({ limit: 5 }).find(({ edits }) => edits === undefined)
    expect(placed?.outcome).toMatchObject({ order: { amount: 10 } })
  })
})
