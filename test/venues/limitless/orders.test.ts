import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CredentialTexts } from '../../../src/api/arguments/credentials.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { NativeOrder, OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { exchangeOrderTypes } from '../../../src/venue-kit/orders/exchange-order.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import type { OutcomeFacts } from '../../../src/venues/limitless/outcomes.js'
import { devKey } from '../../signing/examples.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json, sentTo } from '../../support/wire.js'
import { nativeMarket, token } from './payloads.js'

const orders = present(limitless.orders)
const slug = nativeMarket().slug
const secret = Buffer.from('a secret of nobody').toString('base64')
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const held = { apiKey: 'a-token', apiSecret: secret, privateKey } as const
const smart = { smartWallet: `0x${'5'.repeat(40)}`, tradeWalletOption: 'smartWallet' } as const

const profile = (over: object = {}) => ({
  id: 1_315_134,
  account: devKey.address,
  rank: { id: 1, name: 'Bronze', feeRateBps: 300 },
  tradeWalletOption: 'eoa',
  smartWallet: null,
  embeddedAccount: null,
  ...over,
})

function open(answers: Answers = {}, values: CredentialTexts = held) {
  const table = {
    'GET api/profiles/me': profile(),
    [`GET api/markets/${slug}`]: nativeMarket(),
    ...answers,
  }
  return setUpVenue(limitless, table, undefined, { values, withheld: false })
}

const outcome: Located<OutcomeFacts> = {
  outcomeId: token(1),
  facts: { slug, tokens: { yes: token(1), no: token(1, 'no') }, decimals: 6, side: 'yes' },
}
const terms: OrderTerms = {
  marketId: slug,
  outcomeId: token(1),
  side: 'buy',
  type: 'limit',
  amount: '10.87',
  price: '0.092',
  clientOrderId: '6f2e0a54-0d3f-4c1e-9f00-bbbbbbbbbbbb',
}
const bodyOf = ({ call }: NativeOrder) => Object(call.body)

