import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call.js'
import { collect } from '../../../src/venue-kit/paging.js'
import type { Secrets } from '../../../src/venue-kit/secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/trading.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { ladderPoints } from '../../../src/venues/smarkets/native/ladder.js'
import { failureOf, present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { now, setUpVenue } from '../../support/venue.js'
import { type Answers, json, sentTo } from '../../support/wire.js'
import { nativeMarket } from './payloads.js'

const [orders, account] = [present(smarkets.orders), present(smarkets.account)]
const [balance, cancelOrder] = [present(account.balance), present(orders.cancel)]
const keys: Secrets = { values: { apiKey: 'a@b.example', privateKey: 'pass word' }, withheld: false }
const MINUTE = 60_000

const session = (changes: object = {}) =>
  json(201, {
    token: 'token-1',
    stop: new Date(now + 30 * MINUTE).toISOString().slice(0, -1),
    factor: 'complete',
    ...changes,
  })
const money = (changes: object = {}) => ({
  account: { account_id: '1', balance: '150.10', available_balance: '100.00', currency: 'GBP', ...changes },
})
const open = (answers: Answers = {}) =>
  setUpVenue(
    smarkets,
    { 'POST api/sessions/': session(), 'GET api/accounts/': money(), ...answers },
    undefined,
    keys,
  )
const logins = ({ wire }: ReturnType<typeof open>) =>
  sentTo(wire).filter((call) => call === 'POST api/sessions/').length

describe('a session', () => {
  test('is opened once for calls that come together, and its token proves them', async () => {
    const set = open()
    await Promise.all([balance(set.ctx), balance(set.ctx), balance(set.ctx)])
    expect(logins(set)).toBe(1)
    const [login, call] = set.wire.calls
    expect(login?.body).toEqual({ username: 'a@b.example', password: 'pass word', remember: false })
    expect(login?.isUnrecorded).toBe(true)
    expect(call?.secretHeaders).toEqual({ authorization: 'Session-Token token-1' })
  })

  test('is renewed a minute before it ends, and not before that', async () => {
    const set = open()
    await balance(set.ctx)
    set.clock.set(now + 29 * MINUTE - 1)
    await balance(set.ctx)
    expect(logins(set)).toBe(1)
    set.clock.set(now + 29 * MINUTE)
    await balance(set.ctx)
    expect(logins(set)).toBe(2)
  })

  test('that the venue has ended is opened anew by the next call', async () => {
    let refusals = 1
    const set = open({
      'GET api/accounts/': () => (refusals-- > 0 ? json(401, { error_type: 'AUTH_REQUIRED' }) : money()),
    })
    expect(await failureOf(() => balance(set.ctx))).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    await balance(set.ctx)
    expect(logins(set)).toBe(2)
  })

  test('that failed for one is tried by the other for himself', async () => {
    let failures = 1
    const set = open({ 'POST api/sessions/': () => (failures-- > 0 ? json(503, {}) : session()) })
    const [first, second] = await Promise.allSettled([balance(set.ctx), balance(set.ctx)])
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
  })

  test.each([
    ['totp', /two-factor authentication off/],
    ['nemid', /sign in at smarkets\.com once/],
  ])('that wants %s is none, and the error says what to do', async (factor, message) => {
    const set = open({ 'POST api/sessions/': session({ factor }) })
    const error = await failureOf(() => balance(set.ctx))
    expect([error.code, error.message]).toEqual(['AUTHENTICATION_ERROR', expect.stringMatching(message)])
    expect(error.message).not.toContain('pass word')
    expect(sentTo(set.wire)).toEqual(['POST api/sessions/'])
  })
})

test('money is told in the currency of the account', async () => {
  expect(await balance(open({ 'GET api/accounts/': money({ currency: 'EUR' }) }).ctx)).toEqual([
    { currency: 'EUR', total: 150.1, available: 100, locked: 50.1 },
  ])
})

const located = { outcomeId: '6001', facts: { marketId: '5001' } }
const terms = (changes: Partial<OrderTerms> = {}): OrderTerms => ({
  marketId: '5001',
  outcomeId: '6001',
  side: 'buy',
  type: 'limit',
  amount: '12.5',
  price: '0.0625',
  clientOrderId: 'mine',
  ...changes,
})

describe('an order', () => {
  test('is the whole pot in ten-thousandths of a pound', async () => {
    const { call } = await orders.build(terms(), located, open().ctx)
    expect(call).toEqual({
      host: 'api',
      path: '/orders/',
      body: {
        market_id: '5001',
        contract_id: '6001',
        side: 'buy',
        price: 625,
        quantity: 125_000,
        type: 'good_til_halted',
        label: expect.stringMatching(/^[0-9a-z]{10}$/),
      },
    })
  })

  test('bears a label that follows from its name alone', async () => {
    const labelOf = async (changes: Partial<OrderTerms>) =>
      Object((await orders.build(terms(changes), located, open().ctx)).call.body).label
    const label = await labelOf({})
    expect(await labelOf({ amount: '1' })).toBe(label)
    expect(await labelOf({ clientOrderId: 'mine2' })).not.toBe(label)
  })

  test('of an account in another currency is refused before it is sent', async () => {
    const { ctx } = open({ 'GET api/accounts/': money({ currency: 'EUR' }) })
    expect(await failureOf(() => orders.build(terms(), located, ctx))).toMatchObject({
      code: 'NOT_SUPPORTED',
      detail: { kind: 'account_currency', currency: 'EUR' },
    })
  })

  test.each([
    ['limit', 0, 125_000, { status: 'open', filled: 0, remaining: 12.5 }],
    ['limit', 125_000, 0, { status: 'filled', filled: 12.5, remaining: 0 }],
    ['market', 25_000, 0, { status: 'canceled', filled: 2.5, remaining: 10 }],
  ] as const)('to the %s of which %i was executed', async (type, executed, left, told) => {
    const created = { order_id: '77', quantity: 125_000, total_executed_quantity: executed }
    const { ctx } = open({ 'POST api/orders/': { ...created, available_quantity: left } })
    const built = await orders.build(terms({ type }), located, ctx)
    expect(await orders.submit(built, terms({ type }), ctx)).toMatchObject({
      id: '77',
      ...told,
      metadata: { unknown: ['timestamp'] },
    })
  })

  test.each([
    [400, 'ORDER_REJECTED_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    [400, 'ORDER_INVALID_INVALID_PRICE, ORDER_INVALID_INVALID_QUANTITY', 'INVALID_ORDER'],
    [400, 'ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY', 'NO_LIQUIDITY'],
    [403, 'NO_DEPOSITS', 'INSUFFICIENT_FUNDS'],
    [403, 'KYC_PERMISSION_DENIED', 'PERMISSION_DENIED'],
  ])('that is answered %i %s is %s', async (status, word, code) => {
    const { ctx } = open({ 'POST api/orders/': json(status, { error_type: word, data: 'x' }) })
    const built = await orders.build(terms(), located, ctx)
    expect(await failureOf(() => orders.submit(built, terms(), ctx))).toMatchObject({ code })
  })

  test('may be on the ladder alone, while the market is not settled', async () => {
    const rulesOf = (state: string) =>
      orders.rules(located, open({ 'GET api/markets/5001/': { markets: [nativeMarket({ state })] } }).ctx)
    const { prices, ...rules } = await rulesOf('open')
    expect(rules).toEqual({ market: { id: '5001' }, minAmount: '0.0001', amountStep: '0.0001' })
    expect(prices?.slice(0, 3)).toEqual(['0.0001', '0.001', '0.002'])
    expect(await rulesOf('settled')).toHaveProperty('closed')
  })
})

const label = present((await orders.build(terms(), located, open().ctx)).handle).value

describe('an order whose answer was lost', () => {
  const row = (changes: object = {}) => ({
    id: '77',
    market_id: '5001',
    contract_id: '6001',
    side: 'buy',
    type: 'good_til_halted',
    state: 'created',
    price: 625,
    quantity: 125_000,
    quantity_filled: 0,
    quantity_unfilled: 125_000,
    created_datetime: new Date(now).toISOString(),
    label: 'another',
    ...changes,
  })
  const findIn = async (rows: readonly object[]) => {
    const set = open({ 'GET api/orders/': { orders: rows } })
    const { handle } = await orders.build(terms(), located, set.ctx)
    return present(orders.find)(present(handle), terms(), now, set.ctx)
  }

  test('is found by its label among those that are listed', async () => {
    expect(await findIn([row(), row({ id: '78', label })])).toMatchObject({ id: '78', status: 'open' })
    expect(await findIn([row({ id: '78', label, state: 'filled' })])).toMatchObject({ status: 'filled' })
  })

  test.each([
    ['no order', []],
    ['others alone', [row(), row({ label: null })]],
    ['one of another contract', [row({ label, contract_id: '6002' })]],
    [
      'an older one of the name',
      [row({ label, created_datetime: new Date(now - 11 * 60_000).toISOString() })],
    ],
  ])('stays in doubt where %s is listed: canceled ones vanish', async (_what, rows) => {
    expect(await failureOf(() => findIn(rows))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
      detail: { kind: 'not_listed' },
    })
  })
})

describe('orders that are there', () => {
  const native = (changes: object = {}) => ({
    id: '77',
    market_id: '5001',
    contract_id: '6001',
    side: 'sell',
    type: 'good_til_halted',
    state: 'partial',
    price: 625,
    quantity: 125_000,
    quantity_filled: 25_000,
    quantity_unfilled: 100_000,
    created_datetime: '2026-11-20T10:00:00.000001Z',
    ...changes,
  })

  test('are told in contracts and prices', async () => {
    const { ctx } = open({ 'GET api/orders/': { orders: [native()] } })
    expect(await present(account.order)('77', ctx)).toEqual({
      id: '77',
      marketId: '5001',
      outcomeId: '6001',
      side: 'sell',
      type: 'limit',
      price: 0.0625,
      amount: 12.5,
      status: 'open',
      filled: 2.5,
      remaining: 10,
      timestamp: Date.parse('2026-11-20T10:00:00Z'),
    })
  })

  test('are read page by page', async () => {
    const page = Array.from({ length: 100 }, (_, turn) => native({ id: String(900 - turn) }))
    const { ctx, wire } = open({
      'GET api/orders/': ({ query }: VenueCall) => ({
        orders: query.some(([name]) => name === 'pagination_last_id') ? [native()] : page,
      }),
    })
    expect(await collect(present(account.openOrders)({ marketId: '5001' }, ctx))).toHaveLength(101)
    expect(wire.calls.at(-1)?.query).toContainEqual(['pagination_last_id', '801'])
  })

  test('are told as they were when they are taken back, as they vanish', async () => {
    const { ctx, wire } = open({
      'GET api/orders/': { orders: [native()] },
      'DELETE api/orders/77/': {},
    })
    expect(await cancelOrder('77', ctx)).toMatchObject({ status: 'canceled', filled: 2.5 })
    expect(wire.calls.at(-1)?.method).toBe('DELETE')
    const gone = open({ 'GET api/orders/': { orders: [] } })
    expect(await failureOf(() => cancelOrder('77', gone.ctx))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })
})

test('the ladder ascends, and has the venue’s number of rungs', () => {
  expect(ladderPoints).toHaveLength(284)
  expect([...ladderPoints].sort((a, b) => a - b)).toEqual(ladderPoints)
  expect(new Set(ladderPoints).size).toBe(284)
})

test.runIf(haveSamples)('the ladder is the venue’s', () => {
  const ticks = sample('smarkets', 'ticks.json') as readonly { readonly price: number }[]
  expect(ladderPoints).toEqual(ticks.map(({ price }) => price).sort((a, b) => a - b))
})
