import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf, toText } from '../../../src/api/values/decimal.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { NativeOrder, OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { orderHash, renderOrder, toBookOrderData } from '../../../src/venues/myriad/native/order.js'
import type { OutcomeFacts } from '../../../src/venues/myriad/outcomes.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { type FakeWire, json } from '../../support/wire.js'
import { besideLogin, bookOrder, facts, nativeOrder, open, privateKey, trader } from './order-payloads.js'
import { bookMarket } from './payloads.js'

const orders = present(myriad.orders)
const cancel = present(orders.cancel)
const outcome: Located<OutcomeFacts> = { outcomeId: '56:ob827:0', facts }
const terms: OrderTerms = {
  marketId: '56:ob827',
  outcomeId: '56:ob827:0',
  side: 'buy',
  type: 'limit',
  amount: '10.5',
  price: '0.62',
  clientOrderId: '6f2e0a54-0d3f-4c1e-9f00-bbbbbbbbbbbb',
}
const bodyOf = ({ call }: NativeOrder) => Object(call.body)
const MARKET = 'GET api/markets/827'
const at = (over: Partial<OutcomeFacts>): Located<OutcomeFacts> => ({
  ...outcome,
  facts: { ...facts, ...over },
})

describe('what a market lets an order be', () => {
  const rulesOf = (market: object) => orders.rules(outcome, open({ [MARKET]: bookMarket({ ...market }) }).ctx)

  test('any unit of a token of 18 digits, at whole cents', async () => {
    expect(await rulesOf({})).toEqual({
      market: { id: '56:ob827', aliases: ['ines-calloway-wins'] },
      prices: [{ from: '0.01', to: '0.99', step: '0.01' }],
      amountStep: '0.000000000000000001',
    })
  })

  test.each([
    [{ state: 'closed' }, 'its state is closed'],
    [{ state: 'resolved' }, 'its state is resolved'],
    [{ voided: true }, 'it is voided'],
  ])('a market that is over takes none: %j', async (market, closed) => {
    expect(await rulesOf(market)).toMatchObject({ closed })
  })

  test.each([6, null])(
    'a token of %j decimals is refused: how its orders are counted is not told',
    async (decimals) => {
      const token = { name: 'A', address: `0x${'d1'.repeat(20)}`, symbol: 'USDT', decimals }
      expect(await failureOf(() => rulesOf({ token }))).toMatchObject({ code: 'NOT_SUPPORTED' })
    },
  )

  test.each([
    ['a pool', at({ ref: { ...facts.ref, model: 'amm' } }), /on-chain transactions/],
    ['another network', at({ ref: { ...facts.ref, network: 97 } }), /exchange contract on network/],
    ['three outcomes', at({ indexes: [0, 1, 2] }), /two outcomes/],
  ])('nobody is asked, and nothing signed, for %s', async (_, where, why) => {
    const { ctx, wire } = open()
    for (const work of [() => orders.rules(where, ctx), () => orders.build(terms, where, ctx)]) {
      const error = await failureOf(work)
      expect(error).toMatchObject({ code: 'NOT_SUPPORTED', field: 'outcomeId' })
      expect(error.message).toMatch(why)
    }
    expect(wire.calls).toEqual([])
  })

  test('a market that is gone', async () => {
    const { ctx } = open({ [MARKET]: json(404, { error: 'Market not found' }) })
    expect((await failureOf(() => orders.rules(outcome, ctx))).code).toBe('MARKET_NOT_FOUND')
  })
})

