import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  Balance,
  Order,
  OrderBook,
  Position,
  UnifiedMarket,
  UserTrade,
} from '../../../src/api/models/models.js'
import { type House, openHouse } from '../../conformance/venues/house.js'
import { present } from '../../support/expect.js'

/** Accounts as the adapter tells them, over the mock venue: when matches are settled, and whether its books balance. */

let house: House
let market: UnifiedMarket
let outcomeId: string

beforeEach(async () => {
  house = await openHouse('natural', 'opinion', 50)
  const markets = await ask<UnifiedMarket[]>('fetchMarkets', [{ limit: 40 }])
  for (const one of markets) {
    const id = present(one.outcomes[0]).outcomeId
    const { bids, asks } = await ask<OrderBook>('fetchOrderBook', [id])
    if ((bids[0]?.price ?? 0) < 0.15 || (asks[0]?.price ?? 1) > 0.85) continue
    market = one
    outcomeId = id
    return
  }
  throw new Error('no market of the demo has a book with two sides')
})
afterEach(() => house.close())

async function ask<Data>(method: Parameters<House['ask']>[1], args: readonly unknown[] = []): Promise<Data> {
  return (await house.ask('opinion', method, args)) as Data
}

const trade = (side: 'buy' | 'sell', amount: number): Promise<Order> =>
  ask('createOrder', [{ marketId: market.marketId, outcomeId, side, type: 'market', amount }])
/** At a price that meets the book. One at the market is followed for seconds, in which its match is settled. */
const buyAtLimit = (amount: number): Promise<Order> =>
  ask('createOrder', [
    { marketId: market.marketId, outcomeId, side: 'buy', type: 'limit', price: 0.95, amount },
  ])
const positions = () => ask<Position[]>('fetchPositions')
const trades = () => ask<UserTrade[]>('fetchMyTrades')
const money = async (): Promise<Balance> => present((await ask<Balance[]>('fetchBalance'))[0])

/** Money that the trades moved. */
const moved = (rows: readonly UserTrade[]): number =>
  rows.reduce(
    (sum, { side, price, amount, fee }) => sum + (side === 'buy' ? -1 : 1) * price * amount - (fee ?? 0),
    0,
  )
const held = (rows: readonly UserTrade[]): number =>
  rows.reduce((sum, { side, amount }) => sum + (side === 'buy' ? amount : -amount), 0)

test('the trades are what the balance and the position moved by, fees included', async () => {
  const before = (await money()).total
  await trade('buy', 200)
  await trade('sell', 50)
  const rows = await trades()
  expect(rows.filter(({ side }) => side === 'sell').length).toBeGreaterThan(0)
  // Contracts are counted in millionths there, and at most one of them a trade is rounded away.
  expect((await money()).total - before).toBeCloseTo(moved(rows), 5)
  expect((await positions()).map(({ size }) => size)).toEqual([expect.closeTo(held(rows), 9)])
  expect(rows.reduce((sum, { fee }) => sum + (fee ?? 0), 0)).toBeGreaterThanOrEqual(0.5)
})

describe('until a match is settled', () => {
  test('its order is open with nothing filled, and afterwards it is filled', async () => {
    house.simulator.switches.opinion.settlement = 'later'
    const before = await money()
    const order = await buyAtLimit(200)
    expect(order).toMatchObject({ status: 'open', filled: 0 })
    expect((await ask<Order[]>('fetchOpenOrders')).map(({ id }) => id)).toEqual([order.id])
    expect([await trades(), await positions()]).toEqual([[], []])
    expect((await money()).total).toBe(before.total)
    expect((await money()).available).toBeLessThan(before.available)
    house.clock.passTo(house.clock.now() + 1_000)
    expect(await ask<Order>('fetchOrder', [order.id])).toMatchObject({
      status: 'filled',
      filled: 200,
      remaining: 0,
    })
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
    const rows = await trades()
    expect((await positions()).map(({ size }) => size)).toEqual([expect.closeTo(held(rows), 9)])
    expect((await money()).total - before.total).toBeCloseTo(moved(rows), 5)
  })

  test('a purchase at the market is never told as ended with less than it fills', async () => {
    house.simulator.switches.opinion.settlement = 'later'
    const { id, status } = await trade('buy', 200)
    expect(['open', 'filled']).toContain(status)
    house.clock.passTo(house.clock.now() + 60_000)
    expect(await ask<Order>('fetchOrder', [id])).toMatchObject({
      status: 'filled',
      filled: 200,
      remaining: 0,
    })
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
  })
})
