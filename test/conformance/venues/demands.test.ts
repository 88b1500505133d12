import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Balance, Order, OrderBook, Position } from '../../../src/api/models/models.js'
import { capabilityOf } from '../../../src/core/capabilities/capabilities.js'
import type { TimeInForce } from '../../../src/venue-kit/contract/trading.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'
import { findTradable, type Tradable } from './tradable.js'

/**
 * What a caller demands of an order beyond its price and size, on every venue that takes orders: met as the demo exchange
 * of the venue meets it, or refused before anything is asked.
 */

/** By the documents of the venues (the README of each, "Accounts and orders"). */
const taken: Readonly<Record<string, string>> = {
  polymarket: 'postOnly GTC IOC FOK GTD money',
  kalshi: 'postOnly GTC IOC FOK GTD reduceOnly cancelOnPause orderGroupId',
  'kalshi-demo': 'postOnly GTC IOC FOK GTD reduceOnly cancelOnPause orderGroupId',
  limitless: 'postOnly GTC IOC',
  probable: 'GTC IOC GTD',
  myriad: 'GTC IOC FOK GTD',
  opinion: 'postOnly GTC',
  metaculus: '',
  smarkets: 'GTC IOC FOK',
  polymarket_us: 'postOnly GTC IOC FOK GTD money',
  'gemini-titan': 'postOnly GTC IOC FOK',
  hyperliquid: 'postOnly GTC IOC',
}

const MINUTE = 60_000
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const trading = loaded.filter((venue): venue is Venue => venue?.orders !== undefined)

test('the venues that take orders are those of the table', () => {
  expect(trading.map(({ id }) => id).sort()).toEqual(Object.keys(taken).sort())
})

