import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { HistoryQuery } from '../../../../src/venue-kit/contract/trading.js'
import type { VenueContext } from '../../../../src/venue-kit/contract/venue.js'
import { blindWorld } from '../own-account.js'

const MINUTE = 60_000
type World = ReturnType<typeof blindWorld>
const compare = async (world: World, of?: 'all' | 'used') => (await world.dispatcher.reconcileOrders(of))[0]
const none = {
  venue: 'kalshi',
  ...{ unknownOrders: [], ended: [], missing: [], copies: [], positions: [] },
  unchecked: 0,
}

describe('open orders', () => {
  test('that both know are no difference; what they filled the journal knows afterwards', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    world.shown.open = [world.native({ id: order.id, filled: 4, remaining: 6 })]
    expect(await compare(world)).toEqual(none)
    expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({ order: { filled: 4 } })
    // A row that lags behind takes nothing back.
    world.shown.open = [world.native({ id: order.id })]
    await compare(world)
    expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({ order: { filled: 4 } })
  })

  test('that the journal does not know are listed, with the order in doubt that they may be', async () => {
    const world = blindWorld()
    const row = await world.lose()
    world.shown.open = [world.native({ id: 'V1' }), world.native({ id: 'V2', side: 'sell', price: 0.7 })]
    const before = world.states()
    expect(await compare(world)).toMatchObject({
      unknownOrders: [
        { id: 'V1', mayBe: [row.id] },
        { id: 'V2', side: 'sell', price: 0.7 },
      ],
    })
    expect(world.states()).toEqual(before)
  })

  test('that have ended by the venue are learned, and counted so from then on', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    await world.clock.advance(MINUTE)
    world.shown.closed = [world.native({ id: order.id, status: 'canceled', filled: 4 })]
    expect(await compare(world)).toMatchObject({
      ended: [{ orderId: order.id, status: 'canceled', filled: 4 }],
      missing: [],
    })
    expect(world.journal.openOrders()).toEqual([])
    expect((await compare(world))?.ended).toEqual([])
  })

  test('that the venue does not know are listed, and nothing is changed', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    Object.assign(world.account, { order: async () => undefined })
    // The venue may not list it yet.
    expect(await compare(world)).toEqual(none)
    await world.clock.advance(MINUTE)
    expect(await compare(world)).toMatchObject({ missing: [{ orderId: order.id, status: 'open' }] })
    expect(world.journal.openOrders()).toHaveLength(1)
  })

  test('are looked up one by one within bounds, and those that are left are counted', async () => {
    const world = blindWorld()
    for (let count = 0; count < 30; count++) await world.create({ clientOrderId: `c${count}` })
    await world.clock.advance(MINUTE)
    let lookups = 0
    const order = async () => {
      lookups++
      return undefined
    }
    Object.assign(world.account, { order })
    const report = await compare(world)
    expect([report?.missing.length, report?.unchecked, lookups]).toEqual([25, 5, 25])
  })

  test('of a venue that lists closed orders by market alone are looked up', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    await world.clock.advance(MINUTE)
    Object.assign(world.account, {
      order: async () => world.native({ id: order.id, status: 'filled', filled: 10, remaining: 0 }),
      closedOrders: () => {
        throw new PmxError('VALIDATION_ERROR', 'name a market', { field: 'marketId' })
      },
    })
    expect((await compare(world))?.ended).toMatchObject([{ status: 'filled', filled: 10 }])
  })
})

