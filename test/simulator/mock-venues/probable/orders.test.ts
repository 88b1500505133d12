import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, ZERO_ADDRESS } from '../../../../src/signing/address.js'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { signTypedData } from '../../../../src/signing/typed-data.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { tokenIds } from '../../../../src/simulator/mock-venues/probable/ids.js'
import { probableMock } from '../../../../src/simulator/mock-venues/probable/index.js'
import { safeOf } from '../../../../src/simulator/mock-venues/probable/safes.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { exchangeOrderTypes } from '../../../../src/venue-kit/orders/exchange-order.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const host = firstOf(Object.values(probableMock.hosts).slice(1))
const lent = probableMock.paperCredentials?.() ?? {}
const key = privateKeyOf(lent.privateKey ?? '')
const [yes] = tokenIds(world.seed, busy)
const ask = firstOf(world.book(busy.key, NOON).asks)
const safe = safeOf(key.address)

let paper = createPaperTrading(world)
beforeAll(loadSignatures)
beforeEach(() => {
  paper = createPaperTrading(world)
})

function call(method: string, target: string, body?: unknown, over: Record<string, string> = {}) {
  const [path = '', search = ''] = `/public/api/v1${target}`.split('?')
  const at = String(NOON / 1000).split('.')[0] ?? ''
  const text = `${at}${method}${path}${search === '' ? '' : `?${search}`}${body === undefined ? '' : JSON.stringify(body)}`
  const headers = {
    prob_address: key.address,
    prob_timestamp: at,
    prob_api_key: lent.apiKey ?? '',
    prob_passphrase: lent.passphrase ?? '',
    prob_signature: createHmac('sha256', Buffer.from(lent.apiSecret ?? '', 'base64'))
      .update(text)
      .digest('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
    ...over,
  }
  const reply = answer(host, { method, path, search, headers, body }, contextOf(world, NOON, { paper }))
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}

const money = (dollars: number) => String(BigInt(Math.round(dollars * 1e6)) * 10n ** 12n)

function orderBody(over: Record<string, unknown> = {}, orderType = 'GTC', by = key) {
  const message = {
    salt: '7',
    maker: safe,
    signer: key.address,
    taker: ZERO_ADDRESS,
    tokenId: yes,
    makerAmount: money(2),
    takerAmount: money(20),
    expiration: '0',
    nonce: '0',
    feeRateBps: '175',
    side: 0,
    signatureType: 2,
    ...over,
  }
  const signature = signTypedData(by, {
    domain: {
      name: 'Probable CTF Exchange',
      version: '1',
      chainId: 56,
      verifyingContract: '0xF99F5367ce708c66F0860B77B4331301A5597c86' as Address,
    },
    types: exchangeOrderTypes,
    primaryType: 'Order',
    message,
  })
  const side = message.side === 0 ? 'BUY' : 'SELL'
  return { deferExec: true, order: { ...message, side, signature }, owner: key.address, orderType }
}

test('the lent key is that of the lent wallet', () => {
  expect(lent.apiKey).toBe(`pk_demo_${key.address.toLowerCase()}`)
})

describe('orders', () => {
  test('rest, are listed and taken back by number and token, once', () => {
    const { body } = call('POST', '/order/56', orderBody())
    expect(body).toMatchObject({ status: 'NEW', price: '0.1', origQty: '20', ctfTokenId: yes })
    const id = String(dig(body, 'orderId'))
    expect(call('GET', '/orders/56/open').body).toMatchObject([{ orderId: Number(id) }])
    expect(call('GET', `/orders/56/open?token_ids=${yes}&page=1&limit=20`).body).toMatchObject({
      orders: [{ orderId: Number(id) }],
      pagination: { page: 1, limit: 20, total: 1 },
    })
    expect(call('GET', `/orders/56/${id}?tokenId=5`).status).toBe(404)
    expect(call('GET', `/orders/56/${id}?tokenId=${yes}`).body).toMatchObject({ status: 'NEW' })
    expect(call('DELETE', `/order/56/${id}?tokenId=${yes}`).body).toMatchObject({ status: 'CANCELED' })
    expect(call('DELETE', `/order/56/${id}?tokenId=${yes}`).status).toBe(404)
  })

  test('take what is offered, and everybody sees what the Safe holds and did', () => {
    const taken = orderBody({ makerAmount: money(ask.price * 5), takerAmount: money(5) }, 'IOC')
    expect(call('POST', '/order/56', taken).body).toMatchObject({ status: 'FILLED', executedQty: '5' })
    expect(call('GET', `/position/current?user=${safe}`).body).toMatchObject([{ asset: yes, size: 5 }])
    expect(call('GET', `/trades?user=${safe}&takerOnly=false`).body).toMatchObject([
      { asset: yes, size: 5, side: 'BUY', proxyWallet: safe.toLowerCase() },
    ])
    const sold = orderBody({ side: 1, makerAmount: money(2), takerAmount: '0' }, 'FAK')
    expect(call('POST', '/order/56', sold).body).toMatchObject({ status: 'FILLED', type: 'MARKET' })
  })

  const other = privateKeyOf('0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')
  test.each([
    ['another signer', orderBody({}, 'GTC', other), 400, 'error.message', 'signature'],
    ['another maker', orderBody({ maker: key.address }), 400, 'error.message', 'Safe'],
    ['an unknown token', orderBody({ tokenId: '5' }), 404, 'error.message', 'token'],
    [
      'too much',
      orderBody({ makerAmount: money(20_000), takerAmount: money(200_000) }),
      200,
      'msg',
      'insufficient',
    ],
    [
      'what is not held',
      orderBody({ side: 1, makerAmount: money(10), takerAmount: money(5) }),
      200,
      'msg',
      'insufficient',
    ],
  ])('of %s are refused', (_, body, status, path, words) => {
    const reply = call('POST', '/order/56', body)
    expect(reply.status).toBe(status)
    expect(String(dig(reply.body, path))).toContain(words)
    expect(call('GET', '/orders/56/open').body).toEqual([])
  })

  test('trades of a token are listed with their order and fee, in pages', () => {
    const taken = orderBody({ makerAmount: money(ask.price), takerAmount: money(1) }, 'IOC')
    for (let count = 0; count < 3; count++) call('POST', '/order/56', taken)
    const target = `/trade/56?tokenId=${yes}`
    const rows = Object(call('GET', target).body)
    expect(rows.next_cursor).toBe('')
    expect(rows.trades).toHaveLength(3)
    expect(rows.trades[0]).toMatchObject({
      orderId: 100_003,
      buyer: true,
      maker: false,
      commissionAsset: 'USDT',
    })
    expect(Number(rows.trades[0].commission)).toBeGreaterThan(0)
    const first = Object(call('GET', `${target}&limit=2`).body)
    const second = Object(call('GET', `${target}&limit=2&next_cursor=${first.next_cursor}`).body)
    expect([first.trades, second.trades].flat()).toEqual(rows.trades)
    expect(call('GET', '/trade/56').status).toBe(400)
    expect(call('GET', target, undefined, { prob_signature: 'x' }).status).toBe(401)
  })

  test.each([
    { prob_signature: 'x' },
    { prob_passphrase: 'other' },
    { prob_api_key: 'pk_mine' },
    { prob_address: other.address },
    { prob_timestamp: '1700000000' },
  ])('of nobody with %j', (over) => {
    expect(call('GET', '/orders/56/open', undefined, over).status).toBe(401)
  })
})

describe('a key', () => {
  const ask = (by = key) => {
    const timestamp = String(Math.floor(NOON / 1000))
    const signature = signTypedData(by, {
      domain: { name: 'ClobAuthDomain', version: '1', chainId: 56 },
      types: {
        ClobAuth: [
          { name: 'address', type: 'address' },
          { name: 'timestamp', type: 'string' },
          { name: 'nonce', type: 'uint256' },
          { name: 'message', type: 'string' },
        ],
      },
      primaryType: 'ClobAuth',
      message: {
        address: key.address,
        timestamp,
        nonce: 0,
        message: 'This message attests that I control the given wallet',
      },
    })
    return call('POST', '/auth/api-key/56', undefined, { prob_signature: signature, prob_nonce: '0' })
  }

  test('is for who signs with the wallet', () => {
    expect(ask().body).toEqual({ apiKey: lent.apiKey, secret: lent.apiSecret, passphrase: lent.passphrase })
    expect(
      ask(privateKeyOf('0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')).status,
    ).toBe(401)
  })
})
