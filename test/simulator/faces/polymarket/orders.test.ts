import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { loadCurve } from '../../../../src/simulator/curve.js'
import { tokenIds } from '../../../../src/simulator/faces/polymarket/ids.js'
import { polymarketFace } from '../../../../src/simulator/faces/polymarket/index.js'
import { createPaperDesk } from '../../../../src/simulator/paper/desk.js'
import { answer } from '../../../../src/simulator/router.js'
import { defaultSwitches } from '../../../../src/simulator/switches.js'
import { type DraftOrder, signedOrder } from '../../../../src/venues/polymarket/native/order.js'
import { signLogin, signOrder } from '../../../../src/venues/polymarket/native/wallet.js'
import { devKey } from '../../../signing/examples.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const [token] = tokenIds(world.seed, busy)
const isNegRisk = world.eventOf(busy).exclusive
const quotes = world.book(busy.key, NOON)
const ask = firstOf(quotes.asks).price
const wallet = '0x1111111111111111111111111111111111111111'
const stranger = privateKeyOf(`0x${'77'.repeat(32)}`)

let paper = createPaperDesk(world)
let switches = defaultSwitches()
beforeAll(loadCurve)
beforeEach(() => {
  paper = createPaperDesk(world)
  switches = defaultSwitches()
})

function call(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
  host = 'clob',
) {
  const [path = '', search = ''] = target.split('?')
  const reply = answer(
    present(polymarketFace.hosts[host]),
    { method, path, search, headers, body },
    {
      ...contextOf(world, NOON, { paper }),
      switches,
    },
  )
  return { status: reply.status, body: (reply.body === '' ? '' : JSON.parse(reply.body)) as unknown }
}

const at = String(Math.floor(NOON / 1000))
const login = (key = devKey, changes: object = {}) =>
  call('GET', '/auth/derive-api-key', {
    poly_address: key.address,
    poly_timestamp: at,
    poly_nonce: '0',
    poly_signature: signLogin(key, at),
    ...changes,
  })

function keysOf(key = devKey) {
  const { body } = login(key)
  return {
    apiKey: textAt(body, 'apiKey'),
    secret: textAt(body, 'secret'),
    passphrase: textAt(body, 'passphrase'),
  }
}

function signed(method: string, target: string, body?: unknown, changes: object = {}) {
  const { apiKey, secret, passphrase } = keysOf()
  const message = `${at}${method}${target.split('?')[0]}${body === undefined ? '' : JSON.stringify(body)}`
  const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(message).digest('base64')
  return call(
    method,
    target,
    {
      poly_address: devKey.address,
      poly_api_key: apiKey,
      poly_passphrase: passphrase,
      poly_timestamp: at,
      poly_signature: signature.replaceAll('+', '-').replaceAll('/', '_'),
      ...changes,
    },
    body,
  )
}

interface Wanted extends Partial<DraftOrder> {
  readonly orderType?: string
  readonly postOnly?: boolean
  readonly by?: typeof devKey
  readonly owner?: string
}

let salt = 0
function bodyOf({ orderType = 'GTC', postOnly = false, by = devKey, owner, ...changes }: Wanted = {}) {
  salt += 1
  const draft: DraftOrder = {
    version: 2,
    isNegRisk,
    salt,
    maker: devKey.address,
    signer: devKey.address,
    tokenId: token,
    makerAmount: '1000000',
    takerAmount: '10000000',
    side: 'buy',
    kind: 0,
    timestamp: String(NOON),
    feeRateBps: '30',
    ...changes,
  }
  const { signature, hash } = signOrder(by, draft)
  const order = signedOrder(draft, signature)
  return { hash, body: { deferExec: false, postOnly, order, owner: owner ?? keysOf().apiKey, orderType } }
}
const place = (wanted: Wanted = {}) => {
  const { hash, body } = bodyOf(wanted)
  return { hash, ...signed('POST', '/order', body) }
}
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, dig(body, 'error')]
const spending = (dollars: number) => ({
  makerAmount: String(Math.round(dollars * 1e6)),
  takerAmount: String(Math.floor((dollars * 1e6) / ask)),
})

