import { describe, expect, test } from 'vitest'
import { assertAllowed } from '../../../src/orders/rules.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { toLocated } from '../../../src/venues/polymarket/outcomes.js'
import { gammaMarket } from '../../../src/venues/polymarket/schemas.js'
import { condition, token, wallet } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { type Answers, json, sentTo } from '../../support/wire.js'
import { nativeMarket, nativeOrder, nativeTrade } from './payloads.js'
import { down, long, short, up } from './protocol-venue.js'
import { keyset, owner, signedIn } from './set-up.js'

const source = present(polymarket.orders)
const located = toLocated(gammaMarket.parse(nativeMarket()), token(1))
const terms: OrderTerms = {
  marketId: '700101',
  outcomeId: token(1),
  side: 'buy',
  type: 'limit',
  amount: '20',
  price: '0.55',
  clientOrderId: 'mine',
}
const native = {
  c: condition(1),
  t: [{ t: token(1), o: 'Yes' }],
  mts: 0.01,
  mos: 5,
  nr: true,
  ao: true,
}
const marketPath = `GET clob/clob-markets/${condition(1)}`
const reading = {
  [marketPath]: native,
  'GET clob/version': { version: 2 },
  'GET gamma/markets/keyset': keyset([nativeMarket()]),
}
const id = nativeOrder().id
const placed = (changes: Record<string, unknown> = {}) => ({
  success: true,
  errorMsg: '',
  orderID: id,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
  transactionsHashes: [],
  tradeIDs: [],
  ...changes,
})

const build = async (changes: Partial<OrderTerms> = {}, answers: Answers = {}, credentials = {}) => {
  const house = signedIn({ ...reading, ...answers }, credentials)
  return { ...house, order: await source.build({ ...terms, ...changes }, located, house.ctx) }
}
const submit = async (answer: unknown, changes: Partial<OrderTerms> = {}, answers: Answers = {}) => {
  const house = await build(changes, { 'POST clob/order': answer, ...answers })
  // As it comes back from a caller who was given it.
  const order = JSON.parse(JSON.stringify(house.order))
  return { ...house, result: await source.submit(order, { ...terms, ...changes }, house.ctx) }
}

describe('rules', () => {
  test('are those of the order book host', async () => {
    const { ctx } = signedIn(reading)
    expect(await source.rules(located, ctx)).toEqual({
      market: { id: '700101', aliases: [condition(1)] },
      prices: [{ from: '0.01', to: '0.99', step: '0.01' }],
      minLimitAmount: '5',
      limitsAtMarket: ['buy'],
      amountStep: '0.01',
      spendStep: '0.01',
    })
  })

  test('of a market that takes no orders say so', async () => {
    const { ctx } = signedIn({ ...reading, [marketPath]: { ...native, ao: false } })
    expect((await source.rules(located, ctx)).closed).toBeDefined()
  })

  test('what is not told is left to the venue', async () => {
    const { ctx } = signedIn({ ...reading, [marketPath]: { mts: '0.001' } })
    const { minLimitAmount, closed, prices } = await source.rules(located, ctx)
    expect([minLimitAmount, closed]).toEqual([undefined, undefined])
    expect(prices).toEqual([{ from: '0.001', to: '0.999', step: '0.001' }])
  })

  // Ticks and digits: py-clob-client-v2 1.2.1, `ROUNDING_CONFIG`.
  test.each([
    [0.005, '0.995', '0.505', '0.5075', '10105050'],
    [0.0025, '0.9975', '0.5025', '0.504', '10055025'],
  ])(
    'a market of tick %d has its prices, and amounts of as many digits',
    async (mts, to, price, odd, cost) => {
      const answers = { ...reading, [marketPath]: { ...native, mts } }
      const rules = await source.rules(located, signedIn(answers).ctx)
      expect(rules.prices).toEqual([{ from: String(mts), to, step: String(mts) }])
      expect(() => assertAllowed({ ...terms, price }, rules)).not.toThrow()
      expect(() => assertAllowed({ ...terms, price: odd }, rules)).toThrow(/price/i)
      const { order } = await build({ amount: '20.01', price }, { [marketPath]: { ...native, mts } })
      expect(order.call.body).toMatchObject({ order: { makerAmount: cost, takerAmount: '20010000' } })
    },
  )

  test('the answer of another market is no answer', async () => {
    const { ctx } = signedIn({ ...reading, [marketPath]: { ...native, c: condition(2) } })
    expect((await failureOf(() => source.rules(located, ctx))).detail).toMatchObject({
      kind: 'drift',
      path: 'c',
    })
  })
})