describe('an order', () => {
  test('is the whole documented body, named by its hash before it is sent', async () => {
    const { ctx, wire } = open()
    const built = await orders.build(terms, outcome, ctx)
    const { order, signature, ...around } = bodyOf(built)
    expect(around).toEqual({ network_id: 56, time_in_force: 'GTC' })
    expect(order).toEqual({
      trader: trader.toLowerCase(),
      marketId: '827',
      outcomeId: 0,
      side: 0,
      amount: '10500000000000000000',
      price: '620000000000000000',
      minFillAmount: '0',
      nonce: expect.stringMatching(/^\d{1,16}$/),
      expiration: '0',
    })
    const digest = hashTypedData(toBookOrderData({ ...bookOrder(), ...order }, 56))
    expect(recoverAddress(digest, signature)).toBe(trader)
    expect(built).toMatchObject({
      call: { host: 'api', path: '/orders', group: 'place' },
      signedOrder: { ...order, signature },
      handle: { by: 'orderId', value: `0x${Buffer.from(digest).toString('hex')}` },
      isUnique: true,
    })
    expect(JSON.stringify(built)).not.toContain(privateKey.slice(2))
    expect(besideLogin(wire)).toEqual([])
  })

  test('built anew is the same one; of another name it is another', async () => {
    const { ctx } = open()
    const built = await orders.build(terms, outcome, ctx)
    expect(await orders.build(terms, outcome, ctx)).toEqual(built)
    const other = await orders.build({ ...terms, clientOrderId: 'another' }, outcome, ctx)
    expect(other.handle?.value).not.toBe(built.handle?.value)
  })

  test('at the market takes what its bound allows and drops the rest; of the other outcome it is a sale of that', async () => {
    const { ctx } = open()
    const no = { ...at({ place: { index: 1, isNegative: false } }), outcomeId: '56:ob827:1' }
    const built = await orders.build(
      { ...terms, outcomeId: no.outcomeId, type: 'market', side: 'sell' },
      no,
      ctx,
    )
    expect(bodyOf(built)).toMatchObject({
      time_in_force: 'FAK',
      order: { outcomeId: 1, side: 1, price: '620000000000000000' },
    })
  })

  test.each([
    [{ timeInForce: 'GTC' }, 'GTC', '0'],
    [{ timeInForce: 'IOC' }, 'FAK', '0'],
    [{ timeInForce: 'FOK' }, 'FOK', '0'],
    [{ type: 'market', timeInForce: 'FOK' }, 'FOK', '0'],
    [{ timeInForce: 'GTD', expiresAt: 1_790_000_000_999 }, 'GTD', '1790000000'],
  ] as const)('of %j is %s, and its end is signed: %s', async (demands, word, expiration) => {
    const built = await orders.build({ ...terms, ...demands }, outcome, open().ctx)
    const { order, signature, time_in_force } = bodyOf(built)
    expect([time_in_force, order.expiration]).toEqual([word, expiration])
    const signed = toBookOrderData({ ...bookOrder(), ...order }, 56)
    expect(recoverAddress(hashTypedData(signed), signature)).toBe(trader)
  })

  test('has exactly the amount and the price that were wanted, to the last digit', async () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 18n })
    const cents = fc.integer({ min: 1, max: 99 })
    await fc.assert(
      fc.asyncProperty(digits, cents, async (amount, cent) => {
        const text = (units: bigint): string => toText({ units, scale: 18 })
        const { ctx } = open()
        const price = BigInt(cent) * 10n ** 16n
        const built = await orders.build({ ...terms, amount: text(amount), price: text(price) }, outcome, ctx)
        expect(bodyOf(built).order).toMatchObject({ amount: String(amount), price: String(price) })
        expect(decimalOf(text(amount)).scale).toBeLessThanOrEqual(18)
      }),
      { numRuns: 30 },
    )
  })

  test.each(['0.2055', '0.005', '0', '1', '0.9999', '1.5', '0.6200000000000000001'])(
    'at %s, which is no whole cent, is not signed',
    async (price) => {
      const { ctx, wire } = open()
      const error = await failureOf(() => orders.build({ ...terms, price }, outcome, ctx))
      expect(error).toMatchObject({ code: 'INVALID_ORDER', field: 'price' })
      expect(wire.calls).toEqual([])
    },
  )

  test.each([
    ['no key', {}, 'privateKey', undefined],
    ['only an address', { walletAddress: trader }, 'privateKey', undefined],
    ['an address in the place of a key', { privateKey: trader }, 'privateKey', 'unusable_credential'],
    [
      'the key of another wallet',
      { privateKey, walletAddress: `0x${'9'.repeat(40)}` },
      'walletAddress',
      'unusable_credential',
    ],
  ])('is not built with %s', async (_, values, part, kind) => {
    const { ctx, wire } = open({}, values)
    const error = await failureOf(() => orders.build(terms, outcome, ctx))
    expect(error.code).toBe('AUTHENTICATION_ERROR')
    expect(error.message).toContain(part)
    expect(error.detail?.['kind']).toBe(kind)
    expect(error.message).not.toContain(privateKey.slice(2))
    expect(wire.calls).toEqual([])
  })

  test('on behalf of others is none', async () => {
    const work = () => orders.build({ ...terms, onBehalfOf: 7 }, outcome, open().ctx)
    expect(await failureOf(work)).toMatchObject({ code: 'NOT_SUPPORTED', field: 'onBehalfOf' })
  })
})

