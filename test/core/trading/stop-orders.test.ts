import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createOrderTime } from '../../../src/core/trading/records/order-time.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { failureOf, limitOrder, mine, tradingWorld } from './trading-world.js'

const stopped = {
  code: 'PERMISSION_DENIED',
  detail: { kind: 'guard_rail', rule: 'stopped', by: 'ann', reason: 'wrong prices' },
}

const unreachable = new PmxError('NETWORK_ERROR', 'the venue is away')

test('a stop refuses new orders, also to build one, until orders are resumed', async () => {
  const world = tradingWorld({ held: mine })
  const { stop } = await world.dispatcher.stopOrders('ann', 'wrong prices')
  expect(stop).toEqual({ at: world.clock.now(), by: 'ann', reason: 'wrong prices' })
  expect(await failureOf(world.create())).toMatchObject(stopped)
  expect(await failureOf(world.ask('buildOrder', limitOrder))).toMatchObject(stopped)
  expect(world.journal.list({ limit: 9 })).toEqual([])
  expect(world.exchange.built).toEqual([])
  expect(await world.dispatcher.resumeOrders('bob')).toEqual(stop)
  expect(await world.dispatcher.resumeOrders('bob')).toBeUndefined()
  expect((await world.create()).order.id).toBe('V1')
})

test('an order that was built before a stop is not sent', async () => {
  const world = tradingWorld({ held: mine })
  const built = (await world.ask('buildOrder', limitOrder)).data
  await world.dispatcher.stopOrders('ann', 'wrong prices')
  expect(await failureOf(world.ask('submitOrder', built))).toMatchObject(stopped)
  expect(world.sent()).toBe(0)
})

test('a stop between the check of an order and its row holds it', async () => {
  const world = tradingWorld({ held: mine })
  const { build } = world.exchange.orders
  world.exchange.orders.build = async (...asked) => {
    world.journal.stop({ at: 1, by: 'ann', reason: 'wrong prices' })
    return build(...asked)
  }
  expect(await failureOf(world.create())).toMatchObject(stopped)
  expect([world.sent(), world.journal.list({ limit: 9 })]).toEqual([0, []])
})

test('an order in doubt is not sent again during a stop', async () => {
  const world = tradingWorld({ held: mine })
  world.exchange.next({ placed: false, answer: new Error('cut') })
  expect((await failureOf(world.create({ clientOrderId: 'c1' }))).detail).toMatchObject({ state: 'unknown' })
  const sent = world.sent()
  const { left } = await world.dispatcher.stopOrders('ann', 'wrong prices')
  expect(left).toMatchObject([{ venue: 'kalshi', because: expect.stringContaining('does not show it yet') }])
  expect(await failureOf(world.create({ clientOrderId: 'c1' }))).toMatchObject(stopped)
  expect(world.sent()).toBe(sent)
})

test('a repeated call is told during a stop what became of the first', async () => {
  const world = tradingWorld({ held: mine })
  const { order } = await world.create({ clientOrderId: 'c1' })
  await world.dispatcher.stopOrders('ann')
  const again = await world.create({ clientOrderId: 'c1' })
  expect([again.order.id, again.headers['x-pmx-repeated']]).toEqual([order.id, expect.any(String)])
})

test('all open orders of the account are canceled, those that the list does not show yet among them', async () => {
  const world = tradingWorld({ held: mine })
  for (const clientOrderId of ['c1', 'c2', 'c3']) await world.create({ clientOrderId })
  world.exchange.state.listLags = true
  const report = await world.dispatcher.stopOrders('ann')
  expect(report.canceled.map(({ orderId }) => orderId).sort()).toEqual(['V1', 'V2', 'V3'])
  expect(report.left).toEqual([])
  expect(world.exchange.open()).toEqual([])
})

test('orders that no journal knows are canceled as well', async () => {
  const elsewhere = tradingWorld({ held: mine })
  await elsewhere.create()
  const world = tradingWorld({ held: mine, over: elsewhere.exchange })
  expect((await world.dispatcher.stopOrders('ann')).canceled).toEqual([{ venue: 'kalshi', orderId: 'V1' }])
})

test('what cannot be canceled is listed with the reason, and tried again', async () => {
  const world = tradingWorld({ held: mine })
  for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
  world.exchange.state.cancelFails.set('V1', unreachable)
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  const report = await asked
  expect(report.canceled).toEqual([{ venue: 'kalshi', orderId: 'V2' }])
  expect(report.left).toEqual([
    { venue: 'kalshi', orderId: 'V1', because: expect.stringContaining('the venue is away') },
  ])
  world.exchange.state.cancelFails.clear()
  const again = await world.dispatcher.stopOrders('bob')
  expect(again).toMatchObject({ stop: { by: 'ann' }, canceled: [{ orderId: 'V1' }], left: [] })
})

