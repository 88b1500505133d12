import { describe, expect, test } from 'vitest'
import { toOrderOutcome } from '../../../src/core/trading/place/unknown-outcome.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { type Answers, json } from '../../support/wire.js'
import { type Members, nativeMarket } from './payloads.js'
import { signedIn } from './signed-in.js'

const source = present(kalshi.orders)
const ticker = 'KXORBMAYOR-26-VELA'
const NOW = Date.UTC(2026, 10, 27, 12)
const terms: OrderTerms = {
  marketId: ticker,
  outcomeId: ticker,
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.4',
  clientOrderId: 'c',
}

/** What becomes of an order that the venue answers so. */
async function refused(status: number, body: unknown, more: Answers = {}) {
  const { ctx, wire } = signedIn(
    { 'POST api/portfolio/events/orders': json(status, body), ...more },
    fakeClock(NOW),
  )
  const located = { outcomeId: ticker, facts: { ticker, side: 'yes' } }
  const native = await source.build(terms, located as never, ctx)
  const error = await failureOf(() => source.submit(native, terms, ctx))
  return {
    error,
    asked: wire.calls.slice(1).map(({ path }) => path),
    state: toOrderOutcome(error, true).state,
  }
}

const wrapped = (code: string, details?: string) => ({
  error: { code, message: code.replaceAll('_', ' '), details },
})

describe('a refusal with status 200', () => {
  test('keeps the words of the venue, and placed nothing', async () => {
    const body = {
      error: {
        code: 'deprecated_v1_order_endpoint',
        message: 'Please switch to the V2 endpoints',
        details: 'see docs',
      },
    }
    const { error, state } = await refused(200, body)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { upstreamStatus: 200, upstreamCode: 'deprecated_v1_order_endpoint' },
    })
    expect(error.message).toMatch(/see docs/)
    expect(error.message).toMatch(/Please switch to the V2 endpoints/)
    expect(state).toBe('refused')
  })

  test('means what the same code means elsewhere', async () => {
    expect((await refused(201, wrapped('invalid_price'))).error.code).toBe('INVALID_ORDER')
    expect((await refused(200, wrapped('EXCHANGE_UNAVAILABLE'))).state).toBe('unknown')
  })

  test.each([
    { ...wrapped('invalid_price'), order_id: 'o' },
    { error: null },
    { error: 'odd' },
    { error: {} },
    {},
  ])('is none without a word of its own, or beside an order: it stays in doubt: %j', async (body) => {
    expect((await refused(200, body)).state).toBe('unknown')
  })
})

describe('an order without cash on the shard of its market', () => {
  const money = (members: Members = {}) => ({
    balance: 10_000,
    balance_dollars: '100.0000',
    portfolio_value: 0,
    balance_breakdown: [
      { exchange_index: 0, balance: '100.0000' },
      { exchange_index: 2, balance: '0.0000' },
    ],
    ...members,
  })
  const on = (shard: unknown, balance: unknown = money()): Answers => ({
    [`GET api/markets/${ticker}`]: { market: nativeMarket({ exchange_index: shard }) },
    'GET api/portfolio/balance': balance,
  })

  test.each([
    wrapped('available_balance_too_low'),
    wrapped('insufficient_balance', 'insufficient collateral on exchange_index 2'),
    wrapped('INSUFFICIENT_BALANCE'),
  ])('is told which shard it is, and what lies there: %j', async (body) => {
    const { error, state } = await refused(400, body, on(2))
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      detail: {
        upstreamStatus: 400,
        shard: 2,
        available: 0,
        shards: [
          { shard: 0, available: 100 },
          { shard: 2, available: 0 },
        ],
      },
    })
    expect(error.message).toMatch(/shard 2.*0 USD of your 100 USD.*transfer/i)
    expect(state).toBe('refused')
  })

  test('with all of its cash on that shard is told no more than the venue says', async () => {
    const { error } = await refused(
      400,
      wrapped('available_balance_too_low'),
      on(
        0,
        money({
          balance_breakdown: [{ exchange_index: 0, balance: '100.0000' }],
        }),
      ),
    )
    expect(error.message).not.toMatch(/transfer/i)
    expect(error.detail).toMatchObject({ shard: 0, available: 100 })
  })

  test('is told the shard alone where the venue does not tell its parts', async () => {
    const { error } = await refused(
      400,
      wrapped('available_balance_too_low'),
      on(3, money({ balance_breakdown: undefined })),
    )
    expect(error.detail).toMatchObject({ shard: 3 })
    expect(error.detail).not.toHaveProperty('available')
    expect(error.message).toMatch(/shard 3/)
  })

  test('of which the shard has no row there lies nothing', async () => {
    const { error } = await refused(400, wrapped('available_balance_too_low'), on(3))
    expect(error.detail).toMatchObject({ shard: 3, available: 0 })
  })

  test.each([
    [
      'the market cannot be read',
      { [`GET api/markets/${ticker}`]: json(400, {}), 'GET api/portfolio/balance': money() },
    ],
    ['the market does not say its shard', on(undefined)],
    ['the balance cannot be read', on(2, json(403, {}))],
  ])('is refused all the same where %s', async (_, answers) => {
    const { error, state } = await refused(400, wrapped('available_balance_too_low'), answers)
    expect([error.code, state]).toEqual(['INSUFFICIENT_FUNDS', 'refused'])
    expect(error.message).toMatch(/available balance too low/)
  })
})

describe('an order that is forbidden', () => {
  const forbidden = wrapped('permission_denied')
  const keys = (members: object): Answers => ({
    'GET api/api_keys': {
      api_keys: [{ api_key_id: 'a-key', name: 'x', scopes: ['read', 'write'] }],
      ...members,
    },
  })

  test.each([
    [
      { api_key_region_expiration_ts: NOW / 1000 - 86_400 },
      /confirmation.*expired at 2026-11-26T12:00:00.000Z.*Sports, Elections/s,
    ],
    [{}, /never confirmed/],
    [{ api_key_region_expiration_ts: null }, /never confirmed/],
  ])('where the account may be, says so: %j', async (members, words) => {
    const { error, state, asked } = await refused(403, forbidden, keys(members))
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', detail: { upstreamStatus: 403 } })
    expect(error.message).toMatch(words)
    expect([state, asked]).toEqual(['refused', ['/api_keys']])
  })

  test('with an attestation that holds is left as the venue says it', async () => {
    const { error } = await refused(403, forbidden, keys({ api_key_region_expiration_ts: NOW / 1000 + 60 }))
    expect(error.message).not.toMatch(/attest/)
    expect(error.message).toMatch(/permission denied/)
  })

  test.each([
    ['its keys cannot be read', { 'GET api/api_keys': json(403, {}) }],
    ['they have another shape', { 'GET api/api_keys': { keys: [] } }],
    ['the time is none', keys({ api_key_region_expiration_ts: 'soon' })],
  ])('is left as the venue says it where %s', async (_, answers) => {
    const { error, state } = await refused(403, forbidden, answers)
    expect([error.code, state]).toEqual(['PERMISSION_DENIED', 'refused'])
    expect(error.message).not.toMatch(/attest/)
  })

  test('by a key without the right to trade says that', async () => {
    const scoped = { api_keys: [{ api_key_id: 'a-key', name: 'x', scopes: ['read'] }] }
    const { error } = await refused(403, forbidden, {
      'GET api/api_keys': { ...scoped, api_key_region_expiration_ts: NOW / 1000 + 60 },
    })
    expect(error.message).toMatch(/scopes.*read/)
  })
})