describe('a login', () => {
  test('gives a key the same API keys for ever, and another other ones', () => {
    expect(login().status).toBe(200)
    expect(keysOf()).toEqual(keysOf())
    expect(keysOf(stranger).apiKey).not.toBe(keysOf().apiKey)
  })

  test.each([
    ['the signature of another', { poly_signature: signLogin(stranger, at) }],
    ['another time', { poly_timestamp: String(Number(at) + 1) }],
    ['an old time', { poly_timestamp: '1700000000', poly_signature: signLogin(devKey, '1700000000') }],
    ['another nonce', { poly_nonce: '1' }],
    ['no address', { poly_address: '' }],
  ])('with %s is none', (_what, changes) => {
    expect(errorOf(login(devKey, changes))).toEqual([401, 'Invalid L1 Request headers'])
  })

  test.each([
    ['another secret', { poly_signature: 'AAAA' }],
    ['another passphrase', { poly_passphrase: 'x' }],
    ['another key', { poly_api_key: 'x' }],
    ['another address', { poly_address: stranger.address }],
    ['another time', { poly_timestamp: String(Number(at) - 1) }],
    ['nothing', { poly_address: '', poly_signature: '' }],
  ])('a private call with %s is refused', (_what, changes) => {
    expect(errorOf(signed('GET', '/data/orders', undefined, changes))).toEqual([
      401,
      'Unauthorized/Invalid api key',
    ])
  })
})

