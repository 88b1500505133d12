import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { HistoryQuery } from '../../../src/venue-kit/contract/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { signedIn } from './signed-in.js'

/** A row as recorded in August 2026. */
const won = {
  event_ticker: 'KXUFCFIGHT-REDACTED009',
  fee_cost: '0.202100',
  market_result: 'yes',
  no_count_fp: '0.00',
  no_total_cost_dollars: '0.000000',
  revenue: 1500,
  settled_time: '2026-08-16T04:00:00Z',
  ticker: 'KXUFCFIGHT-REDACTED010',
  value: 100,
  yes_count_fp: '15.00',
  yes_total_cost_dollars: '11.100000',
}
const yes = won.ticker
const no = `${won.ticker}-NO`

async function read(rows: readonly object[], query: HistoryQuery = {}) {
  const { ctx, wire } = signedIn({ 'GET api/portfolio/settlements': { settlements: rows, cursor: '' } })
  return { rows: await wholeList(present(kalshi.account?.settlements)(query, ctx), ctx), wire }
}

test('a settlement is told with payout, cost and fee', async () => {
  expect((await read([won])).rows).toEqual([
    {
      id: `${yes}:yes`,
      marketId: yes,
      outcomeId: yes,
      timestamp: Date.UTC(2026, 7, 16, 4),
      contracts: 15,
      payout: 15,
      cost: 11.1,
      fee: 0.2021,
      metadata: { result: 'yes' },
    },
  ])
})

test('contracts of NO that lost paid nothing', async () => {
  const lost = {
    ...won,
    yes_count_fp: '0.00',
    no_count_fp: '20.00',
    no_total_cost_dollars: '3.000000',
    revenue: 0,
  }
  expect((await read([lost])).rows).toMatchObject([
    { id: `${yes}:no`, outcomeId: no, contracts: 20, payout: 0, cost: 3 },
  ])
})

test('of both sides each has its own payout, and the fee is that of both', async () => {
  const both = {
    ...won,
    no_count_fp: '4.00',
    no_total_cost_dollars: '1.00',
    value: 30,
    market_result: 'scalar',
  }
  const { rows } = await read([both])
  expect(rows).toMatchObject([
    { outcomeId: yes, payout: 4.5, metadata: { feeOfBothSides: 0.2021 } },
    { outcomeId: no, payout: 2.8 },
  ])
  for (const row of rows) expect(row).not.toHaveProperty('fee')
  expect((await read([{ ...both, value: null }])).rows[0]).not.toHaveProperty('payout')
})

test('of both sides the pairs paid a dollar each, which is not in the revenue', async () => {
  // A public client, checked against 88 settlements of an account: a sale is booked as a purchase of the other side, and
  // pairs are paid out at once. Its example has revenue 0 and a payout of 2.00.
  const closed = {
    ...won,
    market_result: 'no',
    no_count_fp: '2.00',
    no_total_cost_dollars: '1.600000',
    yes_count_fp: '2.00',
    yes_total_cost_dollars: '0.012000',
    revenue: 0,
    value: 0,
  }
  const { rows } = await read([closed])
  expect(rows.map(({ payout }) => payout)).toEqual([0, 2])
})

test('of both sides YES that lost paid the floor of its market, and NO what is left', async () => {
  const floor = { ...won, market_result: 'no', no_count_fp: '4.00', revenue: 675, value: 25 }
  const { rows } = await read([floor])
  expect(rows.map(({ payout }) => payout)).toEqual([3.75, 3])
})

test('of both sides the result counts, whose value was seen to be 0 all the same', async () => {
  const { rows } = await read([{ ...won, no_count_fp: '4.00', revenue: 1100, value: 0 }])
  expect(rows).toMatchObject([
    { outcomeId: yes, payout: 15 },
    { outcomeId: no, payout: 0 },
  ])
})

test('are asked for by market and time, and cut to the outcome', async () => {
  const query = { marketId: yes, outcomeId: no, since: 1_780_000_000_500, until: 1_790_000_000_500 }
  const { rows, wire } = await read([won], query)
  expect(rows).toEqual([])
  const [call] = wire.calls as readonly VenueCall[]
  expect(call?.query).toEqual(
    expect.arrayContaining([
      ['ticker', yes],
      ['min_ts', '1779999999'],
      ['max_ts', '1790000001'],
    ]),
  )
  const none = await read([won], { marketId: 'no ticker' })
  expect([none.rows, none.wire.calls]).toEqual([[], []])
})
