import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import type { Order } from '../../../src/api/models/models.js'
import { createOrderContext } from '../../../src/core/trading/context/order-context.js'
import { toCallerOrder } from '../../../src/core/trading/place/place-order.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { OrderJournal } from '../../../src/orders/journal.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { coreOver } from '../../core/fake-venue.js'
import { token } from '../../support/chain-ids.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { type Answers, json, raw } from '../../support/wire.js'
import { type Day, type Level, moneyExchange } from './money-exchange.js'
import { nativeOrder, nativeTrade } from './payloads.js'
import { apiKeys, privateKey } from './set-up.js'

const calm: Day = {
  seen: [],
  met: [],
  delayedFor: 0,
  firstCancel: 'works',
  answer: 'told',
  hit: 0,
  tick: '0.01',
  leastSize: 5,
}

const credentials = { privateKey, ...apiKeys, signatureType: 'eoa' }

interface Before {
  readonly exchange: ReturnType<typeof moneyExchange>
  readonly clock: FakeClock
  readonly journal: OrderJournal
}

interface Turns {
  /** What the venue answers instead. */
  readonly answers?: Answers
  readonly dryRun?: boolean
}

/** @param before what is left of an earlier run of the daemon */
function worldOf(day: Partial<Day>, before?: Before, { answers = {}, dryRun = false }: Turns = {}) {
  const seen = day.seen ?? day.met ?? []
  const exchange = before?.exchange ?? moneyExchange({ ...calm, met: seen, ...day, seen })
  const clock = before?.clock ?? fakeClock()
  const journal = before?.journal ?? createMemoryJournal()
  let count = 0
  const uuid = () => createHash('sha256').update(String(count++)).digest('hex').slice(0, 36)
  const room = createOrderContext({
    journal,
    tradingLimits: { enabled: true, dryRun },
    clock,
    ids: { uuid, orderName: uuid, requestId: () => `r${count++}`, secret: () => 'secret' },
    log: silentLogger,
  })
  const core = coreOver(polymarket, {
    clock,
    answers: { ...exchange.answers, ...answers },
    orders: () => room,
    hosts: ['gamma', 'clob', 'data'],
    held: { polymarket: credentials },
  })

  async function buy(amount: number, more: object = {}) {
    const order = { marketId: '700101', outcomeId: token(1), side: 'buy', type: 'market', amount, ...more }
    const asked = core.answer('createOrder', [order], { call: { credentials } }).then(
      ({ data, headers }) => ({ order: data as Order, headers, error: undefined }),
      (error: unknown) => ({ order: undefined, headers: undefined, error: error as PmxError }),
    )
    let isOver = false
    void asked.then(() => {
      isOver = true
    })
    for (let seconds = 0; !isOver && seconds < 60; seconds++) await clock.advance(1_000)
    return asked
  }

  return {
    ...core,
    exchange,
    journal,
    buy,
    room,
    row: () => journal.list({ limit: 1 })[0],
    ordersSent: () =>
      core.wire.calls.filter(({ method, path }) => method === 'POST' && path === '/order').length,
  }
}

// What signs is loaded by the first order; the clock of a test must not run ahead of that.
beforeAll(async () => {
  await import('../../../src/venues/polymarket/native/wallet.js')
  await import('../../../src/signing/private-key.js')
})

const overfill: readonly Level[] = [
  { price: 0.2, size: 10 },
  { price: 0.5, size: 30 },
  { price: 0.999, size: 500 },
]

