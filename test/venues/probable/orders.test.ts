import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CredentialTexts } from '../../../src/api/arguments/credentials.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData, signTypedData, type TypedData } from '../../../src/signing/typed-data.js'
import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { exchangeOrderTypes } from '../../../src/venue-kit/orders/exchange-order.js'
import { probable } from '../../../src/venues/probable/index.js'
import type { OutcomeFacts } from '../../../src/venues/probable/native/directory.js'
import { devKey } from '../../signing/examples.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { setUpVenue, wholeList } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { nativeMarket } from './payloads.js'

const orders = present(probable.orders)
const account = present(probable.account)
const secret = Buffer.from('a secret of nobody').toString('base64')
const held = {
  apiKey: 'pk',
  apiSecret: secret,
  passphrase: 'words',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
} as const
/** The Safe of the development key, by the venue's own SDK. */
const safe = '0xBAbAA428b58E77b289437B2395C2C4d5573F281F'

const book = {
  asset_id: token(1),
  timestamp: '2026-11-21T11:59:59.749749Z',
  bids: [],
  asks: [],
  tick_size: '0.010000',
  min_order_size: '1',
}
const lists = {
  'GET market/events': [],
  'GET orderbook/trade/56': { trades: [] },
  'GET market/markets': { markets: [nativeMarket()], pagination: { hasMore: false } },
}
const open = (answers: Answers = {}, values: CredentialTexts = held) =>
  setUpVenue(probable, { ...lists, ...answers }, undefined, { values, withheld: false })

const outcome: Located<OutcomeFacts> = {
  outcomeId: token(1),
  facts: { marketId: '2101', conditionId: condition(1), tokens: [token(1), token(2)] },
}
const terms: OrderTerms = {
  marketId: '2101',
  outcomeId: token(1),
  side: 'buy',
  type: 'limit',
  amount: '12.34',
  price: '0.12',
  clientOrderId: 'mine',
}
const row = (over: object = {}) => ({
  orderId: 12345,
  clientOrderId: 'web_1',
  symbol: 'x',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '0.12',
  origQty: '12.34',
  executedQty: '0.0',
  status: 'NEW',
  time: 1_795_000_000_000,
  tokenId: token(1),
  ctfTokenId: token(1),
  ...over,
})

describe('rules', () => {
  const rules = (market: object) =>
    orders.rules(
      outcome,
      open({ 'GET market/markets/2101': nativeMarket({ ...market }), 'GET orderbook/book': book }).ctx,
    )

  test('are those of the book', async () => {
    expect(await rules({})).toEqual({
      market: { id: '2101', aliases: [condition(1)] },
      prices: [{ from: '0.01', to: '0.99', step: '0.01' }],
      minAmount: '1',
      amountStep: '0.01',
    })
  })

  test.each([
    [{ resolved: true }, 'it is resolved'],
    [{ closed: true }, 'it is closed'],
    [{ archived: true }, 'it is archived'],
    [{ active: false }, 'it is not active'],
  ])('%j takes no orders', async (market, closed) => {
    expect(await rules(market)).toMatchObject({ closed })
  })
})

