import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { compare, decimalOf, multiply } from '../../../../src/api/values/decimal.js'
import { amountsOf, asSpent, withEnd } from '../../../../src/core/trading/request/order-notional.js'
import { type ExchangeOptions, failureOf, tradingWorld } from '../trading-world.js'

const byMoney = { constraints: { timeInForce: [], byMoney: ['IOC', 'FOK'] } } satisfies ExchangeOptions
const spending = { type: 'market', price: undefined, denom: 'usdc' } as const

describe('contracts that money buys', () => {
  test('are the fewest: all of them at the worst price cost no more than the money', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 8 }), fc.integer({ min: 1, max: 999 }), (cents, mills) => {
        const [money, price] = [decimalOf(cents / 100), decimalOf(mills / 1000)]
        const { amount, spend } = amountsOf({ amount: money, isMoney: true }, price, { amountStep: '0.01' })
        expect(compare(multiply(decimalOf(amount), price), money)).toBeLessThanOrEqual(0)
        expect(compare(multiply(decimalOf(Number(amount) + 0.02), price), money)).toBe(1)
        expect(Number(spend)).toBe(cents / 100)
      }),
    )
  })

  test('are refused where the money buys less than the market counts', () => {
    const amounts = () =>
      amountsOf({ amount: decimalOf('0.4'), isMoney: true }, decimalOf('0.5'), { amountStep: '1' })
    expect(amounts).toThrow(expect.objectContaining({ code: 'INVALID_ORDER', field: 'amount' }))
  })
})

