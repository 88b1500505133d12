import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UserTrade } from '../../../../src/api/models/models.js'
import { toOrder, toUserTrade } from '../../../../src/venues/kalshi/native/order-rows.js'
import { fillsReply, orderReply } from '../../../../src/venues/kalshi/native/order-wire.js'

const created_time = '2026-07-28T18:00:00.5Z'
const at = Date.UTC(2026, 6, 28, 18, 0, 0, 500)

const fill = (members: object) => ({
  fill_id: 'f-1',
  trade_id: 'f-1',
  order_id: 'o-1',
  ticker: 'KXORBIT-26',
  market_ticker: 'KXORBIT-26',
  count_fp: '114.49',
  yes_price_dollars: '0.2300',
  no_price_dollars: '0.7700',
  is_taker: true,
  fee_cost: '1.419400',
  created_time,
  ...members,
})
const tradesOf = (...rows: object[]): UserTrade[] => fillsReply.parse({ fills: rows }).fills.map(toUserTrade)

/** The four orders there are, each in the words of a fill: its side is that which it takes, also where it sells. */
const worded = {
  'buy yes': { action: 'buy', side: 'yes', outcome_side: 'yes', book_side: 'bid' },
  'sell yes': { action: 'sell', side: 'no', outcome_side: 'no', book_side: 'ask' },
  'buy no': { action: 'buy', side: 'no', outcome_side: 'no', book_side: 'ask' },
  'sell no': { action: 'sell', side: 'yes', outcome_side: 'yes', book_side: 'bid' },
} as const

describe('a fill', () => {
  test.each([
    ['buy yes', { side: 'buy', outcomeId: 'KXORBIT-26', price: 0.23 }],
    ['sell yes', { side: 'sell', outcomeId: 'KXORBIT-26', price: 0.23 }],
    ['buy no', { side: 'buy', outcomeId: 'KXORBIT-26-NO', price: 0.77 }],
    ['sell no', { side: 'sell', outcomeId: 'KXORBIT-26-NO', price: 0.77 }],
  ] as const)('that was to %s is one', (wish, told) => {
    expect(tradesOf(fill(worded[wish]))).toMatchObject([told])
  })

  test('has everything that its row tells', () => {
    expect(tradesOf(fill(worded['sell yes']))).toEqual([
      {
        id: 'f-1',
        timestamp: at,
        price: 0.23,
        amount: 114.49,
        side: 'sell',
        outcomeId: 'KXORBIT-26',
        orderId: 'o-1',
        marketId: 'KXORBIT-26',
        fee: 1.4194,
      },
    ])
  })

  test.each([
    ['its outcome side', { outcome_side: 'no' }],
    ['its book side', { book_side: 'ask' }],
    ['both, and null for what is gone', { outcome_side: 'no', book_side: 'ask', side: null, action: null }],
  ])('that tells only %s is a purchase of what it takes', (_, members) => {
    expect(tradesOf(fill(members))).toMatchObject([{ side: 'buy', outcomeId: 'KXORBIT-26-NO', price: 0.77 }])
  })

  test('of the older form is read where its words can mean one thing alone', () => {
    expect(tradesOf(fill({ action: 'buy', side: 'no' }))).toMatchObject([
      { side: 'buy', outcomeId: 'KXORBIT-26-NO' },
    ])
  })

  test.each([
    ['a sale of which only the older side is told', { action: 'sell', side: 'no' }],
    ['a side without anything that says what was done', { side: 'no' }],
    ['no side at all', { action: 'buy' }],
    ['two sides that contradict each other', { outcome_side: 'yes', book_side: 'ask' }],
    ['an unknown side', { outcome_side: 'maybe' }],
    ['an unknown book side', { outcome_side: 'yes', book_side: 'both' }],
  ])('with %s is no fill that can be told', (_, members) => {
    expect(fillsReply.safeParse({ fills: [fill(members)] }).success).toBe(false)
  })

  test.each([
    [{ created_time: undefined, ts: 1_785_261_600 }, Date.UTC(2026, 6, 28, 18)],
    [{ created_time: null, ts: '1785261600' }, Date.UTC(2026, 6, 28, 18)],
  ])('has the time of its older name where it lacks the other: %j', (members, time) => {
    expect(tradesOf(fill({ ...worded['buy yes'], ...members }))).toMatchObject([{ timestamp: time }])
  })

  test('sums to what the account holds, whatever was bought and sold', () => {
    const row = fc.record({
      wish: fc.constantFrom('buy yes', 'sell yes', 'buy no', 'sell no'),
      cents: fc.integer({ min: 1, max: 99 }),
      count: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const trades = tradesOf(
          ...rows.map(({ wish, cents, count }) =>
            fill({
              ...worded[wish as keyof typeof worded],
              count_fp: String(count),
              yes_price_dollars: (cents / 100).toFixed(4),
              no_price_dollars: (1 - cents / 100).toFixed(4),
            }),
          ),
        )
        // Contracts of YES, and money: a contract of NO is one of YES owed and a dollar held.
        const [held, paid] = trades.reduce(
          ([size, cost], { side, outcomeId = '', amount, price }) => {
            const sign = (side === 'buy' ? 1 : -1) * (outcomeId.endsWith('-NO') ? -1 : 1)
            const yesPrice = outcomeId.endsWith('-NO') ? 1 - price : price
            return [size + sign * amount, cost + sign * amount * yesPrice]
          },
          [0, 0],
        )
        const signs = rows.map(({ wish, cents, count }) => {
          const sign = worded[wish as keyof typeof worded].book_side === 'bid' ? 1 : -1
          return [sign * count, (sign * count * cents) / 100] as const
        })
        expect(held).toBe(signs.reduce((sum, [size]) => sum + size, 0))
        expect(paid).toBeCloseTo(
          signs.reduce((sum, [, cost]) => sum + cost, 0),
          6,
        )
      }),
    )
  })
})