test('an order that the venue does not find yet, while its list fails, is canceled once it is listed', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  const { lists, state, account } = world.exchange
  lists.fails.push(unreachable)
  state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
  const { order } = account
  Object.assign(account, { order: async () => undefined })
  const asked = world.dispatcher.stopOrders('ann')
  await world.clock.advance(500)
  state.cancelFails.clear()
  Object.assign(account, { order })
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect(await asked).toMatchObject({ canceled: [{ orderId: 'V1' }], left: [] })
  expect(world.exchange.open()).toEqual([])
})

test('where the list cannot be read, orders of the journal are canceled, and the list is named', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  world.exchange.lists.fails.push(...Array.from({ length: 9 }, () => unreachable))
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect(await asked).toMatchObject({
    canceled: [{ orderId: 'V1' }],
    left: [{ venue: 'kalshi', because: 'open orders cannot be read: the venue is away' }],
  })
  expect(world.exchange.open()).toEqual([])
})

test('an order that has ended is no failure', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  world.exchange.fill('V1')
  world.exchange.lists.lagging.add('V1')
  world.exchange.state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'filled'))
  expect(await world.dispatcher.stopOrders('ann')).toMatchObject({ canceled: [], left: [] })
})

test('an order that the venue is said not to find is listed where the venue shows it as open', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  await world.clock.advance(61_000)
  world.exchange.state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect(await asked).toMatchObject({ canceled: [], left: [{ venue: 'kalshi', orderId: 'V1' }] })
})

test('a fast clock makes no order old that the list does not show yet', async () => {
  const first = tradingWorld({ held: mine })
  await first.create()
  first.exchange.state.listLags = true
  first.clock.jump(3_600_000)
  const time = createOrderTime(first.clock)
  const { openOrders } = first.exchange.account
  Object.assign(first.exchange.account, {
    openOrders(...asked: Parameters<NonNullable<typeof openOrders>>) {
      // Its response says what the time is.
      time.noteVenueTime(first.clock.trueNow())
      return openOrders?.(...asked)
    },
  })
  const report = await first.next({ time }).dispatcher.stopOrders('ann')
  expect(report).toMatchObject({ canceled: [{ orderId: 'V1' }], left: [] })
})

test('an order that the venue lists, and does not find yet by its id, is canceled again, and is left where it stays so', async () => {
  for (const findsLater of [true, false]) {
    const world = tradingWorld({ held: mine })
    await world.create()
    const { state, account } = world.exchange
    state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
    const { order } = account
    Object.assign(account, { order: async () => undefined })
    const asked = world.dispatcher.stopOrders('ann')
    await world.clock.advance(500)
    if (findsLater) {
      state.cancelFails.clear()
      Object.assign(account, { order })
    }
    for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
    const { canceled, left } = await asked
    expect([canceled.length, left.length, world.exchange.open().length]).toEqual(
      findsLater ? [1, 0, 0] : [0, 1, 1],
    )
  }
})

test('an order that was placed a moment ago and that the venue does not find yet is listed', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  world.exchange.state.listLags = true
  world.exchange.state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect(await asked).toMatchObject({ canceled: [], left: [{ venue: 'kalshi', orderId: 'V1' }] })
})

test('an order that is on its way is waited for, and canceled', async () => {
  const world = tradingWorld({ held: mine })
  world.exchange.hold()
  const created = world.create()
  await expect.poll(() => world.sent()).toBe(1)
  let isDone = false
  const asked = world.dispatcher.stopOrders('ann').finally(() => {
    isDone = true
  })
  await world.clock.advance(2_000)
  expect(isDone).toBe(false)
  world.exchange.letGo()
  expect((await created).order.id).toBe('V1')
  await world.clock.advance(1_000)
  expect(await asked).toMatchObject({ canceled: [{ orderId: 'V1' }], left: [] })
})

test('an order of a process that was killed is waited for no longer than a request lives, and listed', async () => {
  const world = tradingWorld({ held: mine, exchange: { finds: false, isUnique: false } })
  world.exchange.hold()
  void world.create().catch(() => undefined)
  await expect.poll(() => world.sent()).toBe(1)
  const next = world.next()
  const asked = next.dispatcher.stopOrders('ann')
  await world.clock.advance(31_000)
  const [row] = world.journal.list({ limit: 1 })
  expect(await asked).toMatchObject({
    canceled: [],
    left: [{ venue: 'kalshi', id: row?.id, because: expect.stringContaining('has no lookup') }],
  })
})

