import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { loadCurve } from '../../../../src/simulator/mock-kit/recover-signer.js'
import { tokenIdsOf } from '../../../../src/simulator/mock-venues/polymarket/ids.js'
import { polymarketMock } from '../../../../src/simulator/mock-venues/polymarket/index.js'
import { versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, errorOf, type Wanted } from './trader.js'

const [token] = tokenIdsOf(world, busy)
const isExclusive = world.eventOf(busy).exclusive
const ask = firstOf(world.book(busy.key, NOON).asks).price
const wallet = '0x1111111111111111111111111111111111111111'
const stranger = privateKeyOf(`0x${'77'.repeat(32)}`)
/** Wallets of the key, by the official client: proxy, Safe, deposit wallet. */
const proxy = '0x365f0CA36Ae1f641E02fE3B7743673da42A13A70'
const safe = '0xd93B25cb943D14d0d34FBaF01Fc93a0f8b5F6E47'
const deposit = '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50'

const open = () => createTrader(world, { tokenId: token, isExclusive })
let trader = open()
beforeAll(loadCurve)
beforeEach(() => {
  trader = open()
})

const spending = (dollars: number): Wanted => ({
  makerAmount: String(Math.round(dollars * 1e6)),
  takerAmount: String(100 * Math.floor((dollars * 1e4) / ask)),
})
const collateral = (): number =>
  Number(textAt(trader.signed('GET', '/balance-allowance?asset_type=COLLATERAL').body, 'balance'))

test('the market of these tests is a v1 market', () => expect(versionOf(busy)).toBe('v1'))

describe('a login', () => {
  test('gives a key the same API keys for ever, and another other ones', () => {
    expect(trader.login().status).toBe(200)
    expect(trader.keys()).toEqual(trader.keys())
    expect(trader.keys(stranger).apiKey).not.toBe(trader.keys().apiKey)
  })

  test.each([
    ['a wrong signature', { poly_signature: `0x${'11'.repeat(65)}` }],
    ['another time', { poly_timestamp: String(Math.floor(NOON / 1000) + 1) }],
    ['an old time', { poly_timestamp: '1700000000' }],
    ['another nonce', { poly_nonce: '1' }],
    ['no address', { poly_address: '' }],
    ['the address of another', { poly_address: stranger.address }],
  ])('with %s is none', (_what, changes) => {
    expect(errorOf(trader.login(changes))).toEqual([401, 'Invalid L1 Request headers'])
  })

  test.each([
    ['another secret', { poly_signature: 'AAAA' }],
    ['another passphrase', { poly_passphrase: 'x' }],
    ['another key', { poly_api_key: 'x' }],
    ['another address', { poly_address: stranger.address }],
    ['another time', { poly_timestamp: String(Math.floor(NOON / 1000) - 1) }],
    ['nothing', { poly_address: '', poly_signature: '' }],
  ])('a private call with %s is refused', (_what, changes) => {
    expect(errorOf(trader.signed('GET', '/data/orders', undefined, changes))).toEqual([
      401,
      'Unauthorized/Invalid api key',
    ])
  })
})

