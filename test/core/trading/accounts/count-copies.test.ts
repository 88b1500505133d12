import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { blindWorld } from '../own-account.js'
import { failureOf, limitOrder } from '../trading-world.js'
import { longWorld } from './long-lists.js'

const MINUTE = 60_000
const down = new PmxError('EXCHANGE_NOT_AVAILABLE', 'the venue is down')

/** An order of ten contracts at 0.5 costs 5. */
const daily = (more: object) => ({
  code: 'PERMISSION_DENIED',
  detail: { kind: 'guard_rail', rule: 'trading.maxDailyNotional', ...more },
})

describe('lists before an order', () => {
  test('are read on until their rows are older than the order', async () => {
    const world = longWorld({ rails: { maxDailyNotional: 14 } })
    world.trade(40)
    await world.clock.advance(10 * MINUTE)
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.close({ id: order.id })
    world.close({ id: 'V9' })
    world.trade(10)
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(daily({ spent: '10' }))
    // Twelve rows of the order and later, and one page of older ones.
    expect(world.list.pages).toBe(7)
  })

  test('that are not sorted are read to their end', async () => {
    const world = longWorld({ rails: { maxDailyNotional: 14 } }, { isUnordered: true })
    world.trade(4)
    await world.clock.advance(10 * MINUTE)
    await world.create({ clientOrderId: 'c1' })
    world.closed.push(world.native({ id: 'V9', status: 'filled', filled: 10, remaining: 0 }))
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(daily({ spent: '10' }))
  })

  test('whose rows turn out not to be sorted are read to their end', async () => {
    const world = longWorld({ rails: { maxDailyNotional: 14 } })
    await world.create({ clientOrderId: 'c1' })
    const at = world.clock.now()
    const rows = [0, 10 * MINUTE, 20 * MINUTE, 2 * MINUTE]
    world.closed.push(
      ...rows.map((age) => world.native({ id: `other ${age}`, amount: 3, timestamp: at - age })),
      world.native({ id: 'V9', status: 'filled', filled: 10, remaining: 0 }),
    )
    world.list.perPage = 4
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(daily({ spent: '10' }))
  })
})