describe('an order', () => {
  test('is the whole body of the SDK, signed by the wallet for its Safe', async () => {
    const built = await orders.build(terms, outcome, open().ctx)
    const { order, ...around } = Object(built.call.body)
    expect(around).toEqual({ deferExec: true, owner: devKey.address, orderType: 'GTC' })
    expect(order).toEqual({
      salt: expect.stringMatching(/^\d+$/),
      maker: safe,
      signer: devKey.address,
      taker: `0x${'0'.repeat(40)}`,
      tokenId: token(1),
      makerAmount: '1480800000000000000',
      takerAmount: '12340000000000000000',
      side: 'BUY',
      expiration: '0',
      nonce: '0',
      feeRateBps: '175',
      signatureType: 2,
      signature: expect.any(String),
    })
    const { signature, ...message } = order
    const data: TypedData = {
      domain: {
        name: 'Probable CTF Exchange',
        version: '1',
        chainId: 56,
        verifyingContract: '0xF99F5367ce708c66F0860B77B4331301A5597c86',
      },
      types: exchangeOrderTypes,
      primaryType: 'Order',
      message: { ...message, side: 0 },
    }
    expect(recoverAddress(hashTypedData(data), signature)).toBe(devKey.address)
    expect(built).not.toHaveProperty('handle')
    expect(JSON.stringify(built)).not.toContain(held.privateKey.slice(2))
  })

  test('at the market takes within its bound; a sale gives contracts', async () => {
    const { call } = await orders.build({ ...terms, type: 'market', side: 'sell' }, outcome, open().ctx)
    expect(call.body).toMatchObject({
      orderType: 'IOC',
      order: { side: 'SELL', makerAmount: '12340000000000000000', takerAmount: '1480800000000000000' },
    })
  })

  test.each([
    [{ timeInForce: 'GTC' }, 'GTC', '0'],
    [{ timeInForce: 'IOC' }, 'IOC', '0'],
    [{ timeInForce: 'GTD', expiresAt: 1_790_000_000_999 }, 'GTD', '1790000000'],
  ] as const)('of %j is %s, with its end in seconds: %s', async (demands, orderType, expiration) => {
    const { call } = await orders.build({ ...terms, ...demands }, outcome, open().ctx)
    expect(call.body).toMatchObject({ orderType, order: { expiration, takerAmount: '12340000000000000000' } })
  })

  test.each([
    [{ amount: '8' }, 'amount'],
    [{ feeRateBps: 30 }, 'fee'],
  ])('%j is refused', async (over, field) => {
    expect(await failureOf(() => orders.build({ ...terms, ...over }, outcome, open().ctx))).toMatchObject({
      code: 'INVALID_ORDER',
      field,
    })
  })

  test('a cheap sale is none of a purchase', async () => {
    const sale = { ...terms, side: 'sell', amount: '8' } as const
    expect((await orders.build(sale, outcome, open().ctx)).signedOrder).toMatchObject({ side: 'SELL' })
  })

  const place = async (answer: unknown, of = terms) => {
    const { ctx, wire } = open({ 'POST orderbook/order/56': answer })
    const order = await orders.submit(await orders.build(of, outcome, ctx), of, ctx)
    return { order, wire }
  }

  test('is sent once, signed over the seconds, the whole path and the body', async () => {
    const { order, wire } = await place(row())
    expect(order).toEqual({
      id: `12345:${token(1)}`,
      clientOrderId: 'mine',
      marketId: '2101',
      outcomeId: token(1),
      side: 'buy',
      type: 'limit',
      price: 0.12,
      amount: 12.34,
      status: 'open',
      filled: 0,
      remaining: 12.34,
      timestamp: 1_795_000_000_000,
    })
    const [call, ...others] = wire.calls
    expect(others).toEqual([])
    const at = String(Date.UTC(2026, 10, 21, 12) / 1000)
    const text = `${at}POST/public/api/v1/order/56${JSON.stringify(present(call).body)}`
    const signature = createHmac('sha256', 'a secret of nobody').update(text).digest('base64')
    expect(call?.secretHeaders).toEqual({
      PROB_ADDRESS: devKey.address,
      PROB_SIGNATURE: signature.replaceAll('+', '-').replaceAll('/', '_'),
      PROB_TIMESTAMP: at,
      PROB_API_KEY: 'pk',
      PROB_PASSPHRASE: 'words',
    })
  })

  const short = { orderId: '12345', executedQty: '2.34', transactionsHashes: [] }
  const placeShort = async (found: unknown) => {
    const { ctx } = open({ 'POST orderbook/order/56': short, 'GET orderbook/orders/56/12345': found })
    return orders.submit(await orders.build(terms, outcome, ctx), terms, ctx)
  }

  test('whose answer has its number and little else is read back', async () => {
    expect(await placeShort(row({ executedQty: '2.34' }))).toMatchObject({
      id: `12345:${token(1)}`,
      clientOrderId: 'mine',
      status: 'open',
      filled: 2.34,
      remaining: 10,
    })
  })

  test.each([json(404, {}), json(403, {})])('and is in doubt where that fails, case %#', async (found) => {
    const thrown = await failureOf(() => placeShort(found))
    expect(thrown).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
  })

  test.each([
    ['PARTIALLY_FILLED', 'open'],
    ['FILLED', 'filled'],
    ['EXPIRED', 'canceled'],
    ['REJECTED', 'rejected'],
  ])('%s is %s', async (status, told) => {
    const { order } = await place(row({ status, executedQty: '2.34' }))
    expect(order).toMatchObject({ status: told, filled: 2.34, remaining: 10 })
  })

  const LOST = 'EXCHANGE_NOT_AVAILABLE'
  test.each([
    [{ code: -2010, msg: 'Account has insufficient balance' }, 'INSUFFICIENT_FUNDS'],
    [{ code: -1, msg: 'price out of range' }, 'INVALID_ORDER'],
    [json(400, { error: { code: 'PAS-4206', message: 'no liquidity' } }), 'NO_LIQUIDITY'],
    [
      json(400, { error: { code: 'PAS-4205', description: 'Invalid.', message: 'It failed on chain' } }),
      'INVALID_ORDER',
    ],
    // Whether it was placed none of these says.
    [{ code: -1007, msg: 'Timeout waiting for response; execution status of order unknown' }, LOST],
    [{ code: -1001, msg: 'Internal error; unable to process your request' }, LOST],
    [{ code: 503, msg: 'oops' }, LOST],
    [{ code: 0, msg: 'success' }, LOST],
    [json(401, { error: { code: 'PAS-4008', message: 'expired' } }), 'AUTHENTICATION_ERROR'],
  ])('refusal %#', async (answer, code) => {
    expect(await failureOf(() => place(answer))).toMatchObject({ code })
  })

  test('is asked for and taken back by number and token', async () => {
    const { ctx, wire } = open({
      'GET orderbook/orders/56/12345': row({ executedQty: '1' }),
      'DELETE orderbook/order/56/12345': row({ status: 'CANCELED' }),
    })
    const id = `12345:${token(1)}`
    expect(await present(account.order)(id, ctx)).toMatchObject({ id, marketId: '2101', filled: 1 })
    expect(await present(orders.cancel)(id, ctx)).toMatchObject({ id, status: 'canceled' })
    const asked = wire.calls.filter(({ path }) => path.includes('12345'))
    expect(asked.map((call) => queryOf(call)['tokenId'])).toEqual([token(1), token(1)])
  })

  test('is as its row shows it after a cancel, and never another order', async () => {
    const id = `12345:${token(1)}`
    const cancel = (answer: unknown) =>
      present(orders.cancel)(id, open({ 'DELETE orderbook/order/56/12345': answer }).ctx)
    expect(await cancel(row({ status: 'NEW' }))).toMatchObject({ id, status: 'open' })
    await expectDriftAt(() => cancel(row({ status: 'CANCELED', orderId: 99 })), 'orderId')
  })

  test.each([
    json(404, { error: { code: 'PAS-4040', message: 'order not found' } }),
    json(400, { error: { code: 'PAS-4000', message: 'order not found' } }),
  ])('unknown, case %#', async (answer) => {
    const id = `12345:${token(1)}`
    const { ctx } = open({
      'GET orderbook/orders/56/12345': answer,
      'DELETE orderbook/order/56/12345': answer,
    })
    expect(await present(account.order)(id, ctx)).toBeUndefined()
    expect(await failureOf(() => present(orders.cancel)(id, ctx))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
    expect(await failureOf(() => present(orders.cancel)('12345', ctx))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
  })
})

describe('lists', () => {
  test('open orders page by page, or as one list', async () => {
    const page = (rows: unknown[], number: number) => ({
      orders: rows,
      pagination: { page: number, limit: 20, total: 21 },
    })
    const pages = [page([row()], 1), page([row({ orderId: 2 })], 2)]
    for (const [answer, count] of [
      [
        ({ query }: { query: readonly (readonly [string, string])[] }) =>
          pages[query[0]?.[1] === '1' ? 0 : 1],
        2,
      ],
      [[row()], 1],
    ] as const) {
      const { ctx } = open({ 'GET orderbook/orders/56/open': answer })
      expect(await wholeList(present(account.openOrders)({}, ctx), ctx)).toHaveLength(count)
    }
  })

  test('open orders of a market', async () => {
    const { ctx, wire } = open({ 'GET orderbook/orders/56/open': [row(), row({ ctfTokenId: token(9) })] })
    const rows = await wholeList(present(account.openOrders)({ marketId: '2101' }, ctx), ctx)
    expect(rows.map(({ outcomeId }) => outcomeId)).toEqual([token(1)])
    const call = present(wire.calls.find(({ path }) => path.endsWith('/open')))
    expect(queryOf(call)['token_ids']).toBe(`${token(1)},${token(2)}`)
  })

  const trade = (over: object = {}) => ({
    proxyWallet: safe,
    side: 'SELL',
    asset: token(2),
    conditionId: condition(1),
    size: 3,
    price: 0.4,
    timestamp: 1_795_000_000_000,
    outcomeIndex: 1,
    transactionHash: '0xabc',
    ...over,
  })

  test('trades of another wallet are not told as own ones: the list was not filtered', async () => {
    const others = trade({ proxyWallet: `0x${'9'.repeat(40)}` })
    const { ctx } = open({ 'GET orderbook/trades': [trade(), others] })
    await expect(wholeList(present(account.fills)({}, ctx), ctx)).rejects.toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { kind: 'drift', path: '[1].proxyWallet' },
    })
    const lower = open({ 'GET orderbook/trades': [trade({ proxyWallet: safe.toLowerCase() })] })
    expect(await wholeList(present(account.fills)({}, lower.ctx), lower.ctx)).toHaveLength(1)
  })

  test("trades of the account's Safe, makers' too", async () => {
    const { ctx, wire } = open({
      'GET orderbook/trades': [trade(), trade({ asset: 'USDC', outcomeIndex: 0 })],
    })
    const rows = await wholeList(present(account.fills)({}, ctx), ctx)
    expect(rows[0]).toEqual({
      id: `0xabc-${token(2)}-3-0.4`,
      timestamp: 1_795_000_000_000,
      price: 0.4,
      amount: 3,
      side: 'sell',
      outcomeId: token(2),
      marketId: '2101',
      txHash: '0xabc',
    })
    expect(rows[1]?.outcomeId).toBe(token(1))
    const call = present(wire.calls.find(({ path }) => path === '/trades'))
    expect(queryOf(call)).toMatchObject({ user: safe, takerOnly: 'false' })
    const of = open({ 'GET orderbook/trades': [trade(), trade({ asset: token(1) })] })
    expect(await wholeList(present(account.fills)({ outcomeId: token(1) }, of.ctx), of.ctx)).toHaveLength(1)
  })
})

