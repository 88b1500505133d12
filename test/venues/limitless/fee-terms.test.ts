import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { exchangeOrderTypes } from '../../../src/venue-kit/orders/exchange-order.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { takerFee } from '../../../src/venues/limitless/fees.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { toMarketRow } from '../../../src/venues/limitless/mapping.js'
import type { OutcomeFacts } from '../../../src/venues/limitless/outcomes.js'
import { nativeMarket as schema } from '../../../src/venues/limitless/schemas.js'
import { devKey } from '../../signing/examples.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json } from '../../support/wire.js'
import { nativeMarket, token } from './payloads.js'

/** Markets that take their fee in USDC, and those that call themselves free of fees (src/venues/limitless/README.md, "Fees"). */

const orders = present(limitless.orders)
const slug = nativeMarket().slug
const exchange = `0x${'e'.repeat(40)}` as const
const module = `0x${'1'.repeat(40)}`
const collateral = { exchange, adapter: null, feeModule: module, feeModuleType: 'COLLATERAL' }
const rank = { exchange, adapter: null }

const profile = (over: object = {}) => ({
  id: 7,
  account: devKey.address,
  rank: { feeRateBps: 300 },
  tradeWalletOption: 'eoa',
  ...over,
})

const terms: OrderTerms = {
  marketId: slug,
  outcomeId: token(1),
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.44',
  clientOrderId: '6f2e0a54-0d3f-4c1e-9f00-bbbbbbbbbbbb',
}
const outcome: Located<OutcomeFacts> = {
  outcomeId: token(1),
  facts: { slug, tokens: { yes: token(1), no: token(1, 'no') }, decimals: 6, side: 'yes' },
}

function open(market: Record<string, unknown>, answers: Answers = {}) {
  const table = {
    'GET api/profiles/me': profile(),
    [`GET api/markets/${slug}`]: nativeMarket(market),
    ...answers,
  }
  const values = {
    apiKey: 'a-token',
    apiSecret: Buffer.from('a secret of nobody').toString('base64'),
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  }
  return setUpVenue(limitless, table, undefined, { values, withheld: false })
}

const created = {
  order: { id: 'ff0dcbf1-f7de-43f0-b6f1-16b972a17f49', createdAt: '2026-11-21T12:00:00.500Z' },
}
const refused = (message: unknown, more: object = {}) => json(400, { message, ...more })
const orderIn = (call: { readonly body?: unknown } | undefined) => Object(Object(call?.body)['order'])

/** A venue that wants one fee rate, as limitless-sdk 1.3.0 documents it. */
const wanting = (rate: number) => (call: { readonly body?: unknown }) =>
  orderIn(call).feeRateBps === rate ? created : refused('FEE_RATE_MISMATCH')

async function place(market: Record<string, unknown>, answers: Answers, of = terms) {
  const { ctx, wire } = open(market, answers)
  await orders.rules(outcome, ctx)
  const built = await orders.build(of, outcome, ctx)
  const sent = () => wire.calls.filter(({ path }) => path === '/orders').map(orderIn)
  return { placed: orders.submit(built, of, ctx), sent, built, ctx, wire }
}