describe('orders that were placed twice', () => {
  const bought = { status: 'filled', filled: 10, remaining: 0 } as const

  /** A purchase that has filled, and what the venue lists of the account. */
  async function twice(changes: object = {}) {
    const world = blindWorld()
    const { order } = await world.create()
    const at = world.clock.now()
    const row = world.journal.list({ limit: 1 })[0]
    if (row?.outcome.state !== 'placed') throw new Error('not placed')
    world.journal.recordOutcome(row.id, { state: 'placed', order: { ...row.outcome.order, ...bought } }, at)
    world.shown.closed = [
      world.native({ ...bought, id: order.id, timestamp: at }),
      world.native({ ...bought, id: 'V9', timestamp: at, ...changes }),
    ]
    world.shown.positions = [{ marketId: 'M', outcomeId: 'M-YES', size: 20 }]
    return { world, order }
  }

  test('are listed once, and are in the journal from then on', async () => {
    const { world, order } = await twice()
    const copy = { orderId: 'V9', copyOf: order.id, outcomeId: 'M-YES', status: 'filled', filled: 10 }
    expect(await compare(world)).toEqual({ ...none, copies: [copy] })
    expect(world.journal.costsSince(0)).toHaveLength(2)
    expect(await compare(world)).toEqual(none)
    // A repeated call is no copy of it, and does not return it.
    expect((await world.create()).order.id).not.toBe('V9')
  })

  test.each([
    ['another size', { amount: 11, filled: 11 }],
    ['another direction', { side: 'sell' }],
    ['another time', { timestamp: 1 }],
    ['a time that is not known', { metadata: { unknown: ['timestamp'] } }],
    ['fills that are not known', { metadata: { unknown: ['filled'] } }],
    ['no fills', { status: 'canceled', filled: 0, remaining: 10 }],
  ])('are not orders with %s', async (_what, changes) => {
    const { world } = await twice(changes)
    expect((await compare(world))?.copies).toEqual([])
  })

  test('are not orders that an order with an unknown outcome may be', async () => {
    const { world } = await twice()
    await world.lose()
    expect(await compare(world)).toMatchObject({ copies: [], because: expect.stringContaining('1 order') })
  })

  test('are found while both rest, and are then no unknown orders', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9' })]
    const copy = { orderId: 'V9', copyOf: order.id, outcomeId: 'M-YES', status: 'open', filled: 0 }
    expect(await compare(world)).toEqual({ ...none, copies: [copy] })
    expect(await compare(world)).toEqual(none)
  })

  test('are found where the order that the response named has not filled', async () => {
    const world = blindWorld()
    const { order } = await world.create()
    world.shown.open = [world.native({ id: order.id })]
    world.shown.closed = [world.native({ ...bought, id: 'V9' })]
    expect(await compare(world)).toMatchObject({ copies: [{ orderId: 'V9', filled: 10 }] })
  })
})

describe('positions', () => {
  const held = (size: number, outcomeId = 'M-YES') => ({ marketId: 'M', outcomeId, size })
  async function filled(...orders: readonly (readonly [outcomeId: string, side: string, filled: number])[]) {
    const world = blindWorld()
    for (const [index, [outcomeId, side, count]] of orders.entries()) {
      await world.create({ outcomeId, side, clientOrderId: `c${index}` })
      const row = world.journal.list({ limit: 1 })[0]
      if (row?.outcome.state !== 'placed') throw new Error('not placed')
      const order = { ...row.outcome.order, status: 'filled', filled: count } as const
      world.journal.recordOutcome(row.id, { state: 'placed', order }, 1)
    }
    return world
  }

  test('that the orders add up to are no difference', async () => {
    const world = await filled(['M-YES', 'buy', 10], ['M-YES', 'sell', 4])
    world.shown.positions = [held(6)]
    expect(await compare(world)).toEqual(none)
  })

  test('of venues that net both sides of a market are compared net', async () => {
    const world = await filled(['M-YES', 'buy', 10], ['M-NO', 'buy', 4])
    world.shown.positions = [held(6)]
    expect(await compare(world)).toEqual(none)
  })

  test('of another size, or of no order here, are listed with both sizes', async () => {
    const world = await filled(['M-YES', 'buy', 10])
    world.shown.positions = [held(7), { marketId: 'N', outcomeId: 'N-YES', size: 3 }]
    expect((await compare(world))?.positions).toEqual([
      { ...held(7), journal: 10 },
      { marketId: 'N', outcomeId: 'N-YES', size: 3, journal: 0 },
    ])
  })

  test('may be smaller by a fee that is taken in contracts, not by more', async () => {
    const world = await filled(['M-YES', 'buy', 10], ['M-NO', 'buy', 4])
    Object.assign(world.account, {
      maxFeeInContracts: ({ contracts }: { contracts: number }) => contracts * 0.03,
    })
    for (const size of [10, 9.7, 6.12, 5.7]) {
      world.shown.positions = [held(size)]
      expect(await compare(world)).toEqual(none)
    }
    for (const size of [10.1, 9.69, 6.13, 5.69]) {
      world.shown.positions = [held(size)]
      expect((await compare(world))?.positions).toEqual([{ ...held(size), journal: 10 }])
    }
    Object.assign(world.account, { maxFeeInContracts: undefined })
    world.shown.positions = [held(9.7)]
    expect((await compare(world))?.positions).toEqual([{ ...held(9.7), journal: 10 }])
  })

  test('have no size by the journal where a fill is not known', async () => {
    const world = await filled(['M-YES', 'buy', 0])
    const [row] = world.journal.list({ limit: 1 })
    if (row?.outcome.state !== 'placed') throw new Error('not placed')
    const order = { ...row.outcome.order, metadata: { unknown: ['filled'] } }
    world.journal.recordOutcome(row.id, { state: 'placed', order }, 1)
    world.shown.positions = [held(7)]
    expect((await compare(world))?.positions).toEqual([held(7)])
  })
})

