import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/api/models/models.js'
import { compare, fromUnits, multiply, toText } from '../../../src/api/values/decimal.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { exchangeOrderTypes } from '../../../src/venue-kit/orders/exchange-order.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { computeAmountsAtLimit } from '../../../src/venues/opinion/native/order-amounts.js'
import { devKey } from '../../signing/examples.js'
import { token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import {
  answer,
  created,
  nativeBinary,
  nativeOrder,
  notFound,
  quoteTokens,
  refusal,
  SAFE,
  userAuth,
} from './payloads.js'
import { setUp } from './set-up.js'

const source = present(opinion.orders)
const EXCHANGE = '0x5f45344126d6488025b0b84a3a8189f2487a7246'
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const keys: Secrets = { values: { apiKey: 'k-1', privateKey }, withheld: false }
const secrets = (values: Secrets['values']): Secrets => ({ values, withheld: false })

const venue: Record<string, Answer> = {
  'GET api/market/7101': answer({ data: nativeBinary() }),
  'GET api/quoteToken': answer(quoteTokens),
  'GET api/user/auth': answer(userAuth),
}
const outcome = { outcomeId: token(71_011), facts: { marketId: '7101' } }
const terms: OrderTerms = {
  marketId: '7101',
  outcomeId: token(71_011),
  side: 'buy',
  type: 'limit',
  amount: '5',
  price: '0.5',
  clientOrderId: '3b241101-e2bb-4255-8caf-4136c566a962',
}

const build = async (changes: Partial<OrderTerms> = {}, held = keys, answers = venue) => {
  const { ctx, wire } = setUp(answers, held)
  const built = await source.build({ ...terms, ...changes }, outcome, ctx)
  return { built, wire, body: Object(built.call.body) }
}

describe('amounts', () => {
  // Of clients that trade there, by what a buyer gives and a seller sells.
  test.each([
    ['buy', '100', '0.45', '45000000000000000000', '100000000000000000000'],
    ['sell', '37.5', '0.723', '37500000000000000000', '27112500000000000000'],
    ['buy', '87.323943661971830985', '0.071', '6199999999999999930', '87323943661971830000'],
    ['buy', '5', '0.5', '2500000000000000000', '5000000000000000000'],
    ['sell', '5', '0.4', '5000000000000000000', '2000000000000000000'],
  ] as const)('to %s %s at %s are %s for %s', (side, amount, price, makerAmount, takerAmount) => {
    expect(computeAmountsAtLimit({ side, amount, price }, 18)).toEqual({
      makerAmount: BigInt(makerAmount),
      takerAmount: BigInt(takerAmount),
    })
  })

  test('have the price as their quotient, and leave out less than a step of it', () => {
    const price = fc.integer({ min: 1, max: 999_999 }).map((units) => fromUnits(BigInt(units), 6))
    const size = fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }).map((units) => fromUnits(units, 18))
    fc.assert(
      fc.property(size, price, fc.constantFrom('buy', 'sell'), (contracts, at, side) => {
        const wish = { side, amount: toText(contracts), price: toText(at) }
        const { makerAmount, takerAmount } = computeAmountsAtLimit(wish, 18)
        const [money, sold] = side === 'buy' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
        expect(multiply(fromUnits(sold, 18), at)).toEqual(fromUnits(money, 18))
        expect(compare(fromUnits(sold, 18), contracts)).toBeLessThanOrEqual(0)
        expect(compare(fromUnits(sold + 10n ** 6n, 18), contracts)).toBeGreaterThan(0)
      }),
    )
  })

  test('that come to nothing are refused', async () => {
    const error = await failureOf(async () =>
      computeAmountsAtLimit({ side: 'buy', amount: '0.0001', price: '0.123456' }, 6),
    )
    expect(error).toMatchObject({ code: 'INVALID_ORDER', field: 'amount' })
  })
})

