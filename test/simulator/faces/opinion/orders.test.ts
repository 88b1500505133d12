import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signTypedData } from '../../../../src/signing/typed-data.js'
import { bookOf, walletsOf } from '../../../../src/simulator/faces/opinion/accounts.js'
import { tokenId } from '../../../../src/simulator/faces/opinion/ids.js'
import { opinionFace } from '../../../../src/simulator/faces/opinion/index.js'
import { createPaperDesk } from '../../../../src/simulator/paper/desk.js'
import { answer } from '../../../../src/simulator/router.js'
import { loadSignatures } from '../../../../src/simulator/sent-order.js'
import { seenFrom } from '../../../../src/simulator/sides.js'
import { exchangeOrderTypes } from '../../../../src/venue-kit/exchange-order.js'
import { devKey } from '../../../signing/examples.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const host = present(opinionFace.hosts['api'])
const KEY = 'ann'
const UNITS = 10 ** 6

let paper = createPaperDesk(world)
beforeAll(loadSignatures)
beforeEach(() => {
  paper = createPaperDesk(world)
})

const context = () => contextOf(world, NOON, { paper })
const book = () => seenFrom('yes', bookOf(context(), busy))
const [bid, offer] = [
  firstOf(seenFrom('yes', world.book(busy.key, NOON)).bids),
  firstOf(world.book(busy.key, NOON).asks),
]

function call(method: string, target: string, body?: unknown, key = KEY): unknown {
  const [path = '', search = ''] = target.split('?')
  const headers: Readonly<Record<string, string>> = key === '' ? {} : { apikey: key }
  const request = { method, path: `/openapi${path}`, search, headers, body }
  return JSON.parse(answer(host, request, context()).body)
}

/** Base units of so much, exact for what the tests count in. */
const units = (amount: number): string => `${Math.round(amount * UNITS)}${'0'.repeat(12)}`

function signed(
  changes: Readonly<Record<string, unknown>> = {},
  exchange = '0x5f45344126d6488025b0b84a3a8189f2487a7246',
) {
  const order = {
    salt: '12345',
    maker: walletsOf(KEY).safe,
    signer: devKey.address,
    taker: `0x${'0'.repeat(40)}`,
    tokenId: tokenId(world.seed, busy, 'yes'),
    makerAmount: units(10 * offer.price),
    takerAmount: units(10),
    expiration: '0',
    nonce: '0',
    feeRateBps: '0',
    side: '0',
    signatureType: '2',
    ...changes,
  }
  const signature = signTypedData(devKey, {
    domain: {
      name: 'OPINION CTF Exchange',
      version: '1',
      chainId: 56,
      verifyingContract: exchange as `0x${string}`,
    },
    types: exchangeOrderTypes,
    primaryType: 'Order',
    message: order,
  })
  return { ...order, signature }
}

const rest = { topicId: busy.number, price: String(offer.price), tradingMethod: 2, postOnly: false }
const place = (changes: Readonly<Record<string, unknown>> = {}, more: object = {}, key = KEY) =>
  call('POST', '/order', { ...rest, ...signed(changes), ...more }, key)
/** A bid that nobody takes. */
const low = (shares = 10) =>
  place({ makerAmount: units(shares * 0.01), takerAmount: units(shares) }, { price: '0.01' })
const spend = (money: number) =>
  place({ makerAmount: units(money), takerAmount: '0' }, { price: '0', tradingMethod: 1 })