describe('building', () => {
  test('signs for the exchange that the venue names, and knows the order by its hash', async () => {
    const { order, wire } = await build()
    expect(order.call).toMatchObject({
      host: 'clob',
      path: '/order',
      body: {
        deferExec: false,
        postOnly: false,
        owner: 'my-key',
        orderType: 'GTC',
        order: {
          maker: owner,
          signer: owner,
          tokenId: token(1),
          makerAmount: '11000000',
          takerAmount: '20000000',
          side: 'BUY',
          signatureType: 0,
          timestamp: String(now),
        },
      },
    })
    expect(order.handle).toMatchObject({ by: 'orderId', value: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(order.signedOrder).toEqual((order.call.body as { order: unknown }).order)
    expect(sentTo(wire)).toEqual(['GET clob/version', marketPath])
  })

  test('to buy at the market is a limit whose rest is canceled: a FAK would spend the money', async () => {
    const { order } = await build({ type: 'market' })
    expect(order).toMatchObject({ cancelsRest: true, call: { body: { orderType: 'GTC' } } })
    expect(order.signedOrder).toMatchObject({ side: 'BUY', makerAmount: '11000000', takerAmount: '20000000' })
    expect((await build({})).order).not.toHaveProperty('cancelsRest')
  })

  test('to sell at the market drops what is not filled', async () => {
    const { order } = await build({ type: 'market', side: 'sell' })
    expect(order.call.body).toMatchObject({
      orderType: 'FAK',
      order: { side: 'SELL', makerAmount: '20000000', takerAmount: '11000000' },
    })
  })

  test.each([
    [{ postOnly: true }, 'GTC', true, '0'],
    [{ timeInForce: 'GTC' }, 'GTC', false, '0'],
    [{ side: 'sell', timeInForce: 'IOC' }, 'FAK', false, '0'],
    [{ side: 'sell', timeInForce: 'FOK' }, 'FOK', false, '0'],
    [{ side: 'sell', type: 'market', timeInForce: 'FOK' }, 'FOK', false, '0'],
    // It leaves the book a minute before its expiration, and no later than its caller wants it to.
    [
      { postOnly: true, timeInForce: 'GTD', expiresAt: 1_790_000_000_999 },
      'GTD',
      true,
      String(1_790_000_000 + 60),
    ],
  ] as const)(
    'carries what is demanded of it: %j is %s',
    async (demands, orderType, postOnly, expiration) => {
      const { order } = await build(demands)
      expect(order.call.body).toMatchObject({ orderType, postOnly, order: { expiration } })
      expect(order).not.toHaveProperty('cancelsRest')
    },
  )

  test('an order of the first exchange signs when it ends', async () => {
    const first = { 'GET clob/version': { version: 1 }, 'GET clob/fee-rate': { base_fee: 30 } }
    const ends = { timeInForce: 'GTD', expiresAt: 1_790_000_000_000 } as const
    const [plain, ending] = [await build({}, first), await build(ends, first)]
    expect(ending.order.signedOrder).toMatchObject({ expiration: '1790000060' })
    expect(ending.order.handle?.value).not.toBe(plain.order.handle?.value)
  })

  test('what its caller says of the market is held against what the venue says', async () => {
    const right = { tickSize: 0.01, negRisk: true }
    expect((await build(right)).order.call.body).toEqual(
      expect.objectContaining({ orderType: 'GTC', postOnly: false }),
    )
    for (const [wrong, allowed] of [
      [{ tickSize: 0.001 }, { tickSize: 0.01 }],
      [{ negRisk: false }, { negRisk: true }],
    ] as const) {
      const { ctx, wire } = signedIn(reading)
      expect(await failureOf(() => source.build({ ...terms, ...wrong }, located, ctx))).toMatchObject({
        code: 'INVALID_ORDER',
        field: Object.keys(wrong)[0],
        detail: { kind: 'order_rule', allowed },
      })
      expect(sentTo(wire)).not.toContain('POST clob/order')
    }
  })

  test('purchases that take at once are refused, and an end that is too near', () => {
    expect(source.constraints).toMatchObject({
      notOfPurchases: { timeInForce: ['IOC', 'FOK'] },
      // Three minutes ahead less the one that it leaves the book before, and the second that is rounded away.
      minLifetimeMs: 121_000,
    })
  })

  test('the exchange, the market and the name are in the hash', async () => {
    const hashes = await Promise.all([
      build(),
      build({}, { [marketPath]: { ...native, nr: undefined } }),
      build({ clientOrderId: 'another' }),
      build({}, { 'GET clob/version': { version: 1 }, 'GET clob/fee-rate': { base_fee: 30 } }),
    ])
    expect(new Set(hashes.map(({ order }) => order.handle?.value)).size).toBe(4)
  })

  test('equal orders of one millisecond differ by their names, for every exchange', async () => {
    for (const version of [1, 2]) {
      const host = { 'GET clob/version': { version }, 'GET clob/fee-rate': { base_fee: 30 } }
      const both = await Promise.all([build({}, host), build({ clientOrderId: 'another' }, host)])
      const [one, other] = both.map(({ order }) => order)
      const stamps = both.map(({ order }) => (order.signedOrder as { timestamp?: string }).timestamp)
      expect(stamps).toEqual(Array(2).fill(version === 1 ? undefined : String(now)))
      expect(one?.handle?.value).not.toBe(other?.handle?.value)
    }
  })

  test('a wallet gives, and its owner signs; a deposit wallet signs by itself', async () => {
    for (const [signatureType, signer] of [
      ['2', owner],
      ['3', wallet],
    ] as const) {
      const { order } = await build({}, {}, { signatureType, funderAddress: wallet })
      const { maker, signer: by } = order.signedOrder as { maker: string; signer: string }
      expect([maker.toLowerCase(), by.toLowerCase()]).toEqual([wallet, signer.toLowerCase()])
    }
  })

  test('for the first exchange signs the fee of the market', async () => {
    const first = { 'GET clob/version': { version: 1 }, 'GET clob/fee-rate': { base_fee: 30 } }
    const { order } = await build({}, first)
    expect(order.signedOrder).toMatchObject({ feeRateBps: '30', nonce: '0', expiration: '0' })
    expect(order.signedOrder).not.toHaveProperty('timestamp')
    expect(await failureOf(() => build({ feeRateBps: 10 }, first))).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'fee',
    })
  })

  test('a position is signed for the third exchange, whatever version the host names', async () => {
    const second = toLocated(
      gammaMarket.parse(nativeMarket({ version: 'v2', conditionId: short, positionIds: [up, down] })),
      up,
    )
    const { ctx, wire } = signedIn({ [`GET clob/clob-markets/${long}`]: { mts: 0.01, c: long, v: 'v2' } })
    const order = await source.build({ ...terms, outcomeId: up }, second, ctx)
    expect(order.signedOrder).toMatchObject({ tokenId: up, makerAmount: '11000000' })
    expect(sentTo(wire)).toEqual([`GET clob/clob-markets/${long}`])
    expect((await source.rules(second, ctx)).market.aliases).toEqual([short, long])
  })

  test.each([
    ['of a row that says no version', { version: undefined }, native, 'unknown_protocol'],
    [
      'of the other protocol by its form',
      { version: 'v2', positionIds: [token(1), token(2)] },
      native,
      'drift',
    ],
    ['of another protocol at the order book', {}, { ...native, v: 'v2' }, 'drift'],
    ['of a protocol that is new to the order book', {}, { ...native, v: 'v3' }, 'drift'],
    ['that the order book does not trade', {}, { ...native, t: [{ t: token(8) }] }, 'drift'],
  ])('an outcome %s is refused before anything is signed', async (_what, row, answer, kind) => {
    const odd = toLocated(gammaMarket.parse(nativeMarket(row)), token(1))
    const { ctx } = signedIn({ ...reading, [marketPath]: answer })
    for (const attempt of [() => source.rules(odd, ctx), () => source.build(terms, odd, ctx)])
      expect(await failureOf(attempt)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind } })
  })

  test('for an exchange that is not known is refused', async () => {
    const error = await failureOf(() => build({}, { 'GET clob/version': { version: 3 } }))
    expect(error.code).toBe('NOT_SUPPORTED')
  })
})

