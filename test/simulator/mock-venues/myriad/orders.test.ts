import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toHex } from '../../../../src/signing/hex.js'
import { type PrivateKey, privateKeyOf } from '../../../../src/signing/private-key.js'
import { hashTypedData, signTypedData, type TypedData } from '../../../../src/signing/typed-data.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { requestSignature } from '../../../../src/simulator/mock-venues/myriad/accounts.js'
import { myriadMock } from '../../../../src/simulator/mock-venues/myriad/index.js'
import { nativeMarkets } from '../../../../src/simulator/mock-venues/myriad/native-market.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { inWholeCents } from '../../../../src/simulator/world/cents.js'
import { present } from '../../../support/expect.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { signIn } from './sign-in.js'

const host = present(myriadMock.hosts['api'])
const key = privateKeyOf(myriadMock.paperCredentials?.().privateKey ?? '')
const stranger = privateKeyOf(`0x${'11'.repeat(32)}`)
const cents = inWholeCents(world)
const book = firstWhere(
  world
    .eventsAt(NOON)
    .filter(({ series }) => series.onlyOn === undefined)
    .flatMap((event) => nativeMarkets(event, world.seed)),
  ({ model, legs: [leg], closesAt }) => {
    const { bids, asks } = cents.book(leg.key, NOON)
    const isWide = (bids[0]?.price ?? 0) > 0.2 && (asks[0]?.price ?? 1) < 0.8
    return model === 'ob' && closesAt > NOON && isWide
  },
)
const [leg] = book.legs
const ask = firstOf(cents.book(leg.key, NOON).asks)
const bid = firstOf(cents.book(leg.key, NOON).bids)

let paper = createPaperTrading(world)
let now = NOON
beforeAll(loadSignatures)
beforeEach(() => {
  paper = createPaperTrading(world)
  sessions = new Map()
  now = NOON
})

function send(method: string, target: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const [path = '', search = ''] = target.split('?')
  const reply = answer(host, { method, path, search, headers, body }, contextOf(world, now, { paper }))
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}
let sessions = new Map<PrivateKey, string>()
/** Within the session of a wallet. */
function call(method: string, target: string, body?: unknown, by = key) {
  const token =
    sessions.get(by) ?? signIn((...asked) => send(asked[0], asked[1], asked[2], {}).body, by).access
  sessions.set(by, token)
  return send(method, target, body, { authorization: `Bearer ${token}` })
}

const field = (type: string, ...names: string[]) => names.map((name) => ({ name, type }))
const domain = {
  name: 'MyriadCTFExchange',
  version: '1',
  chainId: 56,
  verifyingContract: '0xa0b6f8ef8EdB64f395018D1933f2273Ce9f0f16A',
} as const
const typed = (message: Record<string, unknown>): TypedData => ({
  domain,
  types: {
    Order: [
      ...field('address', 'trader'),
      ...field('uint256', 'marketId'),
      ...field('uint8', 'outcomeId', 'side'),
      ...field('uint256', 'amount', 'price', 'minFillAmount', 'nonce', 'expiration'),
    ],
  },
  primaryType: 'Order',
  message,
})
const wei = (value: number): string => String(BigInt(Math.round(value * 1e6)) * 10n ** 12n)

/** A purchase of 20 Yes at 0.1, which rests. */
function orderOf(over: Record<string, unknown> = {}) {
  return {
    trader: key.address,
    marketId: String(book.id),
    outcomeId: 0,
    side: 0,
    amount: wei(20),
    price: wei(0.1),
    minFillAmount: '0',
    nonce: '1',
    expiration: '0',
    ...over,
  }
}
const hashOf = (order: Record<string, unknown>): string => toHex(hashTypedData(typed(order)))
const signed = (order: Record<string, unknown>, by: PrivateKey = key) => ({
  order,
  signature: signTypedData(by, typed(order)),
})
const place = (over = {}, around = {}, by = key) =>
  call('POST', '/orders', {
    ...signed(orderOf(over), by),
    network_id: 56,
    time_in_force: 'GTC',
    ...around,
  })
const takeBack = (order: Record<string, unknown>, by = key, hash = hashOf(order)) =>
  call('DELETE', `/orders/${hash}`, { ...signed(order, by), network_id: 56 })
const listed = (query = '') => rowsAt(call('GET', `/orders?${query}`).body, 'data')