describe('an order', () => {
  test('rests, is listed and found by its hash, and is taken back once', () => {
    const { hash, status, body } = trader.place()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      errorMsg: '',
      orderID: hash,
      status: 'live',
      makingAmount: '',
      takingAmount: '',
    })
    const row = {
      id: hash,
      status: 'LIVE',
      asset_id: token,
      price: '0.1',
      original_size: '10',
      size_matched: '0',
    }
    expect(rowsAt(trader.signed('GET', '/data/orders').body, 'data')).toMatchObject([row])
    expect(rowsAt(trader.signed('GET', '/data/orders?market=0x12').body, 'data')).toEqual([])
    expect(trader.signed('GET', `/data/order/${hash}`).body).toMatchObject(row)
    const cancel = () => trader.signed('DELETE', '/order', { orderID: hash }).body
    expect(cancel()).toEqual({ canceled: [hash], not_canceled: {} })
    expect(dig(cancel(), `not_canceled.${hash}`)).toMatch(/already canceled/)
    expect(trader.signed('GET', `/data/order/${hash}`).body).toMatchObject({ status: 'CANCELED' })
    expect(rowsAt(trader.signed('GET', '/data/orders').body, 'data')).toEqual([])
    expect(rowsAt(trader.signed('GET', `/data/orders?id=${hash}`).body, 'data')).toHaveLength(1)
  })

  test('takes, and moves money, trades and positions', () => {
    const before = collateral()
    const { body } = trader.place({ orderType: 'FAK', ...spending(5) })
    expect(body).toMatchObject({ status: 'matched' })
    const shares = Number(textAt(body, 'takingAmount'))
    const paid = Number(textAt(body, 'makingAmount'))
    expect(paid).toBeLessThanOrEqual(5)
    expect(before - collateral()).toBeGreaterThanOrEqual(paid * 1e6)
    const trades = rowsAt(trader.signed('GET', '/data/trades').body, 'data')
    expect(trades.reduce((sum, trade) => sum + Number(textAt(trade, 'size')), 0)).toBeCloseTo(shares, 6)
    expect(rowsAt(trader.positions(), 'data')).toMatchObject([
      { token_id: token, current_size: expect.closeTo(shares, 6) },
    ])
  })

  test('is answered with amounts of six digits, whatever was filled at which prices', () => {
    const digits = (text: string): number => (text.split('.')[1] ?? '').length
    for (const dollars of [3, 19.99, 20, 47.11]) {
      const { body } = trader.place({ orderType: 'FAK', ...spending(dollars) })
      for (const name of ['makingAmount', 'takingAmount'])
        expect(digits(textAt(body, name))).toBeLessThanOrEqual(6)
    }
  })

  test('names its trades, which have a transaction once they are on the chain', () => {
    const { body } = trader.place({ orderType: 'FAK', ...spending(5) })
    expect(dig(body, 'transactionsHashes')).toBeUndefined()
    const [id] = rowsAt(trader.signed('GET', '/data/trades').body, 'data').map((row) => textAt(row, 'id'))
    expect(dig(body, 'tradeIDs')).toContain(id)
    const states = [0, 600, 2_000].map((ms) => {
      trader.now = NOON + ms
      const row = firstOf(rowsAt(trader.signed('GET', `/data/trades?id=${id}`).body, 'data'))
      return [textAt(row, 'status'), textAt(row, 'transaction_hash').length]
    })
    expect(states).toEqual([
      ['MATCHED', 0],
      ['MINED', 66],
      ['CONFIRMED', 66],
    ])
  })

  test('has a maker on the other side of each of its trades', () => {
    trader.place({ orderType: 'FAK', ...spending(5) })
    const [trade] = rowsAt(trader.signed('GET', '/data/trades').body, 'data')
    expect(trade).toMatchObject({ side: 'BUY', trader_side: 'TAKER', maker_orders: [{ side: 'SELL' }] })
  })

  test('of a wallet is shown with the wallet', () => {
    trader.place({ orderType: 'FAK', ...spending(5), signatureType: 2, maker: wallet })
    expect(rowsAt(trader.positions(wallet), 'data')).toHaveLength(1)
    expect(rowsAt(trader.positions(stranger.address), 'data')).toEqual([])
  })

  test.each([
    ['the key itself', { signatureType: 0 }],
    ['its proxy', { signatureType: 1, maker: proxy }],
    ['its Safe', { signatureType: 2, maker: safe }],
    ['its deposit wallet', { signatureType: 3, maker: deposit, signer: deposit }],
    ['a Safe that it owns with others', { signatureType: 2, maker: wallet }],
    ['a deposit wallet that it has a session for', { signatureType: 3, maker: wallet, signer: wallet }],
  ])('of %s', (_whose, changes) => {
    expect(trader.place(changes).status).toBe(200)
  })

  const NOT_ALLOWED = 'maker address not allowed, please use the deposit wallet flow'
  const NOT_OWN = 'the order signer address has to be the address of the API KEY'
  test.each([
    ['a deposit wallet as a Safe', { signatureType: 2, maker: deposit }, NOT_ALLOWED],
    ['a proxy as a Safe', { signatureType: 2, maker: proxy }, NOT_ALLOWED],
    ['a Safe as a proxy', { signatureType: 1, maker: safe }, NOT_ALLOWED],
    ['a Safe as a deposit wallet', { signatureType: 3, maker: safe, signer: safe }, NOT_OWN],
    ['a deposit wallet, signed as its key', { signatureType: 3, maker: deposit }, NOT_OWN],
    ['another wallet as the key', { signatureType: 0, maker: wallet }, NOT_ALLOWED],
  ])('of %s is refused', (_what, changes, error) => {
    expect(errorOf(trader.place(changes))).toEqual([400, error])
  })

  test('for the first exchange, where that is the one', () => {
    expect(errorOf(trader.place({ generation: 1 }))).toEqual([400, 'order_version_mismatch'])
    trader.switches.polymarket.orderVersion = 1
    expect(trader.call('GET', '/version').body).toEqual({ version: 1 })
    expect(trader.place({ generation: 1 }).status).toBe(200)
    expect(errorOf(trader.place())).toEqual([400, 'order_version_mismatch'])
  })

  test.each<readonly [string, Wanted, unknown]>([
    ['signed by another', { by: stranger }, 'invalid signature'],
    ['for the other exchange', { isExclusive: !isExclusive }, 'invalid signature'],
    ['for the exchange of Protocol V2', { generation: 3 }, 'invalid signature'],
    [
      'of a wallet that a stranger signs for',
      { signatureType: 3, maker: wallet, signer: wallet, by: stranger },
      'invalid signature',
    ],
    ['of another signer', { signer: stranger.address }, NOT_OWN],
    ['of an unknown kind', { signatureType: 7 }, 'Invalid order payload'],
    ['of another owner', { owner: 'x' }, 'the order owner has to be the owner of the API KEY'],
    ['of no market', { tokenId: '123' }, 'the orderbook 123 does not exist'],
    [
      'too small',
      { makerAmount: '400000', takerAmount: '4000000' },
      expect.stringMatching(/^order 0x\w+ is invalid\. Size \(4\) lower than the minimum: 5$/),
    ],
    [
      'off the grid',
      { makerAmount: '1055000', takerAmount: '10000000' },
      expect.stringMatching(/^order 0x\w+ is invalid\. Price \(0\.1055\) breaks minimum tick size rule: /),
    ],
    [
      'dearer than what there is',
      { makerAmount: '20000000000', takerAmount: '200000000000' },
      'not enough balance / allowance: the balance is not enough -> balance: 10000000000, order amount: 20000000000',
    ],
    [
      'to sell what one has not',
      { side: 'SELL', makerAmount: '10000000', takerAmount: '9900000' },
      'not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 10000000',
    ],
    [
      'for less than a dollar at once',
      { orderType: 'FAK', ...spending(0.9) },
      expect.stringMatching(/min size: \$1/),
    ],
    [
      'by money, with contracts finer than ten-thousandths',
      { orderType: 'FAK', ...spending(5), takerAmount: String(Number(spending(5).takerAmount) + 10) },
      expect.stringMatching(/taker amount a max of 4 decimals$/),
    ],
    [
      'by money, with money finer than cents',
      { orderType: 'FOK', ...spending(5), makerAmount: '5001000' },
      expect.stringMatching(/maker amount supports a max accuracy of 2 decimals/),
    ],
    [
      'that nobody meets',
      { orderType: 'FAK' },
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    ],
    [
      'all or nothing, too large',
      { orderType: 'FOK', ...spending(9_000) },
      expect.stringMatching(/fully filled or killed/),
    ],
    [
      'post only, that would take',
      { postOnly: true, ...spending(5) },
      'invalid post-only order: order crosses book',
    ],
    [
      'post only, at once',
      { postOnly: true, orderType: 'FAK', ...spending(5) },
      expect.stringMatching(/post-only/),
    ],
    ['with an end that is none', { orderType: 'GTD' }, 'invalid expiration'],
    [
      'with an end that is too near',
      { orderType: 'GTD', expiration: String(Math.floor(NOON / 1000) + 179) },
      'invalid expiration',
    ],
    ['of nothing', { makerAmount: '0' }, 'Invalid order payload'],
    ['of an unknown type', { orderType: 'IOC' }, 'Invalid order payload'],
  ])('%s is refused', (_what, changes, error) => {
    expect(errorOf(trader.place(changes))).toEqual([400, error])
    expect(rowsAt(trader.signed('GET', '/data/orders').body, 'data')).toEqual([])
  })

  test('with an end leaves the book a minute before it', () => {
    const end = Math.floor(NOON / 1000) + 200
    const { hash } = trader.place({ orderType: 'GTD', expiration: String(end) })
    const statusAt = (ms: number): string => {
      trader.now = ms
      return textAt(trader.signed('GET', `/data/order/${hash}`).body, 'status')
    }
    expect(statusAt((end - 61) * 1000)).toBe('LIVE')
    expect(statusAt((end - 60) * 1000)).toBe('CANCELED')
    expect(trader.signed('GET', `/data/order/${hash}`).body).toMatchObject({ expiration: String(end) })
  })

  test('sent twice is placed once', () => {
    const { hash, body } = trader.bodyOf()
    expect(trader.signed('POST', '/order', body).status).toBe(200)
    expect(errorOf(trader.signed('POST', '/order', body))).toEqual([
      400,
      `order ${hash} is invalid. Duplicated.`,
    ])
  })

  test('among several is refused alone; several are taken back', () => {
    const [one, bad, other] = [trader.bodyOf(), trader.bodyOf({ by: stranger }), trader.bodyOf()]
    const { body } = trader.signed('POST', '/orders', [one.body, bad.body, other.body])
    expect(rowsAt(body).map((row) => dig(row, 'success'))).toEqual([true, false, true])
    expect(rowsAt(body)[1]).toMatchObject({ errorMsg: 'invalid signature', status: '', makingAmount: '' })
    expect(trader.signed('DELETE', '/orders', [one.hash]).body).toEqual({
      canceled: [one.hash],
      not_canceled: {},
    })
    const none = trader.signed('DELETE', '/cancel-market-orders', { asset_id: '5' }).body
    expect(none).toMatchObject({ canceled: [] })
    expect(trader.signed('DELETE', '/cancel-all').body).toEqual({ canceled: [other.hash], not_canceled: {} })
  })

  test('without a book refuses all that were sent with it, as reported in May 2026', () => {
    const bodies = [trader.bodyOf().body, trader.bodyOf({ tokenId: '12345' }).body]
    expect(errorOf(trader.signed('POST', '/orders', bodies))).toEqual([
      400,
      'the orderbook 12345 does not exist',
    ])
    expect(rowsAt(trader.signed('GET', '/data/orders').body, 'data')).toEqual([])
  })

  test('is one of fifteen at most', () => {
    const bodies = Array.from({ length: 16 }, () => trader.bodyOf().body)
    expect(errorOf(trader.signed('POST', '/orders', bodies))).toEqual([
      400,
      'Too many orders in payload: 16, max allowed: 15',
    ])
  })
})