describe('a purchase at the market', () => {
  test('buys the contracts that were asked for, however cheap they are', async () => {
    const world = worldOf({ met: overfill, tick: '0.001' })
    const { order } = await world.buy(20)
    expect(order).toMatchObject({
      type: 'market',
      status: 'filled',
      amount: 20,
      filled: 20,
      remaining: 0,
      price: 0.5,
    })
    expect(world.exchange.truth).toMatchObject({ filled: 20, paid: 7, isOpen: false })
    const bounded = worldOf({
      met: [
        { price: 0.4, size: 16.31 },
        { price: 0.41, size: 57.52 },
      ],
    })
    expect((await bounded.buy(20, { price: 0.99 })).order).toMatchObject({ filled: 20, price: 0.99 })
    expect(bounded.exchange.truth.paid).toBeCloseTo(8.04, 2)
  })

  test('leaves nothing behind where the book has less by the time it arrives', async () => {
    const met = [{ price: 0.5, size: 7 }]
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met })
    const { order } = await world.buy(20)
    expect(order).toMatchObject({ status: 'canceled', amount: 20, filled: 7, remaining: 13, type: 'market' })
    expect(world.exchange.truth.isOpen).toBe(false)
    expect(world.row()?.outcome).toMatchObject({ state: 'placed', order: { filled: 7 } })
    expect(world.row()?.outcome).not.toHaveProperty('isRestOpen')
  })

  test('below the least size of a resting order is refused before anything is sent', async () => {
    const world = worldOf({ met: overfill, tick: '0.001' })
    const { error } = await world.buy(4.99)
    expect(error).toMatchObject({ code: 'INVALID_ORDER', field: 'amount', detail: { allowed: { min: '5' } } })
    expect(world.ordersSent()).toBe(0)
  })

  test('whose cancel is not confirmed is told as open, counted, and canceled until it is', async () => {
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [], delayedFor: 30 })
    const { order } = await world.buy(20)
    expect(order).toMatchObject({ status: 'pending', filled: 0, remaining: 20 })
    expect(world.row()?.outcome).toMatchObject({ state: 'placed', isRestOpen: true })
    await world.clock.advance(60 * 60_000)
    expect(world.exchange.truth).toMatchObject({ status: 'canceled', filled: 0 })
    expect(world.row()?.outcome).toMatchObject({ state: 'placed', order: { status: 'canceled', filled: 0 } })
    expect(world.row()?.outcome).not.toHaveProperty('isRestOpen')
    expect(world.clock.pendingTimers).toBe(0)
  })

  test('whose keys the venue refuses is not canceled for ever, and stays listed', async () => {
    const answers = { 'DELETE clob/order': json(401, { error: 'Unauthorized/Invalid api key' }) }
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [] }, undefined, { answers })
    await world.buy(20)
    await world.clock.advance(24 * 60 * 60_000)
    expect(world.wire.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(10)
    expect(world.clock.pendingTimers).toBe(0)
    expect(world.journal.openRests()).toHaveLength(1)
  })

  test('whose cancel an earlier run of the daemon did not see confirmed is canceled by the next', async () => {
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [], delayedFor: 9 })
    await world.buy(20)
    await world.room.close()
    expect(world.clock.pendingTimers).toBe(0)
    expect(world.exchange.truth.isOpen).toBe(true)
    const next = worldOf({}, world)
    await next.dispatcher.resumeCancels()
    await next.clock.advance(60 * 60_000)
    expect(world.exchange.truth.isOpen).toBe(false)
    expect(next.row()?.outcome).toMatchObject({ state: 'placed', order: { status: 'canceled' } })
    expect(next.row()?.outcome).not.toHaveProperty('isRestOpen')
  })

  test('whose rest is open is canceled by who asks what became of it', async () => {
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [], delayedFor: 6 })
    await world.buy(20)
    await world.room.close()
    const next = worldOf({}, world)
    const resolved = next.dispatcher.resolveOrders()
    await next.clock.advance(10_000)
    expect(await resolved).toMatchObject([{ state: 'placed' }])
    expect(world.exchange.truth.isOpen).toBe(false)
  })

  test('whose answer is lost does not rest for ever', async () => {
    const met = [{ price: 0.5, size: 7 }]
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met, answer: 'lost' })
    const { error } = await world.buy(20, { clientOrderId: 'mine' })
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown' } })
    expect(world.exchange.truth).toMatchObject({ isOpen: false, filled: 7 })
    const { order } = await world.buy(20, { clientOrderId: 'mine' })
    expect(order).toMatchObject({ status: 'canceled', filled: 7, remaining: 13 })
    expect(world.ordersSent()).toBe(1)
  })
})