describe('an order', () => {
  test('is spelled as clients of the venue spell it, and signed for its exchange', async () => {
    const { built, body, wire } = await build()
    const { signature, sign, salt, ...rest } = body
    expect(rest).toEqual({
      maker: SAFE,
      signer: devKey.address,
      taker: '0x0000000000000000000000000000000000000000',
      tokenId: token(71_011),
      makerAmount: '2500000000000000000',
      takerAmount: '5000000000000000000',
      expiration: '0',
      nonce: '0',
      feeRateBps: '0',
      side: '0',
      signatureType: '2',
      contractAddress: '',
      currencyAddress: '0x55d398326f99059fF775485246999027B3197955',
      topicId: 7101,
      price: '0.5',
      tradingMethod: 2,
      timestamp: Math.floor(now / 1000),
      safeRate: '0',
      orderExpTime: '0',
      postOnly: false,
    })
    expect(sign).toBe(signature)
    expect(salt).toMatch(/^\d+$/)
    const data = {
      domain: { name: 'OPINION CTF Exchange', version: '1', chainId: 56, verifyingContract: EXCHANGE },
      types: exchangeOrderTypes,
      primaryType: 'Order',
      message: body,
    } as const
    expect(recoverAddress(hashTypedData(data), signature)).toBe(devKey.address)
    expect(built.signedOrder).toMatchObject({ signature, salt })
    expect(JSON.stringify(built)).not.toContain(privateKey.slice(2))
    expect(wire.calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  test.each([
    [{ side: 'sell' }, { makerAmount: '5000000000000000000', takerAmount: '2500000000000000000', side: '1' }],
    // A purchase at the market is a limit order at its worst price: by money it would have no bound.
    [
      { type: 'market', amount: '306', price: '0.57' },
      {
        makerAmount: '174420000000000000000',
        takerAmount: '306000000000000000000',
        price: '0.57',
        tradingMethod: 2,
      },
    ],
    [
      { type: 'market', side: 'sell', price: '0.4' },
      {
        makerAmount: '5000000000000000000',
        takerAmount: '2000000000000000000',
        price: '0.4',
        tradingMethod: 1,
      },
    ],
  ] as const)('to %j is %j', async (changes, expected) => {
    expect((await build(changes)).body).toMatchObject(expected)
  })

  test('may demand to rest', async () => {
    expect((await build({ postOnly: true })).body).toMatchObject({ postOnly: true, tradingMethod: 2 })
    expect((await build({ timeInForce: 'GTC' })).body).toMatchObject({ postOnly: false, orderExpTime: '0' })
  })

  test('built anew by its name has the same salt, and another name another one', async () => {
    const salt = async (clientOrderId: string) => (await build({ clientOrderId })).body.salt
    expect(await salt('a')).toBe(await salt('a'))
    expect(await salt('a')).not.toBe(await salt('b'))
  })

  test('trades with the wallet that was given, asking nobody', async () => {
    const other = '0x1111111111111111111111111111111111111111'
    const { 'GET api/user/auth': _unasked, ...rest } = venue
    const given = await build({}, secrets({ ...keys.values, funderAddress: other }), rest)
    expect(given.body).toMatchObject({ maker: other, signatureType: '2' })
    const own = await build({}, secrets({ ...keys.values, funderAddress: devKey.address }), rest)
    expect(own.body).toMatchObject({ maker: devKey.address, signatureType: '0' })
  })

  test('without a wallet of the key says how to get one', async () => {
    for (const walletUsers of [{}, null, { '1': SAFE }]) {
      const answers = { ...venue, 'GET api/user/auth': answer({ ...userAuth, walletUsers }) }
      const error = await failureOf(() => build({}, keys, answers))
      expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'funderAddress' } })
    }
  })

  test('of a market that is paid in something unknown is not built', async () => {
    const data = nativeBinary(7101, { quoteToken: '0x2222222222222222222222222222222222222222' })
    const error = await failureOf(() =>
      build({}, keys, { ...venue, 'GET api/market/7101': answer({ data }) }),
    )
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
  })

  test.each([
    [{}, 'apiKey', 'missing_credential'],
    [{ apiKey: 'k' }, 'privateKey', 'missing_credential'],
    [{ apiKey: 'k', privateKey: 'secret-words' }, 'privateKey', 'unusable_credential'],
    [{ apiKey: 'k', privateKey, funderAddress: '0xabc' }, 'funderAddress', 'unusable_credential'],
  ])('needs its credentials: %j', async (values, part, kind) => {
    const { ctx } = setUp({}, secrets(values))
    const error = await failureOf(async () => source.checkCredentials(ctx))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part, kind } })
    expect(error.message).not.toContain('secret-words')
  })
})

describe('the rules of a market', () => {
  const rules = (data: object) => {
    const { ctx } = setUp({ 'GET api/market/7101': answer({ data }) })
    return source.rules(outcome, ctx)
  }

  test('name it, and say that it trades', async () => {
    expect(await rules(nativeBinary(7101, { conditionId: 'ab12' }))).toEqual({
      market: { id: '7101', aliases: ['will-the-port-ellery-bridge-open-7101', 'ab12'] },
      prices: [{ from: '0.000001', to: '0.999999', step: '0.000001' }],
      minAmount: '1',
      minCost: '5',
    })
  })

  test.each([1, 3, 4])('of status %i say that it does not', async (status) => {
    expect((await rules(nativeBinary(7101, { status }))).closed).toBeDefined()
  })
})

