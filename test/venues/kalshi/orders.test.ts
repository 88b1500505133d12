import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertAllowed } from '../../../src/orders/rules.js'
import type { OrderRules, OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { createOrderSource } from '../../../src/venues/kalshi/orders.js'
import { failureOf, present } from '../../support/expect.js'
import { now, tolerant } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { type Members, nativeMarket } from './payloads.js'
import { signedIn } from './signed-in.js'

const source = createOrderSource({ id: 'kalshi', hosts: {}, site: '' })

function bodyOf(
  of: 'yes' | 'no',
  side: OrderTerms['side'],
  price: string,
  changes: Partial<OrderTerms> = {},
) {
  const terms: OrderTerms = {
    marketId: 'K',
    outcomeId: of === 'yes' ? 'K' : 'K-NO',
    side,
    type: 'limit',
    amount: '1',
    price,
    clientOrderId: 'c',
    ...changes,
  }
  const located = { outcomeId: terms.outcomeId, facts: { ticker: 'K', side: of } }
  // It asks nobody.
  return source.build(terms, located as never, {} as VenueContext).then(({ call }) => call.body)
}

test.each([
  ['yes', 'buy', '0.55555', { side: 'bid', price: '0.5555' }],
  ['yes', 'sell', '0.55554', { side: 'ask', price: '0.5556' }],
  // For NO at most 0.55554 and at least 0.55555.
  ['no', 'buy', '0.55554', { side: 'ask', price: '0.4445' }],
  ['no', 'sell', '0.55555', { side: 'bid', price: '0.4444' }],
  ['no', 'buy', '0.56', { side: 'ask', price: '0.4400' }],
] as const)(
  'a price finer than the venue writes is never worse for who names it: %s %s %s',
  async (of, side, price, sent) => {
    expect(await bodyOf(of, side, price)).toMatchObject(sent)
  },
)

const plain = { time_in_force: 'good_till_canceled', post_only: false, reduce_only: false }
test('an order that is canceled on a pause, or of a group, says so, and no other does', async () => {
  const demands = { cancelOnPause: true, orderGroupId: 'a-group' } as const
  expect(await bodyOf('yes', 'buy', '0.5', demands)).toMatchObject({
    cancel_order_on_pause: true,
    order_group_id: 'a-group',
  })
  const others = Object.keys(Object(await bodyOf('yes', 'buy', '0.5')))
  expect(others.filter((name) => name.startsWith('cancel') || name.includes('group'))).toEqual([])
})

test.each([
  [{}, plain],
  [{ postOnly: true }, { ...plain, post_only: true }],
  [{ timeInForce: 'GTC' }, plain],
  [{ timeInForce: 'IOC' }, { ...plain, time_in_force: 'immediate_or_cancel' }],
  [{ timeInForce: 'FOK' }, { ...plain, time_in_force: 'fill_or_kill' }],
  [
    { type: 'market', timeInForce: 'FOK' },
    { ...plain, time_in_force: 'fill_or_kill' },
  ],
  [
    { type: 'market', reduceOnly: true },
    { ...plain, time_in_force: 'immediate_or_cancel', reduce_only: true },
  ],
  // Whole seconds: it ends no later than its caller wants it to.
  [
    { timeInForce: 'GTD', expiresAt: 1_790_000_000_999 },
    { ...plain, expiration_time: 1_790_000_000 },
  ],
] as const)('what is demanded of an order stands in its body: %j', async (demands, expected) => {
  const body = Object(await bodyOf('yes', 'buy', '0.5', demands))
  const { time_in_force, post_only, reduce_only, expiration_time } = body
  expect({ time_in_force, post_only, reduce_only, expiration_time }).toEqual({
    expiration_time: undefined,
    ...expected,
  })
})

describe('what an order may be', () => {
  const ticker = 'KXORBMAYOR-26-VELA'
  const rulesOf = (side: 'yes' | 'no', members: Members) => {
    const { ctx } = signedIn({ [`GET api/markets/${ticker}`]: { market: nativeMarket(members) } })
    const outcomeId = side === 'yes' ? ticker : `${ticker}-NO`
    return source.rules({ outcomeId, facts: { ticker, side, tier: 'live' } }, ctx)
  }
  const terms = (side: 'yes' | 'no', price: string): OrderTerms => ({
    marketId: ticker,
    outcomeId: side === 'yes' ? ticker : `${ticker}-NO`,
    side: 'buy',
    type: 'limit',
    amount: '10',
    price,
    clientOrderId: 'c',
  })
  const floor = (settlement_floor_dollars: unknown, members: Members = {}) => ({
    settlement_bounds_type: 'floor',
    settlement_floor_dollars,
    ...members,
  })

  test.each([
    ['no bounds', {}],
    ['none by their name', { settlement_bounds_type: 'default' }],
    [
      'none by their name, and a floor all the same',
      { settlement_bounds_type: 'default', settlement_floor_dollars: '0.2500' },
    ],
    ['rows of before', { settlement_bounds_type: undefined }],
    ['null', { settlement_bounds_type: null, settlement_floor_dollars: null }],
    ['a floor of 0', floor('0.0000')],
  ])('is the grid of the market, with %s', async (_, members) => {
    expect(await rulesOf('yes', members)).toMatchObject({ prices: [{ from: '0', to: '1', step: '0.01' }] })
    expect(await rulesOf('no', members)).not.toHaveProperty('closed')
  })

  test('begins at the settlement floor, and NO ends at what is left to 1', async () => {
    expect((await rulesOf('yes', floor('0.2500'))).prices).toEqual([{ from: '0.25', to: '1', step: '0.01' }])
    expect((await rulesOf('no', floor('0.2500'))).prices).toEqual([{ from: '0', to: '0.75', step: '0.01' }])
    const rules = await rulesOf('yes', floor('0.2500'))
    expect(() => assertAllowed(terms('yes', '0.25'), rules)).not.toThrow()
    expect(() => assertAllowed(terms('yes', '0.2'), rules)).toThrow(/not between 0.25 and 1/)
    const other = await rulesOf('no', floor('0.2500'))
    expect(() => assertAllowed(terms('no', '0.75'), other)).not.toThrow()
    expect(() => assertAllowed(terms('no', '0.8'), other)).toThrow(/not between 0 and 0.75/)
  })

  test('stays on the grid where the floor lies beside it', async () => {
    const price_ranges = [
      { start: '0.0000', end: '0.1000', step: '0.0010' },
      { start: '0.1000', end: '0.9000', step: '0.0100' },
      { start: '0.9000', end: '1.0000', step: '0.0010' },
    ]
    expect((await rulesOf('yes', floor('0.2550', { price_ranges }))).prices).toEqual([
      { from: '0.26', to: '0.9', step: '0.01' },
      { from: '0.9', to: '1', step: '0.001' },
    ])
    expect((await rulesOf('no', floor('0.0505', { price_ranges }))).prices).toEqual([
      { from: '0', to: '0.1', step: '0.001' },
      { from: '0.1', to: '0.9', step: '0.01' },
      { from: '0.9', to: '0.949', step: '0.001' },
    ])
  })

  test('is bounded where the market tells no grid', async () => {
    const rules = await rulesOf('yes', floor('0.2500', { price_ranges: undefined }))
    expect(() => assertAllowed(terms('yes', '0.2499'), rules)).toThrow(/0.25/)
    expect(() => assertAllowed(terms('yes', '0.2512'), rules)).not.toThrow()
  })

  test('a floor that is known without its word holds', async () => {
    const unworded = { settlement_bounds_type: undefined, settlement_floor_dollars: '0.2500' }
    expect((await rulesOf('yes', unworded)).prices).toEqual([{ from: '0.25', to: '1', step: '0.01' }])
  })

  test.each([
    ['a word that is not known', { settlement_bounds_type: 'zz_new' }, /zz_new/],
    ['a floor without its price', floor(undefined), /floor/],
    ['a floor without its price', floor(null), /floor/],
    ['nothing between floor and payout', floor('1.0000'), /floor/],
  ])('is nothing with %s, which is named', async (_, members, words) => {
    const rules = await rulesOf('yes', members)
    expect(rules.closed).toMatch(words)
    expect(() => assertAllowed(terms('yes', '0.5'), rules)).toThrow(/does not accept orders/)
  })

  test.each([{ settlement_bounds_type: { word: 'floor' } }, floor('high'), floor('1.2000')])(
    'is not guessed from %j',
    async (members) => {
      expect((await failureOf(() => rulesOf('yes', members))).detail).toMatchObject({ kind: 'drift' })
    },
  )

  test('never lies below the floor, nor off the grid, whatever both are', async () => {
    const cases = fc.record({
      floor: fc.integer({ min: 1, max: 9_999 }),
      step: fc.constantFrom(1, 10, 50, 100),
      price: fc.integer({ min: 1, max: 9_999 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ floor: least, step, price }) => {
        const text = (units: number) => (units / 10_000).toFixed(4)
        const ranges = { price_ranges: [{ start: '0.0000', end: '1.0000', step: text(step) }] }
        const isAllowed = (rules: OrderRules, side: 'yes' | 'no', units: number) => {
          try {
            assertAllowed(terms(side, text(units)), rules)
            return true
          } catch {
            return false
          }
        }
        const wanted = price >= least && price % step === 0
        const [yes, no] = [
          await rulesOf('yes', floor(text(least), ranges)),
          await rulesOf('no', floor(text(least), ranges)),
        ]
        expect([isAllowed(yes, 'yes', price), isAllowed(no, 'no', 10_000 - price)]).toEqual([wanted, wanted])
      }),
      { numRuns: 60 },
    )
  })
})

describe('what became of an order that was taken', () => {
  const submit = async (type: OrderTerms['type'], filled: string, remaining: string) => {
    const terms: OrderTerms = {
      marketId: 'K',
      outcomeId: 'K',
      side: 'buy',
      type,
      amount: '10',
      price: '0.5',
      clientOrderId: 'c',
    }
    const reply = { order_id: 'o', fill_count: filled, remaining_count: remaining, ts_ms: 1_790_000_000_000 }
    const { ctx } = signedIn({ 'POST api/portfolio/events/orders': json(201, reply) })
    const located = { outcomeId: 'K', facts: { ticker: 'K', side: 'yes' } }
    return source.submit(await source.build(terms, located as never, ctx), terms, ctx)
  }

  test.each([
    ['limit', '4.00', '6.00', 'open'],
    ['limit', '10.00', '0.00', 'filled'],
    ['market', '10.00', '0.00', 'filled'],
    ['market', '4.00', '0.00', 'canceled'],
    // It does not rest, whatever is said to remain of it.
    ['market', '4.00', '6.00', 'canceled'],
    ['market', '0.00', '10.00', 'canceled'],
  ] as const)('%s, %s filled and %s remaining: %s', async (type, filled, remaining, status) => {
    const order = await submit(type, filled, remaining)
    expect(order).toMatchObject({ status, filled: Number(filled), remaining: 10 - Number(filled) })
  })
})

describe('an order whose answer was lost', () => {
  const row = (members: object) => ({
    order_id: 'o-1',
    client_order_id: 'c',
    ticker: 'K',
    outcome_side: 'yes',
    action: 'buy',
    type: 'limit',
    status: 'resting',
    yes_price_dollars: '0.5000',
    initial_count_fp: '10.00',
    fill_count_fp: '0.00',
    remaining_count_fp: '10.00',
    created_time: '2026-11-21T12:00:00Z',
    ...members,
  })
  const found = (members: object) => {
    const orders = [row(members), row({ order_id: 'o-2', client_order_id: 'other' })]
    const { ctx } = signedIn({
      'GET api/portfolio/orders': { orders, cursor: '' },
      'GET api/historical/cutoff': json(404, {}),
    })
    const terms = { marketId: 'K', clientOrderId: 'c' } as OrderTerms
    const handle = { by: 'clientOrderId', value: 'c' } as const
    return present(source.find)(handle, terms, now, tolerant(ctx))
  }

  test('is found by its name', async () => {
    expect(await found({})).toMatchObject({ id: 'o-1', status: 'open' })
    expect(await found({ client_order_id: 'another' })).toBeUndefined()
  })

  test.each([{ status: 'zz_new' }, { type: 'zz_new' }, { outcome_side: 'zz_new' }])(
    'is not taken for one that was never placed while a row cannot be read: %j',
    async (members) => {
      expect(await failureOf(() => found(members))).toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
        detail: { kind: 'partly_read' },
      })
    },
  )
})

