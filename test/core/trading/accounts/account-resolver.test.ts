import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Credentials } from '../../../../src/api/models/models.js'
import type { StartWatch } from '../../../../src/core/watch/subscriptions.js'
import type { OrderSource } from '../../../../src/venue-kit/contract/trading.js'
import { failureOf, fakeExchange, type TradingOptions, tradingWorld } from '../trading-world.js'

const wallet = `0x${'a1'.repeat(20)}`
const other = `0x${'b2'.repeat(20)}`
const key = `0x${'c3'.repeat(32)}`

/** The wallets of keys; a funder that is named is another wallet of the key. */
const wallets: Readonly<Record<string, string>> = { [key]: wallet, [key.replace('c', 'd')]: other }

/** Credentials that lead to one wallet, as callers name it. */
const ways: readonly (readonly [string, Credentials])[] = [
  ['by its key', { privateKey: key }],
  ['by its key and a key of the API', { privateKey: key, apiKey: 'mine' }],
  ['by its key and its own address', { privateKey: key, walletAddress: wallet }],
  ['with the funder', { privateKey: key, funderAddress: wallet.toUpperCase().replace('0X', '0x') }],
  ['with all of them', { privateKey: key, apiKey: 'mine', funderAddress: wallet, walletAddress: wallet }],
]

function walletWorld(options: TradingOptions = {}, knows = true) {
  const over = fakeExchange(options.exchange)
  const asked: string[] = []
  const failures: PmxError[] = []
  const accountIn: OrderSource['accountIn'] = async ({ secrets: { values } }) => {
    asked.push(JSON.stringify(values))
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    const found = values.funderAddress ?? wallets[values.privateKey ?? '']
    if (found === undefined) throw new PmxError('AUTHENTICATION_ERROR', 'no wallet')
    return found
  }
  Object.assign(over.orders, { checkCredentials: () => undefined, ...(knows ? { accountIn } : {}) })
  return {
    ...tradingWorld({ ...options, over }),
    asked,
    failures,
    /** From now on this version runs. */
    upgrade: () => Object.assign(over.orders, { accountIn }),
  }
}

describe.each(ways)('a wallet that is named %s', (_how, credentials) => {
  test.each(ways)('is the account that is named %s: a name stands for one order', async (_other, again) => {
    const world = walletWorld()
    const first = await world.create({}, { credentials, idempotencyKey: 'k' })
    const second = await world.create({}, { credentials: again, idempotencyKey: 'k' })
    expect([first.order.id, second.order.id]).toEqual(['V1', 'V1'])
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('keeps the orders that an earlier version wrote for it', async () => {
    const world = walletWorld({}, false)
    await world.create({}, { credentials, idempotencyKey: 'k' })
    world.upgrade()
    const all = { privateKey: key, apiKey: 'mine', funderAddress: wallet, walletAddress: wallet }
    const again = await world.next().create({}, { credentials: all, idempotencyKey: 'k' })
    expect([again.order.id, world.exchange.placed.length]).toEqual(['V1', 1])
    // And in the other names, too.
    const { order } = await world.create({}, { credentials: { privateKey: key }, idempotencyKey: 'k' })
    expect(order.id).toBe('V1')
  })
})

test('places nothing while it is not known whether earlier orders are those of the account', async () => {
  // A venue that takes two orders of one name, and cannot be asked by it.
  const over = fakeExchange({ isUnique: false, finds: false })
  const world = tradingWorld({ over })
  Object.assign(over.orders, { checkCredentials: () => undefined })
  const earlier = { privateKey: key, apiKey: 'mine' }
  await world.create({ clientOrderId: 'k' }, { credentials: earlier })
  let failure: PmxError | undefined = new PmxError('NETWORK_ERROR', 'the venue is away')
  const accountIn: OrderSource['accountIn'] = async ({ secrets: { values } }) => {
    if (values.funderAddress === undefined && failure !== undefined) throw failure
    return wallet
  }
  Object.assign(over.orders, { accountIn })
  const again = () =>
    world.next().create({ clientOrderId: 'k' }, { credentials: { ...earlier, funderAddress: wallet } })
  expect(await failureOf(again())).toMatchObject({ message: expect.stringContaining('the venue is away') })
  failure = undefined
  expect((await again()).order.id).toBe('V1')
  expect(over.placed).toHaveLength(1)
})

test('counts against one limit of a position, however it is named', async () => {
  const world = walletWorld({ rails: { maxPosition: 25 } })
  await world.create({}, { credentials: { privateKey: key } })
  await world.create({}, { credentials: { privateKey: key, apiKey: 'mine' } })
  const third = world.create({}, { credentials: { privateKey: key, funderAddress: wallet } })
  expect(await failureOf(third)).toMatchObject({ detail: { rule: 'trading.maxPosition', pending: '20' } })
})

test('another wallet of the same key is another account, and takes over none of its orders', async () => {
  const world = walletWorld({}, false)
  await world.create({}, { credentials: { privateKey: key }, idempotencyKey: 'k' })
  world.upgrade()
  const { order } = await world.create(
    {},
    { credentials: { privateKey: key, funderAddress: other }, idempotencyKey: 'k' },
  )
  expect(order.id).toBe('V2')
  const own = await world.create({}, { credentials: { privateKey: key }, idempotencyKey: 'k' })
  expect(own.order.id).toBe('V1')
})

test('what another wallet names besides takes no order away for good', async () => {
  const world = walletWorld({}, false)
  const [own, others] = [
    { privateKey: key, apiKey: 'mine' },
    { privateKey: key.replace('c', 'd'), apiKey: 'mine' },
  ]
  await world.create({}, { credentials: own, idempotencyKey: 'k' })
  world.upgrade()
  await world.answer('fetchOpenOrders', [], { call: { credentials: others } })
  const again = await world.create({}, { credentials: own, idempotencyKey: 'k' })
  expect([again.order.id, world.exchange.placed.length]).toEqual(['V1', 1])
})

test('places nothing where it is not known whose account it is, and cancels all the same', async () => {
  const world = walletWorld()
  const credentials = { privateKey: key }
  const { order } = await world.create({}, { credentials })
  const away = new PmxError('NETWORK_ERROR', 'the venue is away')
  world.failures.push(away, away)
  expect((await failureOf(world.create({}, { credentials }))).message).toContain('the venue is away')
  world.failures.push(away)
  expect(await failureOf(world.create({}, { credentials }))).toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
    message: expect.stringContaining('No order was placed or changed'),
  })
  expect(world.exchange.placed).toHaveLength(1)
  world.failures.push(away)
  expect((await world.ask('cancelOrder', order.id, { credentials })).order.status).toBe('canceled')
})