describe('an order', () => {
  test('rests under its hash, once, and is taken back once', () => {
    const hash = hashOf(orderOf())
    expect(place()).toEqual({ status: 200, body: { orderHash: hash, status: 'open', timeInForce: 'GTC' } })
    expect(place()).toMatchObject({ status: 409 })
    expect(call('GET', `/orders/${hash}`).body).toMatchObject({
      orderHash: hash,
      order: { trader: key.address, marketId: book.id, price: wei(0.1) },
      status: 'open',
      filledAmount: '0',
      networkId: 56,
      cancelledAt: null,
    })
    const levels = dig(call('GET', `/markets/${book.slug}/orderbook`).body, 'bids')
    expect(levels).toContainEqual([wei(0.1), expect.any(String)])
    expect(takeBack(orderOf())).toEqual({ status: 200, body: { orderHash: hash, status: 'cancelled' } })
    expect(takeBack(orderOf())).toEqual({ status: 400, body: { error: 'Order already cancelled' } })
    expect(call('GET', `/orders/${hash}`).body).toMatchObject({
      status: 'cancelled',
      cancelledAt: new Date(NOON).toISOString(),
    })
  })

  test('takes what is offered, is held with its fee, and can be sold', () => {
    const bought = place({ price: wei(ask.price) }, { time_in_force: 'FAK' })
    expect(bought.body).toMatchObject({ status: 'filled', timeInForce: 'FAK' })
    const portfolio = (): unknown =>
      call('GET', `/users/${key.address.toLowerCase()}/portfolio?trading_model=ob`).body
    expect(rowsAt(portfolio(), 'data')).toMatchObject([
      { marketId: book.id, outcomeId: 0, shares: 20, status: 'ongoing', executionMode: 1 },
    ])
    const bps = Math.floor(3.6 * Math.min(100 * ask.price, 100 - 100 * ask.price) + 1e-9)
    expect(bps).toBeGreaterThan(70)
    expect(dig(portfolio(), 'data.0.price')).toBeCloseTo(ask.price * (1 + bps / 10_000), 6)
    expect(dig(portfolio(), 'data.0.positionFees')).toBeCloseTo((20 * ask.price * bps) / 10_000, 6)
    const sale = { side: 1, price: '1', amount: wei(5), nonce: '2' }
    expect(place(sale, { time_in_force: 'FOK' }).body).toMatchObject({ status: 'filled' })
    expect(dig(portfolio(), 'data.0.shares')).toBe(15)
    expect(place({ ...sale, amount: wei(16), nonce: '3' }, { time_in_force: 'FOK' })).toMatchObject({
      status: 400,
      body: { error: 'Insufficient balance' },
    })
  })

  test('of No meets the bids for Yes; what meets nobody is dropped, or refused where it wants all', () => {
    const no = { outcomeId: 1, price: wei(1 - bid.price), amount: wei(1) }
    expect(place(no, { time_in_force: 'FAK' }).body).toMatchObject({ status: 'filled' })
    expect(place({ nonce: '2' }, { time_in_force: 'FAK' }).body).toMatchObject({ status: 'cancelled' })
    expect(place({ nonce: '3' }, { time_in_force: 'FOK' })).toMatchObject({ status: 400 })
  })

  test('ends at its time', () => {
    const expiration = String(Math.floor(NOON / 1000) + 60)
    expect(place({ expiration }, { time_in_force: 'GTD' }).body).toMatchObject({ status: 'open' })
    now += 61_000
    expect(call('GET', `/orders/${hashOf(orderOf({ expiration }))}`).body).toMatchObject({
      status: 'expired',
    })
  })

  test('that rests and is met pays nothing', () => {
    place({ price: wei(bid.price) })
    const hash = hashOf(orderOf({ price: wei(bid.price) }))
    const held = () =>
      dig(send('GET', `/users/${key.address}/portfolio?trading_model=ob`, undefined, {}).body, 'data.0')
    for (let hours = 0; hours < 24 * 30 && dig(held(), 'shares') !== 20; hours++) now += 3_600_000
    sessions.clear()
    expect(call('GET', `/orders/${hash}`).body).toMatchObject({ status: 'filled', filledAmount: wei(20) })
    expect(dig(held(), 'price')).toBe(bid.price)
  })

  test('has a nonce of up to 256 bits', () => {
    expect(place({ nonce: String(2n ** 256n - 1n) }).body).toMatchObject({ status: 'open' })
    const order = orderOf({ nonce: String(2n ** 256n) })
    const sent = { order, signature: '0x', network_id: 56, time_in_force: 'GTC' }
    expect(call('POST', '/orders', sent)).toMatchObject({ body: { details: ['order.nonce is invalid'] } })
  })

  test('that is post only rests, with or without an end, or is refused', () => {
    const word = { time_in_force: 'PO' }
    const expiration = String(Math.floor(NOON / 1000) + 60)
    expect(place({}, word).body).toMatchObject({ status: 'open', timeInForce: 'PO' })
    expect(place({ expiration }, word).body).toMatchObject({ status: 'open' })
    expect(place({ price: wei(ask.price), nonce: '2' }, word)).toMatchObject({
      status: 400,
      body: { error: 'Post-only order would cross the book' },
    })
  })

  test('at the market takes any price, and cannot rest', () => {
    const all = { price: wei(1), amount: wei(1) }
    expect(place(all, { time_in_force: 'FAK' }).body).toMatchObject({ status: 'filled' })
    expect(
      place({ side: 1, price: '1', amount: wei(1), nonce: '2' }, { time_in_force: 'FAK' }).body,
    ).toMatchObject({
      status: 'filled',
    })
    expect(place({ ...all, nonce: '3' })).toMatchObject({
      status: 400,
      body: { error: 'Invalid order payload' },
    })
  })

  test('has a name of its caller’s only with a key, once', () => {
    const named = { client_order_id: 'mine-1' }
    expect(place({}, named)).toMatchObject({
      status: 400,
      body: { details: ['client_order_id is for API keys'] },
    })
    const made = call('POST', '/auth/api-keys', { label: 'x' }).body
    const post = (over: Record<string, unknown>, id: string) => {
      const body = { ...signed(orderOf(over)), network_id: 56, time_in_force: 'GTC', client_order_id: id }
      const timestamp = String(Math.floor(NOON / 1000))
      const request = { timestamp, method: 'POST', path: '/orders', search: '', body }
      return send('POST', '/orders', body, {
        'x-api-key': textAt(made, 'key'),
        'x-api-timestamp': timestamp,
        'x-api-signature': requestSignature(textAt(made, 'secret'), request),
      })
    }
    expect(post({}, 'mine-1').status).toBe(200)
    expect(post({ nonce: '2' }, 'mine-1')).toMatchObject({
      status: 409,
      body: { error: 'Duplicate client_order_id' },
    })
    expect(post({ nonce: '3' }, 'not mine').status).toBe(400)
  })

  test.each([
    ['signed by another', {}, {}, stranger, 400, 'Invalid signature'],
    [
      'of another than the caller',
      { trader: stranger.address },
      {},
      stranger,
      403,
      'Orders must be of the connected wallet',
    ],
    ['off the cent', { price: wei(0.105) }, {}, key, 400, 'Invalid order payload'],
    ['off the cent by a wei', { price: String(10n ** 17n + 1n) }, {}, key, 400, 'Invalid order payload'],
    ['of the market that rests', { price: wei(1) }, {}, key, 400, 'Invalid order payload'],
    ['signed by a contract', {}, { signatureType: 1 }, key, 400, 'Invalid order payload'],
    [
      'that wants a least part',
      { minFillAmount: '1' },
      {},
      key,
      501,
      expect.stringContaining('minFillAmount'),
    ],
    ['for another network', {}, { network_id: 97 }, key, 400, 'Invalid order payload'],
    ['of no market', { marketId: '999999999' }, {}, key, 404, 'Market not found'],
    ['of a pool’s number', { marketId: '2' }, {}, key, 404, 'Market not found'],
    ['of a third outcome', { outcomeId: 2 }, {}, key, 400, 'Invalid order payload'],
    ['without an amount', { amount: '0' }, {}, key, 400, 'Invalid order payload'],
    ['above 1', { price: String(10n ** 18n + 1n) }, {}, key, 400, 'Invalid order payload'],
    ['with a time that is not said', { expiration: '1800000000' }, {}, key, 400, 'Invalid order payload'],
    ['with a word of no time', {}, { time_in_force: 'DAY' }, key, 400, 'Invalid order payload'],
    ['for more money than there is', { amount: wei(10_000_000) }, {}, key, 400, 'Insufficient balance'],
  ])('%s is refused', (_, over, around, by, status, error) => {
    expect(place(over, around, by)).toMatchObject({ status, body: { error } })
    expect(listed()).toEqual([])
  })

  test('cannot be taken back by another, nor by another order', () => {
    place()
    expect(takeBack(orderOf(), stranger)).toMatchObject({ status: 400, body: { error: 'Invalid signature' } })
    const byStranger = { ...signed(orderOf()), network_id: 56 }
    expect(call('DELETE', `/orders/${hashOf(orderOf())}`, byStranger, stranger).status).toBe(403)
    const other = orderOf({ nonce: '2' })
    expect(takeBack(other, key, hashOf(orderOf()))).toMatchObject({ body: { error: 'Order hash mismatch' } })
    expect(takeBack(other)).toMatchObject({ status: 404, body: { error: 'Order not found' } })
    expect(listed('status=open')).toHaveLength(1)
  })
})