test('a slow clock keeps nothing from being canceled while an order of a killed process looks young', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  const journal = createMemoryJournal()
  for (const row of world.journal.list({ limit: 1 })) journal.intend({ ...row, id: 'killed' })
  world.clock.jump(-3_600_000)
  let isDone = false
  const asked = world
    .next({ journal })
    .dispatcher.stopOrders('ann')
    .finally(() => {
      isDone = true
    })
  await world.clock.advance(29_000)
  expect(isDone).toBe(false)
  await world.clock.advance(2_000)
  expect(isDone).toBe(true)
  expect((await asked).canceled).toEqual([{ venue: 'kalshi', orderId: 'V1' }])
})

test('orders of other accounts are listed: the daemon cannot cancel them', async () => {
  const world = tradingWorld({ held: mine })
  for (const clientOrderId of ['c1', 'c2'])
    await world.create({ clientOrderId }, { credentials: { apiKey: 'theirs' } })
  world.exchange.orders.cancel = () => Promise.reject(unreachable)
  world.exchange.state.listLags = true
  const { left } = await world.dispatcher.stopOrders('ann')
  expect(left).toMatchObject([
    { venue: 'kalshi', because: expect.stringContaining('2 orders may be open. Their credentials') },
  ])
})

test('a dry run stops orders, cancels nothing and lists what is open', async () => {
  const before = tradingWorld({ held: mine })
  await before.create()
  const world = before.next({ rails: { dryRun: true } })
  expect(await world.dispatcher.stopOrders('ann')).toMatchObject({
    dryRun: true,
    canceled: [],
    left: [{ orderId: 'V1', because: 'nothing is canceled in a dry run' }],
  })
  expect(world.exchange.state.canceled).toBe(0)
  expect(world.journal.stopped()).toMatchObject({ by: 'ann' })
})

test('cancels stay possible during a stop and where trading is not enabled', async () => {
  const before = tradingWorld({ held: mine })
  await before.create()
  before.exchange.state.cancelFails.set('V1', unreachable)
  const world = before.next({ rails: { enabled: false } })
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect((await asked).left).toMatchObject([{ orderId: 'V1' }])
  before.exchange.state.cancelFails.clear()
  const own = { credentials: undefined, trusted: true }
  expect((await world.ask('cancelOrder', 'V1', own)).order.status).toBe('canceled')
})

test('the rest of a market order is canceled during a stop, too', async () => {
  const world = tradingWorld({ held: mine })
  const { order } = await world.create()
  const [row] = world.journal.list({ limit: 1 })
  world.journal.recordOutcome(row?.id ?? '', { state: 'placed', order, isRestOpen: true }, 1)
  world.journal.stop({ at: 1, by: 'ann' })
  await world.dispatcher.resumeCancels()
  await expect.poll(() => world.journal.openRests()).toEqual([])
  expect(world.exchange.open()).toEqual([])
})

test('orders of one call are held, too', async () => {
  const world = tradingWorld({ held: mine })
  await world.create()
  await world.dispatcher.stopOrders('ann', 'wrong prices')
  const results = (await world.ask('createOrders', [limitOrder, { ...limitOrder, amount: 11 }])).data
  expect(results).toMatchObject([{ error: stopped }, { error: stopped }])
  expect(world.sent()).toBe(1)
})

test.each<[string, (now: number) => Promise<number>]>([
  ['are older than the orders', async (now) => now - 121_000],
  ['are of a time that cannot be read', async () => Promise.reject(unreachable)],
])('orders of before the last minute are canceled where lists %s', async (_what, listedUntil) => {
  const world = tradingWorld({ held: mine })
  await world.create()
  Object.assign(world.exchange.orders, { listedUntil: () => listedUntil(world.clock.now()) })
  world.exchange.state.listLags = true
  await world.clock.advance(120_000)
  const report = await world.dispatcher.stopOrders('ann')
  expect(report.canceled).toMatchObject([{ orderId: 'V1' }])
})

