import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDrift, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { type Answers, json } from '../../support/wire.js'
import { type Members, nativeEvent, nativeMarket, nativeSeries } from './payloads.js'
import { signedIn } from './signed-in.js'

const account = present(kalshi.account)

describe('money', () => {
  const balanceOf = (answer: object, resting: unknown = { orders: [], cursor: '' }) =>
    present(account.balance)(
      tolerant(signedIn({ 'GET api/portfolio/balance': answer, 'GET api/portfolio/orders': resting }).ctx),
    )
  const answer = (members: object = {}) => ({
    balance: 10_000,
    balance_dollars: '100.0000',
    portfolio_value: 0,
    updated_ts: 1_795_807_000,
    balance_breakdown: [
      { exchange_index: 0, balance: '100.0000' },
      { exchange_index: 2, balance: '0.0000' },
    ],
    ...members,
  })

  test('is cash, on the shards that it lies on', async () => {
    expect(await balanceOf(answer())).toEqual([
      {
        currency: 'USD',
        total: 100,
        available: 100,
        locked: 0,
        metadata: {
          positionsValue: 0,
          shards: [
            { shard: 0, available: 100 },
            { shard: 2, available: 0 },
          ],
        },
      },
    ])
  })

  test.each([
    [2_500, 125, 25],
    [250_000, 2_600, 2_500],
    ['2500', 125, 25],
  ])('and what positions are worth: %s cents', async (portfolio_value, total, locked) => {
    expect(await balanceOf(answer({ portfolio_value }))).toMatchObject([{ total, available: 100, locked }])
  })

  test('of a key that is bound to a subaccount is told without shards', async () => {
    const [money] = await balanceOf(answer({ balance_breakdown: undefined, portfolio_value: 100 }))
    expect(money).toEqual({
      currency: 'USD',
      total: 101,
      available: 100,
      locked: 1,
      metadata: { positionsValue: 1 },
    })
  })

  test('says which of it is not known', async () => {
    for (const portfolio_value of [undefined, null, 'much'])
      expect(await balanceOf(answer({ portfolio_value, balance_breakdown: null }))).toEqual([
        {
          currency: 'USD',
          total: 100,
          available: 100,
          locked: 0,
          metadata: { unknown: ['total', 'locked'] },
        },
      ])
    expect(await balanceOf(answer({ balance_breakdown: [{ exchange_index: 'x' }, null] }))).toMatchObject([
      { metadata: { shards: [] } },
    ])
  })

  test.each([
    ['orders rest', { orders: [{ order_id: 'resting' }], cursor: '' }],
    ['resting orders could not be read', json(403, {})],
  ])(
    'is not known as a whole while %s: what they hold is told to FCM members only',
    async (_what, resting) => {
      expect(await balanceOf(answer({ portfolio_value: 2_500 }), resting)).toMatchObject([
        {
          total: 125,
          available: 100,
          locked: 25,
          metadata: { unknown: ['total', 'locked'], positionsValue: 25 },
        },
      ])
    },
  )

  test('is asked with one row of resting orders', async () => {
    const { ctx, wire } = signedIn({
      'GET api/portfolio/balance': answer(),
      'GET api/portfolio/orders': { orders: null, cursor: '' },
    })
    expect((await present(account.balance)(ctx))[0]?.metadata).not.toHaveProperty('unknown')
    expect(wire.calls[1]?.query).toEqual([
      ['status', 'resting'],
      ['limit', '1'],
    ])
  })

  test('without cash is another shape', async () => {
    await expectDrift(() => balanceOf(answer({ balance_dollars: undefined })), 'balance_dollars')
  })
})