describe('an order', () => {
  test('rests, is listed and found by its hash, and is taken back once', () => {
    const { hash, status, body } = place()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
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
    expect(rowsAt(signed('GET', '/data/orders').body, 'data')).toMatchObject([row])
    expect(rowsAt(signed('GET', '/data/orders?market=0x12').body, 'data')).toEqual([])
    expect(signed('GET', `/data/order/${hash}`).body).toMatchObject(row)
    expect(signed('DELETE', '/order', { orderID: hash }).body).toEqual({ canceled: [hash], not_canceled: {} })
    expect(dig(signed('DELETE', '/order', { orderID: hash }).body, `not_canceled.${hash}`)).toMatch(
      /already canceled/,
    )
    expect(signed('GET', `/data/order/${hash}`).body).toMatchObject({ status: 'CANCELED' })
  })

  test('takes, and moves money, trades and positions', () => {
    const before = Number(dig(signed('GET', '/balance-allowance?asset_type=COLLATERAL').body, 'balance'))
    const { body } = place({ orderType: 'FAK', ...spending(5) })
    expect(body).toMatchObject({ status: 'matched' })
    const shares = Number(textAt(body, 'takingAmount'))
    expect(Number(textAt(body, 'makingAmount'))).toBeLessThanOrEqual(5)
    const after = Number(dig(signed('GET', '/balance-allowance?asset_type=COLLATERAL').body, 'balance'))
    expect(before - after).toBeGreaterThanOrEqual(Number(textAt(body, 'makingAmount')) * 1e6)
    const trades = rowsAt(signed('GET', '/data/trades').body, 'data')
    expect(trades.reduce((sum, trade) => sum + Number(textAt(trade, 'size')), 0)).toBeCloseTo(shares, 6)
    const target = `/v2/positions?user=${devKey.address}`
    expect(rowsAt(call('GET', target, {}, undefined, 'data').body, 'data')).toMatchObject([
      { token_id: token, current_size: expect.closeTo(shares, 6) },
    ])
  })

  test('of a wallet is shown with the wallet', () => {
    place({ orderType: 'FAK', ...spending(5), kind: 2, maker: wallet })
    expect(rowsAt(call('GET', `/positions?user=${wallet}`, {}, undefined, 'data').body)).toHaveLength(1)
    expect(rowsAt(call('GET', `/positions?user=${stranger.address}`, {}, undefined, 'data').body)).toEqual([])
  })

  test.each([
    [{ kind: 0 }],
    [{ kind: 1, maker: wallet }],
    [{ kind: 2, maker: wallet }],
    [{ kind: 3, maker: wallet, signer: wallet }],
  ] as const)('of wallets of all kinds: %j', (changes) => {
    expect(place(changes).status).toBe(200)
  })

  test('for the first exchange, where that is the one', () => {
    expect(errorOf(place({ version: 1 }))).toEqual([400, 'order_version_mismatch'])
    switches.polymarket.orderVersion = 1
    expect(call('GET', '/version').body).toEqual({ version: 1 })
    expect(place({ version: 1 }).status).toBe(200)
    expect(errorOf(place())).toEqual([400, 'order_version_mismatch'])
  })

  test.each([
    ['signed by another', { by: stranger }, 'invalid signature'],
    ['for the other exchange', { isNegRisk: !isNegRisk }, 'invalid signature'],
    ['of another wallet without being its kind', { maker: wallet }, 'invalid signature'],
    [
      'of a wallet that a stranger signs for',
      { kind: 3, maker: wallet, signer: wallet, by: stranger },
      'invalid signature',
    ],
    ['of an unknown kind', { kind: 7 as 0 }, 'invalid signature'],
    ['of another owner', { owner: 'x' }, 'the order owner has to be the owner of the API KEY'],
    ['of no market', { tokenId: '123' }, 'the market is not yet ready to process new orders'],
    ['too small', { makerAmount: '400000', takerAmount: '4000000' }, 'Size (4) lower than the minimum: 5'],
    [
      'dearer than what there is',
      { makerAmount: '20000000000', takerAmount: '200000000000' },
      'not enough balance / allowance',
    ],
    [
      'to sell what one has not',
      { side: 'sell', makerAmount: '10000000', takerAmount: '9900000' },
      'not enough balance / allowance',
    ],
    [
      'for less than a dollar at once',
      { orderType: 'FAK', ...spending(0.9) },
      expect.stringMatching(/min size: \$1/),
    ],
    ['that nobody meets', { orderType: 'FAK' }, 'no orders found to match with FAK order'],
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
    ['with an end that is none', { orderType: 'GTD' }, 'invalid expiration value'],
    ['of nothing', { makerAmount: '0' }, 'Invalid payload'],
  ] as const)('%s is refused', (_what, changes, error) => {
    expect(errorOf(place(changes as Wanted))).toEqual([400, error])
    expect(rowsAt(signed('GET', '/data/orders').body, 'data')).toEqual([])
  })

  test('sent twice is placed once', () => {
    const { hash, body } = bodyOf()
    expect(signed('POST', '/order', body).status).toBe(200)
    expect(errorOf(signed('POST', '/order', body))).toEqual([400, `order ${hash} is invalid. Duplicated.`])
  })

  test('among several is refused alone; several are taken back', () => {
    const [one, bad, other] = [bodyOf(), bodyOf({ by: stranger }), bodyOf()]
    const { body } = signed('POST', '/orders', [one.body, bad.body, other.body])
    expect(rowsAt(body).map((row) => dig(row, 'success'))).toEqual([true, false, true])
    expect(signed('DELETE', '/orders', [one.hash]).body).toEqual({ canceled: [one.hash], not_canceled: {} })
    expect(signed('DELETE', '/cancel-market-orders', { asset_id: '5' }).body).toMatchObject({ canceled: [] })
    expect(signed('DELETE', '/cancel-all').body).toEqual({ canceled: [other.hash], not_canceled: {} })
  })
})

test('orders on paper are in the book that everybody reads', () => {
  const levels = () => rowsAt(call('GET', `/book?token_id=${token}`).body, 'bids')
  const before = levels().length
  place({ makerAmount: '100000', takerAmount: '10000000' })
  expect(levels().map((level) => textAt(level, 'price'))).toContain('0.01')
  expect(levels().length).toBeGreaterThanOrEqual(before)
})

test('the lent key is a key, and always the same', () => {
  const lent = present(polymarketFace.paperCredentials)()
  expect(privateKeyOf(present(lent.privateKey)).address).toMatch(/^0x/)
  expect(present(polymarketFace.paperCredentials)()).toEqual(lent)
})