describe('a purchase by money', () => {
  test('goes to the venue with the money, and with the worst price that the money reaches in the book', async () => {
    const book = {
      bids: [],
      asks: [
        [0.4, 10],
        [0.5, 10],
        [0.6, 100],
      ],
    } satisfies ExchangeOptions['book']
    const world = tradingWorld({ exchange: { ...byMoney, book } })
    await world.create({ ...spending, amount: 9 })
    await world.create({ ...spending, amount: 9.01, timeInForce: 'FOK' })
    expect(world.exchange.placed).toMatchObject([
      { spend: '9', price: '0.5', amount: '18', type: 'market' },
      { spend: '9.01', price: '0.6', timeInForce: 'FOK' },
    ])
  })

  test('is never sent with a worse price than its caller named', async () => {
    const world = tradingWorld({ exchange: byMoney })
    await world.create({ ...spending, amount: 5, price: 0.25 })
    expect(world.exchange.placed).toMatchObject([{ spend: '5', price: '0.25', amount: '20' }])
  })

  test('is counted by its money', async () => {
    const world = tradingWorld({ exchange: byMoney, rails: { maxOrderNotional: 10, maxDailyNotional: 15 } })
    const detail = { detail: { rule: 'trading.maxOrderNotional', cost: '10.01' } }
    expect(await failureOf(world.create({ ...spending, amount: 10.01 }))).toMatchObject(detail)
    await world.create({ ...spending, amount: 10, price: 0.01 })
    expect(await failureOf(world.create({ ...spending, amount: 5.01 }))).toMatchObject({
      detail: { rule: 'trading.maxDailyNotional', spent: '10' },
    })
  })

  test('counts its money also where that bought more contracts than at the worst price', async () => {
    const world = tradingWorld({ exchange: byMoney, rails: { maxDailyNotional: 12 } })
    const { submit } = world.exchange.orders
    world.exchange.orders.submit = async (...asked) => {
      const order = await submit(...asked)
      return { ...order, status: 'filled', filled: 2 * order.amount, remaining: 0 }
    }
    await world.create({ ...spending, amount: 6, clientOrderId: 'a' })
    expect(world.journal.costsSince(0)).toEqual(['6'])
    expect((await world.create({ ...spending, amount: 6, clientOrderId: 'b' })).order.id).toBe('V2')
  })

  test('is refused where positions are limited: nobody knows how many contracts it buys', async () => {
    const book = { bids: [], asks: [[0.1, 100]] } satisfies ExchangeOptions['book']
    const world = tradingWorld({ exchange: { ...byMoney, book }, rails: { maxPosition: 25 } })
    // At the worst price these are ten contracts, and sixty at the price of the book.
    expect(await failureOf(world.create({ ...spending, amount: 6, price: 0.6 }))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { rule: 'trading.maxPosition', because: expect.stringContaining('number of contracts') },
    })
    expect(world.sent()).toBe(0)
  })

  test.each([
    ['where the venue has none with a bound', {}, spending, 'denom'],
    ['as a sale', byMoney, { ...spending, side: 'sell' }, 'denom'],
    ['as a limit order', byMoney, { denom: 'usdc' }, 'denom'],
    [
      'with a time in force that it cannot have',
      { constraints: { timeInForce: ['FOK'], byMoney: ['IOC'] } as const },
      { ...spending, timeInForce: 'FOK' },
      'timeInForce',
    ],
    [
      'of money that is finer than the venue counts',
      { ...byMoney, rules: { spendStep: '0.01' } },
      { ...spending, amount: 1.005 },
      'amount',
    ],
  ])('is refused %s, before anything is sent', async (_what, exchange: ExchangeOptions, order, field) => {
    const world = tradingWorld({ exchange })
    expect(await failureOf(world.create(order))).toMatchObject({ code: 'INVALID_ORDER', field })
    expect([world.sent(), world.states()]).toEqual([0, []])
  })

  test('is another order than one of as many contracts: a name stands for one', async () => {
    const world = tradingWorld({ exchange: byMoney })
    await world.create({ ...spending, clientOrderId: 'a' })
    expect(
      await failureOf(world.create({ type: 'market', price: undefined, clientOrderId: 'a' })),
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('what was bought for money', () => {
  const terms = { amount: '20', spend: '10' }
  const order = (changes: Partial<Order>): Order => ({
    id: 'V1',
    marketId: 'M',
    outcomeId: 'M-YES',
    side: 'buy',
    type: 'market',
    price: 0.5,
    amount: 20,
    status: 'filled',
    filled: 26,
    remaining: 0,
    timestamp: 5,
    ...changes,
  })

  test('is its amount, and nothing of it remains', () => {
    expect(asSpent(terms, order({}))).toMatchObject({
      ...{ amount: 26, filled: 26, remaining: 0, status: 'filled' },
      metadata: { denom: 'usdc', spend: 10 },
    })
    expect(asSpent(terms, order({ status: 'canceled', filled: 4, remaining: 16 }))).toMatchObject({
      ...{ amount: 4, filled: 4, remaining: 0, status: 'canceled' },
    })
  })

  test('is not known before it is over', () => {
    expect(asSpent(terms, order({ status: 'pending', filled: 0, remaining: 20 }))).toMatchObject({
      ...{ amount: 20, remaining: 0, status: 'pending' },
      metadata: { unknown: ['amount', 'remaining'] },
    })
    const lost = order({ metadata: { unknown: ['filled', 'remaining'] } })
    expect(asSpent(terms, lost).metadata).toMatchObject({ unknown: ['filled', 'remaining', 'amount'] })
  })

  test('reads the same the second time', () => {
    const once = asSpent(terms, order({ metadata: { cost: 8.4, unknown: ['amount'] } }))
    expect(once.metadata).toMatchObject({ cost: 8.4 })
    expect(once.metadata).not.toHaveProperty('unknown')
    expect(asSpent(terms, once)).toEqual(once)
  })

  test('ended as the answer to its placing says, until more of it is filled', () => {
    const placed = order({ status: 'canceled', metadata: { cost: 8.4 } })
    expect(withEnd(order({}), placed)).toEqual(order({ status: 'canceled', metadata: { cost: 8.4 } }))
    const more = order({ filled: 27 })
    expect(withEnd(more, placed)).toBe(more)
    expect(withEnd(order({}), order({ status: 'pending' }))).toEqual(order({}))
  })
})
