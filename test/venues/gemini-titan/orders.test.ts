import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { failureOf, present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { json, raw, sentTo } from '../../support/wire.js'
import { ID, list, located, NOW, open, order, PATH, payloadOf, symbol, terms } from './account-world.js'
import { nativeContract, nativeEvent } from './payloads.js'
import { eventAt } from './set-up.js'

const [orders, account] = [present(geminiTitan.orders), present(geminiTitan.account)]
const cancelOrder = present(orders.cancel)

describe('what is sent', () => {
  test('is a signed payload in a header, and no body', async () => {
    const { ctx, wire } = open({ [`${PATH}/order`]: raw(200, order()) })
    const built = await orders.build(terms(), located(), ctx)
    await orders.submit(built, terms(), ctx)
    const [call] = wire.calls
    expect([call?.method, call?.body, call?.headers]).toEqual([
      'POST',
      undefined,
      { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
    ])
    expect(payloadOf(call)).toBe(
      `{"request":"/v1/prediction-markets/order","nonce":${NOW},"symbol":"${symbol}","orderType":"limit","side":"buy","quantity":"20","price":"0.36","outcome":"no","timeInForce":"good-til-cancel"}`,
    )
    // Worked out with another implementation.
    expect(call?.secretHeaders['X-GEMINI-SIGNATURE']).toBe(
      '7ed4399cb219491f820c741b379f9bfbdc854f568e0c2f7a38c2b5bae33fd0a3a0f68f455b31103bd3ae2f8fc410577a',
    )
  })

  test('to take at the market is a limit at the worst price that does not rest', async () => {
    const { ctx } = open({})
    const { call } = await orders.build(terms({ type: 'market' }), located(), ctx)
    expect(call.body).toMatchObject({ orderType: 'limit', price: '0.36', timeInForce: 'immediate-or-cancel' })
  })

  test.each([
    [{ postOnly: true }, { timeInForce: 'good-til-cancel', makerOrCancel: true }],
    [{ timeInForce: 'GTC' }, { timeInForce: 'good-til-cancel' }],
    [{ timeInForce: 'IOC' }, { timeInForce: 'immediate-or-cancel' }],
    [{ timeInForce: 'FOK' }, { timeInForce: 'fill-or-kill' }],
    [{ type: 'market', timeInForce: 'FOK' }, { timeInForce: 'fill-or-kill' }],
  ] as const)('carries what is demanded of it: %j', async (demands, expected) => {
    const { call } = await orders.build(terms(demands), located(), open({}).ctx)
    const { timeInForce, makerOrCancel } = Object(call.body)
    expect({ timeInForce, makerOrCancel }).toEqual({ makerOrCancel: undefined, ...expected })
  })

  test('goes one after the other, each with a higher nonce, also after a failure', async () => {
    const begun: string[] = []
    const answer = (word: string, reply: unknown) => async () => {
      begun.push(word)
      await Promise.resolve()
      begun.push(`${word} done`)
      return reply
    }
    const { ctx, wire } = open({
      'POST account/v1/balances': answer('money', json(400, { error: 'X', message: 'no' })),
      [`${PATH}/orders/active`]: answer('orders', list()),
    })
    const both = [present(account.balance)(ctx), collect(present(account.openOrders)({}, ctx))]
    const [first, second] = await Promise.allSettled(both)
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
    expect(begun).toEqual(['money', 'money done', 'orders', 'orders done'])
    expect(wire.calls.map((call) => JSON.parse(payloadOf(call)).nonce)).toEqual([NOW, NOW + 1])
  })

  test('names an order by all of its digits', async () => {
    const { ctx, wire } = open({
      [`${PATH}/order/cancel`]: { result: 'ok' },
      [`${PATH}/orders/active`]: list(),
      [`${PATH}/orders/history`]: list(order({ status: 'cancelled', remainingQuantity: '0' })),
    })
    expect(await cancelOrder(ID, ctx)).toMatchObject({ id: ID, status: 'canceled', filled: 5 })
    expect(payloadOf(wire.calls[0])).toContain(`"orderId":${ID}}`)
  })

  test.each([{}, { status: 'ok' }])(
    "does not take a success in other words than the venue's for a cancel (%j)",
    async (body) => {
      const { ctx } = open({ [`${PATH}/order/cancel`]: body })
      expect(await failureOf(() => cancelOrder(ID, ctx))).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
    },
  )

  test('leaves what was filled unknown where a list shows an order as it was before its cancel', async () => {
    const { ctx } = open({
      [`${PATH}/order/cancel`]: { result: 'ok' },
      [`${PATH}/orders/active`]: list(order()),
    })
    const told = await cancelOrder(ID, ctx)
    expect(told).toMatchObject({ id: ID, status: 'canceled' })
    expect(told.metadata?.['unknown']).toEqual(expect.arrayContaining(['filled', 'remaining']))
  })
})

describe('what an order may be', () => {
  const rulesOf = async (changes = {}) => {
    const contract = nativeContract(changes)
    const { ctx } = open({ [eventAt('DEM2028')]: nativeEvent({ contracts: [contract] }) })
    return orders.rules(located(), ctx)
  }

  test('is what the contract tells', async () => {
    const told = { priceMinimum: '0.02', quantityMinimum: '1', quantityIncrement: '0.5' }
    expect(await rulesOf(told)).toEqual({
      market: { id: `gemi-${symbol}`, aliases: [symbol] },
      prices: [{ from: '0.02', to: '0.98', step: '0.01' }],
      minAmount: '1',
      amountStep: '0.5',
    })
  })

  test('is left to the venue where the contract does not', async () => {
    expect(await rulesOf({ priceIncrement: undefined })).toEqual({
      market: { id: `gemi-${symbol}`, aliases: [symbol] },
    })
  })

  test('is nothing once the contract does not trade', async () => {
    expect(await rulesOf({ status: 'closed', marketState: 'closed' })).toHaveProperty('closed')
    expect(await rulesOf({ marketState: 'closed' })).toHaveProperty('closed')
  })
})

describe('orders', () => {
  test('are told in the words of the wire', async () => {
    const { ctx } = open({ [`${PATH}/orders/active`]: list(order()) })
    expect(await present(account.order)(ID, ctx)).toEqual({
      id: ID,
      marketId: `gemi-${symbol}`,
      outcomeId: `GEMI:${symbol}:no`,
      side: 'buy',
      type: 'limit',
      price: 0.36,
      amount: 20,
      status: 'open',
      filled: 5,
      remaining: 15,
      timestamp: Date.parse('2026-11-20T10:00:00Z'),
    })
  })

  test('that are over are asked for by status, in lists of either form', async () => {
    const { ctx, wire } = open({
      [`${PATH}/orders/history`]: (call: VenueCall) =>
        payloadOf(call).includes('"filled"')
          ? raw(200, `[${order({ status: 'filled', orderId: '1' })}]`)
          : list(order({ status: 'cancelled', orderId: '2' })),
    })
    const rows = await collect(present(account.closedOrders)({ marketId: `gemi-${symbol}`, since: 5 }, ctx))
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['1', 'filled'],
      ['2', 'canceled'],
    ])
    expect(JSON.parse(payloadOf(wire.calls[0]))).toMatchObject({ symbol, from: 5, status: 'filled' })
  })

  test('of another market are left out, and of none nobody is asked', async () => {
    const { ctx, wire } = open({ [`${PATH}/orders/active`]: list(order({ symbol: 'GEMI-X-Y' })) })
    const openOf = (marketId: string) => collect(present(account.openOrders)({ marketId }, ctx))
    expect(await openOf(symbol)).toEqual([])
    expect(await openOf('DEM2028')).toEqual([])
    expect(wire.calls).toHaveLength(1)
  })

  test('have ids of digits: others are nobody’s', async () => {
    const { ctx, wire } = open({})
    expect(await present(account.order)('7b2c', ctx)).toBeUndefined()
    expect(await failureOf(() => cancelOrder('7b2c', ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(wire.calls).toEqual([])
  })

  test('that cannot be taken back were not open', async () => {
    const { ctx } = open({ [`${PATH}/order/cancel`]: json(404, { error: 'NOT_FOUND', message: 'gone' }) })
    expect(await failureOf(() => cancelOrder(ID, ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test('that were taken back and are found nowhere are told as far as they are known', async () => {
    const { ctx, wire } = open({
      [`${PATH}/order/cancel`]: { result: 'ok' },
      [`${PATH}/orders/active`]: json(500, {}),
    })
    expect(await cancelOrder(ID, ctx)).toMatchObject({
      id: ID,
      status: 'canceled',
      metadata: { unknown: expect.arrayContaining(['amount', 'filled', 'side']) },
    })
    expect(sentTo(wire)[0]).toBe(`${PATH}/order/cancel`)
  })
})

describe('refusals', () => {
  test.each([
    [403, { error: 'TERMS_NOT_ACCEPTED', message: 'x' }, 'PERMISSION_DENIED', /Accept the terms/],
    [400, { result: 'error', reason: 'InvalidSignature', message: 'x' }, 'AUTHENTICATION_ERROR', /apiSecret/],
    [
      400,
      { result: 'error', reason: 'InvalidNonce', message: 'x' },
      'EXCHANGE_NOT_AVAILABLE',
      /Another program/,
    ],
    [
      400,
      { result: 'error', reason: 'InvalidApiKey', message: 'x' },
      'AUTHENTICATION_ERROR',
      /InvalidApiKey/,
    ],
    [400, { reason: 'MissingApikeyHeader', message: 'x' }, 'AUTHENTICATION_ERROR', /MissingApikey/],
    [400, { reason: 'MissingPayloadHeader', message: 'x' }, 'AUTHENTICATION_ERROR', /MissingPayload/],
    [400, { reason: 'MissingSignatureHeader', message: 'x' }, 'AUTHENTICATION_ERROR', /MissingSignature/],
    [403, { result: 'error', reason: 'MissingRole', message: 'x' }, 'PERMISSION_DENIED', /a role/],
    [406, { result: 'error', reason: 'InsufficientFunds', message: 'x' }, 'INSUFFICIENT_FUNDS', /x/],
    [400, { result: 'error', reason: 'InvalidSide', message: 'x' }, 'INVALID_ORDER', /InvalidSide/],
    [400, { result: 'error', reason: 'InvalidOrderType', message: 'x' }, 'INVALID_ORDER', /OrderType/],
    [400, { error: 'DuplicateOrder', message: 'x' }, 'INVALID_ORDER', /DuplicateOrder/],
    [409, { error: 'InvalidNonce', message: 'nonce' }, 'EXCHANGE_NOT_AVAILABLE', /Another program/],
    [422, { error: 'RISK', message: 'insufficient funds' }, 'INSUFFICIENT_FUNDS', /insufficient/],
    [422, { error: 'RISK', message: 'over the limit' }, 'INVALID_ORDER', /over the limit/],
    [400, { error: 'LimitPriceOffTick', message: 'x' }, 'INVALID_ORDER', /LimitPriceOffTick/],
  ])('%s %o is %s', async (status, body, code, message) => {
    const { ctx } = open({ [`${PATH}/order`]: json(status, body) })
    const built = await orders.build(terms(), located(), ctx)
    const error = await failureOf(() => orders.submit(built, terms(), ctx))
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)])
  })
})

test('money is told by currency', async () => {
  const row = { type: 'exchange', currency: 'USD', amount: '150.5', available: '100.25' }
  const { ctx } = open({ 'POST account/v1/balances': [row] })
  expect(await present(account.balance)(ctx)).toEqual([
    { currency: 'USD', total: 150.5, available: 100.25, locked: 50.25 },
  ])
})

describe.runIf(haveSamples)('documented examples', () => {
  const response = (file: string) => Object(sample('gemini-titan', file)).response

  test('of open orders', async () => {
    const { ctx } = open({ [`${PATH}/orders/active`]: response('documented-orders-active.json') })
    expect(await collect(present(account.openOrders)({}, ctx))).toEqual([
      {
        id: '12345678901',
        marketId: 'gemi-GEMI-FEDJAN26-DN25',
        outcomeId: 'GEMI:GEMI-FEDJAN26-DN25:yes',
        side: 'buy',
        type: 'limit',
        price: 0.65,
        amount: 100,
        status: 'open',
        filled: 25,
        remaining: 75,
        timestamp: Date.UTC(2025, 11, 15, 10, 30),
      },
    ])
  })

  test('of positions: both sides of a contract', async () => {
    const { ctx } = open({ [`${PATH}/positions`]: response('documented-positions.json') })
    expect(await present(account.positions)(ctx)).toEqual([
      {
        marketId: 'gemi-GEMI-FEDJAN26-DN25',
        outcomeId: 'GEMI:GEMI-FEDJAN26-DN25:yes',
        outcomeLabel: 'FEDJAN26-DN25',
        size: 125,
        entryPrice: 0.63,
        currentValue: 78.75,
        unrealizedPnL: 0,
        realizedPnL: 0,
      },
      {
        marketId: 'gemi-GEMI-FEDJAN26-DN25',
        outcomeId: 'GEMI:GEMI-FEDJAN26-DN25:no',
        outcomeLabel: 'Not FEDJAN26-DN25',
        size: 200,
        entryPrice: 0.36,
        currentValue: 72,
        unrealizedPnL: 0,
        realizedPnL: 0,
      },
    ])
  })
})