test('orders on paper are in the book that everybody reads', () => {
  const levels = () => rowsAt(trader.call('GET', `/book?token_id=${token}`).body, 'bids')
  const before = levels().length
  trader.place({ makerAmount: '100000', takerAmount: '10000000' })
  expect(levels().map((level) => textAt(level, 'price'))).toContain('0.01')
  expect(levels().length).toBeGreaterThanOrEqual(before)
})

test('a taker pays the rate of the market’s category', () => {
  const rate = numberAt(
    trader.call(
      'GET',
      `/clob-markets/${textAt(trader.call('GET', `/book?token_id=${token}`).body, 'market')}`,
    ).body,
    'fd.r',
  )
  const before = collateral()
  const { body } = trader.place({ orderType: 'FAK', ...spending(5) })
  const [trade, ...others] = rowsAt(trader.signed('GET', '/data/trades').body, 'data')
  expect(others).toEqual([])
  const [price, size] = [Number(textAt(trade, 'price')), Number(textAt(trade, 'size'))]
  const fee = Math.round(rate * price * (1 - price) * size * 1e5) / 1e5
  expect((before - collateral()) / 1e6).toBeCloseTo(Number(textAt(body, 'makingAmount')) + fee, 5)
})

test('the lent key is a key, and always the same', () => {
  const lent = present(polymarketMock.paperCredentials)()
  expect(privateKeyOf(present(lent.privateKey)).address).toMatch(/^0x/)
  expect(present(polymarketMock.paperCredentials)()).toEqual(lent)
})