test('what cannot be read is said, and the rest is compared', async () => {
  const world = blindWorld()
  world.shown.positions = [{ marketId: 'N', outcomeId: 'N-YES', size: 3 }]
  Object.assign(world.account, {
    openOrders: () => {
      throw new PmxError('NETWORK_ERROR', 'the venue is away')
    },
  })
  expect(await compare(world)).toMatchObject({
    because: 'the venue is away',
    positions: [{ outcomeId: 'N-YES' }],
  })
})

test('what the lists leave out is said', async () => {
  const world = blindWorld()
  const { positions, openOrders } = world.account
  Object.assign(world.account, {
    positions: async (ctx: VenueContext) => {
      ctx.omissions.noteCut('older bets')
      return positions?.(ctx)
    },
    openOrders: (query: HistoryQuery, ctx: VenueContext) => {
      const odd = [{ path: 'orders[0].side', problem: "unknown value 'zz'", fingerprint: '1' }]
      ctx.omissions.noteRows('GET /orders', new Map([['orders', { seen: 60, malformed: odd }]]))
      return openOrders?.(query, ctx)
    },
  })
  const report = await compare(world)
  expect(report?.because).toContain("orders[0].side: unknown value 'zz'")
  expect(report?.because).toContain('older bets')
})

test('accounts without credentials here are not compared, nor venues without orders at the start', async () => {
  const world = blindWorld()
  expect(await compare(world, 'used')).toBeUndefined()
  await world.create()
  expect(await compare(world, 'used')).toMatchObject({ venue: 'kalshi' })
  expect(await compare(blindWorld({ held: {} }))).toBeUndefined()
})

test('an end without its fills takes back nothing that was known to be filled', async () => {
  const world = blindWorld()
  const { order } = await world.create()
  world.shown.open = [world.native({ id: order.id, filled: 4, remaining: 6 })]
  await compare(world)
  await world.clock.advance(MINUTE)
  world.shown.open = []
  const unknown = { metadata: { unknown: ['filled', 'remaining'] } }
  world.shown.closed = [world.native({ id: order.id, status: 'canceled', ...unknown })]
  await compare(world)
  expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({
    order: { status: 'canceled', filled: 4 },
  })
})

describe('positions that the venue does not show', () => {
  async function worldWith(status: 'active' | 'closed') {
    const world = blindWorld()
    const { order } = await world.create()
    world.shown.open = [world.native({ id: order.id, filled: 4, remaining: 6 })]
    await compare(world)
    const asked: string[] = []
    const getMarket = async (id: string) => {
      asked.push(id)
      return { market: { marketId: id, outcomes: [] }, status }
    }
    Object.assign(world.exchange.venue.markets, { getMarket })
    return { ...world, asked }
  }

  test('are a difference in a market that is still traded, once the venue had the time to show them', async () => {
    const world = await worldWith('active')
    expect((await compare(world))?.positions).toEqual([])
    await world.clock.advance(2 * MINUTE)
    expect((await compare(world))?.positions).toEqual([
      { marketId: 'M', outcomeId: 'M-YES', size: 0, journal: 4 },
    ])
    world.shown.positions = [{ marketId: 'M', outcomeId: 'M-YES', size: 4 }]
    expect((await compare(world))?.positions).toEqual([])
  })

  test('that were sold less the fee taken in contracts are none', async () => {
    const world = await worldWith('active')
    await world.clock.advance(2 * MINUTE)
    Object.assign(world.account, {
      maxFeeInContracts: ({ contracts }: { contracts: number }) => contracts * 0.05,
    })
    const sold = await world.create({ side: 'sell', clientOrderId: 'sale' })
    const fill = (filled: number) => {
      const row = world.journal.list({ limit: 1 })[0]
      if (row === undefined) throw new Error('no row')
      const order = { ...sold.order, status: 'filled' as const, filled, remaining: 0 }
      world.journal.recordOutcome(row.id, { state: 'placed', order }, 1)
    }
    await world.clock.advance(2 * MINUTE)
    fill(3.8)
    expect((await compare(world))?.positions).toEqual([])
    fill(3.6)
    expect((await compare(world))?.positions).toMatchObject([{ size: 0, journal: 0.4 }])
  })

  test('were paid out in others', async () => {
    const world = await worldWith('closed')
    await world.clock.advance(2 * MINUTE)
    expect((await compare(world))?.positions).toEqual([])
    expect(world.asked).toEqual(['M'])
  })
})