describe('an order', () => {
  test('that takes moves balance, positions and trades', () => {
    const size = Math.min(10, offer.size)
    const order = dig(
      place({ makerAmount: units(size * offer.price), takerAmount: units(size) }),
      'result.orderData',
    )
    expect(order).toMatchObject({
      status: 2,
      sideEnum: 'Buy',
      side: 1,
      tradingMethod: 2,
      marketId: busy.number,
    })
    expect(Number(textAt(order, 'filledShares'))).toBe(size)
    expect(order).not.toHaveProperty('tokenId')
    const balance = firstOf(rowsAt(call('GET', '/user/balance?chain_id=56'), 'result.balances'))
    expect(Number(balance['totalBalance'])).toBeCloseTo(10_000 - size * offer.price, 9)
    const held = firstOf(rowsAt(call('GET', '/positions'), 'result.list'))
    expect(held).toMatchObject({
      tokenId: tokenId(world.seed, busy, 'yes'),
      sharesOwned: String(size),
      sharesFrozen: '0',
    })
    const trade = firstOf(rowsAt(call('GET', '/trade'), 'result.list'))
    expect(trade).toMatchObject({ side: 'Buy', status: 2, shares: String(size), outcomeSide: 1 })
    expect(trade).not.toHaveProperty('tokenId')
  })

  test('that rests stands in the book of everybody until it is taken back, once', () => {
    const id = textAt(low(), 'result.orderData.orderId')
    expect(book().bids.at(-1)).toEqual({ price: 0.01, size: 10 })
    expect(call('GET', `/order/${id}`)).toMatchObject({
      result: { orderData: { status: 1, statusEnum: 'Pending' } },
    })
    const locked = firstOf(rowsAt(call('GET', '/user/balance?chain_id=56'), 'result.balances'))
    expect(locked).toMatchObject({ frozenBalance: '0.1', availableBalance: '9999.9' })
    expect(rowsAt(call('GET', '/order?status=1'), 'result.list')).toHaveLength(1)
    expect(call('POST', '/order/cancel', { orderId: id })).toMatchObject({ result: { result: true } })
    expect(call('POST', '/order/cancel', { orderId: id })).toMatchObject({ result: { result: false } })
    expect(rowsAt(call('GET', '/order?status=1'), 'result.list')).toEqual([])
    expect(rowsAt(call('GET', '/order?status=2,3,4,5'), 'result.list')).toMatchObject([
      { statusEnum: 'Canceled' },
    ])
  })

  test('at the market buys for money, and sells down to its worst price', () => {
    const bought = dig(spend(2), 'result.orderData')
    expect(bought).toMatchObject({ status: 2, tradingMethodEnum: 'Market', orderAmount: '2' })
    const size = Math.min(1, bid.size)
    const sell = (worst: number) =>
      place(
        { side: '1', makerAmount: units(size), takerAmount: units(size * worst) },
        { price: String(worst), tradingMethod: 1 },
      )
    expect(sell(bid.price + 0.01)).toMatchObject({ errno: 10605 })
    const sold = dig(sell(bid.price), 'result.orderData')
    expect(sold).toMatchObject({ status: 2, side: 2, sideEnum: 'Sell' })
    expect(Number(textAt(sold, 'filledShares'))).toBe(size)
  })

  test('of another key is another’s', () => {
    const id = textAt(low(), 'result.orderData.orderId')
    expect(call('GET', `/order/${id}`, undefined, 'bob')).toMatchObject({ errno: 10200 })
    expect(call('POST', '/order/cancel', { orderId: id }, 'bob')).toMatchObject({ result: { result: false } })
    expect(numberAt(call('GET', '/order', undefined, 'bob'), 'result.total')).toBe(0)
  })

  test('of a market is found by its number', () => {
    low()
    expect(numberAt(call('GET', `/order?marketId=${busy.number}`), 'result.total')).toBe(1)
    expect(numberAt(call('GET', `/order?marketId=${busy.number + 1}`), 'result.total')).toBe(0)
  })

  test.each([
    ['without a key', () => place({}, {}, ''), 11002],
    ['signed by another', () => place({}, { signer: '0x1111111111111111111111111111111111111111' }), 11011],
    ['changed after it was signed', () => place({}, { takerAmount: units(11) }), 11011],
    [
      'signed for another exchange',
      () => call('POST', '/order', { ...rest, ...signed({}, '0x1111111111111111111111111111111111111111') }),
      11011,
    ],
    ['with the money of another', () => place({ maker: walletsOf('bob').safe }), 10000],
    ['as a wallet of another kind', () => place({ signatureType: '1' }), 10000],
    ['of another market', () => place({}, { topicId: busy.number + 1 }), 10200],
    ['that rests only, at the market', () => place({}, { postOnly: true, tradingMethod: 1 }), 10610],
    ['of less than one', () => spend(0.5), 10000],
    [
      'of what one has not',
      () => place({ side: '1', makerAmount: units(5), takerAmount: units(5 * offer.price) }),
      10000,
    ],
    [
      'of more money than one has',
      () => place({ makerAmount: units(20_000 * offer.price), takerAmount: units(20_000) }),
      10000,
    ],
  ])('%s is refused with its number, and changes nothing', (_what, send, errno) => {
    expect(numberAt(send(), 'errno')).toBe(errno)
    expect(numberAt(call('GET', '/order'), 'result.total')).toBe(0)
  })

  test.each([
    ['a price that its amounts do not have', { price: '0.99' }],
    ['no method', { tradingMethod: 3 }],
    ['no maker', { maker: 'me' }],
  ])('with %s is no order', (_what, more) => {
    expect(place({}, more)).toMatchObject({ code: 400 })
  })

  test('of the wallet that signs is of that wallet alone', () => {
    const own = { maker: devKey.address, signatureType: '0' }
    expect(numberAt(place(own), 'errno')).toBe(0)
  })
})

test('a key has two wallets, and both name its account to whoever looks', () => {
  spend(2)
  const auth = dig(call('GET', '/user/auth'), 'result')
  const safe = textAt(auth, 'walletUsers.56')
  for (const wallet of [safe, textAt(auth, 'walletAddress')]) {
    expect(rowsAt(call('GET', `/positions/user/${wallet}`), 'result.list')).toHaveLength(1)
    expect(rowsAt(call('GET', `/trade/user/${wallet}`), 'result.list').length).toBeGreaterThan(0)
  }
  expect(rowsAt(call('GET', `/trade/user/${safe}`, undefined, 'bob'), 'result.list')).toEqual([])
})