describe('what became of an order', () => {
  const place = async (reply: object, over: Partial<OrderTerms> = {}, row?: Record<string, unknown>) => {
    const wanted = { ...terms, ...over }
    const built = await orders.build(wanted, outcome, open().ctx)
    const hash = present(built.handle).value
    const sent = {
      ...bookOrder(),
      nonce: BigInt(bodyOf(built).order.nonce),
      amount: 10_500_000_000_000_000_000n,
      price: 620_000_000_000_000_000n,
    }
    const { ctx, wire } = open({
      'POST api/orders': { orderHash: hash, timeInForce: 'GTC', ...reply },
      [`GET api/orders/${hash}`]: row === undefined ? json(403, {}) : nativeOrder(sent, row),
    })
    return { order: await orders.submit(built, wanted, ctx), hash, wire }
  }

  test('one that rests has not been filled', async () => {
    const { order, hash, wire } = await place({ status: 'open' })
    expect(order).toEqual({
      id: hash,
      clientOrderId: terms.clientOrderId,
      marketId: '56:ob827',
      outcomeId: '56:ob827:0',
      side: 'buy',
      type: 'limit',
      price: 0.62,
      amount: 10.5,
      status: 'open',
      filled: 0,
      remaining: 10.5,
      timestamp: now,
    })
    expect(besideLogin(wire)).toHaveLength(1)
  })

  test('one that was filled has nothing left', async () => {
    const { order } = await place({ status: 'filled' })
    expect(order).toMatchObject({ status: 'filled', filled: 10.5, remaining: 0 })
    expect(order).not.toHaveProperty('metadata')
  })

  test.each([
    [{ status: 'cancelled' }, { status: 'cancelled', filledAmount: '500000000000000000' }, 'canceled', 0.5],
    [{ status: 'CANCELED' }, { status: 'canceled', filledAmount: '0' }, 'canceled', 0],
    [{ status: 'open' }, { status: 'filled', filledAmount: '10500000000000000000' }, 'filled', 10.5],
    [{ status: 'open' }, { status: 'open' }, 'pending', 0],
    [
      { status: 'partially_filled' },
      { status: 'partially_filled', filledAmount: '500000000000000000' },
      'canceled',
      0.5,
    ],
  ])('of one at the market the venue’s row tells: %j', async (reply, row, status, filled) => {
    const { order } = await place(reply, { type: 'market' }, { timeInForce: 'FAK', ...row })
    expect(order).toMatchObject({
      status,
      filled,
      remaining: 10.5 - filled,
      type: 'market',
      clientOrderId: terms.clientOrderId,
    })
  })

  test('what cannot be looked up is named as unknown', async () => {
    const { order } = await place({ status: 'partially_filled' })
    expect(order).toMatchObject({
      status: 'open',
      filled: 0,
      remaining: 0,
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })

  test.each([
    ['IOC', 'canceled'],
    ['FOK', 'pending'],
  ] as const)('%s that is filled in part and cannot be looked up is %s', async (timeInForce, status) => {
    const { order } = await place({ status: 'partially_filled' }, { timeInForce })
    expect(order).toMatchObject({ status, metadata: { unknown: ['filled', 'remaining'] } })
  })

  test('another hash than ours is not taken for our order', async () => {
    await expectDriftAt(() => place({ status: 'open', orderHash: `0x${'1'.repeat(64)}` }), 'orderHash')
  })

  test.each([
    [409, 'Order already exists', 'INVALID_ORDER', 'duplicate_order'],
    [400, 'Invalid order payload', 'INVALID_ORDER', undefined],
    [400, 'Insufficient balance', 'INSUFFICIENT_FUNDS', undefined],
    [400, 'Exchange allowance too low', 'INSUFFICIENT_FUNDS', undefined],
    [400, 'Invalid signature', 'AUTHENTICATION_ERROR', undefined],
    [400, 'Market is not open', 'INVALID_ORDER', undefined],
    [400, 'Order cannot be filled', 'NO_LIQUIDITY', undefined],
    [404, 'Market not found', 'MARKET_NOT_FOUND', undefined],
    [429, 'Too many requests', 'RATE_LIMIT_EXCEEDED', undefined],
  ])('a refusal, %i %s', async (status, error, code, kind) => {
    const built = await orders.build(terms, outcome, open().ctx)
    const { ctx, wire } = open({ 'POST api/orders': json(status, { error }) })
    const failure = await failureOf(() => orders.submit(built, terms, ctx))
    expect(failure.code).toBe(code)
    expect(failure.detail?.['kind']).toBe(kind)
    expect(besideLogin(wire)).toHaveLength(1)
  })

  test('a conflict of another text is not the venue’s refusal of a used hash', async () => {
    const built = await orders.build(terms, outcome, open().ctx)
    const { ctx } = open({
      'POST api/orders': json(409, { message: 'The request conflicts with the edge.' }),
    })
    const failure = await failureOf(() => orders.submit(built, terms, ctx))
    expect(failure.detail).toMatchObject({ upstreamStatus: 409, body: 'unproven' })
  })

  test.each(['NO_WALLET_CONNECTED', 'WALLET_MISMATCH', 'TRADER_FORBIDDEN'])(
    'an account that is not that of the wallet, by the code %s alone',
    async (code) => {
      const built = await orders.build(terms, outcome, open().ctx)
      const { ctx } = open({ 'POST api/orders': json(400, { error: 'Refused', code }) })
      expect((await failureOf(() => orders.submit(built, terms, ctx))).code).toBe('AUTHENTICATION_ERROR')
    },
  )

  test('it is found by its hash; none is told only where the venue says so', async () => {
    const row = nativeOrder()
    const handle = { by: 'orderId', value: row.orderHash } as const
    const find = (answer: unknown) =>
      present(orders.find)(handle, terms, now, open({ [`GET api/orders/${row.orderHash}`]: answer }).ctx)
    expect(await find(row)).toMatchObject({ id: row.orderHash, clientOrderId: terms.clientOrderId })
    expect(await find(json(404, { error: 'Order not found' }))).toBeUndefined()
    expect((await failureOf(() => find(json(404, { error: 'Not found' })))).code).toBe('NOT_FOUND')
    await expectDriftAt(() => find(nativeOrder(bookOrder({ nonce: 1n }))), 'orderHash')
  })

  test.each(['marketId', 'outcomeId', 'trader', 'amount'])(
    'a row of its hash with another %s says nothing of it, least of all that it was not placed',
    async (member) => {
      const row = nativeOrder()
      const other = member === 'trader' ? `0x${'1'.repeat(40)}` : 1
      const told = { ...row, order: { ...row.order, [member]: other } }
      const { ctx } = open({ [`GET api/orders/${row.orderHash}`]: told })
      const handle = { by: 'orderId', value: row.orderHash } as const
      await expectDriftAt(() => present(orders.find)(handle, terms, now, ctx), 'order')
      await expectDriftAt(() => present(myriad.account?.order)(row.orderHash, ctx), 'order')
    },
  )

  test('nor does one of a network whose orders nobody can hash', async () => {
    const row = nativeOrder()
    const { ctx } = open({ [`GET api/orders/${row.orderHash}`]: { ...row, networkId: 97 } })
    const handle = { by: 'orderId', value: row.orderHash } as const
    await expectDriftAt(() => present(orders.find)(handle, terms, now, ctx), 'networkId')
  })
})

describe('taking back', () => {
  const order = bookOrder()
  const hash = orderHash(order, 56)
  const path = `api/orders/${hash}`
  const answered = (reply: unknown, row: unknown = nativeOrder(order)) =>
    open({ [`GET ${path}`]: row, [`DELETE ${path}`]: reply })
  const deleted = { orderHash: hash, status: 'cancelled' }
  const deletions = ({ calls }: FakeWire) => calls.filter(({ method }) => method === 'DELETE')

  test('signs the order of the id once more, and tells how far it had come', async () => {
    let reads = 0
    const row = () => nativeOrder(order, reads++ === 0 ? {} : { filledAmount: '500000000000000000' })
    const { ctx, wire } = answered(deleted, row)
    expect(await cancel(hash.toUpperCase().replace('0X', '0x'), ctx)).toMatchObject({
      id: hash,
      status: 'canceled',
      filled: 0.5,
      remaining: 1.5,
      // The row shows it as open: it is older than the cancel.
      metadata: { unknown: ['filled', 'remaining'] },
    })
    const [{ body }] = deletions(wire) as [VenueCall]
    const { signature, ...rest } = Object(body)
    expect(rest).toEqual({ order: renderOrder(order), network_id: 56 })
    expect(recoverAddress(hashTypedData(toBookOrderData(order, 56)), signature)).toBe(trader)
  })

  test('what was filled is unknown where it cannot be read afterwards', async () => {
    let reads = 0
    const { ctx } = answered(deleted, () =>
      reads++ === 0 ? nativeOrder(order) : json(404, { error: 'Order not found' }),
    )
    expect(await cancel(hash, ctx)).toMatchObject({
      status: 'canceled',
      amount: 2,
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })

  test.each(['amount', 'price', 'side', 'nonce', 'marketId', 'outcomeId'])(
    'an order with another %s than the id names is not signed',
    async (member) => {
      const told = nativeOrder(order)
      const changed = {
        ...told,
        order: { ...told.order, [member]: member === 'price' ? '990000000000000000' : 1 },
      }
      const { ctx, wire } = answered(deleted, changed)
      await expectDriftAt(() => cancel(hash, ctx), 'order')
      expect(deletions(wire)).toEqual([])
    },
  )

  test.each([
    ['of another wallet', nativeOrder(bookOrder({ trader: `0x${'1'.repeat(40)}` }))],
    ['that was filled', nativeOrder(order, { status: 'filled' })],
    ['that was canceled', nativeOrder(order, { status: 'cancelled' })],
    ['that has expired', nativeOrder(order, { status: 'expired' })],
  ])('an order %s is not signed', async (_, row) => {
    const { ctx, wire } = open({ [`GET api/orders/${row.orderHash}`]: row })
    expect((await failureOf(() => cancel(row.orderHash, ctx))).code).toBe('ORDER_NOT_FOUND')
    expect(besideLogin(wire)).toHaveLength(1)
  })

  test.each([
    [404, 'Order not found', 'ORDER_NOT_FOUND'],
    [400, 'Order already filled', 'ORDER_NOT_FOUND'],
    [400, 'Order is expired', 'ORDER_NOT_FOUND'],
    [400, 'Order hash mismatch', 'BAD_REQUEST'],
    [404, 'Not found', 'NOT_FOUND'],
  ])('a refusal, %i %s', async (status, error, code) => {
    const { ctx } = answered(json(status, { error }))
    expect((await failureOf(() => cancel(hash, ctx))).code).toBe(code)
  })

  test('what is no hash is asked of nobody', async () => {
    const { ctx, wire } = open()
    expect((await failureOf(() => cancel('12345', ctx))).code).toBe('ORDER_NOT_FOUND')
    expect(wire.calls).toEqual([])
  })

  test('an answer that does not say that it was taken back leaves that open', async () => {
    await expectDriftAt(() => cancel(hash, answered({ ...deleted, status: 'open' }).ctx), 'status')
  })
})
