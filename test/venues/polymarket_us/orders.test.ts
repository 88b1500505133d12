import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import type { Facts } from '../../../src/venues/polymarket_us/outcomes.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { type Answers, json, raw, sentTo } from '../../support/wire.js'
import { nativeMarket, nativeOrder, usd } from './payloads.js'
import { keys, setUp } from './set-up.js'

const orders = present(polymarketUs.orders)
const { slug, id: number } = nativeMarket()
const located = (side: Facts['side']) => ({ outcomeId: `${slug}:${side}`, facts: { slug, side } })
const terms = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  marketId: slug,
  outcomeId: `${slug}:short`,
  side: 'buy',
  type: 'limit',
  amount: '20',
  price: '0.4',
  clientOrderId: 'mine',
  ...changes,
})
const NOW = 1_769_000_000_000
const open = (answers: Answers, secrets = keys) => setUp(answers, fakeClock(NOW), secrets)

describe('what is sent', () => {
  test('is priced in long, and signed over time, method and path', async () => {
    const { ctx, wire } = open({
      'POST api/v1/orders': { id: 'ORDER-1' },
      'GET api/v1/order/ORDER-1': { order: nativeOrder() },
    })
    const order = await orders.build(terms(), located('short'), ctx)
    expect(order).toEqual({
      call: {
        host: 'api',
        path: '/v1/orders',
        body: {
          marketSlug: slug,
          type: 'ORDER_TYPE_LIMIT',
          price: usd('0.6'),
          quantity: 20,
          tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
          intent: 'ORDER_INTENT_BUY_SHORT',
          manualOrderIndicator: 'MANUAL_ORDER_INDICATOR_AUTOMATIC',
          participateDontInitiate: false,
        },
      },
    })
    await orders.submit(order, terms(), ctx)
    expect(wire.calls[0]?.secretHeaders).toEqual({
      'X-PM-Access-Key': 'key-id',
      'X-PM-Timestamp': String(NOW),
      'X-PM-Signature':
        '3q3RL/Y8qpJ1JDUaRN39dDJsbKRit971Yw51MhlywsdHLZMwuskFghsv7m5SASjphiv/X7LqZ6dN1sM3S/MHAw==',
    })
  })

  test.each([
    [{ postOnly: true }, { tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL', participateDontInitiate: true }],
    [{ timeInForce: 'IOC' }, { tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL', synchronousExecution: true }],
    [{ timeInForce: 'FOK' }, { tif: 'TIME_IN_FORCE_FILL_OR_KILL', synchronousExecution: true }],
    [
      { type: 'market', timeInForce: 'FOK' },
      { tif: 'TIME_IN_FORCE_FILL_OR_KILL', synchronousExecution: true },
    ],
    [
      { timeInForce: 'GTD', expiresAt: NOW + 90_000 },
      { tif: 'TIME_IN_FORCE_GOOD_TILL_DATE', goodTillTime: new Date(NOW + 90_000).toISOString() },
    ],
  ] as const)('carries what is demanded of it: %j', async (demands, expected) => {
    const { call } = await orders.build(terms(demands), located('long'), open({}).ctx)
    const { tif, participateDontInitiate, synchronousExecution, goodTillTime } = Object(call.body)
    expect({ tif, participateDontInitiate, synchronousExecution, goodTillTime }).toEqual({
      participateDontInitiate: false,
      ...expected,
    })
  })

  test.each([
    ['buy', 'long', '0.4', 'ORDER_INTENT_BUY_LONG', '0.4'],
    ['sell', 'long', '0.4', 'ORDER_INTENT_SELL_LONG', '0.4'],
    ['sell', 'short', '0.005', 'ORDER_INTENT_SELL_SHORT', '0.995'],
  ] as const)('to %s %s at %s is %s at %s of long', async (side, of, price, intent, long) => {
    const { ctx } = open({})
    const { call } = await orders.build(terms({ side, price, type: 'market' }), located(of), ctx)
    expect(call.body).toMatchObject({
      intent,
      price: usd(long),
      tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
      synchronousExecution: true,
    })
  })

  const byMoney = terms({ type: 'market', price: '0.4', amount: '25', spend: '10' })
  const market = (changes = {}) => ({
    [`GET gateway/v1/market/slug/${slug}`]: { market: nativeMarket(1, changes) },
  })

  test('of a purchase by money is its cash, bounded by the tick that ends at its worst price', async () => {
    const { call } = await orders.build(byMoney, located('long'), open(market()).ctx)
    expect(call.body).toMatchObject({
      type: 'ORDER_TYPE_MARKET',
      cashOrderQty: usd('10'),
      slippageTolerance: { currentPrice: usd('0.395'), ticks: 1 },
      tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
      intent: 'ORDER_INTENT_BUY_LONG',
    })
    for (const member of ['quantity', 'price']) expect(call.body).not.toHaveProperty(member)
  })

  test.each([
    ['short', {}],
    ['long', { orderPriceMinTickSize: null }],
  ] as const)(
    'of a purchase of %s by money is nothing where the bound is not documented: %j',
    async (side, changes) => {
      const building = orders.build(byMoney, located(side), open(market(changes)).ctx)
      expect(await failureOf(() => building)).toMatchObject({ code: 'INVALID_ORDER', field: 'denom' })
    },
  )

  test('of a purchase by money is nothing at the lowest price: a price of 0 may bound nothing', async () => {
    const { ctx } = open(market({ orderPriceMinTickSize: 0.01 }))
    const building = orders.build({ ...byMoney, price: '0.01', spend: '0.25' }, located('long'), ctx)
    expect(await failureOf(() => building)).toMatchObject({ code: 'INVALID_ORDER', field: 'price' })
  })

  test('is nothing without a usable key', async () => {
    const { ctx } = open({}, { ...keys, values: { apiKey: 'key-id', privateKey: 'hunter2' } })
    const { code, message } = await failureOf(() => orders.checkCredentials(ctx))
    expect(code).toBe('AUTHENTICATION_ERROR')
    expect(message).not.toContain('hunter2')
    const { ctx: bare } = open({}, { values: {}, withheld: true })
    expect(await failureOf(() => orders.checkCredentials(bare))).toMatchObject({
      message: expect.stringMatching(/polymarket\.us\/developer.*access token/),
    })
  })
})

describe('what an order may be', () => {
  const rulesOf = async (side: Facts['side'], changes = {}) => {
    const { ctx } = open({ [`GET gateway/v1/market/slug/${slug}`]: { market: nativeMarket(1, changes) } })
    return orders.rules(located(side), ctx)
  }

  test('is on the tick between the bounds of the exchange, and counted in the least quantity', async () => {
    expect(await rulesOf('long')).toEqual({
      market: { id: slug, aliases: [number] },
      prices: [{ from: '0.01', to: '0.99', step: '0.005' }],
      minAmount: '0.01',
      amountStep: '0.01',
      spendStep: '0.01',
    })
    expect(await rulesOf('long', { orderPriceMinTickSize: 0.02, minimumTradeQty: 1 })).toMatchObject({
      prices: [{ from: '0.02', to: '0.98', step: '0.02' }],
      minAmount: '1',
      amountStep: '1',
    })
  })

  test('is the mirror image for short, where the tick is none of a dollar, too', async () => {
    expect((await rulesOf('short', { orderPriceMinTickSize: 0.04 })).prices).toEqual([
      { from: '0.04', to: '0.96', step: '0.04' },
    ])
    expect((await rulesOf('short', { orderPriceMinTickSize: 0.03 })).prices).toEqual([
      { from: '0.01', to: '0.97', step: '0.03' },
    ])
  })

  test('is left to the venue where the market does not tell', async () => {
    expect(await rulesOf('long', { orderPriceMinTickSize: null, minimumTradeQty: null })).toEqual({
      market: { id: slug, aliases: [number] },
      spendStep: '0.01',
    })
  })

  test('is nothing once the market is over', async () => {
    expect(await rulesOf('long', { status: 'MARKET_STATUS_RESOLVING' })).toHaveProperty('closed')
    expect(await rulesOf('long', { status: 'MARKET_STATUS_HALTED' })).not.toHaveProperty('closed')
  })
})

describe('what became of it', () => {
  const submit = async (answers: Answers, wanted = terms()) => {
    const { ctx, wire } = open(answers)
    const order = await orders.build(wanted, located('short'), ctx)
    return { order: await orders.submit(order, wanted, ctx), wire }
  }

  test('is read of the order where the answer has only its id', async () => {
    const { order } = await submit({
      'POST api/v1/orders': { id: 'ORDER-1' },
      'GET api/v1/order/ORDER-1': { order: nativeOrder() },
    })
    expect(order).toEqual({
      id: 'ORDER-1',
      marketId: slug,
      outcomeId: `${slug}:short`,
      side: 'buy',
      type: 'limit',
      price: 0.4,
      amount: 20,
      status: 'open',
      filled: 5.5,
      remaining: 14.5,
      timestamp: Date.parse('2026-11-20T10:00:00.002Z'),
      fee: 0.0792,
    })
  })

  test('is told by the last execution where it was waited for', async () => {
    const filled = nativeOrder({ cumQuantity: 20, leavesQuantity: 0, state: 'ORDER_STATE_FILLED' })
    const executions = [
      { id: 'E-1', order: nativeOrder() },
      { id: 'E-2', order: filled },
    ]
    const { order, wire } = await submit({ 'POST api/v1/orders': { id: 'ORDER-1', executions } })
    expect(order).toMatchObject({ status: 'filled', filled: 20, remaining: 0 })
    expect(sentTo(wire)).toEqual(['POST api/v1/orders'])
  })

  test('is read by its id where its execution cannot be: it was placed', async () => {
    const executions = [{ id: 'E-1', order: nativeOrder({ state: 'ORDER_STATE_ASLEEP' }) }]
    const { order, wire } = await submit({
      'POST api/v1/orders': { id: 'ORDER-1', executions },
      'GET api/v1/order/ORDER-1': { order: nativeOrder() },
    })
    expect(order).toMatchObject({ id: 'ORDER-1', status: 'open' })
    expect(sentTo(wire)).toEqual(['POST api/v1/orders', 'GET api/v1/order/ORDER-1'])
  })

  test('is pending where no more can be read, and what is unknown is named', async () => {
    const { order } = await submit({
      'POST api/v1/orders': { id: 'ORDER-1' },
      'GET api/v1/order/ORDER-1': json(404, { message: 'not yet' }),
    })
    expect(order).toMatchObject({
      id: 'ORDER-1',
      status: 'pending',
      amount: 20,
      metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
    })
  })

  test('is no refusal where only its rest was refused, or its reason is none', async () => {
    const orderRejectReason = 'ORD_REJECT_REASON_NO_LIQUIDITY'
    const answerOf = (row: ReturnType<typeof nativeOrder>) => ({
      'POST api/v1/orders': { id: 'ORDER-1', executions: [{ id: 'E-1', order: row, orderRejectReason }] },
    })
    const part = nativeOrder({ cumQuantity: 5, leavesQuantity: 0, state: 'ORDER_STATE_CANCELED' })
    expect((await submit(answerOf(part))).order).toMatchObject({
      ...{ status: 'canceled', amount: 20, filled: 5 },
      // The venue counts what still rests.
      remaining: 15,
    })
    const resting = nativeOrder({ cumQuantity: 0, leavesQuantity: 20, state: 'ORDER_STATE_NEW' })
    expect((await submit(answerOf(resting))).order).toMatchObject({ status: 'open', filled: 0 })
    const nothing = nativeOrder({ cumQuantity: 0, leavesQuantity: 0, state: 'ORDER_STATE_CANCELED' })
    expect(await failureOf(() => submit(answerOf(nothing)))).toMatchObject({ code: 'NO_LIQUIDITY' })
  })

  test.each([
    ['EXPIRED', 0, { status: 'canceled', filled: 0 }],
    ['PENDING_NEW', 20, { status: 'pending', filled: 0, remaining: 20 }],
  ])(
    'is no refusal by the reason that stands beside every execution: %s',
    async (state, leavesQuantity, told) => {
      const executions = ['NEW', state].map((word) => ({
        id: word,
        type: `EXECUTION_TYPE_${word}`,
        order: nativeOrder({ cumQuantity: 0, leavesQuantity, state: `ORDER_STATE_${word}` }),
        orderRejectReason: 'ORD_REJECT_REASON_EXCHANGE_OPTION',
        text: '',
      }))
      const { order } = await submit({ 'POST api/v1/orders': { id: 'ORDER-1', executions } })
      expect(order).toMatchObject(told)
    },
  )

  test.each([
    ['NO_LIQUIDITY', 'no match', 'NO_LIQUIDITY'],
    ['PRICE_OUT_OF_BOUNDS', '', 'INVALID_ORDER'],
    ['UNKNOWN_MARKET', '', 'MARKET_NOT_FOUND'],
    ['EXCHANGE_OPTION', 'Insufficient buying power', 'INSUFFICIENT_FUNDS'],
    ['EXCHANGE_OPTION', 'Global Rate Limit Exceeded', 'RATE_LIMIT_EXCEEDED'],
  ])('is an error where it was refused: %s %s', async (reason, text, code) => {
    const orderRejectReason = `ORD_REJECT_REASON_${reason}`
    const execution = { id: 'E-1', type: 'EXECUTION_TYPE_REJECTED', orderRejectReason, text }
    const error = await failureOf(() =>
      submit({ 'POST api/v1/orders': { id: 'ORDER-1', executions: [execution] } }),
    )
    expect(error).toMatchObject({ code, message: expect.stringContaining(reason) })
    if (code === 'RATE_LIMIT_EXCEEDED') expect(error.retryAfter).toBe(5)
  })
})

describe('an order that is taken back', () => {
  const path = 'GET api/v1/order/ORDER-1'
  const gone = nativeOrder({ state: 'ORDER_STATE_CANCELED', leavesQuantity: 0 })

  test('is named with its market, and read again: the answer is empty', async () => {
    let reads = 0
    const { ctx, wire } = open({
      [path]: () => ({ order: reads++ === 0 ? nativeOrder() : gone }),
      'POST api/v1/order/ORDER-1/cancel': raw(200, ''),
    })
    expect(await present(orders.cancel)('ORDER-1', ctx)).toMatchObject({ status: 'canceled', filled: 5.5 })
    expect(wire.calls[1]?.body).toEqual({ marketSlug: slug })
  })

  test('is as it was shown where the venue shows no end: the response proves none', async () => {
    const { ctx } = open({
      [path]: { order: nativeOrder() },
      'POST api/v1/order/ORDER-1/cancel': raw(200, '{}'),
    })
    expect(await present(orders.cancel)('ORDER-1', ctx)).toMatchObject({ status: 'open' })
  })

  test('is as it was shown before where it cannot be read afterwards: the cancel was accepted', async () => {
    let reads = 0
    const { ctx } = open({
      [path]: () => (reads++ === 0 ? { order: nativeOrder() } : json(403, { message: 'down' })),
      'POST api/v1/order/ORDER-1/cancel': raw(200, ''),
    })
    expect(await present(orders.cancel)('ORDER-1', ctx)).toMatchObject({ id: 'ORDER-1', status: 'open' })
  })

  test('was open', async () => {
    const none = { code: 'ORDER_NOT_FOUND' }
    const { ctx } = open({ [path]: { order: gone } })
    expect(await failureOf(() => present(orders.cancel)('ORDER-1', ctx))).toMatchObject(none)
    const { ctx: other } = open({ [path]: json(404, { message: 'Order not found' }) })
    expect(await failureOf(() => present(orders.cancel)('ORDER-1', other))).toMatchObject(none)
    const { ctx: late } = open({
      [path]: { order: nativeOrder() },
      'POST api/v1/order/ORDER-1/cancel': json(404, { message: 'too late' }),
    })
    expect(await failureOf(() => present(orders.cancel)('ORDER-1', late))).toMatchObject(none)
  })
})

test('a combo is refused by name before anything is sent', async () => {
  const combo = 'caoc-1'
  const { ctx, wire } = open({ [`GET gateway/v1/market/slug/${combo}`]: json(404, { message: 'not found' }) })
  const facts = { outcomeId: `${combo}:long`, facts: { slug: combo, side: 'long' as const } }
  for (const work of [
    () => orders.rules(facts, ctx),
    () => present(polymarketUs.outcomes).locate(`${combo}:long`, ctx),
  ]) {
    const failure = await failureOf(async () => work())
    expect(failure).toMatchObject({ code: 'NOT_SUPPORTED', message: expect.stringContaining('combo') })
  }
  expect(sentTo(wire)).toEqual([`GET gateway/v1/market/slug/${combo}`])
})

test('an order that the venue does not show yet is taken back by the market that it was sent to', async () => {
  const { ctx, wire } = open({
    'POST api/v1/orders': { id: 'ORDER-1' },
    'GET api/v1/order/ORDER-1': json(404, { message: 'not found' }),
    'POST api/v1/order/ORDER-1/cancel': raw(200, ''),
  })
  const order = await orders.build(terms(), located('short'), ctx)
  expect(await orders.submit(order, terms(), ctx)).toMatchObject({ id: 'ORDER-1', status: 'pending' })
  expect(await present(orders.cancel)('ORDER-1', ctx)).toMatchObject({ id: 'ORDER-1', status: 'pending' })
  const canceled = wire.calls.find(({ path }) => path.endsWith('/cancel'))
  expect(canceled?.body).toEqual({ marketSlug: slug })
})