describe('a market that takes its fee in USDC', () => {
  test.each(['limit', 'market'] as const)(
    'has its %s orders signed and sent with the rate 0',
    async (type) => {
      const of = { ...terms, type }
      const { placed, sent } = await place({ venue: collateral }, { 'POST api/orders': wanting(0) }, of)
      expect(await placed).toMatchObject({ id: created.order.id, clientOrderId: terms.clientOrderId })
      expect(sent()).toMatchObject([{ feeRateBps: 0 }])
      const { signature, price: _unsigned, ...message } = sent()[0]
      const domain = {
        name: 'Limitless CTF Exchange',
        version: '1',
        chainId: 8453,
        verifyingContract: exchange,
      }
      const digest = hashTypedData({ domain, types: exchangeOrderTypes, primaryType: 'Order', message })
      expect(recoverAddress(digest, signature)).toBe(devKey.address)
    },
  )

  test('needs no rank of the profile', async () => {
    const answers = { 'GET api/profiles/me': profile({ rank: null }), 'POST api/orders': wanting(0) }
    const { placed } = await place({ venue: collateral }, answers)
    expect(await placed).toMatchObject({ status: 'open' })
  })

  test('is remembered as one, beside its exchange', async () => {
    const { ctx, wire } = open({ venue: collateral })
    await orders.rules(outcome, ctx)
    await orders.build(terms, outcome, ctx)
    const second = await orders.build({ ...terms, clientOrderId: 'another' }, outcome, ctx)
    expect(orderIn(second.call).feeRateBps).toBe(0)
    expect(wire.calls.filter(({ path }) => path.endsWith(slug))).toHaveLength(1)
  })

  test('takes the rate 0 of a caller, and no other', async () => {
    const { ctx } = open({ venue: collateral })
    const zero = await orders.build({ ...terms, feeRateBps: 0 }, outcome, ctx)
    expect(orderIn(zero.call).feeRateBps).toBe(0)
    const other = { ...terms, feeRateBps: 300 }
    expect(await failureOf(() => orders.build(other, outcome, ctx))).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'fee',
      detail: { allowed: 0 },
    })
  })

  test('shows its module in its row', () => {
    const native = readPayload(schema, nativeMarket({ venue: collateral }), 'a market')
    const { market } = toMarketRow(native, 'a market')
    expect(market.sourceMetadata).toMatchObject({ feeModule: module, feeModuleType: 'COLLATERAL' })
  })

  test('names the contract to approve where that is missing', async () => {
    const words = 'Insufficient collateral allowance for the order fee.'
    const { placed } = await place({ venue: collateral }, { 'POST api/orders': refused(words) })
    const error = await failureOf(() => placed)
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      detail: { upstreamStatus: 400, kind: 'missing_approval', spender: module },
    })
    expect(error.message).toContain(module)
    expect(error.message).toMatch(/approve USDC/)
  })

  test('that names no readable module is signed for all the same, and its approval told without an address', async () => {
    const words = 'Insufficient collateral allowance for the order fee.'
    const venue = { ...collateral, feeModule: null }
    const { placed, sent } = await place({ venue }, { 'POST api/orders': refused(words) })
    const error = await failureOf(() => placed)
    expect(sent()).toMatchObject([{ feeRateBps: 0 }])
    expect(error.detail).not.toHaveProperty('spender')
    expect(error.message).toContain('venue.feeModule')
  })

  test('an allowance that is missing for the order itself is told as it was', async () => {
    const answers = { 'POST api/orders': refused('Insufficient collateral allowance') }
    const { placed } = await place({ venue: collateral }, answers)
    const error = await failureOf(() => placed)
    expect(error.code).toBe('INSUFFICIENT_FUNDS')
    expect(error.message).not.toContain(module)
  })
})

