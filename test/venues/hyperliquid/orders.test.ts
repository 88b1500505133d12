import { describe, expect, test } from 'vitest'
import { assertAllowed } from '../../../src/orders/rules.js'
import { type Action, recoverActor } from '../../../src/signing/hyperliquid.js'
import type { SplitSignature } from '../../../src/signing/private-key.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { refusalOf } from '../../../src/venues/hyperliquid/errors.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { cloidOf } from '../../../src/venues/hyperliquid/native/order-rows.js'
import { orderAction } from '../../../src/venues/hyperliquid/orders.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import type { Answer } from '../../support/wire.js'
import { answered, told, unknownOid } from './order-payloads.js'
import type { Members } from './payloads.js'
import { bodyOf, now, setUp } from './world.js'

const source = present(hyperliquid.orders)
const cancel = present(source.cancel)
const find = present(source.find)
const privateKey = '0x0123456789012345678901234567890123456789012345678901234567890123'
const address = '0x14791697260E4c9A71f18484C9f997B308e59325'
const master = '0xdE30dE30dE30DE30dE30DE30dE30dE30DE300001'.toLowerCase()
const uuid = '7b2c9a54-0d3f-4c1e-9f00-aaaaaaaaaaaa'
const cloid = '0x7b2c9a540d3f4c1e9f00aaaaaaaaaaaa'

const terms: OrderTerms = {
  marketId: 'hl-outcome-141',
  outcomeId: '100001411',
  side: 'buy',
  type: 'limit',
  amount: '100',
  price: '0.30',
  clientOrderId: uuid,
}
const facts = { ref: { outcome: 141, side: 1 }, isSettled: false }
const located = { outcomeId: '100001411', facts }

function trader(
  exchange: readonly Answer[] = [],
  answers: Readonly<Record<string, Answer>> = {},
  values: Secrets['values'] = { privateKey },
) {
  const clock = fakeClock(now)
  const set = setUp({ userRole: { role: 'user' }, orderStatus: unknownOid, ...answers }, clock, {
    secrets: { values, withheld: false },
    exchange,
  })
  return {
    ...set,
    place: async (changes: Partial<OrderTerms> = {}) => {
      const wanted = { ...terms, ...changes }
      return source.submit(await source.build(wanted, located, set.ctx), wanted, set.ctx)
    },
  }
}

/** Who signed what was sent. */
function actorOf(body: Members): string | undefined {
  const { action, nonce, expiresAfter, signature } = body
  const terms = { nonce: Number(nonce), expiresAfter: expiresAfter as number | undefined }
  return recoverActor(action as Action, terms, 'mainnet', signature as SplitSignature)
}