describe.each(trading.map((venue) => [venue.id, venue] as const))('%s', (id, venue) => {
  const words = (taken[id] ?? '').split(' ')
  const takes = (word: string): boolean => words.includes(word)
  const { lots = { contracts: 20 }, forecasts } = tradingExceptions[id] ?? {}
  const lot = lots.contracts
  const can = (method: Parameters<typeof capabilityOf>[1]): boolean => capabilityOf(venue, method) !== false
  let house: House
  let found: Tradable

  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    if (forecasts === undefined) found = await findTradable(house, id, 2 * lot)
  })
  afterAll(() => house.close())

  const ask = async <Data>(
    method: Parameters<House['ask']>[1],
    args: readonly unknown[] = [],
  ): Promise<Data> => (await house.ask(id, method, args)) as Data

  const create = (order: object): Promise<Order> =>
    ask('createOrder', [
      {
        marketId: found.market.marketId,
        outcomeId: found.outcomeId,
        side: 'buy',
        type: 'limit',
        amount: lot,
        price: 0.1,
        ...order,
      },
    ])
  const held = async (): Promise<number> =>
    (await ask<Position[]>('fetchPositions')).find((one) => one.outcomeId === found.outcomeId)?.size ?? 0
  const cash = async (): Promise<number> =>
    (await ask<Balance[]>('fetchBalance')).reduce((sum, { available }) => sum + available, 0)
  const openIds = async (): Promise<readonly string[]> =>
    can('fetchOpenOrders') ? (await ask<Order[]>('fetchOpenOrders')).map((one) => one.id) : []

  /** What became of an order that must not rest: the order, or the refusal of the venue itself. */
  async function ended(order: object): Promise<{ readonly filled: number; readonly refusal?: PmxError }> {
    try {
      const placed = await create(order)
      expect(['filled', 'canceled', 'rejected', 'pending']).toContain(placed.status)
      const told = can('fetchOrder')
        ? await ask<Order>('fetchOrder', [placed.id]).catch(() => placed)
        : placed
      expect(['filled', 'canceled', 'rejected']).toContain(told.status)
      return { filled: told.filled }
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      expect(['INVALID_ORDER', 'NO_LIQUIDITY']).toContain(error.code)
      expect(error.detail?.['kind']).not.toBe('order_rule')
      return { filled: 0, refusal: error }
    }
  }

  /** An order for more than the best level offers, at its price; a sale where purchases are by money. */
  async function tooLarge(timeInForce: TimeInForce) {
    const isSale = venue.orders?.constraints?.notOfPurchases?.timeInForce.includes(timeInForce)
    const { bids, asks } = await ask<OrderBook>('fetchOrderBook', [found.outcomeId])
    const level = isSale === true ? bids[0] : asks[0]
    if (level === undefined) throw new Error('the book has no such side')
    const amount = Math.ceil(level.size) + lot
    if (isSale === true) await create({ type: 'market', amount, price: undefined })
    return { side: isSale === true ? 'sell' : 'buy', amount, price: level.price, timeInForce }
  }

  /** A test of an option that the venue takes; where it takes none, another test holds that it is refused. */
  function testOf(option: Parameters<typeof takes>[0]): (name: string, run: () => Promise<void>) => void {
    return takes(option) ? test : () => undefined
  }

  testOf('postOnly')('a post-only order rests, and one that would cross is not filled', async () => {
    const before = await held()
    const resting = await create({ postOnly: true })
    expect(resting).toMatchObject({ status: 'open', filled: 0 })
    expect(await ask<Order>('cancelOrder', [resting.id])).toMatchObject({ status: 'canceled' })
    const [best] = (await ask<OrderBook>('fetchOrderBook', [found.outcomeId])).asks
    expect((await ended({ postOnly: true, price: best?.price })).filled).toBe(0)
    expect(await held()).toBe(before)
    expect(await openIds()).toEqual([])
  })

  testOf('FOK')('a FOK order larger than the book fills nothing, and one that fits fills', async () => {
    const order = await tooLarge('FOK')
    const before = await held()
    expect((await ended(order)).filled).toBe(0)
    expect(await held()).toBe(before)
    expect(await openIds()).toEqual([])
    const { bids, asks } = await ask<OrderBook>('fetchOrderBook', [found.outcomeId])
    const levels = order.side === 'buy' ? asks : bids
    const reached = levels.map((_, at) => levels.slice(0, at + 1).reduce((sum, { size }) => sum + size, 0))
    const last = levels[reached.findIndex((size) => size >= lot)]
    const whole = await create({ ...order, amount: lot, price: last?.price })
    expect(whole).toMatchObject({ status: 'filled', filled: lot, type: 'limit' })
    expect(await held()).toBeCloseTo(order.side === 'buy' ? before + lot : before - lot, 6)
  })

  testOf('IOC')('an IOC order takes what there is, and rests nothing', async () => {
    const order = await tooLarge('IOC')
    const before = await held()
    const done = await create(order)
    expect(done).toMatchObject({ type: 'limit', amount: order.amount })
    const told = can('fetchOrder') ? await ask<Order>('fetchOrder', [done.id]) : done
    expect(told).toMatchObject({ status: 'canceled', type: 'limit' })
    expect(told.filled).toBeGreaterThan(0)
    expect(told.filled).toBeLessThan(order.amount)
    // Some venues take their fee of a purchase in contracts.
    const change = Math.abs((await held()) - before)
    expect(change).toBeGreaterThan(told.filled * 0.95)
    expect(change).toBeLessThan(told.filled + 1e-4)
    expect(await openIds()).toEqual([])
  })

  testOf('money')('a purchase by money spends no more than that, within its worst price', async () => {
    const [best] = (await ask<OrderBook>('fetchOrderBook', [found.outcomeId])).asks
    const [before, had] = [await held(), await cash()]
    const worst = best?.price ?? 0
    const done = await create({ type: 'market', denom: 'usdc', amount: 3, price: worst })
    const bought = (await held()) - before
    expect(done).toMatchObject({ type: 'market', amount: done.filled, remaining: 0, price: worst })
    expect(done.metadata).toMatchObject({ denom: 'usdc', spend: 3, cost: expect.any(Number) })
    expect(Number(done.metadata?.['cost'])).toBeLessThanOrEqual(3)
    expect(done.filled).toBeGreaterThan(0)
    expect(bought).toBeCloseTo(done.filled, 4)
    // Beside the money there are fees.
    const paid = had - (await cash()) - (done.fee ?? 0)
    expect(paid).toBeLessThanOrEqual(3 * 1.05)
    expect(paid / bought).toBeLessThanOrEqual(worst * 1.05)
    expect(await ask<Order>('fetchOrder', [done.id])).toMatchObject({
      type: 'market',
      filled: done.filled,
      remaining: 0,
    })
    expect(await openIds()).toEqual([])
  })

  testOf('GTD')('a GTD order stands until its time, and not longer', async () => {
    const expiration = house.clock.now() + 10 * MINUTE
    const { id: orderId, ...order } = await create({ timeInForce: 'GTD', expiration })
    expect(order.status).toBe('open')
    house.clock.passTo(expiration - 5_000)
    expect(await openIds()).toEqual([orderId])
    house.clock.passTo(expiration + 1_000)
    expect(await openIds()).toEqual([])
    const soon = { timeInForce: 'GTD', expiration: house.clock.now() + 500 }
    await expect(create(soon)).rejects.toMatchObject({ code: 'INVALID_ORDER', field: 'expiration' })
  })

  testOf('reduceOnly')('a reduce-only order closes what is held and no more', async () => {
    const had = await held()
    if (had === 0) await create({ type: 'market', price: undefined })
    const before = await held()
    await expect(create({ side: 'sell', reduceOnly: true })).rejects.toMatchObject({ field: 'reduceOnly' })
    const { bids } = await ask<OrderBook>('fetchOrderBook', [found.outcomeId])
    const price = bids[0]?.price ?? 0
    const sold = await create({
      side: 'sell',
      price,
      amount: before + lot,
      timeInForce: 'IOC',
      reduceOnly: true,
    })
    expect(sold.filled).toBeGreaterThan(0)
    expect(sold.filled).toBeLessThanOrEqual(before)
    expect(await held()).toBeCloseTo(before - sold.filled, 6)
  })

  test('what it has not is refused before anything is asked: of an outcome that nobody knows', async () => {
    const expiration = house.clock.now() + 10 * MINUTE
    const order = {
      marketId: 'none',
      outcomeId: 'none',
      side: 'sell',
      type: 'limit',
      amount: lot,
      price: 0.5,
    }
    const all: readonly (readonly [string, string, object])[] = [
      ['postOnly', 'postOnly', { postOnly: true }],
      ['GTC', 'timeInForce', { timeInForce: 'GTC' }],
      ['IOC', 'timeInForce', { timeInForce: 'IOC' }],
      ['FOK', 'timeInForce', { timeInForce: 'FOK' }],
      ['FOK', 'timeInForce', { type: 'market', price: undefined, timeInForce: 'FOK' }],
      ['GTD', 'timeInForce', { timeInForce: 'GTD', expiration }],
      ['cancelOnPause', 'cancelOnPause', { cancelOnPause: true }],
      ['orderGroupId', 'orderGroupId', { orderGroupId: 'a-group' }],
      ['reduceOnly', 'reduceOnly', { type: 'market', price: undefined, reduceOnly: true }],
      ['money', 'denom', { side: 'buy', type: 'market', denom: 'usdc' }],
    ]
    for (const [word, field, demand] of all)
      for (const method of ['createOrder', 'buildOrder'] as const) {
        const work = expect(ask(method, [{ ...order, ...demand }]), `${method} ${JSON.stringify(demand)}`)
        const refusal = { code: 'INVALID_ORDER', field, detail: { kind: 'order_rule' } }
        if (takes(word)) await work.rejects.not.toMatchObject(refusal)
        else await work.rejects.toMatchObject(refusal)
      }
  })
})