describe('taking back an order that cannot be read afterwards', () => {
  const cancel = (reducedBy: string) => {
    const reply = { order_id: 'o', reduced_by: reducedBy }
    const path = 'api/portfolio/events/orders/o'
    const { ctx } = signedIn({ [`DELETE ${path}`]: reply, 'GET api/portfolio/orders/o': json(403, {}) })
    return present(source.cancel)('o', ctx)
  }

  test('tells what was taken back', async () => {
    expect(await cancel('3.00')).toMatchObject({ id: 'o', status: 'canceled', remaining: 3 })
  })

  test('takes nothing back for an order that was open no more', async () => {
    expect((await failureOf(() => cancel('0.00'))).code).toBe('ORDER_NOT_FOUND')
  })
})

test('its lists are complete until the time that it says', async () => {
  const until = (answer: unknown) => {
    const { ctx } = signedIn({ 'GET api/exchange/user_data_timestamp': answer })
    return source.listedUntil?.(ctx)
  }
  // As it was recorded (venue samples, user-data-timestamp).
  expect(await until({ as_of_time: '2026-01-15T14:02:18.848643Z' })).toBe(
    Date.UTC(2026, 0, 15, 14, 2, 18, 848),
  )
  expect((await failureOf(() => until({}))).detail).toMatchObject({ kind: 'drift' })
})
