import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { walletsOf } from '../../../../src/simulator/mock-venues/opinion/accounts.js'
import { tokenId } from '../../../../src/simulator/mock-venues/opinion/ids.js'
import { devKey } from '../../../signing/examples.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { world } from '../../support/world.js'
import { bid, createTrader, EXCHANGE, KEY, offer, STRANGER, signed, type Trader, units } from './trader.js'

let trader: Trader
beforeAll(loadSignatures)
beforeEach(() => {
  trader = createTrader()
})

const stranger = privateKeyOf(`0x${'22'.repeat(32)}`)

describe('an order', () => {
  test('that takes moves balance, positions and trades', () => {
    const order = dig(trader.buy(20), 'result.orderData')
    expect(order).toMatchObject({
      status: 2,
      sideEnum: 'Buy',
      side: 1,
      tradingMethod: 2,
      marketId: busy.number,
    })
    expect(Number(textAt(order, 'filledShares'))).toBe(20)
    expect(order).not.toHaveProperty('tokenId')
    const balance = firstOf(rowsAt(trader.get('/user/balance?chain_id=56'), 'result.balances'))
    expect(Number(balance['totalBalance'])).toBeCloseTo(10_000 - 20 * offer.price, 9)
    const held = firstOf(rowsAt(trader.get('/positions'), 'result.list'))
    expect(held).toMatchObject({ tokenId: tokenId(world.seed, busy, 'yes'), sharesFrozen: '0' })
    const trade = firstOf(rowsAt(trader.get('/trade'), 'result.list'))
    expect(trade).toMatchObject({ side: 'Buy', status: 2, outcomeSide: 1, shares: held['sharesOwned'] })
    expect(trade).not.toHaveProperty('tokenId')
  })

  test('that rests stands in the book of everybody until it is taken back, once', () => {
    const id = textAt(trader.low(), 'result.orderData.orderId')
    expect(trader.book().bids.at(-1)).toEqual({ price: 0.01, size: 1_000 })
    expect(trader.get(`/order/${id}`)).toMatchObject({
      result: { orderData: { status: 1, statusEnum: 'Pending' } },
    })
    const locked = firstOf(rowsAt(trader.get('/user/balance?chain_id=56'), 'result.balances'))
    expect(locked).toMatchObject({ frozenBalance: '10', availableBalance: '9990' })
    expect(rowsAt(trader.get('/order?status=1'), 'result.list')).toHaveLength(1)
    const takeBack = () => trader.call('POST', '/order/cancel', { orderId: id })
    expect(takeBack()).toMatchObject({ result: { result: true } })
    expect(takeBack()).toMatchObject({ result: { result: false } })
    expect(rowsAt(trader.get('/order?status=1'), 'result.list')).toEqual([])
    expect(rowsAt(trader.get('/order?status=2,3,4,5'), 'result.list')).toMatchObject([
      { statusEnum: 'Canceled' },
    ])
  })

  test('at the market buys for money, and sells down to its worst price', () => {
    const bought = dig(trader.spend(20), 'result.orderData')
    expect(bought).toMatchObject({ status: 2, tradingMethodEnum: 'Market', orderAmount: '20' })
    expect(trader.sell(10, bid.price + 0.01)).toMatchObject({ errno: 10605 })
    const sold = dig(trader.sell(10, bid.price), 'result.orderData')
    expect(sold).toMatchObject({ status: 2, side: 2, sideEnum: 'Sell' })
    expect(Number(textAt(sold, 'filledShares'))).toBe(10)
  })

  test('at the market sells without a bound where it names none, as the client of the venue sends it', () => {
    trader.spend(30)
    const sold = dig(trader.sell(20), 'result.orderData')
    expect(sold).toMatchObject({ status: 2, tradingMethodEnum: 'Market' })
    // More than the best bid holds: the next levels are taken too.
    expect(bid.size).toBeLessThan(20)
    expect(Number(textAt(sold, 'filledShares'))).toBe(20)
  })

  test('of another key is another’s', () => {
    const id = textAt(trader.low(), 'result.orderData.orderId')
    expect(trader.call('GET', `/order/${id}`, undefined, 'bob')).toMatchObject({ errno: 10200 })
    expect(trader.call('POST', '/order/cancel', { orderId: id }, 'bob')).toMatchObject({
      result: { result: false },
    })
    expect(numberAt(trader.call('GET', '/order', undefined, 'bob'), 'result.total')).toBe(0)
  })

  test('of a market is found by its number', () => {
    trader.low()
    expect(numberAt(trader.get(`/order?marketId=${busy.number}`), 'result.total')).toBe(1)
    expect(numberAt(trader.get(`/order?marketId=${busy.number + 1}`), 'result.total')).toBe(0)
  })

  test('read by its id names its trades, in lists it does not', () => {
    const id = textAt(trader.buy(20), 'result.orderData.orderId')
    const trades = rowsAt(trader.get('/trade'), 'result.list')
    expect(trades).toHaveLength(1)
    expect(rowsAt(trader.get(`/order/${id}`), 'result.orderData.trades')).toEqual(trades)
    expect(rowsAt(trader.get('/order'), 'result.list')).toMatchObject([{ trades: [] }])
  })

  test.each([
    ['without a key', () => trader.place({}, {}, ''), 11002],
    ['signed by another', () => trader.place({ signer: STRANGER }), 11011],
    ['changed after it was signed', () => trader.place({}, { takerAmount: units(21) }), 11011],
    ['signed for another exchange', () => trader.send(signed({}, STRANGER)), 11011],
    ['with the money of another', () => trader.place({ maker: walletsOf('bob').safe }), 10000],
    ['as a wallet of another kind', () => trader.place({ signatureType: '1' }), 10000],
    ['of another market', () => trader.place({}, { topicId: busy.number + 1 }), 10200],
    ['that rests only, at the market', () => trader.place({}, { postOnly: true, tradingMethod: 1 }), 10610],
    [
      'of what one has not',
      () => trader.place({ side: '1', makerAmount: units(20), takerAmount: units(20 * offer.price) }),
      10000,
    ],
    ['of more money than one has', () => trader.buy(20_000), 10000],
  ])('%s is refused with its number, and changes nothing', (_what, send, errno) => {
    expect(numberAt(send(), 'errno')).toBe(errno)
    expect(numberAt(trader.get('/order'), 'result.total')).toBe(0)
  })

  test.each([
    ['a price that its amounts do not have', { price: '0.99' }],
    ['no method', { tradingMethod: 3 }],
    ['no maker', { maker: 'me' }],
  ])('with %s is no order', (_what, more) => {
    expect(trader.place({}, more)).toMatchObject({ code: 400 })
  })

  test.each([
    ['expiration', () => trader.place({ expiration: '1800000000' })],
    ['nonce', () => trader.place({ nonce: '1' })],
    ['feeRateBps', () => trader.place({ feeRateBps: '400' })],
    ['safeRate', () => trader.place({}, { safeRate: '0.05' })],
    ['orderExpTime', () => trader.place({}, { orderExpTime: '1800000000' })],
  ])('with %s is not played: clients of the venue send 0', (name, send) => {
    expect(send()).toEqual({ error: `not implemented by the mock venue: ${name} of an order` })
    expect(numberAt(trader.get('/order'), 'result.total')).toBe(0)
  })
})