describe('while the venue does not say whose account the credentials are', () => {
  const away = new PmxError('NETWORK_ERROR', 'the venue is away')
  const credentials = { privateKey: key }

  async function placedThenAway(options: TradingOptions = {}) {
    const world = walletWorld(options)
    const { order } = await world.create({}, { credentials, trusted: true })
    world.failures.push(...Array.from({ length: 20 }, () => away))
    return { world, order }
  }

  test('an order that the lists do not show yet is canceled with all others', async () => {
    const { world, order } = await placedThenAway()
    world.exchange.lists.hidden.add(order.id)
    const { data } = await world.ask('cancelAllOrders', undefined, { credentials })
    expect(data).toMatchObject({ allCanceled: true, orders: [{ orderId: order.id, state: 'canceled' }] })
    expect(world.exchange.open()).toEqual([])
    expect(world.journal.openOrders()).toEqual([])
  })

  test('an order that was placed a moment ago is not told as none', async () => {
    const { world, order } = await placedThenAway()
    world.exchange.state.cancelFails.set(order.id, new PmxError('ORDER_NOT_FOUND', 'not shown yet'))
    const failure = await failureOf(world.ask('cancelOrder', order.id, { credentials }))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown' } })
  })

  test('an order is told as the journal knows it, also one that the venue does not find yet', async () => {
    const { world, order } = await placedThenAway()
    const { account, gone } = world.exchange
    const { order: find } = account
    const fetched = () => world.ask('fetchOrder', order.id, { credentials })
    Object.assign(account, { order: async () => undefined })
    expect((await fetched()).order).toMatchObject({ id: order.id, status: 'open' })
    Object.assign(account, { order: find })
    await world.ask('cancelOrder', order.id, { credentials })
    // The row that the venue shows is of before the cancel.
    gone.delete(order.id)
    expect((await fetched()).order.status).toBe('canceled')
  })

  test('a history of what was placed here is not told as empty', async () => {
    const { world, order } = await placedThenAway()
    await world.ask('cancelOrder', order.id, { credentials })
    const failure = await failureOf(world.ask('fetchClosedOrders', {}, { credentials }))
    expect(failure.message).toContain('the venue is away')
    world.failures.splice(0)
    const { data } = await world.ask('fetchClosedOrders', {}, { credentials })
    expect(data).toMatchObject([{ id: order.id, status: 'canceled' }])
  })

  test('no stream of the account begins that would not find its orders', async () => {
    const begun: (string | undefined)[] = []
    const startWatch: StartWatch = async (_method, _args, { ctx }) => {
      begun.push(ctx.secrets.account)
      return { isStreamed: true, symbols: [''], current: () => [], stop: () => undefined }
    }
    const world = walletWorld({ startWatch })
    const sink = { update: () => undefined, ended: () => undefined }
    const signal = new AbortController().signal
    const watch = () =>
      world.dispatcher.watch(
        'watchOrders',
        [undefined],
        { venue: 'kalshi', signal, credentials, trusted: false },
        sink,
      )
    world.failures.push(away, away)
    expect((await failureOf(watch())).message).toContain('the venue is away')
    world.failures.push(away)
    expect(await failureOf(watch())).toMatchObject({ retryable: true })
    await watch()
    expect(begun).toEqual([expect.any(String)])
  })

  test('a stop cancels all of its orders, and says that nothing is left', async () => {
    const { world, order } = await placedThenAway({ held: credentials })
    world.exchange.lists.hidden.add(order.id)
    const { canceled, left } = await world.dispatcher.stopOrders('ann')
    expect({ canceled, left }).toEqual({ canceled: [{ venue: 'kalshi', orderId: order.id }], left: [] })
    expect(world.exchange.open()).toEqual([])
  })

  test('an order under way is canceled once its answer comes', async () => {
    const world = walletWorld()
    const { submit } = world.exchange.orders
    const answers: (() => void)[] = []
    world.exchange.orders.submit = async (...asked) => {
      const order = await submit(...asked)
      await new Promise<void>((resolve) => answers.push(resolve))
      return order
    }
    const placing = world.create({}, { credentials })
    await world.settle()
    world.failures.push(away, away)
    await world.next().ask('cancelOrder', 'V1', { credentials })
    for (const answer of answers) answer()
    expect((await placing).order.status).toBe('canceled')
    expect(world.journal.openOrders()).toEqual([])
  })

  test('the owner decides nothing that could be checked, and no open order is called unknown', async () => {
    const { world, order } = await placedThenAway({ held: credentials })
    world.failures.splice(0)
    world.exchange.next({ placed: true, answer: new Error('cut') })
    world.exchange.state.hides = true
    await failureOf(world.create({ clientOrderId: 'c1' }, { credentials, trusted: true }))
    await world.clock.advance(61_000)
    world.failures.push(...Array.from({ length: 20 }, () => away))
    const decision = world.dispatcher.decideOrder({ id: 'c1', absent: true })
    expect(await failureOf(decision)).toMatchObject({ message: expect.stringContaining('the venue is away') })
    expect(world.states()).toEqual(['unknown', 'placed'])
    const [report] = await world.dispatcher.reconcileOrders()
    expect(report).toMatchObject({ unknownOrders: [], because: expect.stringContaining('the venue is away') })
    const [doubt] = await world.dispatcher.resolveOrders()
    expect(doubt?.because).toContain('does not report which account')
    expect(order.status).toBe('open')
  })

  test('a rest that an earlier run left open is canceled, and no other venue waits for the look-up', async () => {
    const world = walletWorld({ held: credentials })
    const { orders, state } = world.exchange
    const { build } = orders
    orders.build = async (...asked) => ({ ...(await build(...asked)), cancelsRest: true })
    state.cancelFails.set('V1', away)
    const placing = world.create({ type: 'market', price: 0.6 }, { credentials })
    await world.clock.advance(5_000)
    expect((await placing).order.status).toBe('open')
    await world.room.close()
    state.cancelFails.clear()
    orders.accountIn = () => new Promise(() => undefined)
    const next = world.next()
    const resuming = next.dispatcher.resumeCancels()
    await world.clock.advance(1_000)
    await resuming
    await world.settle()
    expect(world.exchange.open()).toEqual([])
  })

  test('open orders are shown without a look-up that is not answered', async () => {
    const world = walletWorld()
    const { order } = await world.create({}, { credentials })
    world.exchange.orders.accountIn = () => new Promise(() => undefined)
    let shown: unknown
    void world.answer('fetchOpenOrders', [], { call: { credentials } }).then(({ data }) => {
      shown = data
    })
    await world.clock.advance(5_000)
    await world.settle()
    expect(shown).toMatchObject([{ id: order.id }])
  })

  test('no cancel and no stop waits for a look-up that is not answered', async () => {
    const world = walletWorld({ held: credentials })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId }, { credentials })
    world.exchange.orders.accountIn = () => new Promise(() => undefined)
    let left: unknown
    const working = world
      .ask('cancelOrder', 'V1', { credentials })
      .then(() => world.dispatcher.stopOrders('ann'))
      .then((report) => {
        left = report.left
      })
    for (let step = 0; step < 30 && left === undefined; step++) await world.clock.advance(100)
    expect([left, world.exchange.open()]).toEqual([[], []])
    await working
  })
})

test('where keys are accounts, what a call names besides makes no other account, and adopts its orders', async () => {
  const over = fakeExchange()
  const world = tradingWorld({ over })
  const named = { apiKey: 'mine', walletAddress: wallet, funderAddress: other }
  await world.create({}, { credentials: named, idempotencyKey: 'k' })
  Object.assign(over.orders, { accountBy: ['apiKey'] })
  expect((await world.create({}, { credentials: named, idempotencyKey: 'k' })).order.id).toBe('V1')
  expect((await world.create({}, { idempotencyKey: 'k' })).order.id).toBe('V1')
  const others = { credentials: { apiKey: 'others', walletAddress: wallet }, idempotencyKey: 'k' }
  expect((await world.create({}, others)).order.id).toBe('V2')
})
