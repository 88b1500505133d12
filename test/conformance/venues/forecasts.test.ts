import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order, UnifiedMarket } from '../../../src/api/models/models.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'

/**
 * The strategy of `trading.test.ts` asks for a book, sizes and both sides, of which forecasts have none: an order is a
 * probability, made at once and standing until it is withdrawn. This is what can be asked of it instead.
 */
const forecasting = playable.filter((id) => tradingExceptions[id]?.forecasts !== undefined)

test('venues of forecasts take orders, and have no books', async () => {
  expect(forecasting.length).toBeGreaterThan(0)
  for (const id of forecasting) {
    const venue = await loadVenue(id)
    expect([venue?.orders === undefined, venue?.book]).toEqual([false, undefined])
  }
})

describe.each(forecasting)('%s', (id) => {
  let house: House
  let markets: UnifiedMarket[]
  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    markets = (await house.ask(id, 'fetchMarkets', [{ limit: 200 }])) as UnifiedMarket[]
  })
  afterAll(() => house.close())

  const order = async (method: 'createOrder' | 'fetchOrder' | 'cancelOrder', arg: unknown): Promise<Order> =>
    (await house.ask(id, method, [arg])) as Order
  const oneWith = (fits: (market: UnifiedMarket) => boolean): UnifiedMarket => {
    const found = markets.find(fits)
    if (found === undefined) throw new Error(`${id}: the demo has no such question`)
    return found
  }
  const endings = ({ outcomes }: UnifiedMarket) => outcomes.map(({ outcomeId }) => outcomeId.split('-')[1])
  const wish = (market: UnifiedMarket, outcome: number, price: number, more: object = {}) => ({
    marketId: market.marketId,
    outcomeId: market.outcomes[outcome]?.outcomeId,
    side: 'buy',
    type: 'limit',
    amount: 1,
    price,
    ...more,
  })

  test('a forecast is made at once, replaced by the next, seen from both sides, and withdrawn', async () => {
    const market = oneWith((one) => endings(one).join() === 'YES,NO')
    const [yes, no] = market.outcomes.map(({ outcomeId }) => outcomeId)
    await expect(order('fetchOrder', yes)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await expect(order('cancelOrder', yes)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    const made = await order('createOrder', wish(market, 0, 0.63))
    expect(made).toMatchObject({
      id: yes,
      marketId: market.marketId,
      status: 'filled',
      price: 0.63,
      amount: 1,
    })
    expect(await order('fetchOrder', made.id)).toMatchObject({
      status: 'filled',
      price: 0.63,
      outcomeId: yes,
    })
    expect((await order('fetchOrder', no)).price).toBeCloseTo(0.37, 9)
    await order('createOrder', wish(market, 1, 0.9))
    expect((await order('fetchOrder', yes)).price).toBeCloseTo(0.1, 9)
    expect(await order('cancelOrder', made.id)).toMatchObject({ id: yes, status: 'canceled' })
    expect(await order('fetchOrder', yes)).toMatchObject({ status: 'canceled' })
    await expect(order('cancelOrder', made.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test('what was built is made once, and not before', async () => {
    const market = oneWith((one) => endings(one).join() === 'YES,NO')
    const built = (await house.ask(id, 'buildOrder', [wish(market, 0, 0.44)])) as object
    expect(await order('fetchOrder', market.outcomes[0]?.outcomeId)).toMatchObject({ status: 'canceled' })
    const first = await house.ask(id, 'submitOrder', [built])
    await order('createOrder', wish(market, 0, 0.45))
    expect(await house.ask(id, 'submitOrder', [built])).toEqual(first)
    expect(await order('fetchOrder', market.outcomes[0]?.outcomeId)).toMatchObject({ price: 0.45 })
  })

  test('options share what one of them leaves, and keep to each other as more are forecast', async () => {
    const market = oneWith((one) => one.outcomes.length > 2)
    await order('createOrder', wish(market, 0, 0.5))
    await order('createOrder', wish(market, 1, 0.25))
    const rows = await Promise.all(market.outcomes.map(({ outcomeId }) => order('fetchOrder', outcomeId)))
    const prices = rows.map(({ price = 0 }) => price)
    expect(prices.reduce((sum, price) => sum + price, 0)).toBeCloseTo(1, 6)
    expect(prices[1]).toBeCloseTo(0.25, 6)
    expect(prices[0]).toBeGreaterThan(0.25)
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(0.001)
  })

  test('what is no probability, no market, no side or no choice of one number is refused', async () => {
    const market = oneWith((one) => endings(one).join() === 'YES,NO')
    const range = oneWith((one) => endings(one).join() === 'HIGHER,LOWER')
    for (const [input, field] of [
      [wish(market, 0, 1), 'price'],
      [wish(market, 0, 0.0005), 'price'],
      [wish(market, 0, 0.5, { marketId: 'another-market' }), 'marketId'],
      [wish(market, 0, 0.5, { side: 'sell' }), 'side'],
      [wish(range, 0, 0.5), 'marketId'],
    ] as const)
      await expect(order('createOrder', input)).rejects.toMatchObject({ code: 'INVALID_ORDER', field })
    const unpriced = wish(market, 0, 0.5, { type: 'market', price: undefined })
    await expect(order('createOrder', unpriced)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
    expect(await order('createOrder', wish(market, 0, 0.5, { type: 'market' }))).toMatchObject({ price: 0.5 })
  })
})
