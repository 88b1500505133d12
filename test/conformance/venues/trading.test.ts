import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  Balance,
  BuiltOrder,
  CancelAllResult,
  CancelResult,
  Order,
  OrderBook,
  OrderResult,
  Position,
  Settlement,
  Trade,
  UnifiedMarket,
  UserTrade,
} from '../../../src/api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../src/api/values/decimal.js'
import { capabilityOf } from '../../../src/core/capabilities/capabilities.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'
import { twinsOf } from './rows.js'
import { findTradable, hasRoom, offeredIn } from './tradable.js'

/**
 * One strategy, rehearsed on every venue that takes orders, over real HTTP on its demo exchange: look, rest, look again,
 * take back, take, and count what one has. What a venue cannot do by its nature is said in `exceptions.ts`.
 */
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const trading = loaded.filter(
  (venue): venue is Venue =>
    venue?.orders !== undefined && tradingExceptions[venue.id]?.forecasts === undefined,
)

test('venues that take orders are found', () => {
  expect(trading.length).toBeGreaterThan(0)
})

describe.each(trading.map((venue) => [venue.id, venue] as const))('%s', (id, venue) => {
  const { noResting, onlySides, closedByMarket, lots = { contracts: 20 } } = tradingExceptions[id] ?? {}
  const lot = lots.contracts
  const can = (method: Parameters<typeof capabilityOf>[1]): boolean => capabilityOf(venue, method) !== false
  let house: House
  let market: UnifiedMarket
  let outcomeId: string
  let book: OrderBook

  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    ;({ market, outcomeId, book } = await findTradable(house, id, 2 * lot))
  })
  afterAll(() => house.close())

  const ask = async <Data>(
    method: Parameters<House['ask']>[1],
    args: readonly unknown[] = [],
  ): Promise<Data> => (await house.ask(id, method, args)) as Data

  /** A bid far below the market, on any grid that has tenths. */
  const resting = () => ({
    marketId: market.marketId,
    outcomeId,
    side: 'buy',
    type: 'limit',
    amount: lot,
    price: 0.1,
  })
  const taking = (amount = lot) => ({
    marketId: market.marketId,
    outcomeId,
    side: 'buy',
    type: 'market',
    amount,
  })

  test('tells a balance that adds up', async () => {
    if (!can('fetchBalance')) return
    for (const { total, available, locked } of await ask<Balance[]>('fetchBalance')) {
      expect(total).toBeGreaterThan(0)
      expect(toNumber(subtractDecimals(decimalOf(total), decimalOf(available)))).toBe(locked)
    }
  })

  test('builds an order without placing it, and places what was built once', async () => {
    const built = await ask<BuiltOrder>('buildOrder', [noResting === undefined ? resting() : taking()])
    expect(built).toMatchObject({
      exchange: expect.any(String),
      params: { marketId: market.marketId },
      expiry: expect.any(Number),
    })
    if (can('fetchOpenOrders')) expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
    // The Python SDK keeps the members of its own class and sends these back.
    const { exchange, params, raw, signedOrder } = built
    const throughJson: unknown = JSON.parse(JSON.stringify({ exchange, params, raw, signedOrder }))
    const order = await ask<Order>('submitOrder', [throughJson])
    // The second answer is read anew: it may have what the first lacked, such as a fee.
    expect(await ask<Order>('submitOrder', [throughJson])).toMatchObject(order)
    if (noResting === undefined && can('fetchOpenOrders')) {
      expect((await ask<Order[]>('fetchOpenOrders')).map((one) => one.id)).toEqual([order.id])
      await ask('cancelOrder', [order.id])
    }
  })

  test.skipIf(noResting !== undefined)('rests, is found, and is taken back', async () => {
    const order = await ask<Order>('createOrder', [resting()])
    expect(order).toMatchObject({
      marketId: market.marketId,
      outcomeId,
      side: 'buy',
      type: 'limit',
      amount: lot,
      price: 0.1,
      status: 'open',
      filled: 0,
      remaining: lot,
    })
    if (can('fetchOrder'))
      expect(await ask<Order>('fetchOrder', [order.id])).toMatchObject({
        id: order.id,
        status: 'open',
        outcomeId,
        price: 0.1,
      })
    if (can('fetchOpenOrders')) {
      expect(await ask<Order[]>('fetchOpenOrders')).toMatchObject([
        { id: order.id, outcomeId, remaining: lot },
      ])
      expect(await ask<Order[]>('fetchOpenOrders', [market.marketId])).toHaveLength(1)
    }
    if (can('fetchBalance')) {
      const [money] = await ask<Balance[]>('fetchBalance')
      expect(money?.available).toBeLessThanOrEqual(money?.total ?? 0)
    }
    expect(await ask<Order>('cancelOrder', [order.id])).toMatchObject({ id: order.id, status: 'canceled' })
    if (can('fetchOpenOrders')) expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
    if (closedByMarket !== undefined)
      await expect(ask('fetchClosedOrders')).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'marketId',
      })
    else if (can('fetchClosedOrders'))
      expect((await ask<Order[]>('fetchClosedOrders')).find((one) => one.id === order.id)).toMatchObject({
        status: 'canceled',
      })
    await expect(ask('cancelOrder', [order.id])).rejects.toMatchObject({
      code: expect.stringMatching(/ORDER/),
    })
  })

  test.skipIf(noResting !== undefined)('places several orders, each with its own outcome', async () => {
    const good = (price: number) => ({ ...resting(), price })
    const results = await ask<OrderResult[]>('createOrders', [
      [good(0.1), { ...resting(), price: 1.2 }, good(0.2), { ...resting(), colour: 'red' }, good(0.1)],
    ])
    expect(results.map(({ index, order, error }) => [index, order?.status ?? error?.code])).toEqual([
      [0, 'open'],
      [1, 'INVALID_ORDER'],
      [2, 'open'],
      [3, 'VALIDATION_ERROR'],
      [4, 'open'],
    ])
    const placed = results.flatMap(({ order }) => order ?? [])
    expect(placed.map(({ price, amount, outcomeId: of }) => [price, amount, of])).toEqual(
      [0.1, 0.2, 0.1].map((price) => [price, lot, outcomeId]),
    )
    const ids = placed.map((order) => order.id)
    expect(new Set(ids).size).toBe(3)
    if (can('fetchOpenOrders'))
      expect((await ask<Order[]>('fetchOpenOrders')).map((order) => order.id).sort()).toEqual([...ids].sort())
    const canceled = await ask<CancelResult[]>('cancelOrders', [ids])
    expect(canceled.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test.skipIf(noResting !== undefined)('changes an open order, or says what to do instead', async () => {
    const { id: orderId } = await ask<Order>('createOrder', [resting()])
    const edited = ask<Order>('editOrder', [orderId, { price: 0.2, amount: 2 * lot }])
    if (can('editOrder')) {
      const changed = { id: orderId, outcomeId, side: 'buy', price: 0.2, amount: 2 * lot, remaining: 2 * lot }
      expect(await edited).toMatchObject({ ...changed, status: 'open', filled: 0 })
      expect(await ask<Order>('fetchOrder', [orderId])).toMatchObject(changed)
      expect(await ask<Order>('editOrder', [orderId, { amount: lot }])).toMatchObject({
        price: 0.2,
        amount: lot,
      })
      await expect(ask('editOrder', [orderId, { price: 1.2 }])).rejects.toMatchObject({ field: 'price' })
    } else
      await expect(edited).rejects.toMatchObject({
        code: 'NOT_SUPPORTED',
        message: expect.stringContaining('cancelOrder'),
      })
    await ask('cancelOrder', [orderId])
    if (can('editOrder'))
      await expect(ask('editOrder', [orderId, { price: 0.1 }])).rejects.toMatchObject({
        code: 'ORDER_NOT_FOUND',
      })
  })

  test.skipIf(noResting !== undefined)('cancels several orders, and all that are open', async () => {
    const place = async (price: number) => (await ask<Order>('createOrder', [{ ...resting(), price }])).id
    const [first, second] = [await place(0.1), await place(0.2)]
    const canceled = await ask<CancelResult[]>('cancelOrders', [[second, first]])
    expect(canceled.map(({ orderId, state }) => [orderId, state])).toEqual([
      [second, 'canceled'],
      [first, 'canceled'],
    ])
    if (!can('cancelAllOrders')) return
    const rest = [await place(0.1), await place(0.2), await place(0.1)]
    const { orders, allCanceled } = await ask<CancelAllResult>('cancelAllOrders', [market.marketId])
    expect(orders.map(({ orderId, state }) => `${orderId} ${state}`).sort()).toEqual(
      rest.map((orderId) => `${orderId} canceled`).sort(),
    )
    expect(allCanceled).toBe(true)
    await place(0.1)
    expect(await ask<CancelAllResult>('cancelAllOrders')).toMatchObject({
      orders: [{ state: 'canceled' }],
      allCanceled: true,
    })
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
    expect(await ask<CancelAllResult>('cancelAllOrders')).toEqual({ orders: [], allCanceled: true })
    expect(await ask<CancelResult[]>('cancelOrders', [[first]])).toMatchObject([{ state: 'ended' }])
  })

  test.skipIf(noResting !== undefined)('tells an order of the other side as it was asked for', async () => {
    const other =
      market.outcomes.length === 2 ? market.outcomes.find((one) => one.outcomeId !== outcomeId) : undefined
    if (other === undefined) return
    const wanted = { ...resting(), outcomeId: other.outcomeId }
    const told = {
      marketId: market.marketId,
      outcomeId: other.outcomeId,
      side: 'buy',
      amount: lot,
      price: 0.1,
    }
    const { id: orderId } = await ask<Order>('createOrder', [wanted])
    if (can('fetchOrder'))
      expect(await ask<Order>('fetchOrder', [orderId])).toMatchObject({ ...told, filled: 0 })
    if (can('fetchOpenOrders')) expect(await ask<Order[]>('fetchOpenOrders')).toMatchObject([told])
    expect(await ask<Order>('cancelOrder', [orderId])).toMatchObject({ id: orderId, status: 'canceled' })
    if (can('fetchClosedOrders') && closedByMarket === undefined)
      expect((await ask<Order[]>('fetchClosedOrders')).find((one) => one.id === orderId)).toMatchObject(told)
  })

  test('takes what is offered, holds it, and sells it again', async () => {
    const bought = await ask<Order>('createOrder', [taking()])
    expect(bought).toMatchObject({ status: 'filled', side: 'buy', outcomeId })
    expect(bought.price).toBeGreaterThanOrEqual(book.asks[0]?.price ?? 1)
    const held = (await ask<Position[]>('fetchPositions')).find((one) => one.outcomeId === outcomeId)
    expect(held?.size).toBeGreaterThan(0)
    expect(held?.marketId).toBe(market.marketId)
    if (can('fetchMyTrades')) {
      const trades = await ask<UserTrade[]>('fetchMyTrades')
      expect(trades.some((trade) => trade.outcomeId === outcomeId && trade.side === 'buy')).toBe(true)
    }
    if (can('fetchTrades')) {
      // What was taken is among the trades that everybody sees.
      house.clock.passTo(house.clock.now() + 1_000)
      const seen = await ask<Trade[]>('fetchTrades', [outcomeId, { limit: 20 }])
      const taken = seen.filter(({ timestamp }) => timestamp > house.clock.now() - 2_000)
      expect(taken.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThanOrEqual(lot)
      expect(taken.every(({ side }) => side === 'buy')).toBe(true)
    }
    if (onlySides?.includes('sell') === false) return
    const sold = await ask<Order>('createOrder', [{ ...taking(lot / 4), side: 'sell' }])
    expect(sold).toMatchObject({ status: 'filled', side: 'sell' })
  })

  test('refuses what the market does not allow before anything is sent', async () => {
    await expect(ask('createOrder', [{ ...resting(), type: 'limit', price: 1.2 }])).rejects.toMatchObject({
      code: 'INVALID_ORDER',
      field: 'price',
    })
    await expect(ask('createOrder', [{ ...resting(), amount: 0 }])).rejects.toMatchObject({
      code: 'INVALID_ORDER',
      field: 'amount',
    })
    await expect(ask('createOrder', [{ ...resting(), marketId: 'another-market' }])).rejects.toMatchObject({
      code: 'INVALID_ORDER',
      field: 'marketId',
    })
    if (can('fetchOpenOrders')) expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
  })

  test('is paid what the contract pays when the world decides', async () => {
    if (!can('fetchBalance')) return
    // Not the total, which may hold what positions are worth.
    const money = async (): Promise<number> => (await ask<Balance[]>('fetchBalance'))[0]?.available ?? 0
    const paying = (await twinsOf(house, id, 0, { byLabel: true }))
      .filter(({ truth }) => truth.payout > 0 && truth.closesAt > house.clock.now() + 60_000)
      .sort((a, b) => a.truth.resolvesAt - b.truth.resolvesAt)
    for (const { market: row, yes, truth } of paying) {
      const levels = await ask<OrderBook>('fetchOrderBook', [yes])
      if (!hasRoom(levels.asks[0]?.price ?? 0) || offeredIn(levels) < lot) continue
      const { filled = 0 } = await ask<Order>('createOrder', [
        { ...taking(), marketId: row.marketId, outcomeId: yes },
      ])
      // What is bought for money may be a little more.
      expect(filled).toBeGreaterThanOrEqual(lot)
      const positions = await ask<Position[]>('fetchPositions')
      const held = positions.find((one) => one.outcomeId === yes)?.size ?? 0
      if (tradingExceptions[id]?.feeInContracts === undefined) expect(held).toBeCloseTo(filled, 6)
      else {
        expect(held).toBeLessThan(filled)
        expect(held).toBeGreaterThan(0.95 * filled)
      }
      const before = await money()
      house.clock.passTo(truth.resolvesAt + 60_000)
      const { rate = 0 } = tradingExceptions[id]?.settlementFee ?? {}
      const paid = held * truth.payout
      expect(await money()).toBeCloseTo(before + paid - paid * rate, 4)
      expect((await ask<Position[]>('fetchPositions')).map((one) => one.outcomeId)).not.toContain(yes)
      if (!can('fetchMySettlementHistory')) return
      const [settled, ...others] = await ask<Settlement[]>('fetchMySettlementHistory', [{ outcomeId: yes }])
      expect(others).toEqual([])
      expect(settled).toMatchObject({ marketId: row.marketId, outcomeId: yes })
      expect(settled?.payout).toBeCloseTo(paid, 2)
      expect(settled?.contracts ?? held).toBeCloseTo(held, 2)
      const spent = truth.payout > 0.5 ? 1 : Number.POSITIVE_INFINITY
      expect(settled?.cost ?? 0).toBeLessThan(held * spent)
      expect(settled?.timestamp).toBeLessThanOrEqual(house.clock.now() + 60_000)
      return
    }
    expect.fail('no market that pays can be bought')
  })

  test('knows nothing of an order that never was', async () => {
    if (!can('fetchOrder')) return
    await expect(
      ask('fetchOrder', [tradingExceptions[id]?.unknownOrder ?? '7b2c9a54-0d3f-4c1e-9f00-aaaaaaaaaaaa']),
    ).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })
})