describe('an order', () => {
  test('is the documented action, in the order of its members, without a zero behind a number', () => {
    expect(JSON.stringify(orderAction(terms, facts.ref))).toBe(
      `{"type":"order","orders":[{"a":100001411,"b":true,"p":"0.3","s":"100","r":false,"t":{"limit":{"tif":"Gtc"}},"c":"${cloid}"}],"grouping":"na"}`,
    )
    // What a client of the venue signed for the same wish, without the fee that it asks for itself.
    const algeria: OrderTerms = { ...terms, side: 'buy', amount: '10', price: '0.1' }
    expect(orderAction(algeria, { outcome: 172, side: 0 })).toMatchObject({
      orders: [{ a: 100_001_720, b: true, p: '0.1', s: '10', r: false, t: { limit: { tif: 'Gtc' } } }],
    })
  })

  test('at the market does not rest', () => {
    expect(orderAction({ ...terms, side: 'sell', type: 'market' }, facts.ref)).toMatchObject({
      orders: [{ b: false, p: '0.3', t: { limit: { tif: 'Ioc' } } }],
    })
  })

  test.each([
    [{ postOnly: true }, 'Alo'],
    [{ timeInForce: 'GTC', postOnly: true }, 'Alo'],
    [{ timeInForce: 'GTC' }, 'Gtc'],
    [{ timeInForce: 'IOC' }, 'Ioc'],
    [{ type: 'market', timeInForce: 'IOC' }, 'Ioc'],
  ] as const)('of %j is %s', (demands, tif) => {
    expect(orderAction({ ...terms, ...demands }, facts.ref)).toMatchObject({
      orders: [{ r: false, t: { limit: { tif } } }],
    })
  })

  test('that takes at once has dropped what it did not fill', async () => {
    const filled = answered({ filled: { totalSz: '40.0', avgPx: '0.29', oid: 90_001 } })
    const { place } = trader([filled])
    expect(await place({ timeInForce: 'IOC' })).toMatchObject({
      type: 'limit',
      status: 'canceled',
      filled: 40,
      remaining: 60,
    })
  })

  test('is signed by the key, expires, and is sent as it was built', async () => {
    const { place, actions, ctx } = trader([
      answered({ filled: { totalSz: '100.0', avgPx: '0.29', oid: 90_001 } }),
    ])
    const built = await source.build(terms, located, ctx)
    expect(built).toMatchObject({
      handle: { by: 'clientOrderId', value: cloid },
      expiresAt: now + 60_000,
      call: { path: '/exchange', body: built.signedOrder },
    })
    expect(built.isUnique).toBeUndefined()
    expect(JSON.stringify(built)).not.toContain(privateKey.slice(2))
    expect(await place()).toMatchObject({ id: '90001', status: 'filled', filled: 100, remaining: 0 })
    expect(actions().map(actorOf)).toEqual([address])
    expect(actions()[0]).toMatchObject({ expiresAfter: now + 60_000 })
  })

  test('uses no number twice while the clock stands, goes back or on', async () => {
    const { ctx, clock } = trader()
    const nonces: number[] = []
    for (const at of [now, now, now - 5, now + 1, now + 9]) {
      clock.set(at)
      nonces.push(Number(bodyOf((await source.build(terms, located, ctx)).call as never)['nonce']))
    }
    expect(nonces).toEqual([now, now + 1, now + 2, now + 3, now + 9])
  })

  test.each([
    [{ role: 'user' }, address],
    [{ role: 'agent', data: { user: master } }, master],
    [{ role: 'missing' }, address],
  ])('is looked for where the role %j says', async (userRole, account) => {
    const { ctx, wire } = trader([], { userRole })
    await find({ by: 'clientOrderId', value: cloid }, terms, now, ctx)
    expect(bodyOf(present(wire.calls.at(-1)))).toEqual({
      type: 'orderStatus',
      user: account.toLowerCase(),
      oid: cloid,
    })
  })

  test('asks once for whom the key acts', async () => {
    const { ctx, asked } = trader()
    await source.build(terms, located, ctx)
    await source.build(terms, located, ctx)
    expect(asked()).toEqual(['userRole'])
  })

  test('is refused before it is sent when the key acts for another account', async () => {
    const { ctx } = trader([], {}, { privateKey, walletAddress: master })
    expect(await failureOf(() => source.build(terms, located, ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { kind: 'unusable_credential', part: 'privateKey' },
    })
    // Nor is that account's journal open to the key.
    expect(await failureOf(async () => source.accountIn?.(ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
  })

  test.each([
    [{}, /privateKey/],
    [{ apiKey: address }, /privateKey/],
    [{ privateKey: '0x1234' }, /must be a private key/],
    [{ privateKey, walletAddress: '0x14791697260e4c9A71f18484C9f997B308e59325' }, /must be an address/],
    [{ privateKey, walletAddress: address, apiKey: master }, /must be the same address/],
  ])('wants usable credentials, not %j', async (values, said) => {
    const { ctx } = trader([], {}, values)
    const error = await failureOf(() => source.checkCredentials(ctx))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', message: expect.stringMatching(said) })
    expect(error.message).not.toContain('1234567890')
  })

  test('that rests is told as the venue shows it then: a part may be filled', async () => {
    const resting = told('open', {
      oid: 77,
      coin: '#1411',
      sz: '60.0',
      origSz: '100.0',
      limitPx: '0.3',
      cloid,
    })
    const { place } = trader([answered({ resting: { oid: 77, cloid } })], { orderStatus: resting })
    expect(await place()).toMatchObject({
      id: '77',
      status: 'open',
      filled: 40,
      remaining: 60,
      clientOrderId: uuid,
      outcomeId: '100001411',
    })
  })

  test('whose state nobody tells names what is unknown', async () => {
    const { place } = trader([answered({ resting: { oid: 77 } })])
    expect(await place()).toMatchObject({
      id: '77',
      status: 'open',
      metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
    })
    const waiting = trader([answered('waitingForFill')])
    expect(await waiting.place()).toMatchObject({ id: cloid, status: 'open' })
  })

  test('at the market that is filled in part has dropped the rest', async () => {
    const { place } = trader([answered({ filled: { totalSz: '25.0', avgPx: '0.3', oid: 5 } })])
    expect(await place({ type: 'market' })).toMatchObject({ status: 'canceled', filled: 25, remaining: 75 })
  })

  test.each([
    ['Insufficient spot balance asset=100001411', 'INSUFFICIENT_FUNDS'],
    ['Order has insufficient spot balance to trade', 'INSUFFICIENT_FUNDS'],
    ['Order could not immediately match against any resting orders. asset=100001411', 'NO_LIQUIDITY'],
    ['No liquidity available for market order.', 'NO_LIQUIDITY'],
    ['Order must have minimum value of $10. asset=100001411', 'INVALID_ORDER'],
    ['Order has zero size.', 'INVALID_ORDER'],
    ['Order price cannot be more than 80% away from the reference price', 'INVALID_ORDER'],
    ['Something new', 'INVALID_ORDER'],
  ])('that is refused with "%s" is %s', async (error, code) => {
    const { place } = trader([answered({ error })])
    expect(await failureOf(place)).toMatchObject({ code, message: expect.stringContaining(error) })
  })

  test.each([
    [`User or API Wallet ${master} does not exist.`, 'AUTHENTICATION_ERROR'],
    [`Must deposit before performing actions. User: ${master}`, 'AUTHENTICATION_ERROR'],
    ['Unable to recover signer.', 'AUTHENTICATION_ERROR'],
    ['Price must be divisible by tick size. asset=100001411', 'INVALID_ORDER'],
    ['Too many cumulative requests sent (10 > 9)', 'RATE_LIMIT_EXCEEDED'],
    ['Something new', 'BAD_REQUEST'],
  ])('of which all is refused with "%s" is %s', async (response, code) => {
    const { place } = trader([{ status: 'err', response }])
    expect(await failureOf(place)).toMatchObject({ code })
  })

  test('whose answer cannot be read may have been placed', async () => {
    for (const broken of [answered(), answered({ queued: 1 }), { status: 'fine' }, []]) {
      const { place } = trader([broken])
      expect(await failureOf(place)).toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
        detail: { kind: 'drift' },
      })
    }
  })

  test('that was lost is found by its name, as the caller spelled it', async () => {
    const { ctx } = trader([], { orderStatus: told('filled', { sz: '0.0', cloid }) })
    const found = await find({ by: 'clientOrderId', value: cloid }, terms, now, ctx)
    expect(found).toMatchObject({ status: 'filled', clientOrderId: uuid, outcomeId: '100001410' })
    const other = trader([], { orderStatus: told('filled', { cloid: `0x${'9'.repeat(32)}` }) })
    expect(
      await failureOf(() => find({ by: 'clientOrderId', value: cloid }, terms, now, other.ctx)),
    ).toMatchObject({ detail: { kind: 'drift' } })
  })
})

test('names are 16 bytes: UUIDs and the form of the venue as they are, others hashed', () => {
  expect(cloidOf(uuid)).toBe(cloid)
  expect(cloidOf(cloid.toUpperCase().replace('0X', '0x'))).toBe(cloid)
  expect(cloidOf('mine')).toMatch(/^0x[0-9a-f]{32}$/)
  expect(cloidOf('mine')).toBe(cloidOf('mine'))
  expect(cloidOf('mine')).not.toBe(cloidOf('Mine'))
})

test('rules are the grid of recorded prices, whole sizes, and the names of the market', async () => {
  const { ctx } = trader()
  expect(await source.rules(located, ctx)).toEqual({
    market: { id: 'hl-outcome-141', aliases: ['hl-141'] },
    prices: [{ from: '0.00001', to: '0.99999', step: '0.00001' }],
    minCost: '10',
    maxAmount: '999999999999999',
    amountStep: '1',
  })
  const rules = await source.rules(located, ctx)
  for (const [amount, price] of [
    ['6', '0.32'],
    ['11', '0.32'],
    ['24', '0.2'],
  ] as const) {
    const tooSmall = { ...terms, type: 'limit', amount, price } as const
    expect(() => assertAllowed(tooSmall, rules)).toThrow('below the minimum of 10.')
  }
  const settled = { ...located, facts: { ...facts, isSettled: true } }
  expect(await source.rules(settled, ctx)).toMatchObject({ closed: expect.any(String) })
})

describe('a cancellation', () => {
  test('names the asset that the order tells, and tells what was filled meanwhile', async () => {
    const states = [told('open'), told('canceled', { sz: '5000.0' })]
    const { ctx, actions } = trader([answered('success')], { orderStatus: () => states.shift() })
    expect(await cancel('563771939145', ctx)).toMatchObject({
      id: '563771939145',
      status: 'canceled',
      amount: 7192,
      filled: 2192,
      remaining: 5000,
    })
    expect(actions()[0]).toMatchObject({
      action: { type: 'cancel', cancels: [{ a: 100_001_410, o: 563_771_939_145 }] },
    })
    expect(actions().map(actorOf)).toEqual([address])
  })

  test('leaves what was filled unknown where the venue shows the order as it was before', async () => {
    const { ctx } = trader([answered('success')], { orderStatus: () => told('open') })
    expect(await cancel('563771939145', ctx)).toMatchObject({
      status: 'canceled',
      amount: 7192,
      metadata: { unknown: expect.arrayContaining(['filled', 'remaining']) },
    })
  })

  test('of what is unknown, over, or no outcome is ORDER_NOT_FOUND and sends nothing', async () => {
    const others = [unknownOid, told('filled'), told('open', { coin: 'BTC', limitPx: '80000.0' })]
    for (const orderStatus of others) {
      const { ctx, actions } = trader([], { orderStatus })
      expect(await failureOf(() => cancel('563771939145', ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(actions()).toEqual([])
    }
    expect(await failureOf(() => cancel('no-such-order', trader().ctx))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
  })

  test('that comes too late is ORDER_NOT_FOUND', async () => {
    const error = 'Order was never placed, already canceled, or filled. asset=100001410'
    const { ctx } = trader([answered({ error })], { orderStatus: told('open') })
    expect(await failureOf(() => cancel('563771939145', ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })
})

test('a cancellation that is refused in words nobody documents does not say that the order is over', async () => {
  // The documents know one refusal of a cancel (error responses, MissingOrder).
  const { ctx } = trader([answered({ error: 'Cancels are halted.' })], { orderStatus: told('open') })
  expect(await failureOf(() => cancel('563771939145', ctx))).toMatchObject({ code: 'INVALID_ORDER' })
})

test.each(['Internal error', 'Request timed out', 'System unavailable'])(
  '%s refuses nothing: what became of the order is not known',
  (said) => {
    expect(refusalOf(said, 'INVALID_ORDER').code).toBe('EXCHANGE_NOT_AVAILABLE')
  },
)

test('a nonce that was used before may be that of this very action, sent twice by a server in between', () => {
  const refusal = refusalOf('Invalid nonce: duplicate nonce 1741107452532', 'BAD_REQUEST')
  expect(refusal.detail).toMatchObject({ kind: 'duplicate_order' })
})

test('refusals are cut, however long the venue talks', () => {
  expect(refusalOf('x'.repeat(5_000), 'BAD_REQUEST').message.length).toBeLessThan(300)
})

describe("the dead man's switch", () => {
  const after = present(source.cancelAfter)
  const done: Answer = { status: 'ok', response: { type: 'default' } }

  test('is the documented action, with the time or without it', async () => {
    if (after.kind !== 'timer') throw new Error('the venue keeps the time')
    const { ctx, actions } = trader([done, done])
    await after.set(now + 10_000, ctx)
    await after.set(undefined, ctx)
    const bodies = actions()
    expect(bodies.map(({ action }) => JSON.stringify(action))).toEqual([
      `{"type":"scheduleCancel","time":${now + 10_000}}`,
      '{"type":"scheduleCancel"}',
    ])
    expect(bodies.map(actorOf)).toEqual([address, address])
  })

  test('an account that has not traded enough is told so', async () => {
    if (after.kind !== 'timer') throw new Error('the venue keeps the time')
    const words =
      'Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $373.47205.'
    const { ctx } = trader([{ status: 'err', response: words }])
    expect(await failureOf(async () => after.set(now + 10_000, ctx))).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: `Hyperliquid refused the request: ${words}`,
    })
  })
})
