import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toHex } from '../../../../src/signing/hex.js'
import { type PrivateKey, privateKeyOf } from '../../../../src/signing/private-key.js'
import { hashTypedData, signTypedData, type TypedData } from '../../../../src/signing/typed-data.js'
import { myriadFace } from '../../../../src/simulator/faces/myriad/index.js'
import { nativeMarkets } from '../../../../src/simulator/faces/myriad/native-market.js'
import { createPaperDesk } from '../../../../src/simulator/paper/desk.js'
import { answer } from '../../../../src/simulator/router.js'
import { loadSignatures } from '../../../../src/simulator/sent-order.js'
import { present } from '../../../support/expect.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, rowsAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { signIn } from './sign-in.js'

const host = present(myriadFace.hosts['api'])
const key = privateKeyOf(myriadFace.paperCredentials?.().privateKey ?? '')
const stranger = privateKeyOf(`0x${'11'.repeat(32)}`)
const book = firstWhere(
  world
    .eventsAt(NOON)
    .filter(({ series }) => series.onlyOn === undefined)
    .flatMap((event) => nativeMarkets(event, world.seed)),
  ({ model, legs: [leg], closesAt }) => {
    const { bids, asks } = world.book(leg.key, NOON)
    const isWide = (bids[0]?.price ?? 0) > 0.2 && (asks[0]?.price ?? 1) < 0.8
    return model === 'ob' && closesAt > NOON && isWide
  },
)
const [leg] = book.legs
const ask = firstOf(world.book(leg.key, NOON).asks)
const bid = firstOf(world.book(leg.key, NOON).bids)

let paper = createPaperDesk(world)
let now = NOON
beforeAll(loadSignatures)
beforeEach(() => {
  paper = createPaperDesk(world)
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
    expect(dig(portfolio(), 'data.0.price')).toBeCloseTo(ask.price * 1.02, 6)
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

  test('finer than the demo counts prices is matched inside of its limit', () => {
    expect(
      place({ price: `${wei(ask.price)}`.replace(/0$/, '9') }, { time_in_force: 'FAK' }).body,
    ).toMatchObject({
      status: 'filled',
    })
    const below = String(BigInt(wei(ask.price)) - 1n)
    expect(place({ price: below, nonce: '2' }, { time_in_force: 'FAK' }).body).toMatchObject({
      status: 'cancelled',
    })
    const above = String(BigInt(wei(bid.price)) + 1n)
    const sale = { side: 1, amount: wei(1), price: above, nonce: '3' }
    expect(place(sale, { time_in_force: 'FAK' }).body).toMatchObject({ status: 'cancelled' })
  })

  test.each([
    ['signed by another', {}, {}, stranger, 400, 'Invalid signature'],
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
    expect(nonces('market_id=1')).toEqual([])
    expect(listed()[0]).not.toHaveProperty('networkId')
    expect(rowsAt(call('GET', `/orders?trader=${key.address}`, undefined, stranger).body, 'data')).toEqual([])
    expect(call('GET', '/orders?limit=2').body).toMatchObject({
      pagination: { page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrev: false },
    })
  })

  test('ten orders in ten seconds and trader', () => {
    const limit = present([host.limit].flat().find((one) => one?.charge !== undefined))
    const request = (method: string, path: string) => ({
      method,
      path,
      search: '',
      headers: {},
      body: signed(orderOf()),
    })
    expect(limit).toMatchObject({ capacity: 10, perSecond: 1 })
    expect(limit.charge?.(request('POST', '/orders'))).toEqual({
      caller: key.address.toLowerCase(),
      tokens: 1,
    })
    expect(limit.charge?.(request('POST', '/orders/cancel-all'))).toBeUndefined()
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
        { orderHash: hashOf(orderOf({ nonce: '9' })), reason: 'Order not found' },
        { orderHash: hashOf(orderOf({ nonce: '8' })), reason: 'Invalid signature' },
        { orderHash: null, reason: 'Invalid order payload' },
      ],
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