describe('an answer', () => {
  test('that rests', async () => {
    const { result, wire } = await submit(placed())
    expect(result).toEqual({
      id,
      clientOrderId: 'mine',
      marketId: '700101',
      outcomeId: token(1),
      side: 'buy',
      type: 'limit',
      price: 0.55,
      amount: 20,
      status: 'open',
      filled: 0,
      remaining: 20,
      timestamp: now,
    })
    expect(sentTo(wire).filter((call) => call === 'POST clob/order')).toHaveLength(1)
  })

  test.each([
    ['in units', { makingAmount: '10.8', takingAmount: '20' }],
    ['in millionths', { makingAmount: '10800000', takingAmount: '20000000' }],
  ])('amounts %s are told apart by what was offered', async (_what, amounts) => {
    const { result } = await submit(placed({ status: 'matched', ...amounts }))
    expect(result).toMatchObject({ status: 'filled', filled: 20, remaining: 0 })
  })

  test('that names its trades in the place of transactions tells them', async () => {
    const amounts = { makingAmount: '10.8', takingAmount: '20' }
    const { result } = await submit(placed({ status: 'matched', ...amounts, tradeIDs: ['a', 'b'] }))
    expect(result.metadata).toEqual({ tradeIds: ['a', 'b'] })
    expect(result).not.toHaveProperty('txHash')
  })

  test('more than was offered is no answer', async () => {
    const amounts = { makingAmount: '12000000', takingAmount: '20000000' }
    const error = await failureOf(() => submit(placed({ status: 'matched', ...amounts })))
    expect(error.detail).toMatchObject({ kind: 'drift', path: 'makingAmount' })
  })

  test.each([
    ['limit', 'buy', 'open'],
    // What is left of it is canceled by the core.
    ['market', 'buy', 'open'],
    ['market', 'sell', 'canceled'],
  ] as const)('part of a %s order to %s leaves it %s', async (type, side, status) => {
    const [making, taking] = side === 'buy' ? ['5.5', '10'] : ['10', '5.5']
    const answer = placed({ status: 'matched', makingAmount: making, takingAmount: taking })
    const { result } = await submit(answer, { type, side })
    expect(result).toMatchObject({ status, filled: 10, remaining: 10 })
  })

  test.each([
    ['delayed', 'limit', 'buy', 'pending'],
    ['live', 'limit', 'buy', 'open'],
    ['live', 'market', 'buy', 'open'],
    ['live', 'market', 'sell', 'pending'],
    ['unmatched', 'limit', 'buy', 'open'],
    ['unmatched', 'market', 'buy', 'open'],
    ['unmatched', 'market', 'sell', 'canceled'],
  ] as const)('%s of a %s order to %s: %s', async (native, type, side, status) => {
    expect((await submit(placed({ status: native }), { type, side })).result.status).toBe(status)
  })

  test.each([
    ['live', 'limit', 'open'],
    ['unmatched', 'limit', 'open'],
    ['live', 'market', 'open'],
  ] as const)(
    '%s of a %s order that names amounts took those, and rests with what is left',
    async (status, type, told) => {
      const answer = placed({ status, makingAmount: '2.75', takingAmount: '5' })
      expect((await submit(answer, { type })).result).toMatchObject({
        status: told,
        filled: 5,
        remaining: 15,
      })
      const none = placed({ status, makingAmount: '0', takingAmount: '0' })
      expect((await submit(none, { type })).result).toMatchObject({ status: told, filled: 0, remaining: 20 })
    },
  )

  test('live with the amounts of all of it is read back, and not called open with nothing filled', async () => {
    const answer = placed({ status: 'live', makingAmount: '11', takingAmount: '20' })
    const row = nativeOrder({ status: 'MATCHED', original_size: '20', size_matched: '20' })
    const { result } = await submit(answer, {}, { [`GET clob/data/order/${id}`]: row })
    expect(result).toMatchObject({ status: 'filled', filled: 20, remaining: 0 })
    const unread = await submit(answer, {}, { [`GET clob/data/order/${id}`]: null })
    expect(unread.result.metadata).toEqual({ unknown: ['filled', 'remaining'] })
  })

  test('that does not tell what was filled has the row of the order read', async () => {
    const row = nativeOrder({ status: 'MATCHED', original_size: '20', size_matched: '20' })
    const { result } = await submit(placed({ status: 'matched' }), {}, { [`GET clob/data/order/${id}`]: row })
    expect(result).toMatchObject({ status: 'filled', filled: 20, clientOrderId: 'mine', price: 0.55 })
    const unread = await submit(placed({ status: 'matched' }), {}, { [`GET clob/data/order/${id}`]: null })
    expect(unread.result.metadata).toEqual({ unknown: ['filled', 'remaining'] })
  })

  test.each([
    ['limit', 'buy', 'open'],
    ['market', 'buy', 'open'],
    ['market', 'sell', 'pending'],
  ] as const)(
    'that does not tell what was filled of a %s order to %s is no end of it: a row may lag behind',
    async (type, side, status) => {
      const behind = nativeOrder({ status: 'LIVE', original_size: '20', size_matched: '0' })
      for (const row of [behind, null]) {
        const { result } = await submit(
          placed({ status: 'matched' }),
          { type, side },
          { [`GET clob/data/order/${id}`]: row },
        )
        expect(result).toMatchObject({ status, metadata: { unknown: ['filled', 'remaining'] } })
      }
      const part = nativeOrder({ status: 'LIVE', original_size: '20', size_matched: '5' })
      const { result } = await submit(
        placed({ status: 'matched' }),
        { type, side },
        { [`GET clob/data/order/${id}`]: part },
      )
      expect(result).toMatchObject({ filled: 5, remaining: 15 })
    },
  )

  test.each([
    ['not enough balance / allowance', 400, 'INSUFFICIENT_FUNDS'],
    ['invalid signature', 400, 'AUTHENTICATION_ERROR'],
    ['the order signer address has to be the address of the API KEY', 400, 'AUTHENTICATION_ERROR'],
    ['the order owner has to be the owner of the API KEY', 400, 'AUTHENTICATION_ERROR'],
    ['invalid amounts, the buy orders maker amount supports 2 decimals', 400, 'INVALID_ORDER'],
    ['order 0x1 is invalid. Price (0.015) breaks minimum tick size rule: 0.01', 400, 'INVALID_ORDER'],
    ['Size (3) lower than the minimum: 5', 400, 'INVALID_ORDER'],
    ["order couldn't be fully filled. FOK orders are fully filled or killed.", 400, 'NO_LIQUIDITY'],
    ['no orders found to match with FAK order', 400, 'NO_LIQUIDITY'],
    ['invalid post-only order: order crosses book', 400, 'INVALID_ORDER'],
    ['invalid expiration value', 400, 'INVALID_ORDER'],
    ['the market is not yet ready to process new orders', 400, 'INVALID_ORDER'],
    ['maker address not allowed, please use the deposit wallet flow', 400, 'PERMISSION_DENIED'],
    ['address banned', 400, 'PERMISSION_DENIED'],
    ['address in closed only mode', 400, 'PERMISSION_DENIED'],
    ['order 0x1 crosses the book', 400, 'INVALID_ORDER'],
    ['order canceled in the CTF exchange contract', 400, 'INVALID_ORDER'],
    ['order match delayed due to market conditions', 400, 'EXCHANGE_NOT_AVAILABLE'],
    ['could not insert order', 400, 'EXCHANGE_NOT_AVAILABLE'],
    ['INVALID_ORDER_MIN_TICK_SIZE', 400, 'INVALID_ORDER'],
    ['INVALID_ORDER_NOT_ENOUGH_BALANCE', 400, 'INSUFFICIENT_FUNDS'],
    ['INVALID_POST_ONLY_ORDER', 400, 'INVALID_ORDER'],
    ['FOK_ORDER_NOT_FILLED_ERROR', 400, 'NO_LIQUIDITY'],
    ['MARKET_NOT_READY', 400, 'INVALID_ORDER'],
    ['EXECUTION_ERROR', 400, 'EXCHANGE_NOT_AVAILABLE'],
    ['ORDER_DELAYED', 400, 'EXCHANGE_NOT_AVAILABLE'],
    ['Trading restricted in your region', 403, 'PERMISSION_DENIED'],
    ['Trading is currently disabled', 503, 'EXCHANGE_NOT_AVAILABLE'],
    ['Unauthorized/Invalid api key', 401, 'AUTHENTICATION_ERROR'],
  ])('%s (%s): %s', async (error, status, code) => {
    expect((await failureOf(() => submit(json(status, { error })))).code).toBe(code)
  })

  test('a refusal that comes with success is one, whatever it says', async () => {
    const refused = (errorMsg: string) => failureOf(() => submit({ success: false, errorMsg, orderID: '' }))
    expect((await refused('not enough balance / allowance')).code).toBe('INSUFFICIENT_FUNDS')
    expect((await refused('the moon is wrong')).code).toBe('INVALID_ORDER')
  })

  test('a refusal that calls itself a success is one: no order of it has an id', async () => {
    const answer = placed({ errorMsg: 'the moon is wrong', orderID: '', status: '' })
    expect(await failureOf(() => submit(answer))).toMatchObject({
      code: 'INVALID_ORDER',
      message: expect.stringContaining('the moon is wrong'),
    })
    const taken = placed({ errorMsg: 'order match delayed due to market conditions', status: 'delayed' })
    expect((await submit(taken)).result).toMatchObject({ id, status: 'pending' })
  })

  test.each([
    { status: 500, errorMsg: 'internal error' },
    { status: 425, errorMsg: 'the moon is wrong' },
    { status: 200, errorMsg: 'could not run the execution' },
    { status: 200, errorMsg: 'order match delayed due to market conditions' },
    { status: 200, errorMsg: 'DELAYING_ORDER_ERROR' },
    { status: 200, errorMsg: 'INVALID_ORDER_ERROR' },
  ])('a failure of its own is no refusal: $status $errorMsg', async ({ status, errorMsg }) => {
    const answer = json(status, { success: false, errorMsg, orderID: '' })
    expect((await failureOf(() => submit(answer))).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test('a second order of the same hash is known as such', async () => {
    const error = await failureOf(() => submit(json(400, { error: `order ${id} is invalid. Duplicated.` })))
    expect(error).toMatchObject({ code: 'INVALID_ORDER', detail: { kind: 'duplicate_order' } })
  })

  test('an order of the wrong generation has the next one built anew', async () => {
    const house = signedIn({ ...reading, 'POST clob/order': json(400, { error: 'order_version_mismatch' }) })
    const order = await source.build(terms, located, house.ctx)
    expect((await failureOf(() => source.submit(order, terms, house.ctx))).code).toBe('INVALID_ORDER')
    await source.build(terms, located, house.ctx)
    expect(sentTo(house.wire).filter((call) => call === 'GET clob/version')).toHaveLength(2)
  })
})

describe('taking back', () => {
  const cancel = (reply: unknown, row: unknown = nativeOrder({ status: 'CANCELED' })) => {
    const { ctx } = signedIn({ ...reading, 'DELETE clob/order': reply, [`GET clob/data/order/${id}`]: row })
    return present(source.cancel)(id, ctx)
  }
  const canceled = { canceled: [id], not_canceled: {} }

  test('tells the order as the venue has it', async () => {
    expect(await cancel(canceled)).toMatchObject({
      id,
      marketId: '700101',
      status: 'canceled',
      remaining: 5,
      price: 0.513,
    })
    expect(await cancel(canceled, nativeOrder())).toMatchObject({ status: 'canceled' })
  })

  test('knows it in another spelling of its hash', async () => {
    const answer = { canceled: [id.toUpperCase().replace('0X', '0x')], not_canceled: {} }
    expect(await cancel(answer)).toMatchObject({ id, status: 'canceled' })
  })

  test('without its row, as far as it is known', async () => {
    const order = await cancel(canceled, json(403, {}))
    expect(order).toMatchObject({ id, status: 'canceled', marketId: 'unknown' })
    expect(order.metadata?.['unknown']).toContain('amount')
  })

  test.each([
    [
      { canceled: [], not_canceled: { [id]: "order can't be found - already canceled or matched" } },
      'ORDER_NOT_FOUND',
    ],
    [{ canceled: [], not_canceled: {} }, 'ORDER_NOT_FOUND'],
    [{ canceled: null, not_canceled: { [id]: 'trading is paused' } }, 'INVALID_ORDER'],
    [{ canceled: [], not_canceled: { [id]: 'the order cannot be canceled right now' } }, 'INVALID_ORDER'],
    [{ canceled: [], not_canceled: { [id]: 'cancel rejected: order is being matched' } }, 'INVALID_ORDER'],
    [{ canceled: [], not_canceled: { [id]: 'order was canceled' } }, 'ORDER_NOT_FOUND'],
    [json(404, { error: 'not found' }), 'ORDER_NOT_FOUND'],
  ])('%j: %s', async (reply, code) => {
    expect((await failureOf(() => cancel(reply))).code).toBe(code)
  })

  test('does not say that an order is gone which the answer does not name and the venue shows', async () => {
    for (const status of ['LIVE', 'DELAYED']) {
      const failure = await failureOf(() =>
        cancel({ canceled: [], not_canceled: {} }, nativeOrder({ status })),
      )
      expect(failure.code).toBe('INVALID_ORDER')
    }
  })
})

describe('a lost order', () => {
  const find = async (row: unknown, trades: readonly unknown[] = []) => {
    const { ctx, wire } = signedIn({
      ...reading,
      [`GET clob/data/order/${id}`]: row,
      'GET clob/data/trades': { data: trades, next_cursor: 'LTE=' },
    })
    return { found: await present(source.find)({ by: 'orderId', value: id }, terms, now, ctx), wire }
  }

  test('is found by its hash', async () => {
    expect((await find(nativeOrder())).found).toMatchObject({ id, clientOrderId: 'mine', status: 'open' })
  })

  test.each([null, json(404, { error: 'not found' })])(
    'or by what it took, where the venue forgot it',
    async (row) => {
      const mine = nativeTrade({ taker_order_id: id, size: '20' })
      expect((await find(row, [mine])).found).toMatchObject({ status: 'filled', filled: 20 })
      const inCapitals = nativeTrade({ taker_order_id: id.toUpperCase().replace('0X', '0x'), size: '20' })
      expect((await find(row, [inCapitals])).found).toMatchObject({ filled: 20 })
      expect((await find(row, [nativeTrade()])).found).toBeUndefined()
      expect((await find(row)).found).toBeUndefined()
    },
  )

  test('a refusal to tell is no answer', async () => {
    expect((await failureOf(() => find(json(403, {})))).code).toBe('PERMISSION_DENIED')
  })
})