describe('positions', () => {
  const row = (members: object = {}) => ({
    ticker: 'KXORBMAYOR-26-VELA',
    exchange_index: 0,
    position_fp: '10.00',
    total_traded_dollars: '4.0000',
    market_exposure_dollars: '4.0000',
    realized_pnl_dollars: '0.0000',
    fees_paid_dollars: '0.0200',
    ...members,
  })
  const positionsOf = async (position: object, market: Members, more: Answers = {}) => {
    const { ctx } = signedIn({
      'GET api/portfolio/positions': { market_positions: [position], event_positions: [], cursor: '' },
      'GET api/markets': { markets: [nativeMarket(market)], cursor: '' },
      'GET api/events': { events: [nativeEvent({ markets: undefined })], cursor: '' },
      'GET api/series': { series: [nativeSeries()] },
      ...more,
    })
    return present(account.positions)(tolerant(ctx))
  }
  const decided = (result: string, members: Members = {}) => ({
    status: 'determined',
    result,
    last_price_dollars: '0.4200',
    ...members,
  })

  test('are worth what their market says', async () => {
    expect(await positionsOf(row(), {})).toEqual([
      {
        marketId: 'KXORBMAYOR-26-VELA',
        outcomeId: 'KXORBMAYOR-26-VELA',
        outcomeLabel: 'Mira Vela',
        size: 10,
        entryPrice: 0.4,
        currentPrice: 0.42,
        currentValue: 4.2,
        unrealizedPnL: 0.2,
        realizedPnL: 0,
      },
    ])
  })

  test('that lost are worth nothing, which is known', async () => {
    expect(await positionsOf(row(), decided('no'))).toMatchObject([
      { currentPrice: 0, currentValue: 0, unrealizedPnL: -4 },
    ])
    expect(await positionsOf(row({ position_fp: '-10.00' }), decided('yes'))).toMatchObject([
      { outcomeId: 'KXORBMAYOR-26-VELA-NO', currentPrice: 0, currentValue: 0, unrealizedPnL: -4 },
    ])
  })

  test('of a market without any price are worth nobody knows what', async () => {
    const quiet = { last_price_dollars: '0.0000', yes_bid_dollars: '0.0000', yes_ask_dollars: '1.0000' }
    const [position] = await positionsOf(row(), quiet)
    for (const name of ['currentPrice', 'currentValue', 'unrealizedPnL'])
      expect(position).not.toHaveProperty(name)
  })

  test('are told without prices where markets cannot be read', async () => {
    const [position] = await positionsOf(row(), {}, { 'GET api/markets': json(400, {}) })
    expect(position).toMatchObject({ size: 10, entryPrice: 0.4 })
    expect(position).not.toHaveProperty('currentPrice')
  })

  describe('of a market with a floor', () => {
    const floor = { settlement_bounds_type: 'floor', settlement_floor_dollars: '0.2500' }

    test.each([
      ['10.00', decided('no', floor), 0.25],
      ['-10.00', decided('no', floor), 0.75],
      ['10.00', decided('yes', floor), 1],
      ['-10.00', decided('yes', floor), 0],
      ['10.00', decided('no', { ...floor, settlement_value_dollars: '0.3000' }), 0.3],
      ['-10.00', decided('scalar', { ...floor, settlement_value_dollars: '0.3000' }), 0.7],
    ])('%s contracts, decided %j, are worth %d each', async (position_fp, market, price) => {
      expect(await positionsOf(row({ position_fp }), market)).toMatchObject([{ currentPrice: price }])
    })

    test.each([
      decided('no', { settlement_bounds_type: 'floor' }),
      decided('no', { settlement_bounds_type: 'zz_new', settlement_floor_dollars: '0.2500' }),
      decided('zz_new', floor),
    ])('that is decided at a value that does not follow has none: %j', async (market) => {
      const [position] = await positionsOf(row(), market)
      expect(position).not.toHaveProperty('currentPrice')
    })
  })
})

test('the fills of the recording sum to what the account held then: nothing', async () => {
  const ticker = 'KXUECLTOTAL-26JUL28CSKTRN-4'
  const shared = {
    order_id: 'o',
    ticker,
    count_fp: '114.49',
    created_time: '2026-07-28T18:00:00Z',
  }
  const fills = [
    {
      ...shared,
      fill_id: 'f-1',
      action: 'buy',
      book_side: 'bid',
      outcome_side: 'yes',
      side: 'yes',
      yes_price_dollars: '0.2200',
      no_price_dollars: '0.7800',
    },
    {
      ...shared,
      fill_id: 'f-2',
      action: 'sell',
      book_side: 'ask',
      outcome_side: 'no',
      side: 'no',
      yes_price_dollars: '0.2300',
      no_price_dollars: '0.7700',
    },
  ]
  const { ctx } = signedIn({
    'GET api/portfolio/fills': { fills, cursor: '' },
    'GET api/historical/cutoff': json(404, {}),
  })
  const rows = await collect(present(account.fills)({}, ctx))
  expect(rows.map(({ side, outcomeId, price }) => [side, outcomeId, price])).toEqual([
    ['buy', ticker, 0.22],
    ['sell', ticker, 0.23],
  ])
})

test('the fills of an outcome are all of its market, also those that name the other outcome', async () => {
  const fillOf = (ticker: string, id: string, more: object) => ({
    ...{ fill_id: id, order_id: `o-${id}`, ticker, count_fp: '20.00', created_time: '2026-07-28T18:00:00Z' },
    ...{ yes_price_dollars: '0.2530', no_price_dollars: '0.7470', ...more },
  })
  const sold = { action: 'sell', book_side: 'ask', outcome_side: 'no', side: 'no' }
  const bought = { action: 'buy', book_side: 'bid', outcome_side: 'yes', side: 'yes' }
  const boughtNo = { action: 'buy', book_side: 'ask', outcome_side: 'no', side: 'no' }
  const fills = [
    fillOf('KXA-1', 'f1', sold),
    fillOf('KXA-1', 'f2', bought),
    fillOf('KXA-1', 'f3', boughtNo),
    fillOf('KXB-1', 'f4', sold),
  ]
  const of = async (outcomeId: string, named = fills) => {
    const { ctx } = signedIn({
      'GET api/portfolio/fills': { fills: named, cursor: '' },
      'GET api/historical/cutoff': json(404, {}),
    })
    const rows = await collect(present(account.fills)({ outcomeId }, ctx))
    return rows.map(({ id, side, outcomeId, price }) => [id, side, outcomeId, price])
  }
  expect(await of('KXA-1-NO')).toEqual([
    ['f1', 'buy', 'KXA-1-NO', 0.747],
    ['f2', 'sell', 'KXA-1-NO', 0.747],
    ['f3', 'buy', 'KXA-1-NO', 0.747],
  ])
  expect(await of(' kxa-1 ')).toEqual([
    ['f1', 'sell', 'KXA-1', 0.253],
    ['f2', 'buy', 'KXA-1', 0.253],
    ['f3', 'sell', 'KXA-1', 0.253],
  ])
  // A market may have the name of another one's NO.
  expect(await of('KXA-1-NO', [fillOf('KXA-1-NO', 'f5', bought)])).toEqual([['f5', 'buy', 'KXA-1-NO', 0.253]])
  expect(await of('not a ticker')).toEqual([])
})