describe('an order whose second copy is not known', () => {
  async function beyondPages() {
    const world = longWorld({ rails: { maxDailyNotional: 14 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.close({ id: order.id })
    await world.clock.advance(2 * MINUTE)
    world.trade(60)
    await world.clock.advance(2 * MINUTE)
    return world
  }

  test('counts twice where its row is beyond the pages, and the refusal has the reason', async () => {
    const world = await beyondPages()
    const failure = await failureOf(world.create({ clientOrderId: 'c2' }))
    expect(failure).toMatchObject(daily({ spent: '10', possibleCopies: '5' }))
    expect(failure.message).toContain('This includes 5 for possible second copies of an earlier order')
    expect(failure.message).toContain('pmx-local orders reconcile')
  })

  test('counts once after a comparison that reads further, in every process', async () => {
    const world = await beyondPages()
    const first = world.next()
    await failureOf(first.create({ clientOrderId: 'c2' }))
    expect((await world.next().dispatcher.reconcileOrders())[0]?.because).toBeUndefined()
    expect((await first.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('is not searched before each order, and does not make later orders count twice', async () => {
    const world = await beyondPages()
    const small = { amount: 2 }
    const { order } = await world.create({ ...small, clientOrderId: 'c2' })
    world.close({ ...small, id: order.id, filled: 2 })
    const { pages } = world.list
    await world.create({ ...small, clientOrderId: 'c3' })
    expect(world.list.pages - pages).toBe(1)
    // Three orders for 7, and the possible copy of the first one.
    expect(await failureOf(world.create({ clientOrderId: 'c4' }))).toMatchObject(
      daily({ spent: '12', possibleCopies: '5' }),
    )
  })

  test('counts twice while the lists cannot be read, and once when they can', async () => {
    const world = longWorld({ rails: { maxDailyNotional: 14 } })
    await world.create({ clientOrderId: 'c1' })
    world.list.fails = down
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      daily({ spent: '10', possibleCopies: '5' }),
    )
    world.list.fails = undefined
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('counts for open orders, unless it cannot rest', async () => {
    const constraints = { timeInForce: ['GTC', 'IOC'] } as const
    const world = longWorld({ rails: { maxOpenNotional: 14 }, exchange: { constraints } })
    world.list.fails = down
    await world.create({ clientOrderId: 'c1', timeInForce: 'IOC' })
    const { order } = await world.create({ clientOrderId: 'c2', amount: 4 })
    expect(order.id).toBe('V2')
    const failure = await failureOf(world.create({ clientOrderId: 'c3', amount: 12 }))
    expect(failure.detail).toMatchObject({ rule: 'trading.maxOpenNotional', open: '9', possibleCopies: '2' })
  })

  test('counts for the position while positions may lack it', async () => {
    const world = longWorld({ rails: { maxPosition: 25 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.list.fails = down
    world.shown.open = [world.native({ id: order.id })]
    const failure = await failureOf(world.create({ clientOrderId: 'c2' }))
    expect(failure.detail).toMatchObject({ pending: '20', possibleCopies: '10' })
    await world.clock.advance(2 * MINUTE)
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('counts twice where its credentials are not known', async () => {
    const first = longWorld({ rails: { maxDailyNotional: 14 } })
    await first.create({ clientOrderId: 'c1' }, { credentials: { apiKey: 'second key' } })
    const world = first.next()
    const third = world.create({ clientOrderId: 'c2' }, { credentials: { apiKey: 'third key' } })
    expect(await failureOf(third)).toMatchObject(daily({ spent: '10', possibleCopies: '5' }))
  })

  test.each<[string, Partial<Order>, boolean]>([
    ['an order of an unknown market', { marketId: 'unknown' }, true],
    ['an order of an unknown outcome', { outcomeId: 'unknown' }, true],
    ['an order at an unknown time', { metadata: { unknown: ['timestamp'] } }, true],
    [
      'an order of another size at an unknown time',
      { amount: 3, metadata: { unknown: ['timestamp'] } },
      false,
    ],
  ])('counts twice, and no copy is journaled, for %s', async (_what, changes, isPossible) => {
    const world = longWorld({ rails: { maxDailyNotional: 14 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9', ...changes })]
    const second = await world.create({ clientOrderId: 'c2' }).catch((error: PmxError) => error)
    if (isPossible) expect(second).toMatchObject(daily({ spent: '10', possibleCopies: '5' }))
    else expect(second).not.toBeInstanceOf(PmxError)
    expect(world.journal.list({ limit: 9 }).filter(({ fingerprint }) => / copy$/.test(fingerprint))).toEqual(
      [],
    )
  })
})

test('a check that no list can contradict later is stored for other processes', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 100 } })
  await world.create({ clientOrderId: 'c1' })
  await world.clock.advance(2 * MINUTE)
  await world.create({ clientOrderId: 'c2' })
  const { pages } = world.list
  await world.clock.advance(2 * MINUTE)
  const next = world.next()
  await next.create({ clientOrderId: 'c3' })
  expect(world.list.pages).toBe(pages + 1)
  const { id } = world.journal.list({ limit: 9 }).at(-1) ?? {}
  expect(world.journal.listCopiesChecked(0).ids).toContain(id)
})

test('ten orders at once make one search', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 1_000 } })
  await world.create({ clientOrderId: 'c0' })
  const names = Array.from({ length: 10 }, (_, index) => `c${index + 1}`)
  await Promise.all(names.map((clientOrderId) => world.create({ clientOrderId })))
  expect(world.list.pages).toBe(1)
})

test('an order that is sent while another one waits is checked as well', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 16 } })
  await world.create({ clientOrderId: 'c1', amount: 2 })
  const { fetch } = Object(world.account).closedOrders({})
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { closedOrders } = world.account
  Object.assign(world.account, {
    closedOrders: () => ({ ...Object(closedOrders?.({}, Object())), fetch: () => held.then(() => fetch()) }),
  })
  const second = world.create({ clientOrderId: 'c2', amount: 2 })
  await world.settle()
  // Placed by another process, twice, after the list was requested.
  const [row] = world.journal.list({ limit: 1 })
  if (row?.outcome.state !== 'placed') throw new Error('not placed')
  const intent = { ...row, id: 'elsewhere', terms: { ...row.terms, amount: '10' }, cost: '5' }
  world.journal.intend(intent)
  world.journal.recordOutcome(intent.id, { state: 'placed', order: world.native({ id: 'V5' }) }, 0)
  world.shown.open = [world.native({ id: 'V5' }), world.native({ id: 'V9' })]
  const third = failureOf(world.create({ clientOrderId: 'c3' }))
  go()
  await second
  expect(await third).toMatchObject(daily({ spent: '12' }))
})

test('orders of other programs are looked up once', async () => {
  const world = blindWorld({ rails: { maxDailyNotional: 1_000 } })
  let lookups = 0
  Object.assign(world.account, {
    closedOrders: undefined,
    order: async (id: string) => {
      lookups++
      return world.native({ id, amount: 30, filled: 4, timestamp: 1 })
    },
  })
  world.shown.fills = [world.fill({ orderId: 'other', timestamp: world.clock.now() })]
  for (const clientOrderId of ['c1', 'c2', 'c3']) await world.create({ clientOrderId })
  expect(lookups).toBe(1)
})

test('a damaged journal refuses the order with advice', async () => {
  const world = blindWorld({ rails: { maxDailyNotional: 100 } })
  await world.create({ clientOrderId: 'c1' })
  const damaged = () => {
    throw new Error('database disk image is malformed')
  }
  Object.assign(world.journal, { sentSince: damaged })
  const failure = await failureOf(world.create({ clientOrderId: 'c2' }))
  expect([failure.code, failure.detail?.['kind']]).toEqual(['EXCHANGE_NOT_AVAILABLE', 'journal'])
})

test('the copy of a built order that is sent again after midnight counts for the new day', async () => {
  const world = blindWorld({ rails: { maxDailyNotional: 14 } })
  const day = 24 * 60 * MINUTE
  await world.clock.advance(day - (world.clock.now() % day) - 10_000)
  const { data: built } = await world.ask('buildOrder', limitOrder)
  const refusal = new PmxError('INSUFFICIENT_FUNDS', 'too little')
  world.exchange.next({ placed: false, answer: refusal })
  expect((await failureOf(world.ask('submitOrder', built))).code).toBe('INSUFFICIENT_FUNDS')
  await world.clock.advance(15_000)
  const { order } = await world.ask('submitOrder', built)
  world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9' })]
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(daily({ spent: '10' }))
})

/** Lists of closed orders do not respond from now on. @returns lets them respond */
function hold(world: ReturnType<typeof longWorld>): () => void {
  const { closedOrders } = world.account
  let respond = (): void => undefined
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  Object.assign(world.account, {
    closedOrders: () => {
      const list = Object(closedOrders?.({}, Object()))
      return { ...list, fetch: (cursor: string) => held.then(() => list.fetch(cursor)) }
    },
  })
  return respond
}

test('an order does not count twice while the check before another order is under way', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 16 } })
  await world.create({ clientOrderId: 'c1' })
  const { build } = world.exchange.orders
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  world.exchange.orders.build = (...asked) => held.then(() => build(...asked))
  const second = world.create({ clientOrderId: 'c2' })
  await world.settle()
  world.exchange.orders.build = build
  await world.create({ clientOrderId: 'c3' })
  const respond = hold(world)
  const fourth = world.create({ clientOrderId: 'c4', amount: 2 }).catch((error: PmxError) => error)
  await world.settle()
  go()
  expect((await second).order.id).toBe('V3')
  respond()
  await fourth
})