describe('the wallet that pays', () => {
  const by = (key: typeof stranger, changes: Readonly<Record<string, unknown>> = {}, apiKey = KEY) =>
    trader.send(signed({ signer: key.address, ...changes }, EXCHANGE, key), {}, apiKey)

  test('is the one of many signatures, or the one that signs', () => {
    expect(numberAt(by(devKey), 'errno')).toBe(0)
    expect(numberAt(by(devKey, { maker: devKey.address, signatureType: '0' }), 'errno')).toBe(0)
  })

  test('must belong to who signs, of whichever kind it is', () => {
    const { login, safe } = walletsOf(KEY)
    const invalid = { errno: 11011, errmsg: 'Invalid signature', result: null }
    expect(by(stranger, { maker: safe })).toEqual(invalid)
    expect(by(stranger, { maker: login, signatureType: '0' })).toEqual(invalid)
    expect(by(stranger, { maker: stranger.address, signatureType: '0' })).toMatchObject({
      errno: 10000,
      errmsg: `maker must be the current multi-signature wallet ${safe}`,
    })
    expect(numberAt(trader.get('/order'), 'result.total')).toBe(0)
  })

  test('of a key that names no wallet belongs to nobody who signs', () => {
    expect(by(devKey, { maker: walletsOf('ann').safe }, 'ann')).toMatchObject({ errno: 11011 })
  })
})

test('a key has two wallets, and both name its account to whoever looks', () => {
  trader.spend(5)
  const auth = dig(trader.get('/user/auth'), 'result')
  const safe = textAt(auth, 'walletUsers.56')
  expect(textAt(auth, 'walletAddress')).toBe(devKey.address)
  for (const wallet of [safe, textAt(auth, 'walletAddress')]) {
    expect(rowsAt(trader.get(`/positions/user/${wallet}`), 'result.list')).toHaveLength(1)
    expect(rowsAt(trader.get(`/trade/user/${wallet}`), 'result.list').length).toBeGreaterThan(0)
  }
  expect(rowsAt(trader.call('GET', `/trade/user/${safe}`, undefined, 'bob'), 'result.list')).toEqual([])
})

test.each(['/user/auth', '/user/balance?chain_id=56', '/order', '/trade', '/positions'])(
  '%s demands the API key',
  (path) => {
    expect(trader.call('GET', path, undefined, '')).toEqual({
      errno: 11002,
      errmsg: 'Invalid API key',
      result: null,
    })
  },
)
