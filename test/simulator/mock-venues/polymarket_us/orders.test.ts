import { beforeEach, describe, expect, test } from 'vitest'
import { busy } from '../../paper-trading/support.js'
import { firstOf, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, resting } from './trader.js'

const { asks, bids } = world.book(busy.key, NOON)
const [ask, bid] = [firstOf(asks), firstOf(bids)]
const market = { type: 'ORDER_TYPE_MARKET', price: undefined, tif: undefined }
const at = (price: number) => ({ value: price.toFixed(4), currency: 'USD' })
const ioc = { tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL' }

let trader = createTrader()
beforeEach(() => {
  trader = createTrader()
})

describe('an order till a date', () => {
  const goodTillTime = new Date(NOON + 60_000).toISOString()
  const tillDate = { tif: 'TIME_IN_FORCE_GOOD_TILL_DATE', goodTillTime }

  test('rests until then, and has expired afterwards', () => {
    const id = trader.place(tillDate)
    expect(trader.order(id)).toMatchObject({ state: 'ORDER_STATE_NEW', tif: tillDate.tif })
    expect(Date.parse(String(trader.order(id)['goodTillTime']))).toBe(NOON + 60_000)
    trader.now = NOON + 60_000
    expect(trader.order(id)).toMatchObject({ state: 'ORDER_STATE_EXPIRED', cumQuantity: 0 })
  })

  test.each([
    ['without one', { tif: tillDate.tif }],
    ['that is past', { ...tillDate, goodTillTime: new Date(NOON - 1).toISOString() }],
    ['of an order till it is cancelled', { goodTillTime }],
  ])('%s is refused', (_, changes) => {
    expect(trader.call('POST', '/v1/orders', { ...resting, ...changes }).status).toBe(400)
  })
})

describe('a market order', () => {
  test('by cash buys what the money is enough for', () => {
    const cash = ask.price * ask.size * 0.5
    const [fill] = trader.executions({
      ...market,
      quantity: undefined,
      cashOrderQty: { value: cash.toFixed(4), currency: 'USD' },
    })
    expect(fill).toMatchObject({
      type: 'EXECUTION_TYPE_FILL',
      lastPx: at(ask.price),
      order: {
        type: 'ORDER_TYPE_MARKET',
        price: null,
        state: 'ORDER_STATE_FILLED',
        cashOrderQty: { value: cash.toFixed(4) },
      },
    })
    const bought = Number(fill?.['lastShares'])
    expect(bought * ask.price).toBeLessThanOrEqual(cash)
    expect((bought + 0.01) * ask.price).toBeGreaterThan(cash)
  })

  test('by cash takes short at one less the bids, too', () => {
    const [fill] = trader.executions({
      ...market,
      intent: 'ORDER_INTENT_BUY_SHORT',
      quantity: undefined,
      cashOrderQty: { value: '1', currency: 'USD' },
    })
    const bought = Number(fill?.['lastShares'])
    expect(fill).toMatchObject({ lastPx: at(bid.price) })
    expect(bought).toBe(Math.floor(100 / (1 - bid.price)) / 100)
  })

  test.each([
    ['both', 400, { quantity: 1 }],
    ['a limit', 400, { type: 'ORDER_TYPE_LIMIT', price: at(0.5) }],
    ['too little', 400, { cashOrderQty: { value: '0.0001' } }],
    ['a sale', 501, { intent: 'ORDER_INTENT_SELL_LONG' }],
  ])('by cash with %s is answered with %d', (_, status, changes) => {
    const cash = { ...resting, ...market, quantity: undefined, cashOrderQty: { value: '5' } }
    expect(trader.call('POST', '/v1/orders', { ...cash, ...changes }).status).toBe(status)
  })

  test('is filled whole or not at all where it says so', () => {
    const whole = asks.reduce((sum, { size }) => sum + size, 0)
    const wish = { ...market, tif: 'TIME_IN_FORCE_FILL_OR_KILL', quantity: Math.ceil(whole) + 1 }
    expect(trader.executions(wish)).toMatchObject([
      { type: 'EXECUTION_TYPE_REJECTED', orderRejectReason: 'ORD_REJECT_REASON_NO_LIQUIDITY' },
    ])
    expect(trader.executions({ ...wish, quantity: 1 })).toMatchObject([{ type: 'EXECUTION_TYPE_FILL' }])
  })

  test('takes no worse price than its tolerance, in ticks before basis points', () => {
    const tolerance = (changes: object) => ({
      ...market,
      quantity: Math.floor(ask.size) + 50,
      slippageTolerance: { currentPrice: at(ask.price), ...changes },
    })
    const within = trader.executions(tolerance({ ticks: 0, bips: 9_000 }))
    expect(within.map(({ type }) => type)).toEqual(['EXECUTION_TYPE_PARTIAL_FILL', 'EXECUTION_TYPE_CANCELED'])
    expect(within[0]).toMatchObject({ lastPx: at(ask.price) })
    const [refused] = trader.executions(tolerance({ currentPrice: at(ask.price - 0.02), ticks: 1 }))
    expect(refused).toMatchObject({
      type: 'EXECUTION_TYPE_REJECTED',
      orderRejectReason: 'ORD_REJECT_REASON_NO_LIQUIDITY',
      order: { state: 'ORDER_STATE_REJECTED' },
    })
    expect(trader.call('POST', '/v1/orders', { ...resting, ...tolerance({}) }).status).toBe(400)
  })
})

test('executions end with what became of the order', () => {
  const quantity = Math.floor(ask.size) + 50
  const types = (changes: object) => trader.executions(changes).map(({ type }) => type)
  expect(types({})).toEqual(['EXECUTION_TYPE_NEW'])
  expect(types({ price: at(ask.price), quantity: 1, ...ioc })).toEqual(['EXECUTION_TYPE_FILL'])
  expect(types({ price: at(ask.price), quantity, ...ioc })).toEqual([
    'EXECUTION_TYPE_PARTIAL_FILL',
    'EXECUTION_TYPE_CANCELED',
  ])
})

test('a price out of bounds has an id, and its order is rejected', () => {
  const id = trader.place({ price: at(1.5) })
  expect(trader.order(id)).toMatchObject({ id, state: 'ORDER_STATE_REJECTED', cumQuantity: 0 })
  expect(rowsAt(trader.done('GET', '/v1/orders/open'), 'orders')).toEqual([])
  expect(trader.executions({ price: at(45) })).toMatchObject([
    { type: 'EXECUTION_TYPE_REJECTED', orderRejectReason: 'ORD_REJECT_REASON_PRICE_OUT_OF_BOUNDS' },
  ])
})

describe('a modified order', () => {
  const modify = (id: string, changes: object) =>
    trader.call('POST', `/v1/order/${id}/modify`, { marketSlug: resting.marketSlug, ...changes })

  test('keeps its id, and is answered with nothing', () => {
    const id = trader.place()
    trader.now += 1_000
    expect(modify(id, { price: at(0.06), quantity: 3 })).toEqual({ status: 200, body: {} })
    const order = trader.order(id)
    expect(order).toMatchObject({ price: at(0.06), quantity: 3, leavesQuantity: 3, state: 'ORDER_STATE_NEW' })
    expect(Date.parse(String(order['insertTime']))).toBe(NOON + 1_000)
    expect(Date.parse(String(order['createTime']))).toBe(NOON)
  })

  test('may end by a time, and no longer', () => {
    const id = trader.place()
    modify(id, {
      tif: 'TIME_IN_FORCE_GOOD_TILL_DATE',
      goodTillTime: new Date(NOON + 60_000).toISOString(),
    })
    expect(trader.order(id)['tif']).toBe('TIME_IN_FORCE_GOOD_TILL_DATE')
    modify(id, { tif: resting.tif })
    expect(trader.order(id)).toMatchObject({ tif: resting.tif, goodTillTime: null })
    trader.now = NOON + 120_000
    expect(trader.order(id)['state']).toBe('ORDER_STATE_NEW')
  })

  test('takes what its new price meets, unless it may not', () => {
    const id = trader.place()
    const crossing = { price: at(ask.price), quantity: 1 }
    expect(modify(id, { ...crossing, participateDontInitiate: true }).status).toBe(400)
    expect(trader.order(id)).toMatchObject({ price: resting.price, quantity: 4 })
    expect(modify(id, crossing).status).toBe(200)
    expect(trader.order(id)).toMatchObject({ state: 'ORDER_STATE_FILLED', avgPx: at(ask.price) })
  })

  test.each([
    ['without its market', 400, { marketSlug: undefined }],
    ['out of bounds', 400, { price: at(1.5) }],
    ['to nothing', 400, { quantity: 0 }],
    ['to one that is over at once', 501, { tif: ioc.tif }],
  ])('%s is answered with %d', (_, status, changes) => {
    const id = trader.place()
    expect(modify(id, changes).status).toBe(status)
    expect(trader.order(id)).toMatchObject({ price: resting.price, quantity: 4 })
  })
})

describe('a preview', () => {
  const preview = (changes: object) =>
    trader.call('POST', '/v1/order/preview', { request: { ...resting, ...changes } })

  test('tells what an order would be, and places none', () => {
    const quantity = Math.floor(ask.size)
    const wish = { price: at(ask.price), quantity, ...ioc }
    const previewed = Object(Object(preview(wish).body).order)
    expect(rowsAt(trader.done('GET', '/v1/portfolio/activities'), 'activities')).toEqual([])
    const placed = trader.order(trader.place(wish))
    for (const name of ['state', 'cumQuantity', 'avgPx', 'commissionNotionalTotalCollected', 'intent'])
      expect(previewed[name]).toEqual(placed[name])
    expect(Object.keys(previewed)).not.toContain('id')
    expect(Object(Object(preview({}).body).order)).toMatchObject({
      state: 'ORDER_STATE_NEW',
      leavesQuantity: 4,
    })
  })

  test('of what is none is refused', () => {
    expect(preview({ price: undefined }).status).toBe(400)
    expect(preview({ price: at(1.5) }).status).toBe(400)
    expect(trader.call('POST', '/v1/order/preview', resting).status).toBe(400)
  })
})

describe('closing a position', () => {
  const close = (changes: object = {}) =>
    trader.call('POST', '/v1/order/close-position', { marketSlug: resting.marketSlug, ...changes })

  test.each([
    ['long', { price: at(ask.price) }, 'ORDER_INTENT_SELL_LONG'],
    ['short', { price: at(bid.price), intent: 'ORDER_INTENT_BUY_SHORT' }, 'ORDER_INTENT_SELL_SHORT'],
  ])('sells all that is held %s', (_, changes, intent) => {
    trader.place({ ...changes, quantity: 2, ...ioc })
    const { body } = close({ synchronousExecution: true })
    expect(trader.order(textAt(body, 'id'))).toMatchObject({
      intent,
      state: 'ORDER_STATE_FILLED',
      quantity: 2,
    })
    expect(rowsAt(body, 'executions')).toMatchObject([{ type: 'EXECUTION_TYPE_FILL' }])
    const { positions } = Object(trader.done('GET', '/v1/portfolio/positions'))
    expect(positions).toMatchObject({ [resting.marketSlug]: { netPositionDecimal: '0.0000' } })
    expect(close().status).toBe(400)
  })

  test('sells nothing beyond its tolerance', () => {
    trader.place({ price: at(ask.price), quantity: 2, ...ioc })
    const { body } = close({ slippageTolerance: { currentPrice: at(bid.price + 0.05), ticks: 1 } })
    expect(trader.order(textAt(body, 'id'))).toMatchObject({ state: 'ORDER_STATE_REJECTED', cumQuantity: 0 })
  })
})

describe('a batch', () => {
  const batch = (path: string, orders: readonly object[]) =>
    trader.call('POST', `/v1/orders/batched${path}`, { orders })

  test('of orders has an id for each, those that are refused too', () => {
    const { body } = batch('', [
      resting,
      { ...resting, quantity: 10_000_000 },
      { ...resting, price: at(1.5) },
    ])
    const { createdOrderIds: ids } = Object(body) as { createdOrderIds: string[] }
    expect(ids.map((id) => trader.order(id)['state'])).toEqual([
      'ORDER_STATE_NEW',
      'ORDER_STATE_REJECTED',
      'ORDER_STATE_REJECTED',
    ])
    expect(new Set(ids).size).toBe(3)
  })

  test('with one entry of no form does nothing', () => {
    expect(batch('', [resting, { ...resting, price: undefined }]).status).toBe(400)
    expect(batch('', Array(21).fill(resting)).status).toBe(400)
    expect(batch('', []).status).toBe(400)
    expect(rowsAt(trader.done('GET', '/v1/orders/open'), 'orders')).toEqual([])
    expect(batch('/cancel', [{ orderId: 'x' }]).status).toBe(400)
  })

  test('of changes and of cancels tells the ids again, whatever became of them', () => {
    const { marketSlug } = resting
    const [one, other] = [trader.place(), trader.place()]
    const changes = [
      { orderId: one, marketSlug, price: at(0.07) },
      { orderId: other, marketSlug, price: at(1.5) },
      { orderId: 'nobody', marketSlug },
    ]
    expect(batch('/modify', changes).body).toEqual({ modifiedOrderIds: [one, other, 'nobody'] })
    expect([one, other].map((id) => trader.order(id)['price'])).toEqual([at(0.07), resting.price])
    const canceled = [
      { orderId: one, marketSlug },
      { orderId: other, marketSlug: 'aec-another' },
    ]
    expect(batch('/cancel', canceled).body).toEqual({ canceledOrderIds: [one, other] })
    expect([one, other].map((id) => trader.order(id)['state'])).toEqual([
      'ORDER_STATE_CANCELED',
      'ORDER_STATE_NEW',
    ])
  })
})