describe('lists', () => {
  test('are of the caller, newest first, in pages', () => {
    for (const nonce of ['1', '2', '3']) place({ nonce })
    takeBack(orderOf({ nonce: '2' }))
    const nonces = (query: string) => listed(query).map((row) => dig(row, 'order.nonce'))
    expect(nonces('')).toEqual(['3', '2', '1'])
    expect(nonces('status=open')).toEqual(['3', '1'])
    expect(nonces('status=cancelled')).toEqual(['2'])
    expect(nonces('limit=1&page=2')).toEqual(['2'])
    expect(nonces('limit=1&offset=2')).toEqual(['1'])
    expect(call('GET', '/orders?offset=-1').status).toBe(400)
    expect(nonces('market_id=1')).toEqual([])
    expect(listed()[0]).not.toHaveProperty('networkId')
    expect(rowsAt(call('GET', `/orders?trader=${key.address}`, undefined, stranger).body, 'data')).toEqual([])
    expect(call('GET', '/orders?limit=2').body).toMatchObject({
      pagination: { page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrev: false },
    })
  })

  test('two hundred orders in ten seconds and wallet, those of a batch one by one', () => {
    const limits = [host.limit].flat()
    const order = signed(orderOf())
    const charged = (method: string, path: string, body: unknown, headers = {}) =>
      limits.map((limit) => limit?.charge?.({ method, path, search: '', headers, body }))
    expect(limits).toMatchObject([
      { capacity: 30, perSecond: 3 },
      { capacity: 200, perSecond: 200 },
      { capacity: 200, perSecond: 20 },
    ])
    const caller = key.address.toLowerCase()
    const one = { caller: '', tokens: 1 }
    expect(charged('POST', '/orders', order)).toEqual([one, undefined, { caller, tokens: 1 }])
    expect(charged('POST', '/orders/batch', { orders: [order, order] })).toEqual([
      one,
      undefined,
      { caller, tokens: 2 },
    ])
    expect(charged('POST', '/orders/batch-modify', { cancel: [order], place: [order] })[2]?.tokens).toBe(1)
    expect(charged('POST', '/orders/cancel-all', {})).toEqual([one, undefined, undefined])
    expect(charged('GET', '/orders', undefined, { 'x-api-key': 'k' })).toEqual([
      undefined,
      { caller: 'k', tokens: 1 },
      undefined,
    ])
  })
})

