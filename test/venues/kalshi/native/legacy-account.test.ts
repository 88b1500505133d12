import { expect, test } from 'vitest'
import { toOrder, toUserTrade } from '../../../../src/venues/kalshi/native/order-rows.js'
import {
  balanceReply,
  fillsReply,
  orderReply,
  positionsReply,
} from '../../../../src/venues/kalshi/native/order-wire.js'

/** Rows as accounts showed them before 12 March 2026: whole cents and whole contracts. */
const created_time = '2026-01-05T08:00:00.5Z'
const at = Date.UTC(2026, 0, 5, 8, 0, 0, 500)

test('an order', () => {
  const { order } = orderReply.parse({
    order: {
      order_id: 'o-1',
      client_order_id: '',
      ticker: 'KXORBIT-26',
      action: 'buy',
      side: 'no',
      type: 'limit',
      status: 'resting',
      yes_price: 35,
      no_price: 65,
      initial_count: 9,
      fill_count: 4,
      remaining_count: 5,
      taker_fees: 7,
      maker_fees: 0,
      maker_fill_cost_dollars: '',
      created_time,
    },
  })
  expect(toOrder(order)).toEqual({
    id: 'o-1',
    marketId: 'KXORBIT-26',
    outcomeId: 'KXORBIT-26-NO',
    side: 'buy',
    type: 'limit',
    price: 0.65,
    amount: 9,
    status: 'open',
    filled: 4,
    remaining: 5,
    timestamp: at,
    fee: 0.07,
  })
})

test.each([
  ['cents', { yes_price: 4, no_price: 96 }, 0.96],
  ['dollars under their first name', { yes_price_fixed: '0.0425', no_price_fixed: '0.9575' }, 0.9575],
  [
    'both: the finer',
    { yes_price: 4, no_price: 96, yes_price_fixed: '0.0425', no_price_fixed: '0.9575' },
    0.9575,
  ],
])('a fill, its price in %s', (_, prices, price) => {
  const row = { trade_id: 't', order_id: 'o', ticker: 'KXORBIT-26', action: 'buy', side: 'no', count: 11 }
  // Of the YES side, whichever the fill was of.
  const { fills } = fillsReply.parse({ fills: [{ ...row, ...prices, price: 0.04, created_time }] })
  expect(fills.map(toUserTrade)).toEqual([
    {
      id: 't',
      timestamp: at,
      price,
      amount: 11,
      side: 'buy',
      outcomeId: 'KXORBIT-26-NO',
      orderId: 'o',
      marketId: 'KXORBIT-26',
    },
  ])
})

test('a position and a balance', () => {
  const row = { ticker: 'KXORBIT-26', position: -11, market_exposure: 1056, realized_pnl: -25 }
  const { market_positions } = positionsReply.parse({ market_positions: [row] })
  expect(market_positions[0]).toMatchObject({
    position_fp: -11,
    market_exposure_dollars: 10.56,
    realized_pnl_dollars: -0.25,
  })
  expect(balanceReply.parse({ balance: 12_345, portfolio_value: 500 })).toMatchObject({
    balance_dollars: 123.45,
  })
})

test('what is told under its current name counts', () => {
  const row = {
    ticker: 'K',
    position: -11,
    position_fp: '-11.25',
    market_exposure: 1,
    market_exposure_dollars: '7',
  }
  const { market_positions } = positionsReply.parse({ market_positions: [row] })
  expect(market_positions[0]).toMatchObject({ position_fp: -11.25, market_exposure_dollars: 7 })
})

test.each([undefined, null, ''])(
  'an order that tells %j for when it was made is told without its time',
  (time) => {
    const { order } = orderReply.parse({
      order: {
        order_id: 'o-2',
        ticker: 'KXORBIT-26',
        outcome_side: 'yes',
        status: 'resting',
        yes_price_dollars: '0.3500',
        initial_count_fp: '9.00',
        fill_count_fp: '4.00',
        remaining_count_fp: '5.00',
        created_time: time,
      },
    })
    expect(toOrder(order)).toMatchObject({ id: 'o-2', timestamp: 0, metadata: { unknown: ['timestamp'] } })
  },
)