describe('what was sent', () => {
  const submit = async (reply: Answer, changes: Partial<OrderTerms> = {}) => {
    const { ctx, wire } = setUp({ ...venue, 'POST api/order': reply }, keys)
    const built = await source.build({ ...terms, ...changes }, outcome, ctx)
    const order = await source.submit(built, { ...terms, ...changes }, ctx)
    return { order, sent: wire.calls.filter(({ method }) => method === 'POST'), built }
  }

  test('is sent once, as it was built, with the key', async () => {
    const { order, sent, built } = await submit(answer({ orderData: nativeOrder() }))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ body: built.call.body, secretHeaders: { apikey: 'k-1' } })
    expect(order).toEqual({
      id: '101d4cdd-8d03-11f1-934a-0a58a9feac02',
      marketId: '7101',
      outcomeId: token(71_011),
      side: 'buy',
      type: 'limit',
      price: 0.5,
      amount: 5,
      status: 'open',
      filled: 0,
      remaining: 5,
      timestamp: created * 1000,
    })
  })

  test('and told in a way that cannot be read is placed all the same', async () => {
    const { order } = await submit(answer({ orderData: { orderId: 'o-1', status: 'new' } }))
    expect(order).toMatchObject({ id: 'o-1', status: 'pending', marketId: '7101', amount: 5 })
    expect(order.metadata).toEqual({ unknown: ['filled', 'remaining', 'timestamp'] })
  })

  test('and answered without an id is in doubt', async () => {
    const error = await failureOf(() => submit(answer({ orderData: {} })))
    expect(error.code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test.each([
    [10_605, 'Depth not enough', 'NO_LIQUIDITY'],
    [10_610, 'postOnly is not allowed for market orders', 'INVALID_ORDER'],
    [10_014, 'Please enable trading first', 'PERMISSION_DENIED'],
    [1, 'Insufficient token balance', 'INSUFFICIENT_FUNDS'],
    [1, 'order value is below the minimum required value', 'INVALID_ORDER'],
    [1, 'maker must be the current multi-signature wallet', 'AUTHENTICATION_ERROR'],
  ])('and refused with %i %s is %s', async (errno, text, code) => {
    expect((await failureOf(() => submit(refusal(errno, text)))).code).toBe(code)
  })
})

describe('taking back', () => {
  const id = '101d4cdd-8d03-11f1-934a-0a58a9feac02'
  const cancel = (isCanceled: Answer, order: Answer = answer({ orderData: nativeOrder() })) => {
    const { ctx, wire } = setUp(
      { ...venue, 'POST api/order/cancel': isCanceled, [`GET api/order/${id}`]: order },
      keys,
    )
    return present(source.cancel)(id, ctx).then((told: Order) => ({ told, wire }))
  }
  const yes = answer({ result: true })
  const no = answer({ result: false })

  test('tells the order, canceled whatever a read right after says', async () => {
    const { told, wire } = await cancel(yes)
    expect(told).toMatchObject({ id, status: 'canceled', outcomeId: token(71_011), remaining: 5 })
    // More may have filled since that row.
    expect(told.metadata?.['unknown']).toEqual(expect.arrayContaining(['filled', 'remaining']))
    const post = wire.calls.find(({ method }: VenueCall) => method === 'POST')
    expect(post).toMatchObject({ body: { orderId: id }, secretHeaders: { apikey: 'k-1' } })
  })

  test('leaves open what was filled where its row is over: a match may not be settled yet', async () => {
    const row = nativeOrder({ status: 3, filledShares: '2' })
    const { told } = await cancel(yes, answer({ orderData: row }))
    expect(told).toMatchObject({ status: 'canceled', filled: 2 })
    expect(told.metadata?.['unknown']).toEqual(expect.arrayContaining(['filled', 'remaining']))
  })

  test('is told although the order cannot be read', async () => {
    const { told } = await cancel(yes, notFound)
    expect(told).toMatchObject({ id, status: 'canceled', marketId: 'unknown' })
    expect(told.metadata?.['unknown']).toContain('side')
  })

  test.each([
    ['one that is filled', no, answer({ orderData: nativeOrder({ status: 2 }) }), 'ORDER_NOT_FOUND'],
    ['one that nobody knows', no, notFound, 'ORDER_NOT_FOUND'],
    ['one that nobody knows, in words', refusal(1, 'order does not exist'), notFound, 'ORDER_NOT_FOUND'],
    ['one that stays open', no, answer({ orderData: nativeOrder() }), 'EXCHANGE_NOT_AVAILABLE'],
  ])('%s is an error', async (_what, isCanceled, order, code) => {
    expect((await failureOf(() => cancel(isCanceled, order))).code).toBe(code)
  })
})