describe('taking several back', () => {
  const cancelAll = (market?: number, by = key, at = Math.floor(NOON / 1000)) => {
    const message = { trader: key.address, marketId: market ?? 0, timestamp: at }
    const types = { CancelAll: [...field('address', 'trader'), ...field('uint256', 'marketId', 'timestamp')] }
    return call('POST', '/orders/cancel-all', {
      trader: key.address,
      ...(market === undefined ? {} : { market_id: market }),
      timestamp: String(at),
      signature: signTypedData(by, { domain, types, primaryType: 'CancelAll', message }),
      network_id: 56,
    })
  }

  test('all of a market, or of all markets', () => {
    for (const nonce of ['1', '2']) place({ nonce })
    expect(cancelAll(book.id + 2).body).toEqual({ cancelled_count: 0, market_ids_affected: [] })
    expect(cancelAll(undefined, stranger)).toMatchObject({
      status: 400,
      body: { error: 'Invalid signature' },
    })
    expect(cancelAll(undefined, key, Math.floor(NOON / 1000) - 301).status).toBe(400)
    expect(cancelAll(book.id).body).toEqual({
      cancelled_count: 2,
      market_ids_affected: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    })
    place({ nonce: '3' })
    expect(cancelAll().body).toMatchObject({ cancelled_count: 1 })
  })

  test('some, with what could not be', () => {
    place()
    const batch = [
      signed(orderOf()),
      signed(orderOf({ nonce: '9' })),
      signed(orderOf({ nonce: '8' }), stranger),
      {},
    ]
    expect(call('POST', '/orders/cancel-batch', { orders: batch, network_id: 56 }).body).toEqual({
      cancelled: [hashOf(orderOf())],
      errors: [
        { index: 1, orderHash: hashOf(orderOf({ nonce: '9' })), reason: 'Order not found' },
        { index: 2, orderHash: null, reason: 'Invalid signature' },
        { index: 3, orderHash: null, reason: 'Invalid order payload: order.trader is invalid' },
      ],
    })
  })
})