test('orders of an account whose list does not respond count twice, also those that do not wait for it', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 16 } })
  await world.create({ clientOrderId: 'c1' })
  const respond = hold(world)
  const second = world.create({ clientOrderId: 'c2' })
  await world.clock.advance(6_000)
  expect((await second).order.id).toBe('V2')
  expect(await failureOf(world.create({ clientOrderId: 'c3', amount: 2 }))).toMatchObject(
    daily({ spent: '20', possibleCopies: '10' }),
  )
  respond()
  await world.settle()
  expect((await world.create({ clientOrderId: 'c4', amount: 2 })).order.id).toBe('V3')
})

test('a comparison does not read again what was checked when no list could lag', async () => {
  const world = longWorld({ rails: { maxDailyNotional: 100 } })
  const { order } = await world.create({ clientOrderId: 'c1' })
  world.shown.open = [world.native({ id: order.id })]
  await world.clock.advance(2 * MINUTE)
  world.trade(100)
  await world.dispatcher.reconcileOrders()
  const { pages } = world.list
  expect(pages).toBe(50)
  await world.next().dispatcher.reconcileOrders()
  expect(world.list.pages).toBe(pages)
})

/** The first account is opened slowly, in another run. */
async function slowAccount(isChecked: boolean) {
  const first = longWorld({ rails: { maxDailyNotional: 14 } })
  await first.create({ clientOrderId: 'c1' })
  await first.clock.advance(2 * MINUTE)
  if (isChecked) await first.dispatcher.reconcileOrders()
  const world = first.next()
  let opened = 0
  world.room.accounts.setOwn(async () => {
    opened++
    await world.clock.sleep(20_000)
    return undefined
  })
  const second = world.create({ clientOrderId: 'c2' }, { credentials: { apiKey: 'second key' } })
  return { world, second, openings: () => opened }
}

test('an order does not wait for an account without orders to check', async () => {
  const { second, openings } = await slowAccount(true)
  expect((await second).order.id).toBe('V2')
  expect(openings()).toBe(0)
})

test('orders of an account that is not opened in time count twice', async () => {
  const { world, second, openings } = await slowAccount(false)
  const failure = failureOf(second)
  await world.clock.advance(6_000)
  expect(await failure).toMatchObject(daily({ spent: '10', possibleCopies: '5' }))
  expect(openings()).toBe(1)
})

test('orders of a venue that lists neither closed orders nor fills count once', async () => {
  const first = blindWorld({ rails: { maxDailyNotional: 14 } })
  Object.assign(first.account, { closedOrders: undefined, fills: undefined })
  await first.create({ clientOrderId: 'c1' })
  const [row] = first.journal.list({ limit: 1 })
  const job = row && first.room.accounts.recall(row)
  const world = first.next()
  world.room.accounts.setOwn(async () => ({ ...Object(job), release: () => undefined }))
  const second = await world.create({ clientOrderId: 'c2' }, { credentials: { apiKey: 'second key' } })
  expect(second.order.id).toBe('V2')
})