test('open orders are canceled at once, however long the venue takes to tell what became of others', async () => {
  const world = tradingWorld({ held: mine })
  await world.create({ clientOrderId: 'open' })
  for (const clientOrderId of ['d1', 'd2', 'd3']) {
    world.exchange.next({ placed: false, answer: new Error('cut') })
    await failureOf(world.create({ clientOrderId }))
  }
  // One more is on its way.
  world.exchange.hold()
  const placing = world.create({ clientOrderId: 'slow' })
  await world.settle()
  world.exchange.orders.find = async () => {
    await world.clock.sleep(20_000)
    throw unreachable
  }
  const stopping = world.dispatcher.stopOrders('ann')
  await world.clock.advance(1_000)
  expect(world.exchange.open()).toEqual([])
  world.exchange.letGo()
  await placing
  for (let second = 0; second < 90; second++) await world.clock.advance(1_000)
  const { canceled, left } = await stopping
  expect(canceled.map(({ orderId }) => orderId)).toEqual(['V1', 'V2'])
  expect(left.map(({ because }) => because)).toEqual(Array.from({ length: 3 }, () => expect.any(String)))
  expect(world.exchange.open()).toEqual([])
})

test('where the venue cancels all orders in one call, those are canceled that neither a list nor the journal shows', async () => {
  const elsewhere = tradingWorld({ held: mine })
  await elsewhere.create()
  const { exchange } = elsewhere
  const cancel = async () => {
    const ids = exchange.open().map(({ id }) => id)
    for (const id of ids) exchange.gone.add(id)
    return new Map(ids.map((id) => [id, true] as const))
  }
  Object.assign(exchange.orders, { cancelAll: { isConclusive: true, cancel } })
  exchange.lists.fails.push(...Array.from({ length: 9 }, () => unreachable))
  const world = tradingWorld({ held: mine, over: exchange })
  const asked = world.dispatcher.stopOrders('ann')
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
  expect(await asked).toMatchObject({
    canceled: [{ orderId: 'V1' }],
    left: [{ because: 'open orders cannot be read: the venue is away' }],
  })
  expect(exchange.open()).toEqual([])
})

test('orders that the journal knows are canceled before a list that does not respond', async () => {
  const world = tradingWorld({ held: mine })
  await world.create({ clientOrderId: 'c1' })
  await world.create({ clientOrderId: 'c2' })
  let respond = (): void => undefined
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  const { openOrders } = world.exchange.account
  Object.assign(world.exchange.account, {
    openOrders: (...asked: Parameters<NonNullable<typeof openOrders>>) => {
      const list = Object(openOrders?.(...asked))
      return { ...list, fetch: (cursor: string) => held.then(() => list.fetch(cursor)) }
    },
  })
  // Placed elsewhere: only the list shows it.
  world.exchange.placed.push({ ...Object(world.exchange.placed[0]), id: 'V3' })
  const stopping = world.dispatcher.stopOrders('ann')
  await world.settle()
  expect([...world.exchange.gone].sort()).toEqual(['V1', 'V2'])
  respond()
  const { canceled, left } = await stopping
  expect(canceled.map(({ orderId }) => orderId).sort()).toEqual(['V1', 'V2', 'V3'])
  expect(left).toEqual([])
  expect(world.exchange.state.canceled).toBe(3)
})

describe('a stop that cannot be recorded', () => {
  const full = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  const malformed = () => {
    throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' })
  }

  test('cancels open orders nevertheless, and says that it is not recorded', async () => {
    const world = tradingWorld({ held: mine })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    Object.assign(world.journal, { stop: full })
    const report = await world.dispatcher.stopOrders('ann', 'wrong prices')
    expect(report).toMatchObject({
      stop: { by: 'ann', reason: 'wrong prices' },
      unwritten: 'database or disk is full',
      left: [],
    })
    expect([report.unread, report.canceled.length]).toEqual([undefined, 2])
    expect(world.exchange.open()).toEqual([])
  })

  test('is that of the first, if a second one cannot be recorded either', async () => {
    const world = tradingWorld({ held: mine })
    const first = { at: 5, by: 'ann', reason: 'wrong prices' }
    Object.assign(world.journal, { stop: full, stopped: () => first })
    expect(await world.dispatcher.stopOrders('bob')).toMatchObject({
      stop: first,
      unwritten: expect.any(String),
    })
  })

  test('cancels the orders that venues list where the journal cannot be read', async () => {
    const world = tradingWorld({ held: mine })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    const names = Object.keys(world.journal).filter((name) => name !== 'open' && name !== 'close')
    Object.assign(world.journal, Object.fromEntries(names.map((name) => [name, malformed])))
    const report = await world.dispatcher.stopOrders('ann')
    expect(report).toMatchObject({
      unwritten: 'database disk image is malformed',
      unread: 'database disk image is malformed',
      left: [],
    })
    expect([report.canceled.length, world.exchange.open()]).toEqual([2, []])
  })
})