describe('several orders at once', () => {
  const entry = (over: Record<string, unknown>, word = 'GTC') => ({
    ...signed(orderOf(over)),
    time_in_force: word,
  })
  const batch = (orders: readonly unknown[], around: object = { allow_partial: true }) =>
    call('POST', '/orders/batch', { orders, network_id: 56, ...around })
  const modify = (cancel: readonly unknown[], wanted: readonly unknown[], around: object = {}) =>
    call('POST', '/orders/batch-modify', { cancel, place: wanted, network_id: 56, ...around })
  const hashes = () => listed('status=open').map((row) => row['orderHash'])

  test('are placed, but for those that are refused', () => {
    expect(batch([entry({}), entry({ nonce: '2', price: wei(0.105) }), entry({ nonce: '3' })]).body).toEqual({
      placed: [hashOf(orderOf()), hashOf(orderOf({ nonce: '3' }))],
      errors: [
        { index: 1, orderHash: null, reason: 'Invalid order payload: price must be a multiple of 1e16' },
      ],
    })
    expect(batch([]).status).toBe(400)
    expect(batch(Array.from({ length: 201 }, () => entry({}))).status).toBe(400)
  })

  test.each([
    ['one is off the cent', { price: wei(0.105) }, 'GTC'],
    ['one would cross', { price: wei(ask.price) }, 'PO'],
    ['one is not filled whole', { price: wei(ask.price), amount: wei(9_000) }, 'FOK'],
    ['they cost more than there is', { amount: wei(99_990) }, 'GTC'],
  ])('are all or none: %s', (_, over, word) => {
    expect(batch([entry({}), entry({ nonce: '2', ...over }, word)], {}).status).toBe(400)
    expect(hashes()).toEqual([])
    expect(batch([entry({}), entry({ nonce: '2' })], {}).status).toBe(200)
    expect(hashes()).toHaveLength(2)
  })

  test('take the place of others, whose money they can use', () => {
    const [old, large] = [orderOf({ amount: wei(90_000) }), orderOf({ nonce: '2', amount: wei(95_000) })]
    expect(batch([entry({ amount: wei(90_000) })]).status).toBe(200)
    expect(batch([entry({ nonce: '2', amount: wei(95_000) })], {}).status).toBe(400)
    expect(modify([signed(old)], [entry({ nonce: '2', amount: wei(95_000) })]).body).toEqual({
      cancelled: [hashOf(old)],
      placed: [hashOf(large)],
      errors: [],
    })
    expect(modify([signed(old)], [entry({ nonce: '3' })])).toMatchObject({ status: 400 })
    expect(hashes()).toEqual([hashOf(large)])
    expect(modify([signed(old)], [entry({ nonce: '3' })], { allow_partial: true }).body).toMatchObject({
      cancelled: [],
      placed: [hashOf(orderOf({ nonce: '3' }))],
      errors: [{ index: 0, reason: 'Order already cancelled' }],
    })
  })
})

test.runIf(haveSamples)('members and types are those of the recordings', () => {
  const hash = hashOf(orderOf())
  const [made, ended, detail] = [place().body, takeBack(orderOf()).body, call('GET', `/orders/${hash}`).body]
  for (const [file, told] of [
    ['order-created-ob.json', made],
    ['order-cancelled-ob.json', ended],
    ['order-detail-ob-cancelled.json', detail],
  ] as const)
    expect(differences(told, learnShape([sample('myriad', file)]))).toEqual([])
})