describe('an order', () => {
  const orderOf = (members: object) =>
    toOrder(
      orderReply.parse({
        order: {
          order_id: 'o-1',
          client_order_id: '',
          ticker: 'KXORBIT-26',
          type: 'limit',
          status: 'resting',
          yes_price_dollars: '0.3500',
          no_price_dollars: '0.6500',
          initial_count_fp: '9.00',
          fill_count_fp: '4.00',
          remaining_count_fp: '5.00',
          taker_fees_dollars: '0.0700',
          maker_fees_dollars: '0.0000',
          created_time,
          ...members,
        },
      }).order,
    )

  test.each([
    ['buy', 'yes', 'yes', { side: 'buy', outcomeId: 'KXORBIT-26', price: 0.35 }],
    ['sell', 'yes', 'no', { side: 'sell', outcomeId: 'KXORBIT-26', price: 0.35 }],
    ['buy', 'no', 'no', { side: 'buy', outcomeId: 'KXORBIT-26-NO', price: 0.65 }],
    ['sell', 'no', 'yes', { side: 'sell', outcomeId: 'KXORBIT-26-NO', price: 0.65 }],
  ] as const)('to %s %s, which takes %s', (action, side, outcome_side, told) => {
    expect(orderOf({ action, side, outcome_side })).toMatchObject(told)
    // Without the newer names, as the archive may have it, its side is the contract that was meant.
    expect(orderOf({ action, side })).toMatchObject(told)
    // And in the words of fills.
    expect(orderOf({ action, side: outcome_side, outcome_side })).toMatchObject(told)
  })

  // Recorded: a decrease leaves the first size as it was (venue sample order-decrease-v1). A change of its price that named
  // that size would make it larger again.
  test('that rests smaller than it was placed is so large as what is filled and what rests', () => {
    const members = { outcome_side: 'yes', initial_count_fp: '9.00', remaining_count_fp: '1.30' }
    expect(orderOf(members)).toMatchObject({ status: 'open', amount: 5.3, filled: 4, remaining: 1.3 })
  })

  // Whether an amendment that makes it larger changes the first size is not documented.
  test.each([
    ['executed', 'filled'],
    ['canceled', 'canceled'],
  ])('that was made larger and is %s is no smaller than what it filled', (status, told) => {
    const members = {
      ...{ outcome_side: 'yes', status, initial_count_fp: '2.00' },
      ...{ fill_count_fp: '4.00', remaining_count_fp: '0.00' },
    }
    expect(orderOf(members)).toMatchObject({ status: told, amount: 4, filled: 4, remaining: 0 })
  })

  // A decrease leaves the first size as it was, as above: nothing of the order is left, so that it filled all that it was.
  test('that was made smaller and is executed is as large as what it filled', () => {
    const members = {
      ...{ outcome_side: 'yes', status: 'executed', initial_count_fp: '10.00' },
      ...{ fill_count_fp: '4.00', remaining_count_fp: '0.00' },
    }
    expect(orderOf(members)).toMatchObject({ status: 'filled', amount: 4, filled: 4, remaining: 0 })
  })

  // Recorded: an order of 2 that was made smaller by 1 and then taken back has 2 as its first size (venue sample
  // order-cancel-v1), and nothing says that it was 1.
  test('that was taken back may have been changed before, which its row does not say', () => {
    const members = { outcome_side: 'yes', status: 'canceled', remaining_count_fp: '0.00' }
    expect(orderOf(members)).toMatchObject({
      ...{ status: 'canceled', filled: 4, remaining: 5 },
      metadata: { unknown: ['amount', 'remaining'] },
    })
  })

  test('has the fees of both kinds', () => {
    expect(orderOf({ outcome_side: 'yes', maker_fees_dollars: '0.0100' })).toMatchObject({ fee: 0.08 })
  })

  test.each([undefined, null, ''])('that tells %j for when it was made is told without its time', (time) => {
    expect(orderOf({ outcome_side: 'yes', created_time: time })).toMatchObject({
      timestamp: 0,
      metadata: { unknown: ['timestamp'] },
    })
  })
})