describe('a fee module of a type that is not known', () => {
  test.each([
    ['zz_new', { ...collateral, feeModuleType: 'ZZ_NEW' }, 'ZZ_NEW'],
    ['another case', { ...collateral, feeModuleType: 'collateral' }, 'collateral'],
    ['a module without a type', { exchange, feeModule: module }, 'no type'],
  ])('is refused by name before anything is sent: %s', async (_what, venue, word) => {
    const { ctx, wire } = open({ venue })
    for (const refuse of [() => orders.rules(outcome, ctx), () => orders.build(terms, outcome, ctx)]) {
      const error = await failureOf(refuse)
      expect(error).toMatchObject({ code: 'NOT_SUPPORTED', detail: { path: 'venue.feeModuleType' } })
      expect(error.message).toContain(word)
    }
    expect(wire.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('costs its market no place in lists', () => {
    const venue = { ...collateral, feeModuleType: 'ZZ_NEW' }
    const native = readPayload(schema, nativeMarket({ venue }), 'a market')
    expect(toMarketRow(native, 'a market').market.marketId).toBe(slug)
  })
})

describe('a refused fee rate', () => {
  const free = { venue: rank, metadata: { fee: false } }

  test('goes once more with 0 where the market calls itself free of fees', async () => {
    const { placed, sent } = await place(free, { 'POST api/orders': wanting(0) })
    expect(await placed).toMatchObject({ id: created.order.id, status: 'open' })
    expect(sent()).toMatchObject([{ feeRateBps: 300 }, { feeRateBps: 0 }])
    const [first, second] = sent()
    expect(second.salt).toBe(first.salt)
    expect(second.signature).not.toBe(first.signature)
  })

  test('a market that is free of fees and wants the rate of the rank gets it', async () => {
    const { placed, sent } = await place(free, { 'POST api/orders': wanting(300) })
    expect(await placed).toMatchObject({ status: 'open' })
    expect(sent()).toHaveLength(1)
  })

  test('a second refusal is the end', async () => {
    const { placed, sent } = await place(free, { 'POST api/orders': refused('FEE_RATE_MISMATCH') })
    expect(await failureOf(() => placed)).toMatchObject({ code: 'INVALID_ORDER' })
    expect(sent()).toHaveLength(2)
  })

  test('is not tried again where the caller has named 0, nor elsewhere', async () => {
    const of = { ...terms, feeRateBps: 0 }
    const named = await place(free, { 'POST api/orders': refused('FEE_RATE_MISMATCH') }, of)
    expect(await failureOf(() => named.placed)).toMatchObject({ code: 'INVALID_ORDER' })
    expect(named.sent()).toMatchObject([{ feeRateBps: 0 }])
    for (const market of [{ venue: rank }, { venue: collateral }, { venue: rank, metadata: null }]) {
      const { placed, sent } = await place(market, { 'POST api/orders': refused('FEE_RATE_MISMATCH') })
      expect(await failureOf(() => placed)).toMatchObject({
        code: 'INVALID_ORDER',
        detail: { upstreamStatus: 400, kind: 'fee_rate_mismatch' },
      })
      expect(sent()).toHaveLength(1)
    }
  })

  test('has the rank and the market read again by the next order', async () => {
    const ranks = [300, 250]
    const { placed, ctx } = await place(
      { venue: rank },
      {
        'GET api/profiles/me': () => profile({ rank: { feeRateBps: ranks.shift() } }),
        'POST api/orders': wanting(250),
      },
    )
    await failureOf(() => placed)
    const again = await orders.build(terms, outcome, ctx)
    expect(orderIn(again.call).feeRateBps).toBe(250)
  })

  test.each([
    ['in words', refused('Order fee rate mismatch')],
    ['as a code beside the message', refused('Order is not valid', { code: 'FEE_RATE_MISMATCH' })],
    ['as the error', json(400, { error: 'FEE_RATE_MISMATCH' })],
    ['in a list', refused(['FEE_RATE_MISMATCH'])],
  ])('is known %s', async (_how, answer) => {
    const { placed } = await place({ venue: rank }, { 'POST api/orders': answer })
    expect(await failureOf(() => placed)).toMatchObject({ code: 'INVALID_ORDER' })
  })

  test('any other refusal is not tried again', async () => {
    const { placed, sent } = await place(free, { 'POST api/orders': refused('Invalid tick size') })
    await failureOf(() => placed)
    expect(sent()).toHaveLength(1)
  })
})

describe('the fee of an execution', () => {
  const totals = {
    contractsGross: '10000000',
    contractsFee: '0',
    contractsNet: '10000000',
    usdGross: '4400000',
    usdFee: '132000',
    usdNet: '4532000',
  }
  const feeOf = async (totalsRaw: object, side: 'buy' | 'sell' = 'buy') => {
    const execution = { settlementStatus: 'MINED', totalsRaw }
    const answers = { 'POST api/orders': { ...created, execution } }
    const { placed } = await place({ venue: collateral }, answers, { ...terms, side })
    return (await placed).fee
  }

  test('of a purchase in USDC', async () => {
    expect(await feeOf(totals)).toBe(0.132)
  })

  test('of a sale in USDC', async () => {
    expect(await feeOf(totals, 'sell')).toBe(0.132)
  })

  test('in contracts is what those cost', async () => {
    expect(await feeOf({ ...totals, contractsFee: '300000', usdFee: '0' })).toBe(0.132)
  })

  test.each(['contractsFee', 'usdFee', 'usdGross'])('is unknown without its %s', async (name) => {
    expect(await feeOf({ ...totals, [name]: null })).toBeUndefined()
  })
})

describe('estimates', () => {
  const marketWith = (sourceMetadata: object) => ({ sourceMetadata }) as unknown as UnifiedMarket
  const buy = (price: number, size = 100, metadata: object = {}) =>
    takerFee({ market: marketWith({ tradeType: 'clob', ...metadata }), side: 'buy', price, size })

  test('two recordings lie on the published curve', () => {
    // 10.752 contracts at 0.93, of which 0.063436 were taken.
    expect((buy(0.93) ?? 0) / 93).toBeCloseTo(0.0059, 9)
    // 22.988505 contracts bought at 0.348, of which 3 % were taken.
    expect((buy(0.348) ?? 0) / 34.8).toBeCloseTo(0.03, 9)
  })

  test('a market that calls itself free of fees costs none; what a sale or a pool costs is not known', () => {
    expect(buy(0.5, 10, { fee: false })).toBe(0)
    expect(buy(0.5, 10, { tradeType: 'amm' })).toBeUndefined()
    const market = marketWith({ tradeType: 'clob' })
    expect(takerFee({ market, side: 'sell', price: 0.5, size: 10 })).toBeUndefined()
    expect(takerFee({ market: {} as UnifiedMarket, side: 'buy', price: 0.4, size: 10 })).toBeCloseTo(0.12, 9)
  })

  test('the rate falls with the price, from 3 % to 0.4 %', () => {
    const price = fc.integer({ min: 1, max: 999 }).map((step) => step / 1000)
    fc.assert(
      fc.property(price, price, (a, b) => {
        const rate = (at: number) => (buy(at, 1) ?? Number.NaN) / at
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(rate(low)).toBeGreaterThanOrEqual(rate(high) - 1e-12)
        expect(rate(low)).toBeLessThanOrEqual(0.03 + 1e-12)
        expect(rate(high)).toBeGreaterThanOrEqual(0.004 - 1e-12)
      }),
    )
  })
})
