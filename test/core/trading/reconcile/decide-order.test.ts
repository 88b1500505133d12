import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order, UserTrade } from '../../../../src/api/models/models.js'
import { blindWorld } from '../own-account.js'
import { failureOf, mine, tradingWorld } from '../trading-world.js'

const MINUTE = 60_000

describe('candidates of an order that no one can look up by name', () => {
  type World = ReturnType<typeof blindWorld>
  const shownIn = async (world: World) => (await world.dispatcher.resolveOrders())[0]

  test('are open orders, closed ones and fills of its market, direction, size, price and time', async () => {
    const world = blindWorld()
    const { native, fill, shown } = world
    await world.lose()
    shown.open = [native({ id: 'open' })]
    shown.closed = [native({ id: 'closed', status: 'canceled', filled: 3 })]
    shown.fills = [
      fill({ id: 'F1', orderId: 'filled', amount: 4 }),
      fill({ id: 'F2', orderId: 'filled', amount: 6 }),
      fill({ id: 'F3', orderId: 'closed' }),
      // Netted: who buys YES at 0.5 sells NO at 0.5 or better.
      fill({ id: 'F4', orderId: 'netted', outcomeId: 'M-NO', side: 'sell', price: 0.52 }),
      fill({ id: 'F5', orderId: undefined as unknown as string, side: 'unknown' }),
    ]
    const told = await shownIn(world)
    expect(told).toMatchObject({ state: 'unknown', because: expect.stringContaining('orders resolve') })
    expect(told?.candidates).toMatchObject([
      { from: 'open orders', orderId: 'open', price: 0.5, amount: 10 },
      { from: 'closed orders', orderId: 'closed', filled: 3 },
      { from: 'fills', orderId: 'filled', amount: 10 },
      { from: 'fills', orderId: 'netted' },
      { from: 'fills', side: 'unknown' },
    ])
  })

  test.each<[string, Partial<Order>]>([
    ['market', { marketId: 'N' }],
    ['side', { side: 'sell' }],
    ['size', { amount: 11 }],
    ['price', { price: 0.51 }],
    ['time', { timestamp: Date.UTC(2026, 10, 21, 11) }],
  ])('are none of another %s', async (_, other) => {
    const world = blindWorld()
    await world.lose()
    world.shown.open = [world.native(other)]
    expect((await shownIn(world))?.candidates).toEqual([])
  })

  const atMarket = { type: 'market', price: 0.6 } as const

  test.each<[string, Partial<Order>]>([
    ['size', { amount: 11, price: 0.6 }],
    ['filled size', { type: 'market', filled: 11 }],
    ['worse price', { price: 0.61 }],
    ['worse price of the other side', { outcomeId: 'M-NO', side: 'sell', price: 0.39 }],
  ])('of an order at the market are none of another %s, nor is one taken', async (_, other) => {
    const world = blindWorld()
    const { id } = await world.lose(atMarket)
    world.shown.open = [world.native(other)]
    expect((await shownIn(world))?.candidates).toEqual([])
    expect(await failureOf(world.dispatcher.decideOrder({ id, placed: 'V1' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('cannot be this order'),
    })
  })

  test.each<[string, Partial<Order>]>([
    ['the limit order that it was sent as', { price: 0.6 }],
    ['one of a better price', { outcomeId: 'M-NO', side: 'sell', price: 0.45, filled: 10 }],
    ['one of the venue that counts money', { type: 'market', amount: 600, filled: 9 }],
  ])('an order at the market is shown as %s', async (_, other) => {
    const world = blindWorld()
    const { id } = await world.lose(atMarket)
    world.shown.open = [world.native(other)]
    expect((await shownIn(world))?.candidates).toHaveLength(1)
    expect(await world.dispatcher.decideOrder({ id, placed: 'V1' })).toMatchObject({ state: 'placed' })
  })

  test.each<[string, Partial<UserTrade>]>([
    ['market', { marketId: 'N', outcomeId: 'N-YES' }],
    ['direction', { side: 'sell' }],
    ['size', { amount: 11 }],
    ['worse price', { price: 0.51 }],
    ['time', { timestamp: Date.UTC(2026, 10, 21, 11) }],
  ])('are no fills of another %s', async (_, other) => {
    const world = blindWorld()
    await world.lose()
    world.shown.fills = [world.fill(other)]
    expect((await shownIn(world))?.candidates).toEqual([])
  })

  test('are no orders that the journal has as others', async () => {
    const world = blindWorld()
    const { order } = await world.create({ clientOrderId: 'other' })
    await world.lose({ clientOrderId: 'lost' })
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V2' })]
    world.shown.fills = [world.fill({ orderId: order.id })]
    expect((await shownIn(world))?.candidates).toMatchObject([{ orderId: 'V2' }])
  })

  test('of an order that the venue finds by its name there are none', async () => {
    const world = blindWorld({ exchange: { finds: true } })
    await world.lose()
    expect(await shownIn(world)).toEqual({
      id: expect.any(String),
      venue: 'kalshi',
      state: 'placed',
      orderId: 'V1',
    })
  })
})

describe('what the owner decides', () => {
  const limited = { rails: { maxDailyNotional: 5 } }

  test('placed: the journal has the order as the venue shows it', async () => {
    const world = blindWorld()
    const row = await world.lose()
    world.shown.open = [world.native({ filled: 2, remaining: 8 })]
    expect(await world.dispatcher.decideOrder({ id: row.id, placed: 'V1' })).toEqual({
      id: row.id,
      venue: 'kalshi',
      state: 'placed',
      orderId: 'V1',
    })
    expect(world.journal.row(row.id)?.outcome).toMatchObject({
      state: 'placed',
      order: { id: 'V1', filled: 2, status: 'open' },
    })
    expect(await world.dispatcher.resolveOrders()).toEqual([])
  })

  test('by the client order id, and of an order that the venue shows by its fills alone', async () => {
    const world = blindWorld()
    const row = await world.lose({ clientOrderId: 'mine' })
    world.shown.fills = [world.fill(), world.fill({ id: 'F2', amount: 6 })]
    await world.dispatcher.decideOrder({ id: 'mine', placed: 'V1' })
    expect(world.journal.row(row.id)?.outcome).toMatchObject({
      order: { id: 'V1', status: 'filled', filled: 10, remaining: 0, price: 0.5 },
    })
  })

  test('absent: the limit of the day no longer counts it', async () => {
    const world = blindWorld(limited)
    const row = await world.lose({ clientOrderId: 'lost' })
    await world.clock.advance(MINUTE)
    expect((await failureOf(world.create({ clientOrderId: 'next' }))).detail).toMatchObject({
      rule: 'trading.maxDailyNotional',
    })
    expect(await world.dispatcher.decideOrder({ id: row.id, absent: true })).not.toHaveProperty('warning')
    expect(world.journal.row(row.id)?.outcome).toEqual({ state: 'absent' })
    await world.create({ clientOrderId: 'next' })
  })

  test.each([
    ['shows an order that may be it', 'OLD', 'shows an order (OLD) that may be this one'],
    ['cannot be asked', undefined, 'It is unknown whether'],
  ])('absent warns where the venue %s', async (_how, id, warning) => {
    const world = blindWorld()
    const row = await world.lose()
    await world.clock.advance(MINUTE)
    if (id !== undefined) world.shown.open = [world.native({ id })]
    else
      Object.defineProperty(world.shown, 'open', {
        get() {
          throw new PmxError('NETWORK_ERROR', 'away')
        },
      })
    expect(await world.dispatcher.decideOrder({ id: row.id, absent: true })).toMatchObject({
      state: 'absent',
      warning: expect.stringContaining(warning),
    })
  })

  test.each<[string, Partial<Order>, RegExp]>([
    ['market', { marketId: 'N' }, /market 'N'/],
    ['side', { side: 'sell' }, /sell 10/],
    ['size', { amount: 11 }, /buy 11/],
    ['price', { price: 0.6 }, /at 0.6/],
  ])('is refused for an order of another %s', async (_, other, words) => {
    const world = blindWorld()
    const row = await world.lose()
    world.shown.open = [world.native(other)]
    const refusal = await failureOf(world.dispatcher.decideOrder({ id: row.id, placed: 'V1' }))
    expect(refusal).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'id',
      message: expect.stringMatching(words),
    })
    expect(world.states()).toEqual(['unknown'])
  })

  test('is written with a warning for an order of another time, because a clock may have been wrong', async () => {
    const world = blindWorld()
    const row = await world.lose()
    world.shown.open = [world.native({ timestamp: Date.UTC(2026, 10, 21, 11) })]
    expect(await world.dispatcher.decideOrder({ id: row.id, placed: 'V1' })).toMatchObject({
      state: 'placed',
      orderId: 'V1',
      warning: expect.stringMatching(/placed at 2026-11-21T11/),
    })
    expect(world.states()).toEqual(['placed'])
  })

  test('is refused for an order that the venue does not show, or that is another one of the journal', async () => {
    const world = blindWorld()
    const { order } = await world.create({ clientOrderId: 'other' })
    const row = await world.lose({ clientOrderId: 'lost' })
    world.shown.open = [world.native({ id: order.id })]
    const refusal = (placed: string) => failureOf(world.dispatcher.decideOrder({ id: row.id, placed }))
    expect((await refusal('V9')).message).toContain('shows no order with this id')
    expect((await refusal(order.id)).detail).toMatchObject({ claimedBy: expect.any(String) })
    expect(world.states()).toEqual(['unknown', 'placed'])
  })

  test('is refused for fills at a worse price', async () => {
    const world = blindWorld()
    const row = await world.lose()
    world.shown.fills = [world.fill({ price: 0.6 })]
    await expect(world.dispatcher.decideOrder({ id: row.id, placed: 'V1' })).rejects.toThrow('fills')
  })

  test('is refused for what is not in doubt, is on its way, or is unknown', async () => {
    const world = blindWorld()
    await world.create({ clientOrderId: 'placed' })
    await world.ask('cancelOrder', 'V1')
    const [placed] = world.journal.list({ limit: 1 })
    const decide = (id: string) => failureOf(world.dispatcher.decideOrder({ id, absent: true }))
    expect((await decide(placed?.id ?? '')).message).toContain('status of the order is known')
    expect((await decide('nothing')).message).toContain('orders pending')
    const row = await world.lose({ clientOrderId: 'lost' })
    expect((await decide(row.id)).message).toContain('in flight')
    expect(world.states()).toEqual(['unknown', 'placed'])
  })

  test('absent is refused where the venue shows the order by its name', async () => {
    const world = blindWorld({ exchange: { finds: true } })
    const row = await world.lose()
    await world.clock.advance(MINUTE)
    const refusal = await failureOf(world.dispatcher.decideOrder({ id: row.id, absent: true }))
    expect(refusal.message).toContain('shows it as V1')
  })

  test('of an account without credentials here is written unchecked', async () => {
    const world = blindWorld({ held: { apiKey: 'another' } })
    const row = await world.lose()
    const decided = await world.dispatcher.decideOrder({ id: row.id, placed: 'V7' })
    expect(decided).toMatchObject({ state: 'placed', orderId: 'V7', isUnchecked: true })
    expect(world.journal.row(row.id)?.outcome).toMatchObject({
      order: { id: 'V7', metadata: { unknown: expect.arrayContaining(['status', 'filled']) } },
    })
  })
})