describe('what a market lets an order be', () => {
  test('a thousandth of a dollar and of a contract; a market that ended takes none', async () => {
    const rules = await orders.rules(outcome, open().ctx)
    expect(rules).toEqual({
      market: { id: slug, aliases: [nativeMarket().conditionId] },
      prices: [{ from: '0.001', to: '0.999', step: '0.001' }],
      amountStep: '0.001',
    })
    const over = async (facts: object) =>
      (await orders.rules(outcome, open({ [`GET api/markets/${slug}`]: nativeMarket({ ...facts }) }).ctx))
        .closed
    expect(await over({ expired: true })).toBe('it has expired')
    expect(await over({ status: 'RESOLVED' })).toBe('its status is RESOLVED')
  })

  test('a market that names no exchange cannot be signed for', async () => {
    const { ctx } = open({ [`GET api/markets/${slug}`]: nativeMarket({ venue: null }) })
    expect(await failureOf(() => orders.rules(outcome, ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { path: 'venue.exchange' },
    })
  })
})

describe('an order', () => {
  test('is the whole documented body, with its name', async () => {
    const built = await orders.build(terms, outcome, open().ctx)
    const { order, ...around } = bodyOf(built)
    expect(around).toEqual({
      ownerId: 1_315_134,
      orderType: 'GTC',
      marketSlug: slug,
      clientOrderId: terms.clientOrderId,
      postOnly: false,
    })
    expect(order).toEqual({
      salt: expect.any(Number),
      maker: devKey.address,
      signer: devKey.address,
      taker: `0x${'0'.repeat(40)}`,
      tokenId: token(1),
      makerAmount: 1_000_040,
      takerAmount: 10_870_000,
      expiration: '0',
      nonce: 0,
      feeRateBps: 300,
      side: 0,
      signatureType: 0,
      price: 0.092,
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    })
    expect(Number.isSafeInteger(order.salt)).toBe(true)
    expect(built).toMatchObject({
      handle: { by: 'clientOrderId', value: terms.clientOrderId },
      isUnique: true,
      signedOrder: order,
    })
    expect(JSON.stringify(built)).not.toContain(secret)
    expect(JSON.stringify(built)).not.toContain(privateKey.slice(2))
  })

  const signerOf = (built: NativeOrder, exchange = `0x${'e'.repeat(40)}` as const) => {
    const { signature, price: _unsigned, ...message } = bodyOf(built).order
    const domain = {
      name: 'Limitless CTF Exchange',
      version: '1',
      chainId: 8453,
      verifyingContract: exchange,
    }
    return recoverAddress(
      hashTypedData({ domain, types: exchangeOrderTypes, primaryType: 'Order', message }),
      signature,
    )
  }

  test('is signed for the exchange of its market, and built anew it is the same', async () => {
    const { ctx } = open()
    const built = await orders.build(terms, outcome, ctx)
    expect(signerOf(built)).toBe(devKey.address)
    expect(signerOf(built, `0x${'d'.repeat(40)}`)).not.toBe(devKey.address)
    expect(await orders.build(terms, outcome, ctx)).toEqual(built)
    const other = await orders.build({ ...terms, clientOrderId: 'another' }, outcome, ctx)
    expect(bodyOf(other).order.salt).not.toBe(bodyOf(built).order.salt)
  })

  test.each([
    ['buy', '1.001', '0.123', 123_123, 1_001_000],
    ['buy', '0.003', '0.123', 369, 3_000],
    ['sell', '12', '0.95', 12_000_000, 11_400_000],
    ['sell', '0.001', '0.999', 1_000, 999],
  ] as const)('%s %s at %s', async (side, amount, price, makerAmount, takerAmount) => {
    const built = await orders.build({ ...terms, side, amount, price }, outcome, open().ctx)
    expect(bodyOf(built).order).toMatchObject({
      makerAmount,
      takerAmount,
      side: side === 'buy' ? 0 : 1,
      price: Number(price),
    })
  })

  test('at the market takes what its bound allows and drops the rest', async () => {
    const built = await orders.build({ ...terms, type: 'market' }, outcome, open().ctx)
    expect(bodyOf(built)).toMatchObject({ orderType: 'FAK', order: { makerAmount: 1_000_040, price: 0.092 } })
    expect(bodyOf(built)).not.toHaveProperty('postOnly')
  })

  test('may demand to rest, or not to', async () => {
    const sent = async (demands: Partial<OrderTerms>) => {
      const { orderType, postOnly, order } = bodyOf(
        await orders.build({ ...terms, ...demands }, outcome, open().ctx),
      )
      return { orderType, postOnly, expiration: order.expiration }
    }
    expect(await sent({ postOnly: true })).toEqual({ orderType: 'GTC', postOnly: true, expiration: '0' })
    expect(await sent({ timeInForce: 'GTC' })).toEqual({ orderType: 'GTC', postOnly: false, expiration: '0' })
    expect(await sent({ timeInForce: 'IOC' })).toEqual({
      orderType: 'FAK',
      postOnly: undefined,
      expiration: '0',
    })
  })

  test('of a smart wallet is signed by its owner', async () => {
    const answers = {
      'GET api/profiles/me': profile({
        ...smart,
        account: `0x${'7'.repeat(40)}`,
        embeddedAccount: devKey.address,
      }),
    }
    const built = await orders.build(terms, outcome, open(answers).ctx)
    expect(bodyOf(built).order).toMatchObject({
      maker: smart.smartWallet,
      signer: devKey.address,
      signatureType: 2,
    })
    expect(signerOf(built)).toBe(devKey.address)
  })

  test.each([
    ['another account', profile({ account: `0x${'7'.repeat(40)}` }), {}, 'privateKey'],
    [
      'a smart wallet of another owner',
      profile({ ...smart, embeddedAccount: `0x${'7'.repeat(40)}` }),
      {},
      'privateKey',
    ],
    [
      'another wallet than the caller says',
      profile(),
      { walletAddress: `0x${'9'.repeat(40)}` },
      'walletAddress',
    ],
  ])('is not built for %s', async (_, me, more, part) => {
    const { ctx } = open({ 'GET api/profiles/me': me }, { ...held, ...more })
    expect(await failureOf(() => orders.build(terms, outcome, ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { kind: 'unusable_credential', part },
    })
  })

  test('names the fee rate of the profile, and no other', async () => {
    const silver = { 'GET api/profiles/me': profile({ rank: { feeRateBps: 250 } }) }
    expect(bodyOf(await orders.build(terms, outcome, open(silver).ctx)).order.feeRateBps).toBe(250)
    const untold = { 'GET api/profiles/me': profile({ rank: null }) }
    expect(await failureOf(() => orders.build(terms, outcome, open(untold).ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { path: 'rank.feeRateBps' },
    })
    const wanted = { ...terms, feeRateBps: 100 }
    expect(await failureOf(() => orders.build(wanted, outcome, open().ctx))).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'fee',
      detail: { allowed: 300 },
    })
  })

  test('is not placed for others, in other money, or larger than JSON holds', async () => {
    const { ctx } = open()
    expect(await failureOf(() => orders.build({ ...terms, onBehalfOf: 7 }, outcome, ctx))).toMatchObject({
      code: 'NOT_SUPPORTED',
    })
    const other = { ...outcome, facts: { ...outcome.facts, decimals: 18 } }
    expect(await failureOf(() => orders.build(terms, other, ctx))).toMatchObject({ code: 'NOT_SUPPORTED' })
    expect(
      await failureOf(() => orders.build({ ...terms, amount: '9007199255' }, outcome, ctx)),
    ).toMatchObject({ code: 'INVALID_ORDER', field: 'amount' })
  })

  test('reads the profile and the market once', async () => {
    const { ctx, wire } = open()
    await orders.rules(outcome, ctx)
    await orders.build(terms, outcome, ctx)
    await orders.build(terms, outcome, ctx)
    expect(sentTo(wire)).toEqual([`GET api/markets/${slug}`, 'GET api/profiles/me'])
  })
})

describe('credentials', () => {
  test.each([
    [{}, 'apiKey'],
    [{ ...held, apiSecret: '***' }, 'apiSecret'],
    [{ ...held, privateKey: '0x12' }, 'privateKey'],
  ])('%#: the part that is wrong is named, and its value is not', (values, part) => {
    const { ctx } = open({}, values)
    const thrown = (() => {
      try {
        return orders.checkCredentials(ctx)
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect(String(thrown)).toContain(part)
    expect(String(thrown)).not.toContain('***')
  })

  test('without a private key nothing is ordered', () => {
    const { ctx } = open({}, { apiKey: 'lmts_x' })
    expect(() => orders.checkCredentials(ctx)).toThrow(/privateKey/)
  })

  const headersOf = async (values: CredentialTexts) => {
    const { ctx, wire } = open({ 'GET api/portfolio/positions': { clob: [] } }, values)
    await present(limitless.account?.positions)(ctx)
    return present(wire.calls[0]).secretHeaders
  }

  test('the older key is sent as it is', async () => {
    expect(await headersOf({ apiKey: 'lmts_x' })).toEqual({ 'X-API-Key': 'lmts_x' })
  })

  test('a token signs time, method, path with query, and body', async () => {
    const { ctx, wire } = open({ 'GET api/portfolio/history': { data: [], nextCursor: null } })
    const list = present(limitless.account?.fills)({}, ctx)
    if (list.kind === 'cursor') await list.fetch(undefined)
    const call = present(wire.calls[0])
    const at = '2026-11-21T12:00:00.000Z'
    const text = `${at}\nGET\n/portfolio/history?cursor=&limit=100\n`
    expect(call.secretHeaders).toEqual({
      'lmts-api-key': 'a-token',
      'lmts-timestamp': at,
      'lmts-signature': createHmac('sha256', 'a secret of nobody').update(text).digest('base64'),
    })
  })
})

const execution = (over: object = {}) => ({
  feeRateBps: 300,
  effectiveFeeBps: 59,
  matched: true,
  settlementStatus: 'MINED',
  txHash: '0xabc',
  totalsRaw: {
    contractsGross: '10870000',
    contractsFee: '64133',
    contractsNet: '10805867',
    usdGross: '1000040',
    usdFee: '0',
    usdNet: '1000040',
  },
  ...over,
})
const nothing = { ...execution().totalsRaw, contractsGross: '0', contractsFee: '0', usdGross: '0' }

describe('sending', () => {
  const created = (over: object = {}) => ({
    order: {
      id: 'ff0dcbf1-f7de-43f0-b6f1-16b972a17f49',
      createdAt: '2026-11-21T12:00:00.500Z',
      price: '0.092',
    },
    ...over,
  })
  let sent: VenueCall[] = []
  beforeEach(() => {
    sent = []
  })
  const place = async (answer: unknown, of = terms) => {
    const { ctx, wire } = open({ 'POST api/orders': answer })
    const built = await orders.build(of, outcome, ctx)
    const order = await orders.submit(built, of, ctx)
    sent = wire.calls.filter(({ method }) => method === 'POST')
    return order
  }

  test('an order that rests is open', async () => {
    expect(await place(created())).toEqual({
      id: 'ff0dcbf1-f7de-43f0-b6f1-16b972a17f49',
      clientOrderId: terms.clientOrderId,
      marketId: slug,
      outcomeId: token(1),
      side: 'buy',
      type: 'limit',
      price: 0.092,
      amount: 10.87,
      status: 'open',
      filled: 0,
      remaining: 10.87,
      timestamp: Date.UTC(2026, 10, 21, 12, 0, 0, 500),
    })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.secretHeaders).toHaveProperty('lmts-signature')
  })

  test('what it met at once is told with its fee in money', async () => {
    expect(await place(created({ execution: execution() }))).toMatchObject({
      status: 'filled',
      filled: 10.87,
      remaining: 0,
      // 0.064133 contracts at 0.092
      fee: 0.0059,
      feeRateBps: 59,
      txHash: '0xabc',
    })
  })

  test.each([
    ['market', execution({ settlementStatus: 'UNMATCHED', totalsRaw: nothing }), 'canceled', 0, 10.87],
    ['market', execution({ settlementStatus: 'DELAYED', totalsRaw: nothing }), 'pending', 0, 10.87],
    // A settlement that failed moved nothing.
    ['market', execution({ settlementStatus: 'FAILED' }), 'rejected', 0, 10.87],
    ['limit', execution({ settlementStatus: 'FAILED' }), 'rejected', 0, 10.87],
    [
      'limit',
      execution({ settlementStatus: 'FAILED', totalsRaw: { ...nothing, contractsGross: '870000' } }),
      'open',
      0,
      10,
    ],
    ['market', execution({ totalsRaw: { ...nothing, contractsGross: '870000' } }), 'canceled', 0.87, 10],
    ['limit', execution({ totalsRaw: { ...nothing, contractsGross: '870000' } }), 'open', 0.87, 10],
    ['limit', execution({ settlementStatus: 'UNMATCHED', totalsRaw: nothing }), 'open', 0, 10.87],
    ['limit', execution({ settlementStatus: 'RETRYING', totalsRaw: nothing }), 'open', 0, 10.87],
    ['limit', execution({ settlementStatus: 'DELAYED', totalsRaw: nothing }), 'pending', 0, 10.87],
    ['limit', execution({ settlementStatus: 'CANCELED', totalsRaw: nothing }), 'canceled', 0, 10.87],
    ['market', execution({ settlementStatus: 'CANCELED', totalsRaw: nothing }), 'canceled', 0, 10.87],
  ] as const)('%s order, case %#', async (type, told, status, filled, remaining) => {
    const order = await place(created({ execution: told }), { ...terms, type })
    expect(order).toMatchObject({ status, filled, remaining })
  })

  test('what failed to settle paid no fee', async () => {
    const order = await place(created({ execution: execution({ settlementStatus: 'FAILED' }) }))
    expect(order).not.toHaveProperty('fee')
  })

  test('what is not told is named', async () => {
    const order = await place({ order: { id: 'x' } }, { ...terms, type: 'market' })
    expect(order).toMatchObject({
      status: 'pending',
      filled: 0,
      remaining: 0,
      timestamp: 0,
      metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
    })
  })

  test.each([
    [409, 'clientOrderId already exists', 'INVALID_ORDER', 'duplicate_order'],
    [400, 'Insufficient collateral allowance', 'INSUFFICIENT_FUNDS', undefined],
    [400, 'Invalid signature', 'AUTHENTICATION_ERROR', undefined],
    [400, 'Signer does not match with correct address', 'AUTHENTICATION_ERROR', undefined],
    [400, 'Fee rate mismatch', 'INVALID_ORDER', 'fee_rate_mismatch'],
    [400, ['price must not have more than 3 decimals: tick size'], 'INVALID_ORDER', undefined],
    [401, 'The token cookie is required', 'AUTHENTICATION_ERROR', undefined],
  ])('%s %s', async (status, message, code, kind) => {
    const thrown = await failureOf(() => place(json(status, { message })))
    expect(thrown).toMatchObject({ code, detail: { upstreamStatus: status } })
    expect(thrown.detail?.['kind']).toBe(kind)
  })

  test('a conflict of another text is not the venue’s refusal of a used name', async () => {
    const thrown = await failureOf(() =>
      place(json(409, { message: 'The request conflicts with the edge.' })),
    )
    expect(thrown.detail).toMatchObject({ upstreamStatus: 409, body: 'unproven' })
    expect(thrown.detail?.['kind']).toBeUndefined()
  })
})

describe('taking back', () => {
  const id = 'c4b1a83a-219f-48db-a9be-1ddadf0bc14c'
  const cancel = (answers: Answers) => present(orders.cancel)(id, open(answers).ctx)
  const gone = {
    results: [
      {
        index: 0,
        status: 'found',
        orderId: id,
        data: {
          order: {
            id,
            createdAt: '2026-11-21T11:00:00.000Z',
            makerAmount: '1000040',
            takerAmount: '10870000',
            tokenId: token(1),
            side: 0,
            orderType: 'GTC',
            price: '0.092',
            market: { slug },
          },
        },
      },
    ],
  }
  const done = { [`DELETE api/orders/${id}`]: { message: 'Order canceled successfully' } }
  const live = (rows: unknown) => ({ [`GET api/markets/${slug}/user-orders`]: rows })

  test('tells the order, whatever a list that lags says', async () => {
    const answers = { ...done, 'POST api/orders/status/batch': gone }
    for (const rows of [[], { orders: [] }])
      expect(await cancel({ ...answers, ...live(rows) })).toMatchObject({
        id,
        marketId: slug,
        status: 'canceled',
        amount: 10.87,
      })
  })

  test('leaves what was filled unknown where a list shows the order as it was before', async () => {
    const row = {
      id,
      createdAt: '2026-11-21T11:00:00.000Z',
      token: token(1),
      type: 'GTC',
      status: 'LIVE',
      side: 'BUY',
      price: '0.092',
      originalSize: '10870000',
      remainingSize: '5870000',
    }
    const order = await cancel({ ...done, 'POST api/orders/status/batch': gone, ...live([row]) })
    expect(order).toMatchObject({ id, status: 'canceled', amount: 10.87 })
    expect(order.metadata?.['unknown']).toEqual(expect.arrayContaining(['filled', 'remaining']))
  })

  test.each([
    ['nothing', { totalsRaw: nothing, settlementStatus: 'UNMATCHED' }, 0],
    ['some', { totalsRaw: { ...nothing, contractsGross: '4000000' } }, 4],
    [
      'what failed to settle',
      { totalsRaw: { ...nothing, contractsGross: '4000000' }, settlementStatus: 'FAILED' },
      0,
    ],
  ])(
    'leaves open what an order that took %s at once was filled with while it rested, where no list has it',
    async (_what, told, filled) => {
      const [result] = gone.results
      const results = [{ ...result, data: { ...result?.data, execution: execution(told) } }]
      const answers = { ...done, 'POST api/orders/status/batch': { results } }
      const order = await cancel({ ...answers, ...live([]) })
      expect(order).toMatchObject({ status: 'canceled', filled })
      expect(order.metadata?.['unknown']).toEqual(['filled', 'remaining'])
    },
  )

  test('tells what it knows where the order cannot be looked up', async () => {
    const order = await cancel({ ...done, 'POST api/orders/status/batch': json(400, { message: 'no' }) })
    expect(order).toMatchObject({ id, status: 'canceled', marketId: 'unknown' })
    expect(order.metadata?.['unknown']).toContain('side')
  })

  test.each([{}, [], { status: 'ok' }, { message: 'OK' }])(
    "is in doubt where a success is not in the venue's words (%j)",
    async (body) => {
      const answers = { ...done, [`DELETE api/orders/${id}`]: body, 'POST api/orders/status/batch': gone }
      expect(await failureOf(() => cancel({ ...answers, ...live([]) }))).toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
      })
    },
  )

  test.each(['Order not found', 'Order is already canceled', ['id must be a UUIDv4']])(
    '%s',
    async (message) => {
      const answers = { [`DELETE api/orders/${id}`]: json(400, { message }) }
      expect(await failureOf(() => cancel(answers))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    },
  )

  test('an order in the list of its market, in an unknown word, is not told as gone', async () => {
    const row = {
      id,
      createdAt: '2026-11-21T11:00:00.000Z',
      token: token(1),
      type: 'GTC',
      status: 'zz_new',
      side: 'BUY',
      price: '0.092',
      originalSize: '10870000',
      remainingSize: '10870000',
    }
    const { ctx } = open({ 'POST api/orders/status/batch': gone, ...live([row]) })
    await expect(present(limitless.account?.order)(id, ctx)).rejects.toThrow(
      "unknown value 'zz_new' for userOrder.status",
    )
  })

  test.each([
    ['2026-11-21T11:59:50.000Z', 'pending'],
    ['2026-11-21T11:58:50.000Z', 'canceled'],
  ])('an order of %s that no list has is %s', async (createdAt, status) => {
    // Lists lag: an order that was placed a moment ago may rest.
    const [result] = gone.results
    const order = { ...result?.data.order, createdAt }
    const answers = {
      'POST api/orders/status/batch': { results: [{ ...result, data: { ...result?.data, order } }] },
      ...live([]),
    }
    const wanted = { id, status, metadata: { unknown: ['filled', 'remaining'] } }
    expect(await present(limitless.account?.order)(id, open(answers).ctx)).toMatchObject(wanted)
    const handle = { by: 'clientOrderId', value: 'mine' } as const
    expect(await present(orders.find)(handle, terms, 0, open(answers).ctx)).toMatchObject(wanted)
  })

  test('an order that no list has is young by the clock of the venue', async () => {
    const { ctx } = open({ 'POST api/orders/status/batch': gone, ...live([]) })
    const venueTime = Date.parse('2026-11-21T11:00:10.000Z')
    const told = Object.create(ctx, {
      http: { value: Object.create(ctx.http, { venueTime: { value: venueTime } }) },
    })
    expect(await present(limitless.account?.order)(id, ctx)).toMatchObject({ status: 'canceled' })
    expect(await present(limitless.account?.order)(id, told)).toMatchObject({ status: 'pending' })
  })

  describe('an order among more than a list holds', () => {
    const row = (of: object) => ({
      id,
      createdAt: '2026-11-21T11:00:00.000Z',
      token: token(1),
      type: 'GTC',
      status: 'LIVE',
      side: 'BUY',
      price: '0.092',
      originalSize: '10870000',
      remainingSize: '0',
      ...of,
    })
    const many = (status: string) => Array.from({ length: 200 }, (_, at) => row({ id: `o-${at}`, status }))
    /** @param lists by the first of the states that are asked for together */
    const find = (lists: Readonly<Record<string, unknown>>) => {
      const path = `GET api/markets/${slug}/user-orders`
      const answer = ({ query = [] }: VenueCall) =>
        lists[query.flatMap(([name, value]) => (name === 'statuses' ? [value] : [])).join()] ?? []
      return present(limitless.account?.order)(
        id,
        open({ 'POST api/orders/status/batch': gone, [path]: answer }).ctx,
      )
    }
    const full = { 'LIVE,MATCHED': many('MATCHED') }

    test('that rests is open', async () => {
      const live = [row({ remainingSize: '10870000' })]
      expect(await find({ ...full, LIVE: live })).toMatchObject({ id, status: 'open', filled: 0 })
    })

    test('that was taken back is canceled', async () => {
      const canceled = [row({ status: 'CANCELED', remainingSize: '5870000' })]
      expect(await find({ ...full, 'CANCELED,UNMATCHED': canceled })).toMatchObject({
        status: 'canceled',
        filled: 5,
      })
    })

    test.each([
      ['may be one of those that are filled', full],
      ['may rest', { ...full, LIVE: many('LIVE') }],
    ])('%s, and is not told as gone', async (_what, lists) => {
      expect(await failureOf(() => find(lists))).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
    })
  })

  test('by its name an order is found, absent, or neither', async () => {
    const find = (results: unknown, rows: unknown = []) =>
      present(orders.find)(
        { by: 'clientOrderId', value: 'mine' },
        terms,
        0,
        open({ 'POST api/orders/status/batch': results, ...live(rows) }).ctx,
      )
    const listed = {
      id,
      createdAt: '2026-11-21T11:00:00.000Z',
      token: token(1),
      type: 'GTC',
      status: 'LIVE',
      side: 'BUY',
      price: '0.092',
      originalSize: '10870000',
      remainingSize: '870000',
    }
    expect(await find(gone, [listed])).toMatchObject({
      id,
      clientOrderId: 'mine',
      status: 'open',
      filled: 10,
      remaining: 0.87,
    })
    expect(await find({ results: [{ status: 'not_found' }] })).toBeUndefined()
    expect(await failureOf(() => find({ results: [{ status: 'busy' }] }))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
    })
    expect(await failureOf(() => find({ results: [] }))).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })
})