describe('a purchase by money', () => {
  const spend = { denom: 'usdc' }

  test('spends it: more contracts where they are cheap, which is told', async () => {
    const world = worldOf({ met: overfill, tick: '0.001' })
    const { order, headers } = await world.buy(10, { ...spend, price: 0.5 })
    expect(world.exchange.truth).toMatchObject({ filled: 26, paid: 10, isOpen: false })
    expect(order).toMatchObject({
      ...{ type: 'market', status: 'filled', amount: 26, filled: 26, remaining: 0, price: 0.5 },
      metadata: { denom: 'usdc', spend: 10, cost: 10 },
    })
    expect(headers).not.toHaveProperty('x-pmx-overfilled')
    expect(world.row()).toMatchObject({ cost: '10', terms: { spend: '10' } })
    expect(world.row()).not.toHaveProperty('cancelsRest')
  })

  test('with money left over is canceled, and nothing of it rests', async () => {
    const world = worldOf({ met: [{ price: 0.2, size: 30 }], seen: overfill, tick: '0.001' })
    const { order } = await world.buy(10, { ...spend, price: 0.5 })
    const told = { status: 'canceled', filled: 30, amount: 30, remaining: 0, metadata: { cost: 6 } }
    expect(order).toMatchObject(told)
    const again = world.answer('fetchOrder', [order?.id], { call: { credentials } })
    await world.clock.advance(5_000)
    expect((await again).data).toMatchObject({ ...told, type: 'market' })
    expect(world.exchange.truth.isOpen).toBe(false)
  })

  test('that the venue delays is not known yet', async () => {
    const world = worldOf({ met: overfill, tick: '0.001', delayedFor: 5 })
    const { order } = await world.buy(10, { ...spend, price: 0.5 })
    expect(order).toMatchObject({ status: 'pending', metadata: { unknown: ['amount', 'remaining'] } })
  })

  test('of so little that its price would be open is refused', async () => {
    const world = worldOf({ met: overfill, tick: '0.0001' })
    const { error } = await world.buy(0.02, { ...spend, price: 0.97 })
    expect(error).toMatchObject({ code: 'INVALID_ORDER', field: 'amount' })
    expect(world.ordersSent()).toBe(0)
  })

  test('never spends more, nor above its worst price, on any tick and book', async () => {
    const ticks = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'] as const
    const level = fc.record({
      at: fc.integer({ min: 1, max: 9_999 }),
      size: fc.integer({ min: 1, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ticks),
        fc.array(level, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 100, max: 20_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        async (tick, book, cents, bound) => {
          const step = Number(tick)
          const onTick = (at: number) =>
            Math.round(Math.min(1 - step, Math.max(step, Math.round(at / 10_000 / step) * step)) * 1e6) / 1e6
          const met = book
            .map(({ at, size }) => ({ price: onTick(at), size }))
            .sort((a, b) => a.price - b.price)
          const [money, price] = [cents / 100, onTick(bound)]
          const world = worldOf({ met, tick })
          const { order, error } = await world.buy(money, { ...spend, price })
          const { filled, paid, isOpen } = world.exchange.truth
          expect(error?.code ?? 'INVALID_ORDER').toBe('INVALID_ORDER')
          expect(isOpen).toBe(false)
          expect(paid).toBeLessThanOrEqual(money + 1e-6)
          expect(paid).toBeLessThanOrEqual(filled * price + 1e-4)
          // One that met nothing is called live, and may be matched yet.
          if (order !== undefined && order.status !== 'pending')
            expect([order.filled, order.amount]).toEqual([filled, filled])
          const sent = world.wire.calls.find(({ path }) => path === '/order')?.body as
            | { readonly order: { readonly makerAmount: string; readonly takerAmount: string } }
            | undefined
          if (sent === undefined) return
          expect(Number(sent.order.makerAmount) % 10_000).toBe(0)
          expect(Number(sent.order.takerAmount) % 100).toBe(0)
        },
      ),
      { numRuns: 300, seed: 37 },
    )
  })
})

describe('what is left of a purchase at the market', () => {
  const some = { seen: [{ price: 0.5, size: 50 }], met: [{ price: 0.5, size: 7 }] }
  /** A row that lags behind: it shows nothing of what happened since the order was placed. */
  const lagging = ({ path }: VenueCall) =>
    nativeOrder({
      id: path.split('/').at(-1),
      status: 'LIVE',
      original_size: '20',
      size_matched: '0',
      price: '0.5',
    })

  test('is not taken from a row that lags behind what the answer to the order told', async () => {
    const world = worldOf(some, undefined, { answers: { 'GET clob/data/order/*': lagging } })
    const { order } = await world.buy(20)
    await world.clock.advance(60 * 60_000)
    expect(world.exchange.truth).toMatchObject({ filled: 7, isOpen: false })
    expect(order).toMatchObject({ filled: 7, remaining: 13 })
    expect(world.row()?.outcome).toMatchObject({ order: { filled: 7, remaining: 13 } })
  })

  test('is told as the venue has it once its row has caught up with the cancel', async () => {
    const more = { ...some, hit: 5 }
    let looks = 0
    const world = worldOf(more)
    const row = world.exchange.answers['GET clob/data/order/*'] as (call: VenueCall) => unknown
    const behind = worldOf(more, world, {
      answers: { 'GET clob/data/order/*': (call: VenueCall) => (looks++ < 2 ? lagging(call) : row(call)) },
    })
    const { order } = await behind.buy(20)
    expect(behind.exchange.truth).toMatchObject({ filled: 12, isOpen: false })
    expect(order).toMatchObject({ status: 'canceled', filled: 12, remaining: 8 })
  })

  test('of an order whose answer was lost is found while the list of markets fails', async () => {
    const world = worldOf({ ...some, answer: 'lost', delayedFor: 1_000 })
    await world.buy(20, { clientOrderId: 'mine', type: 'limit', price: 0.5 })
    const next = worldOf({}, world, { answers: { 'GET gamma/markets/keyset': () => json(500, {}) } })
    const resolved = next.dispatcher.resolveOrders()
    await next.clock.advance(60_000)
    expect(await resolved).toMatchObject([{ state: 'placed' }])
    expect(next.row()?.outcome).toMatchObject({ state: 'placed', order: { marketId: '700101' } })
  })

  test('is canceled though the venue shows its trades before it shows the order', async () => {
    let isShown = false
    const world = worldOf({ ...some, answer: 'lost' })
    const { answers } = world.exchange
    const late = (key: string, meanwhile: unknown) => (call: VenueCall) =>
      isShown ? (answers[key] as (call: VenueCall) => unknown)(call) : meanwhile
    let hash = ''
    const behind = worldOf({}, world, {
      answers: {
        'DELETE clob/order': (call: VenueCall) => {
          hash = (call.body as { readonly orderID: string }).orderID
          return late('DELETE clob/order', { canceled: [], not_canceled: { [hash]: 'order not found' } })(
            call,
          )
        },
        'GET clob/data/order/*': late('GET clob/data/order/*', null),
        'GET clob/data/trades': () => ({
          data: [
            nativeTrade({
              taker_order_id: hash.toUpperCase().replace('0X', '0x'),
              size: '7',
              price: '0.5',
              asset_id: token(1),
            }),
          ],
          next_cursor: 'LTE=',
        }),
      },
    })
    await behind.buy(20, { clientOrderId: 'mine' })
    isShown = true
    await behind.clock.advance(60 * 60_000)
    expect(behind.exchange.truth).toMatchObject({ isOpen: false, filled: 7 })
    expect(behind.row()?.outcome).toMatchObject({ state: 'placed', order: { filled: 7, status: 'canceled' } })
  })

  test('is not taken for gone because something before the venue knows no such page', async () => {
    let isBroken = true
    const world = worldOf(some)
    const through = (key: string) => (call: VenueCall) =>
      isBroken
        ? raw(404, '404 page not found')
        : (world.exchange.answers[key] as (call: VenueCall) => unknown)(call)
    const behind = worldOf({}, world, {
      answers: {
        'DELETE clob/order': through('DELETE clob/order'),
        'GET clob/data/order/*': through('GET clob/data/order/*'),
      },
    })
    await behind.buy(20)
    await behind.clock.advance(60 * 60_000)
    expect(behind.row()?.outcome).toMatchObject({ isRestOpen: true, order: { status: 'open', filled: 7 } })
    isBroken = false
    await behind.clock.advance(60_000)
    expect(behind.exchange.truth.isOpen).toBe(false)
    expect(behind.row()?.outcome).toMatchObject({ order: { status: 'canceled', filled: 7 } })
  })

  test('is not pursued by a daemon that has stopped, though its order was still on its way then', async () => {
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [], delayedFor: 1_000 })
    const closed: Promise<void>[] = []
    const stopping = worldOf({}, world, {
      answers: {
        'POST clob/order': (call: VenueCall) => {
          closed.push(stopping.room.close())
          return (world.exchange.answers['POST clob/order'] as (call: VenueCall) => unknown)(call)
        },
      },
    })
    await stopping.buy(20)
    await Promise.all(closed)
    const calls = stopping.wire.calls.length
    await stopping.clock.advance(60 * 60_000)
    expect(stopping.wire.calls.length).toBe(calls)
    expect(stopping.clock.pendingTimers).toBe(0)
    expect(stopping.row()?.outcome).toMatchObject({ state: 'placed', isRestOpen: true })
  })

  test('is not canceled in a dry run, which sends nothing', async () => {
    const world = worldOf({ seen: [{ price: 0.5, size: 50 }], met: [], delayedFor: 9 })
    await world.buy(20, { clientOrderId: 'mine' })
    await world.room.close()
    const dry = worldOf({}, world, { dryRun: true })
    await dry.dispatcher.resumeCancels()
    await dry.clock.advance(60_000)
    expect(await dry.dispatcher.resolveOrders()).toMatchObject([{ state: 'unknown' }])
    expect((await dry.buy(20, { clientOrderId: 'mine' })).order).toMatchObject({ status: 'pending' })
    expect(dry.wire.calls.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(dry.row()?.outcome).toMatchObject({ state: 'placed', isRestOpen: true })
    expect(dry.clock.pendingTimers).toBe(0)
  })
})

test('over many books nothing is bought beyond the amount or the worst price, and nothing rests afterwards', async () => {
  const cents = fc.integer({ min: 1, max: 98 })
  const sizes = fc.integer({ min: 1, max: 60_00 }).map((size) => size / 100)
  const book = fc
    .array(fc.tuple(cents, sizes), { minLength: 1, maxLength: 6 })
    .map((rows) =>
      [...new Map(rows)].sort(([a], [b]) => a - b).map(([cent, size]) => ({ price: cent / 100, size })),
    )
  const days = fc.record({
    seen: book,
    moved: fc.option(book, { nil: undefined }),
    delayedFor: fc.constantFrom(0, 0, 0, 1, 4),
    firstCancel: fc.constantFrom('works', 'works', 'refused', 'lost before', 'lost after', 'failed' as const),
    answer: fc.constantFrom('told', 'told', 'told', 'lost', 'without amounts' as const),
    hit: fc.constantFrom(0, 0, 0.5, 1_000),
    amount: fc.integer({ min: 500, max: 20_000 }).map((size) => size / 100),
    bound: fc.option(cents, { nil: undefined }),
    slippage: fc.constantFrom(undefined, 5, 50),
  })
  await fc.assert(
    fc.asyncProperty(days, async ({ moved, amount, bound, slippage, ...day }) => {
      const world = worldOf({ ...day, met: moved ?? day.seen })
      const given = bound === undefined ? { slippage_pct: slippage } : { price: bound / 100 }
      const { order, headers } = await world.buy(amount, { clientOrderId: 'mine', ...given })
      await world.clock.advance(60 * 60_000)
      const row = world.row()
      if (row === undefined) return
      const { filled, paid, isOpen } = world.exchange.truth
      expect(isOpen).toBe(false)
      expect(filled).toBeLessThanOrEqual(amount)
      if (filled > 0) expect(paid / filled).toBeLessThanOrEqual(Number(row.terms.price) + 1e-6)
      expect(headers ?? {}).not.toHaveProperty('x-pmx-overfilled')
      if (order !== undefined && order.status !== 'open' && order.status !== 'pending')
        expect(order).toMatchObject({ filled, amount, status: filled === amount ? 'filled' : 'canceled' })
      expect(row.outcome).toMatchObject({ state: 'placed', order: { filled } })
      expect(row.outcome).not.toHaveProperty('isRestOpen')
      expect(world.clock.pendingTimers).toBe(0)
    }),
    { numRuns: Number(process.env['PMX_MARKET_BOOKS'] ?? 200), seed: 1 },
  )
})

test('more contracts than were ordered are never told as a plain success', async () => {
  const world = worldOf({ met: [{ price: 0.5, size: 50 }] })
  const { room } = world
  const order = { amount: 20, filled: 26, status: 'filled' } as Order
  const { data, headers } = toCallerOrder(order, 'id', room, false)
  expect(headers).toEqual({ 'x-pmx-overfilled': '6' })
  expect(data).toMatchObject({ metadata: { overfilled: 6 } })
})