describe('an open order of the journal that the venue does not know any more', () => {
  /** Its market was settled long ago, say. */
  async function forgottenWorld(held: Readonly<Record<string, string>> = mine) {
    const world = tradingWorld({ held, rails: { maxOpenNotional: 8 } })
    const { account, gone } = world.exchange
    const { order: find } = account
    await world.create()
    await world.clock.advance(MINUTE)
    gone.add('V1')
    Object.assign(account, { order: async () => undefined })
    const [row] = world.journal.openOrders()
    return { ...world, id: row?.id ?? '', find }
  }
  type World = Awaited<ReturnType<typeof forgottenWorld>>
  const decide = ({ dispatcher, id }: World) => dispatcher.decideOrder({ id, absent: true })

  test('is over once its owner says so, and the limit of open orders counts it no more', async () => {
    const world = await forgottenWorld()
    expect(await failureOf(world.create())).toMatchObject({ detail: { rule: 'trading.maxOpenNotional' } })
    expect(await decide(world)).toEqual({ id: world.id, venue: 'kalshi', state: 'absent', orderId: 'V1' })
    // What it filled is not known, so that the limit of the day counts all of it.
    expect(world.journal.row(world.id)?.outcome).toMatchObject({
      state: 'placed',
      order: { status: 'canceled', metadata: { unknown: ['filled', 'remaining'] } },
    })
    expect((await world.create()).order.id).toBe('V2')
  })

  test('stays open where the venue shows it, by its id or in a list, or where the list cannot be read', async () => {
    const world = await forgottenWorld()
    const { account, gone, lists } = world.exchange
    gone.delete('V1')
    expect((await failureOf(decide(world))).message).toContain('lists it as open')
    Object.assign(account, { order: world.find })
    expect((await failureOf(decide(world))).message).toContain('shows it as open')
    Object.assign(account, { order: async () => undefined })
    lists.fails.push(new PmxError('NETWORK_ERROR', 'the venue is away'))
    expect((await failureOf(decide(world))).message).toContain('the venue is away')
    expect(world.journal.openOrders()).toHaveLength(1)
  })

  test('that the venue shows as ended is as the venue shows it', async () => {
    const world = await forgottenWorld()
    Object.assign(world.exchange.account, { order: world.find })
    world.exchange.fill('V1')
    expect(await decide(world)).toMatchObject({ state: 'placed', orderId: 'V1' })
    expect(world.journal.row(world.id)?.outcome).toMatchObject({ order: { status: 'filled', filled: 10 } })
  })

  test('of an account without credentials here is written unchecked', async () => {
    expect(await decide(await forgottenWorld({ apiKey: 'another' }))).toMatchObject({ isUnchecked: true })
  })
})

test('an order id in capitals is recorded as venues have it, also without credentials', async () => {
  const world = tradingWorld()
  world.exchange.next({ placed: true, answer: new PmxError('NETWORK_ERROR', 'cut') })
  await failureOf(world.create({ clientOrderId: 'A' }))
  await world.clock.advance(2 * MINUTE)
  const { id } = world.journal.list({ limit: 1 })[0] ?? { id: '' }
  await world.dispatcher.decideOrder({ id, placed: '0xABCD' })
  expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({ order: { id: '0xabcd' } })
})