describe('signing in', () => {
  const login = present(account.login)
  const key = { apiKey: 'pk', secret, passphrase: 'words' }
  const wanted = { apiKey: 'pk', apiSecret: secret, passphrase: 'words' }
  const prove = async (answers: Answers, by = devKey, nonce?: string) => {
    const { ctx, wire } = open(answers, {})
    const asked = await login.nonce(devKey.address, ctx)
    const { EIP712Domain: _domain, ...types } = JSON.parse(asked.messageToSign).types
    const signature = signTypedData(by, { ...JSON.parse(asked.messageToSign), types })
    const proof = { walletAddress: devKey.address, signature, nonce: nonce ?? asked.nonce }
    return { credentials: await login.login(proof, ctx), wire }
  }

  test('makes a key, or tells the one that there is', async () => {
    const { credentials, wire } = await prove({ 'POST orderbook/auth/api-key/56': key })
    expect(credentials).toEqual(wanted)
    expect(wire.calls[0]?.secretHeaders).toMatchObject({ PROB_ADDRESS: devKey.address, PROB_NONCE: '0' })
    const exists = json(400, { error: { code: 'PAS-4001', message: 'API key already exists' } })
    const answers = { 'POST orderbook/auth/api-key/56': exists, 'GET orderbook/auth/api-key/56': key }
    expect((await prove(answers)).credentials).toEqual(wanted)
  })

  test('asks nobody for what was signed by another, or for another time', async () => {
    const other = (await import('../../signing/examples.js')).mailKey
    expect(await failureOf(() => prove({}, other))).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect(await failureOf(() => prove({}, devKey, '1795000000'))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
    expect(await failureOf(() => prove({}, devKey, 'x'))).toMatchObject({ field: 'nonce' })
  })

  test('ends a session', async () => {
    const { ctx, wire } = open({ 'POST orderbook/auth/logout': { success: true } })
    await login.logout(ctx)
    expect(wire.calls[0]?.secretHeaders).toHaveProperty('PROB_API_KEY', 'pk')
  })
})

test.each(['apiKey', 'apiSecret', 'passphrase', 'privateKey'])('without %s nothing is asked', (part) => {
  const { [part as keyof typeof held]: _missing, ...rest } = held
  expect(() => orders.checkCredentials(open({}, rest).ctx)).toThrow(part)
})
